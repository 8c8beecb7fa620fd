// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.help.CommandHelp;
import dev.sluice.cli.help.NoSuchCommand;
import dev.sluice.cli.run.Session;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sluice help}: all about a command, also the options for which its {@code --help} has no room. */
@Command(
        name = "help",
        description = "Tell all about a command, or list the commands.",
        footer = {"", "Example: sluice help run", HelpText.EXIT_CODES})
public final class HelpCommand extends SessionCommand {
    @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "The command; all of them, briefly, without it.")
    private @Nullable String command;

    @Spec
    private @Nullable CommandSpec self;

    /** The command, for one invocation of the program. */
    public HelpCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        if (self == null) {
            throw new IllegalStateException("not part of a program");
        }
        CommandLine program = self.root().commandLine();
        Map<String, CommandLine> commands = program.getSubcommands();
        CommandLine told = command == null ? program : commands.get(command);
        if (told == null) {
            throw usage(NoSuchCommand.said(String.valueOf(command), commands.keySet()));
        }
        print(CommandHelp.whole(told));
        return ExitCode.CLEAN;
    }
}
