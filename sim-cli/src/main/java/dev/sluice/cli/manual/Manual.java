// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.manual;

import dev.sluice.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;

/** The manual pages and completions of a release, by their paths below {@code share}. */
public final class Manual {
    private Manual() {}

    /** Writes them below a folder, the one argument; the release build calls this. */
    public static void main(String[] arguments) throws IOException {
        Path share = Path.of(arguments[0]);
        for (Map.Entry<String, String> file : files().entrySet()) {
            Path path = share.resolve(file.getKey());
            Files.createDirectories(path.resolveSibling(""));
            Files.writeString(path, file.getValue());
        }
    }

    /** The contents of each file. */
    static Map<String, String> files() {
        Map<String, String> files = new TreeMap<>();
        CommandLine line = Main.commandLine();
        List<CommandLine> commands = new ArrayList<>(line.getSubcommands().values());
        commands.add(line);
        for (CommandLine command : commands) {
            ManualPage page = new ManualPage(command.getCommandSpec(), Main.version());
            files.put("man/man1/" + page.name() + ".1", page.text());
        }
        Completions completions = new Completions(Main.commandLine());
        files.put("bash-completion/completions/" + line.getCommandName(), completions.bash());
        files.put("zsh/site-functions/_" + line.getCommandName(), completions.zsh());
        return files;
    }
}
