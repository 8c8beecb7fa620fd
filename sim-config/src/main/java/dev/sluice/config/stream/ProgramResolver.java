// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.bind.OneKey;
import dev.sluice.config.calls.LeftOut;
import dev.sluice.program.HostThread;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.UnseenWork;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Resolves a whole stream: declarations, kernels, then the threads in order. */
final class ProgramResolver {
    private final StreamContext context;

    ProgramResolver(StreamContext context) {
        this.context = context;
    }

    StreamProgram resolve() {
        new Declarations(context).resolve();
        CommandBuffers buffers = new CommandBuffers(context);
        KernelTable kernels = new KernelTable(context, buffers);
        Map<String, List<OneKey<HostStep>>> threads = ThreadTable.of(context);
        SemaphoreTable semaphores = new SemaphoreTable(context, threads.values());
        CommandResolver commands =
                new CommandResolver(context, kernels, buffers, new EventTable(context, buffers, threads));
        HostResolver host = new HostResolver(
                context,
                commands,
                semaphores,
                new PresentResolver(context, semaphores),
                fences(threads),
                new Mappings(context));
        List<HostThread> resolved = new ArrayList<>();
        threads.forEach((name, steps) -> resolved.add(new HostThread(name, host.operations(steps))));
        buffers.noteUnused();
        return new StreamProgram(
                context.file.name(),
                List.copyOf(context.memories.values()),
                List.copyOf(context.buffers.values()),
                List.copyOf(context.images.values()),
                kernels.programs(),
                resolved,
                context.notes,
                unseen(context.file));
    }

    private static UnseenWork unseen(StreamFile file) {
        LeftOut leftOut = file.leftOut();
        if (leftOut != null && leftOut.hidesWork()) {
            return UnseenWork.ANYWHERE;
        }
        return file.midway() ? UnseenWork.BEFORE : UnseenWork.NONE;
    }

    private static Set<String> fences(Map<String, List<OneKey<HostStep>>> threads) {
        Set<String> fences = new LinkedHashSet<>();
        threads.values()
                .forEach(steps -> steps.forEach(step -> {
                    if (step.value() instanceof HostStep.QueueSubmit submit && submit.fence() != null) {
                        fences.add(submit.fence());
                    } else if (step.value() instanceof HostStep.AcquireNextImage acquire && acquire.fence() != null) {
                        fences.add(acquire.fence());
                    }
                }));
        return fences;
    }
}
