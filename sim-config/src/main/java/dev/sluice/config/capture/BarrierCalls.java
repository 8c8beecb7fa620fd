// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.capture.CapturedDependencies.Stages;
import dev.sluice.config.stream.CommandStep.PipelineBarrier;
import java.util.List;
import java.util.Map;

/** Pipeline barriers of both versions. */
final class BarrierCalls {
    private final CommandCalls commands;
    private final CapturedDependencies dependencies;

    BarrierCalls(CommandCalls commands, CapturedDependencies dependencies) {
        this.commands = commands;
        this.dependencies = dependencies;
    }

    void register(Map<String, Handler> handlers) {
        handlers.put("vkCmdPipelineBarrier", args -> {
            CapturedDependency written = dependencies.of(args, args, Stages.CALL);
            record(
                    args,
                    written.isEmpty()
                            ? new CapturedDependency(
                                    List.of(dependencies.scopes(args, args, Stages.CALL)),
                                    List.of(),
                                    List.of(),
                                    written.flags())
                            : written);
        });
        CommandCalls.both(
                handlers,
                "vkCmdPipelineBarrier2",
                args -> record(args, dependencies.of(args, args.struct("pDependencyInfo"), Stages.BARRIER)));
    }

    private void record(Struct args, CapturedDependency barriers) {
        if (!barriers.isEmpty()) {
            commands.record(args, submission -> {
                barriers.submitted();
                submission.add(
                        args.call(),
                        () -> new PipelineBarrier(
                                barriers.memory(),
                                barriers.buffers(submission.family()),
                                barriers.images(submission.family()),
                                barriers.flags()));
            });
        }
    }
}
