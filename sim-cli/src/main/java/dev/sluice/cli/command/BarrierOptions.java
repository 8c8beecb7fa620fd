// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.barriers.BarrierSort;
import dev.sluice.cli.barriers.BarrierTable;
import dev.sluice.cli.barriers.FrameRange;
import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.program.Frames;
import dev.sluice.program.StreamProgram;
import dev.sluice.result.RunResult;
import java.util.Map;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options of the barrier table. */
final class BarrierOptions {

    /** Takes an order only where it is joined to the option: what comes after a space is the stream's file. */
    static final class Joined implements IParameterPreprocessor {
        @Override
        @SuppressWarnings("JdkObsolete") // the type is picocli's
        public boolean preprocess(Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
            boolean joined = "=".equals(info.get("separator"));
            if (!joined) {
                option.setValue(BarrierSort.STALL.text());
            }
            return !joined;
        }
    }

    @InHelp(HelpGroup.REPORT)
    @Option(
            names = "--barriers",
            arity = "0..1",
            paramLabel = "SORT",
            preprocessor = Joined.class,
            description = "Only what each barrier cost, by stall (without SORT), actions, drain, refill, held-back,"
                    + " bytes or order.")
    private @Nullable String sort;

    @InHelp(value = HelpGroup.REPORT, rare = true)
    @Option(
            names = "--frames",
            paramLabel = "A-B",
            description = "Limit --barriers to frames: 3, 2-4 or 5-; each ends with a present.")
    private @Nullable String frames;

    private BarrierSort order = BarrierSort.STALL;
    private FrameRange range = FrameRange.ALL;

    /** Refuses what cannot be understood. */
    void check(SessionCommand command) {
        if (sort == null && frames != null) {
            throw command.usage("--frames limits the table of --barriers, and there is none without");
        }
        order = read(command, "--barriers: ", sort, BarrierSort.STALL, BarrierSort::of);
        range = read(command, "--frames: ", frames, FrameRange.ALL, FrameRange::of);
    }

    /** Refuses frames that a program does not have. */
    void check(SessionCommand command, StreamProgram program) {
        if (frames != null) {
            read(command, "--frames: ", frames, range, text -> {
                range.check(Frames.of(program.threads()).count());
                return range;
            });
        }
    }

    /** The table that was asked for, or null. */
    @Nullable
    BarrierTable table(RunResult result) {
        return sort == null ? null : BarrierTable.of(result, order, range);
    }

    private static <T> T read(
            SessionCommand command,
            String option,
            @Nullable String text,
            T otherwise,
            java.util.function.Function<String, T> reader) {
        try {
            return text == null ? otherwise : reader.apply(text);
        } catch (IllegalArgumentException e) {
            throw command.usage(option + e.getMessage());
        }
    }
}
