// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.config.device.Overrides;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The option that changes keys of devices. */
@InHelp(HelpGroup.INPUT)
final class SetOptions {
    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description =
                    "Another value for a device's key: caches.l2.size=2MiB; without VALUE its default. Repeatable.")
    private List<String> settings = List.of();

    @Mixin
    private PluginOptions plugins = new PluginOptions();

    /** What is changed of every device. */
    Overrides overrides() {
        return Overrides.parse(settings);
    }

    /** The same as they were written. */
    List<String> texts() {
        overrides();
        return settings;
    }

    /** The jars from outside, which are opened before the command is made ready: {@link PluginOptions#open}. */
    PluginOptions plugins() {
        return plugins;
    }
}
