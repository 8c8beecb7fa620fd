// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.inspect.Looks;
import dev.sluice.cli.inspect.Texels;
import dev.sluice.cli.log.JsonLinesObserver;
import dev.sluice.cli.log.LogSink;
import dev.sluice.cli.output.OutputPath;
import dev.sluice.cli.run.StreamRun;
import dev.sluice.cli.steps.StepRecorder;
import dev.sluice.config.trace.CsvTraceWriter;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.GpuSpec;
import dev.sluice.machine.Simulation;
import dev.sluice.machine.observe.BothObservers;
import dev.sluice.machine.observe.ObservedRequest;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.trace.TraceSink;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lets a stream run while those look on who were asked for: event log, looks, steps, timeline, recorded trace. */
final class RunWatchers {
    private final SessionCommand command;
    private final RunWatchOptions options;
    private final SimulationOptions simulation;
    private final LoadedRun loaded;
    private final Looks looks;
    private final @Nullable StepRecorder recorder;
    private final Consumer<Simulation> prepare;

    /**
     * @param options who looks on
     * @param simulation how it is simulated
     * @param prepare told of the machine before it runs
     */
    RunWatchers(
            SessionCommand command,
            RunWatchOptions options,
            SimulationOptions simulation,
            LoadedRun loaded,
            Looks looks,
            Consumer<Simulation> prepare) {
        this.command = command;
        this.options = options;
        this.simulation = simulation;
        this.loaded = loaded;
        this.looks = looks;
        this.recorder = options.recorder(command, loaded);
        this.prepare = prepare;
    }

    /** Runs the stream, and writes what those who look on write meanwhile. */
    StreamRun run() {
        String file = options.record();
        if (file == null) {
            return logged(null);
        }
        try (LogSink sink = LogSink.file(OutputPath.of(file))) {
            StreamRun run;
            try (CsvTraceWriter trace = new CsvTraceWriter(
                    sink.out(),
                    file,
                    "what " + loaded.stream().name() + " accessed on "
                            + loaded.device().name() + ", seed " + simulation.seed())) {
                run = logged(trace);
            }
            sink.keep();
            return run;
        }
    }

    /** Writes the page that steps through a run that is over, and says what is in it; nothing if none was asked for. */
    String writeSteps(StreamRun run) {
        String page = options.steps();
        return page == null || recorder == null
                ? ""
                : ViewCommand.write(command, OutputPath.of(page), recorder, loaded, run);
    }

    private StreamRun logged(@Nullable TraceSink trace) {
        String target = options.logFile();
        if (target == null) {
            return watched(SimObserver.NONE, trace, machine -> {});
        }
        PrintWriter stdout = command.session.terminal().out();
        try (LogSink sink = options.logsToStdout() ? LogSink.writer(stdout) : LogSink.file(OutputPath.of(target))) {
            JsonLinesObserver observer = new JsonLinesObserver(options.logged(), sink.out());
            StreamRun run = watched(observer, trace, machine -> bind(observer, machine));
            observer.finish();
            sink.keep();
            List<String> unmet = observer.unmet();
            if (!unmet.isEmpty()) {
                command.session.terminal().err().print("no event passed " + String.join(", ", unmet) + "\n");
            } else if (observer.written() == 0) {
                command.session.terminal().err().print("no event passed the filters of --log\n");
            }
            return run;
        }
    }

    private StreamRun watched(SimObserver log, @Nullable TraceSink trace, Consumer<Simulation> bindLog) {
        SimObserver observer = BothObservers.of(log, looks.observer());
        Consumer<Simulation> bound = bindLog;
        if (!looks.none()) {
            bound = bound.andThen(machine -> LookOptions.bind(command, looks, machine, loaded));
        }
        if (recorder != null) {
            observer = BothObservers.of(observer, recorder);
            bound = bound.andThen(recorder::bind);
        }
        Consumer<Simulation> before = bound;
        return options.timeline()
                .around(
                        command,
                        loaded.device(),
                        loaded.stream().name(),
                        loaded::whereOf,
                        observer,
                        (all, bindTimeline) -> StreamRun.of(
                                loaded,
                                simulation.of(command, loaded.stream(), all, trace),
                                command.session.machines(),
                                command.session.terminal(),
                                command.session.interrupt(),
                                before.andThen(bindTimeline).andThen(prepare)),
                        StreamRun::result);
    }

    private void bind(JsonLinesObserver observer, Simulation machine) {
        try {
            Texels texels =
                    new Texels(loaded.stream().images(), loaded.device().rop().tileBytes());
            observer.bind(machine, loaded.resources(), texels, cache -> lineBytes(loaded.device(), cache));
        } catch (IllegalArgumentException e) {
            throw command.usage(e.getMessage());
        }
    }

    private static int lineBytes(GpuSpec device, String cache) {
        for (List<CacheSpec> caches : List.of(device.caches(), device.host().caches())) {
            for (CacheSpec spec : caches) {
                if (spec.name().equals(cache)) {
                    return spec.geometry().line();
                }
            }
        }
        return ObservedRequest.SECTOR_BYTES;
    }
}
