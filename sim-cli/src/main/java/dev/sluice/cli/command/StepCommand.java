// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.inspect.ByteNames;
import dev.sluice.cli.run.Session;
import dev.sluice.cli.run.StreamRun;
import dev.sluice.cli.stepper.StepperShell;
import dev.sluice.cli.steps.RecordedSteps;
import dev.sluice.cli.steps.StepRecorder;
import dev.sluice.config.ConfigException;
import dev.sluice.machine.RunOptions;
import dev.sluice.result.RunResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice step}: steps through a run in the terminal, forward and backward. */
@Command(
        name = "step",
        description = {
            "Step through a run in the terminal, forward and backward.",
            "Without a terminal commands come from standard input. 'help' there lists them."
        },
        footer = {
            "",
            "Examples: sluice step scenarios/stale-l1-broken",
            "          sluice step frame.jsonl --from submit0.3 --to submit0.5",
            "          echo 'story x:64:4' | sluice step scenarios/stale-l1-broken",
            HelpText.EXIT_CODES
        })
public final class StepCommand extends SessionCommand {
    @Parameters(paramLabel = "FILE", description = HelpText.STREAM)
    private String file = "";

    @Mixin
    private DeviceOptions on = new DeviceOptions();

    @Mixin
    private StepOptions steps = new StepOptions();

    @Option(names = "--commands", paramLabel = "FILE", description = "Carry out the commands of a file, a line each.")
    private @Nullable String commands;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of random replacement; 0 without this.")
    private long seed;

    @Option(names = "--max-cycles", paramLabel = "N", description = "Stop the run after core cycle N.")
    private long maxCycles = Long.MAX_VALUE;

    private final Supplier<InputStream> in;

    /**
     * The command, for one invocation of the program.
     *
     * @param in where commands come from without a terminal
     */
    public StepCommand(Session session, Supplier<InputStream> in) {
        super(session);
        this.in = in;
    }

    @Override
    public Integer call() {
        if (maxCycles < 1) {
            throw usage("--max-cycles must be at least 1, not " + maxCycles);
        }
        @Nullable Path script = commands == null ? null : Inputs.path(commands);
        if (script != null && !Files.isReadable(script)) {
            throw new ConfigException(String.valueOf(commands), "no such file, or it cannot be read");
        }
        if (script != null && Files.isDirectory(script)) {
            throw new ConfigException(String.valueOf(commands), "is a directory, not a file");
        }
        LoadedRun loaded = Inputs.run(file, on.choice());
        StepRecorder recorder = new StepRecorder(steps.bounds(this, loaded));
        StreamRun run = StreamRun.of(
                loaded,
                new RunOptions(false, seed, maxCycles, recorder),
                session.machines(),
                session.terminal(),
                session.interrupt(),
                recorder::bind);
        if (recorder.steps() == 0) {
            throw usage(StepOptions.whyNone(recorder));
        }
        if (run.result().interrupted() && run.result().cut() == null) {
            return ExitCode.INTERRUPTED;
        }
        step(loaded, recorder, run, script);
        return ExitCode.CLEAN;
    }

    private void step(LoadedRun loaded, StepRecorder recorder, StreamRun run, @Nullable Path script) {
        RecordedSteps recorded = RecordedSteps.of(recorder, loaded, run.result(), run.machine(), session.version());
        List<RunResult.BarrierResult> barriers = run.result().barriers();
        StepperShell shell = new StepperShell(
                recorded.open(),
                new ByteNames(loaded, run.machine()::addressOf),
                style(),
                session.terminal().out(),
                number -> number >= 0 && number < barriers.size()
                        ? barriers.get(number).id()
                        : "");
        if (script == null && session.terminal().interactive()) {
            shell.typed();
            return;
        }
        try (BufferedReader lines = script == null
                ? new BufferedReader(new InputStreamReader(in.get(), StandardCharsets.UTF_8))
                : Files.newBufferedReader(script)) {
            shell.read(script == null ? "standard input" : String.valueOf(commands), lines);
        } catch (IOException e) {
            throw new ConfigException(
                    script == null ? "standard input" : String.valueOf(commands), "cannot be read: " + e.getMessage());
        }
    }
}
