// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.DeviceFacts;
import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.program.HostOperation;
import dev.sluice.program.HostThread;
import dev.sluice.program.StreamProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The trace of a changed stream, made of what the trace of the stream as it was knows, against one from scratch. */
final class EditedTraceTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "graphics/color-write-sampled-read-cured.yaml",
                "graphics/depth-write-sampled-read-cured.yaml",
                "graphics/input-attachment-cured-by-region.yaml",
                "graphics/resolve-sample-cured.yaml",
                "over-synchronized.yaml"
            })
    void what_commands_access_is_the_same_and_is_not_worked_out_again(String file) {
        LoadedRun run = Inputs.run("../configs/streams/" + file, new Inputs.Choice(null, null, null));
        DeviceFacts facts = DeviceFacts.of(run.device());
        StreamProgram twice = submittedTwice(run.stream());
        AccessTrace known = AccessTrace.of(run.stream(), facts);
        AccessTrace edited = known.edited(twice);

        assertThat(texts(edited)).isEqualTo(texts(AccessTrace.of(twice, facts)));
        assertThat(worked(edited)).isNotEmpty().allMatch(worked(known)::contains);
    }

    /** Each submission is made again: its commands stand in other subpasses then. */
    private static StreamProgram submittedTwice(StreamProgram stream) {
        List<HostThread> threads = new ArrayList<>();
        for (HostThread thread : stream.threads()) {
            List<HostOperation> operations = new ArrayList<>();
            for (HostOperation operation : thread.operations()) {
                operations.add(operation);
                if (operation instanceof HostOperation.QueueSubmit) {
                    operations.add(operation);
                }
            }
            threads.add(new HostThread(thread.name(), operations));
        }
        return stream.withThreads(threads);
    }

    private static List<String> texts(AccessTrace trace) {
        return actions(trace)
                .flatMap(action -> Stream.concat(action.accesses().stream(), action.later().stream())
                        .map(access -> action.id() + " " + text(access)))
                .toList();
    }

    private static String text(MemoryAccess access) {
        return String.join(
                " ",
                access.space().name(),
                access.where().toString(),
                access.resource(),
                access.stage().toString(),
                access.access().toString(),
                Integer.toString(access.traits()),
                Integer.toString(access.subpass()));
    }

    /** The places of draws, dispatches and transfers, told apart by which objects they are. */
    private static List<Integer> worked(AccessTrace trace) {
        return actions(trace)
                .filter(action -> action.later().isEmpty() && action.command() != null)
                .filter(action -> !action.kind().startsWith("end"))
                .flatMap(action -> action.accesses().stream())
                .map(access -> System.identityHashCode(access.where()))
                .toList();
    }

    private static Stream<AccessTrace.Action> actions(AccessTrace trace) {
        return trace.threads().stream()
                .flatMap(thread -> thread.steps().stream())
                .flatMap(step -> step.batch() == null ? Stream.empty() : step.batch().actions().stream());
    }
}
