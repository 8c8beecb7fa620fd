// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.input.Inputs;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say what a stream runs on. */
final class DeviceOptions {
    @Option(
            names = {"-d", "--device"},
            paramLabel = "DEVICE",
            description = "Preset or device file; " + HelpText.OWN_DEVICE)
    private @Nullable String device;

    @Option(
            names = {"-p", "--profile"},
            paramLabel = "PROFILE",
            description = "Barrier profile, preset or file; the device's own without this.")
    private @Nullable String profile;

    @Option(
            names = "--variant",
            paramLabel = "NAME",
            description = "A variant of the profile, as 'list profiles' names it.")
    private @Nullable String variant;

    Inputs.Choice choice() {
        return new Inputs.Choice(device, profile, variant);
    }
}
