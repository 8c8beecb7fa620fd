// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.describe.DeviceText;
import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.run.Session;
import dev.sluice.config.device.Overrides;
import dev.sluice.device.GpuSpec;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sluice describe}: draws a device and lists what it is made of. */
@Command(
        name = "describe",
        description = "Draw a device's memory hierarchy and list what it is made of.",
        footer = {"", "Example: sluice describe rdna2-6900xt", HelpText.EXIT_CODES})
public final class DescribeCommand extends SessionCommand {
    @Parameters(paramLabel = "DEVICE", description = "A preset's name or a device file.")
    private String device = "";

    @Mixin
    private ProfileOptions profiles = new ProfileOptions();

    @Mixin
    private SetOptions set = new SetOptions();

    /** The command, for one invocation of the program. */
    public DescribeCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        Overrides overrides = set.overrides();
        GpuSpec gpu = Inputs.device(device, overrides);
        if (!overrides.isEmpty()) {
            print(style().dim("with " + overrides) + "\n\n");
        }
        print(DeviceText.of(gpu, Inputs.profile(gpu, profiles.choice(null, overrides)), style()));
        return ExitCode.CLEAN;
    }
}
