// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.describe.DeviceText;
import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.run.Session;
import dev.sluice.device.GpuSpec;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice describe}: draws a device and lists what it is made of. */
@Command(
        name = "describe",
        description = "Draw a device's memory hierarchy and list what it is made of.",
        footer = {"", "Example: sluice describe rdna2-6900xt", HelpText.EXIT_CODES})
public final class DescribeCommand extends SessionCommand {
    @Parameters(paramLabel = "DEVICE", description = "A preset's name or a device file.")
    private String device = "";

    @Option(
            names = {"-p", "--profile"},
            paramLabel = "PROFILE",
            description = "Barrier profile, preset or file; the device's own without this.")
    private @Nullable String profile;

    /** The command, for one invocation of the program. */
    public DescribeCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        GpuSpec gpu = Inputs.device(device);
        print(DeviceText.of(gpu, Inputs.profile(gpu, new Inputs.Choice(null, profile, null)), style()));
        return ExitCode.CLEAN;
    }
}
