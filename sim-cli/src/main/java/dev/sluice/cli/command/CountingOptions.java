// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.config.bind.Nearest;
import dev.sluice.machine.WarmUp;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.StreamProgram;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** From where on a run counts. */
@InHelp(value = HelpGroup.RUN, rare = true)
final class CountingOptions {

    @Option(
            names = "--warm-up",
            paramLabel = "NAME|N",
            description = "Count from the end of a statistics region, or of N commands, on.")
    private @Nullable String warmUp;

    /** Behind what counters begin; null for the begin of the run. */
    @Nullable
    WarmUp warmUp(SessionCommand command, StreamProgram program) {
        String text = warmUp;
        if (text == null) {
            return null;
        }
        if (!text.matches("\\d{1,18}")) {
            Set<String> names = regions(program);
            if (!names.contains(text)) {
                throw command.usage("--warm-up: stream " + program.name() + " has no statistics region '" + text + "'"
                        + (names.isEmpty() ? " (beginStatistics begins one)" : Nearest.hint(text, names)));
            }
            return WarmUp.region(text);
        }
        long wanted = Long.parseLong(text);
        long there = commands(program)
                .filter(one -> !(one instanceof Command.Marker))
                .count();
        if (wanted < 1 || wanted > there) {
            throw command.usage("--warm-up: " + text + " is not one of the 1 to " + there + " commands of stream "
                    + program.name());
        }
        return WarmUp.commands(wanted);
    }

    private static Set<String> regions(StreamProgram program) {
        Set<String> names = new LinkedHashSet<>();
        operations(program).forEach(operation -> {
            if (operation instanceof HostOperation.BeginStatistics begin) {
                names.add(begin.name());
            }
        });
        commands(program).forEach(one -> {
            if (one instanceof Command.BeginStatistics begin) {
                names.add(begin.name());
            }
        });
        return names;
    }

    private static Stream<HostOperation> operations(StreamProgram program) {
        return program.threads().stream().flatMap(thread -> thread.operations().stream());
    }

    private static Stream<Command> commands(StreamProgram program) {
        return operations(program)
                .filter(HostOperation.QueueSubmit.class::isInstance)
                .flatMap(submit -> ((HostOperation.QueueSubmit) submit).commandBuffers().stream())
                .flatMap(List::stream);
    }
}
