// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.describe.DeviceText;
import dev.sluice.cli.input.Inputs;
import dev.sluice.cli.input.Wiring;
import dev.sluice.cli.run.Session;
import dev.sluice.cli.run.StreamRun;
import dev.sluice.config.device.DeviceSource;
import dev.sluice.config.device.Devices;
import dev.sluice.config.device.Overrides;
import dev.sluice.device.GpuSpec;
import dev.sluice.program.sync.BarrierProfile;
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
        DeviceSource source = Devices.find(device, overrides);
        GpuSpec gpu = Inputs.device(source);
        BarrierProfile profile = Inputs.profile(gpu, profiles.choice(null, overrides));
        // what cannot be built is not described: some of it only the parts of the machine know, plug-ins above all
        new Wiring(run -> StreamRun.wire(run, session.machines())).check(gpu, profile, source);
        if (!overrides.isEmpty()) {
            print(style().dim("with " + overrides) + "\n\n");
        }
        print(DeviceText.of(gpu, profile, style()));
        return ExitCode.CLEAN;
    }
}
