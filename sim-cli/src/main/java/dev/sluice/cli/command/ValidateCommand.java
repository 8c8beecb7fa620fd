// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.input.FileCheck;
import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.input.SharedInputs;
import dev.sluice.cli.input.TraceCheck;
import dev.sluice.cli.input.TraceInputs;
import dev.sluice.cli.run.Session;
import dev.sluice.cli.run.StreamRun;
import dev.sluice.cli.sweep.SweepPlan;
import dev.sluice.config.ConfigException;
import dev.sluice.config.device.Overrides;
import dev.sluice.config.sweep.SweepDefinition;
import dev.sluice.config.trace.TraceFile;
import dev.sluice.config.trace.TraceFormat;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice validate}: loads files of any kind and says what is wrong with them. */
@Command(
        name = "validate",
        description =
                "Check devices, profiles, streams, captures, sweeps and litmus tests; the kind is told by what is in the file.",
        footer = {
            "",
            "Example: sluice validate my-device.yaml streams/*.yaml",
            "Exit codes: 0 all ok, " + HelpText.FAULTS
        })
public final class ValidateCommand extends SessionCommand {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Files, or presets by name.")
    private List<String> files = new ArrayList<>();

    @Option(
            names = {"-d", "--device"},
            paramLabel = "DEVICE",
            description = "Preset or device file to check streams and captures against " + HelpText.OWN_DEVICE)
    private @Nullable String device;

    @Mixin
    private SetOptions set = new SetOptions();

    /** The command, for one invocation of the program. */
    public ValidateCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        Overrides overrides = set.overrides();
        int code = ExitCode.CLEAN;
        for (String file : files) {
            try {
                FileCheck check = check(file, overrides);
                print(style().text(List.of(file + ": " + style().good("ok") + ", " + check.summary())));
                check.remarks().forEach(remark -> print(style().text(List.of("  " + remark))));
            } catch (ConfigException e) {
                complain(e);
                code = ExitCode.BAD_INPUT;
            }
        }
        return code;
    }

    private FileCheck check(String file, Overrides overrides) {
        TraceFormat format = TraceInputs.formatOf(file, null);
        if (format == null) {
            return FileCheck.of(file, device, overrides, run -> StreamRun.wire(run, session.machines()), this::points);
        }
        if (!overrides.isEmpty()) {
            throw new ConfigException(file, "is a trace, and " + overrides + " changes devices");
        }
        try (TraceFile trace = TraceFile.open(Inputs.path(file), format)) {
            TraceCheck check = new TraceCheck(trace);
            return session.visibly(check::progress, check::run);
        }
    }

    private int points(SweepDefinition sweep) {
        SweepPlan plan = new SweepPlan(sweep, new SharedInputs(), session.version());
        plan.refuseCommonFault(session.machines());
        return plan.points().size();
    }

    private void complain(ConfigException fault) {
        session.terminal().err().print(fault.getMessage() + "\n");
        fault.others().forEach(other -> session.terminal().err().print(other.getMessage() + "\n"));
        session.terminal().err().flush();
    }
}
