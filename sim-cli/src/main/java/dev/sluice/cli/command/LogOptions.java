// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.cli.log.LogRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the event log. */
@InHelp(value = HelpGroup.LOG, rare = true)
final class LogOptions {
    @InHelp(HelpGroup.LOG)
    @Option(
            names = "--log",
            paramLabel = "FILE",
            description = "Write the machine's events as JSON Lines; '-' is stdout, without the report.")
    private @Nullable String file;

    @Option(
            names = "--log-address",
            paramLabel = "RANGE",
            description =
                    "Only events of these bytes: BUFFER[:OFFSET[:SIZE]], IMAGE:X,Y, 0xA or 0xA..0xB (both included). "
                            + "Stages, barriers and host operations stay.")
    private List<String> addresses = new ArrayList<>();

    @Option(
            names = "--log-cache",
            paramLabel = "NAME",
            description = "Only events of a cache or other component: l1, l1[3], vram, link, host.")
    private List<String> components = new ArrayList<>();

    @Option(
            names = "--log-command",
            paramLabel = "ID",
            description = "Only events on behalf of a command or host operation: submit0.1, host.3.")
    private List<String> commands = new ArrayList<>();

    @Option(
            names = "--log-cycles",
            paramLabel = "A..B",
            description = "Only events of these cycles, both included; A.. and ..B work too.")
    private List<String> cycles = new ArrayList<>();

    @Nullable
    String file() {
        return file;
    }

    boolean filtered() {
        return !addresses.isEmpty() || !components.isEmpty() || !commands.isEmpty() || !cycles.isEmpty();
    }

    LogRequest request() {
        return new LogRequest(addresses, components, commands, cycles);
    }
}
