// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.cli.output.OutputPath;
import dev.sluice.cli.output.WholeFile;
import dev.sluice.cli.timeline.Timeline;
import dev.sluice.cli.timeline.TimelineFile;
import dev.sluice.config.units.Size;
import dev.sluice.device.GpuSpec;
import dev.sluice.machine.Simulation;
import dev.sluice.machine.observe.BothObservers;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.result.RunResult;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of timelines for trace viewers. */
@InHelp(value = HelpGroup.FILES, rare = true)
final class TimelineOptions {
    @InHelp(HelpGroup.FILES)
    @Option(names = "--trace", paramLabel = "FILE", description = "A timeline for Perfetto (.pftrace), Chrome (.json).")
    private @Nullable String file;

    @Option(
            names = "--trace-limit",
            paramLabel = "SIZE",
            description = "The most that a timeline may take (default: 256MiB).")
    private @Nullable String limit;

    @Option(
            names = "--trace-interval",
            paramLabel = "CYCLES",
            description = "Cycles between the counters of a timeline (default: 1000).")
    private @Nullable Long interval;

    /** Refuses what is wrong, before anything is read. */
    void check(SessionCommand command) {
        String name = file;
        if (name == null) {
            if (limit != null || interval != null) {
                throw command.usage(
                        "--trace-limit and --trace-interval are for a timeline, and there is none without --trace"
                                + " FILE");
            }
            return;
        }
        TimelineFile.of(name);
        if (interval() < 1) {
            throw command.usage("--trace-interval must be at least 1 cycle, not " + interval);
        }
        if (limit(command) < Timeline.LEAST_LIMIT) {
            throw command.usage("--trace-limit must be at least 64KiB, not " + limit);
        }
    }

    /** No timeline may replace what a run is made of. */
    void refuseInputs(List<Path> inputs) {
        if (file != null) {
            WholeFile.refuseInputs(OutputPath.of(file), inputs);
        }
    }

    /** The timeline's file; none without one. */
    List<Path> files() {
        return file == null ? List.of() : List.of(OutputPath.of(file));
    }

    /** Something that runs, watched by an observer, and tells of its machine before it starts. */
    @FunctionalInterface
    interface Watched<T> {
        T run(SimObserver observer, Consumer<Simulation> prepare);
    }

    /**
     * Lets something run, with a timeline if there is to be one.
     *
     * @param program what runs
     * @param whereOf where a host operation stands, by its id; null where nobody knows
     * @param other who watches, too
     * @param result what came out
     */
    <T> T around(
            SessionCommand command,
            GpuSpec device,
            String program,
            Function<String, @Nullable String> whereOf,
            SimObserver other,
            Watched<T> watched,
            Function<T, RunResult> result) {
        String name = file;
        if (name == null) {
            return watched.run(other, machine -> {});
        }
        try (Timeline timeline = Timeline.open(TimelineFile.of(name), device, limit(command), interval())) {
            T run;
            try {
                run = watched.run(
                        BothObservers.of(other, timeline.observer()),
                        machine -> timeline.bind(machine, program, whereOf));
            } catch (RuntimeException fault) {
                if (timeline.breakOff(fault)) {
                    timeline.keep();
                }
                throw fault;
            }
            timeline.finish(result.apply(run));
            timeline.keep();
            String leftOut = timeline.leftOut();
            if (leftOut != null) {
                command.session.terminal().err().print(leftOut + "\n");
            }
            return run;
        }
    }

    private long interval() {
        return interval == null ? Timeline.INTERVAL : interval;
    }

    private long limit(SessionCommand command) {
        String text = limit;
        try {
            return text == null ? Timeline.LIMIT : Size.parse(text).bytes();
        } catch (IllegalArgumentException e) {
            throw command.usage("--trace-limit: " + e.getMessage());
        }
    }
}
