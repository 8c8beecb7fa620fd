// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.cli.input.Inputs;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say what a stream runs on. */
@InHelp(HelpGroup.INPUT)
final class DeviceOptions {
    @Option(
            names = {"-d", "--device"},
            paramLabel = "DEVICE",
            description = "Preset or device file " + HelpText.OWN_DEVICE)
    private @Nullable String device;

    @Mixin
    private ProfileOptions profiles = new ProfileOptions();

    @Mixin
    private SetOptions set = new SetOptions();

    Inputs.Choice choice() {
        return profiles.choice(device, set.overrides());
    }
}
