// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.cli.input.Inputs;
import dev.sluice.config.device.Overrides;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how barriers become actions. */
@InHelp(HelpGroup.INPUT)
final class ProfileOptions {
    @Option(
            names = {"-p", "--profile"},
            paramLabel = "PROFILE",
            description = "Barrier profile, preset or file (default: the device's own).")
    private @Nullable String profile;

    @InHelp(value = HelpGroup.INPUT, rare = true)
    @Option(
            names = "--variant",
            paramLabel = "NAME",
            description = "A variant of the profile, as 'list profiles' names it.")
    private @Nullable String variant;

    /** The profile; null for the device's own. */
    @Nullable
    String profile() {
        return profile;
    }

    /** The variant; null for none. */
    @Nullable
    String variant() {
        return variant;
    }

    /** What is chosen, as it is written on a command line. */
    List<String> texts() {
        List<String> texts = new ArrayList<>();
        if (profile != null) {
            texts.add("--profile " + profile);
        }
        if (variant != null) {
            texts.add("--variant " + variant);
        }
        return texts;
    }

    /** What is chosen, beside a device; null for the stream's own. */
    Inputs.Choice choice(@Nullable String device, Overrides overrides) {
        return new Inputs.Choice(device, profile, variant, overrides);
    }
}
