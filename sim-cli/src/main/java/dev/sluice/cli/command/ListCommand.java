// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.input.Catalogue;
import dev.sluice.cli.report.Table;
import dev.sluice.cli.run.Session;
import dev.sluice.config.ConfigException;
import dev.sluice.config.bind.Nearest;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sluice list}: names what Sluice brings along. */
@Command(
        name = "list",
        description =
                "List what comes with Sluice: devices, barrier profiles, replacement policies, prefetchers, slice hashes,"
                        + " lint rules, streams, sweeps or litmus tests.",
        footer = {"", "Example: sluice list devices", HelpText.EXIT_CODES})
public final class ListCommand extends SessionCommand {
    @Parameters(
            paramLabel = "WHAT",
            description = "devices, profiles, policies, prefetchers, hashes, rules, streams, sweeps or litmus.")
    private String what = "";

    @Mixin
    private PluginOptions plugins = new PluginOptions();

    /** The command, for one invocation of the program. */
    public ListCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        if (!Catalogue.KINDS.contains(what)) {
            throw new ConfigException(what, "cannot be listed" + Nearest.hint(what, Catalogue.KINDS));
        }
        Table table = new Table().left("name").left("what it is");
        for (Map.Entry<String, String> entry : Catalogue.of(what).entrySet()) {
            table.row(entry.getKey(), entry.getValue());
        }
        List<String> lines = table.lines(style());
        for (String line : lines.subList(1, lines.size())) {
            print(line + "\n");
        }
        return ExitCode.CLEAN;
    }

    /** The jars from outside, which are opened before the command is made ready: {@link PluginOptions#open}. */
    PluginOptions plugins() {
        return plugins;
    }
}
