// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.cli.input.Inputs;
import dev.sluice.plugin.PluginException;
import dev.sluice.plugin.Plugins;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/**
 * The option that brings jars from outside, beside what else does: the variable {@value #VARIABLE} and the folder
 * {@value #FOLDER} next to the program.
 */
@InHelp(value = HelpGroup.INPUT, rare = true)
public final class PluginOptions {
    static final String VARIABLE = "SLUICE_PLUGINS";
    static final String FOLDER = "plugins";
    /** The launcher's folder, which runs a copy of the jar that lies elsewhere. */
    private static final String HOME = "sluice.home";

    private static final String OPTION = "--plugin";

    /** Takes the jars that are named; {@link #open} finds them in what was parsed, before the command is made ready. */
    @Option(names = OPTION, paramLabel = "JAR", description = "A jar with policies or more of one's own. Repeatable.")
    void jars(List<String> named) {
        // declares the option
    }

    /**
     * Puts the plug-ins of a command line, of the environment and of the program's folder in use.
     *
     * @throws PluginException for one that cannot be used
     */
    public static Plugins open(ParseResult parsed) {
        ParseResult command = parsed;
        while (command.hasSubcommand()) {
            command = command.subcommand();
        }
        List<String> named = command.matchedOptionValue(OPTION, List.<String>of());
        return Plugins.open(paths(named, System.getenv(), home()));
    }

    /**
     * The jars to load: those next to the program, those of the environment, those of the command line.
     *
     * @param home the program's folder; null if it is not known
     */
    static List<Path> paths(List<String> named, Map<String, String> environment, @Nullable Path home) {
        List<Path> paths = new ArrayList<>();
        if (home != null && Files.isDirectory(home.resolve(FOLDER))) {
            paths.addAll(jarsIn(home.resolve(FOLDER)));
        }
        for (String entry : environment.getOrDefault(VARIABLE, "").split(File.pathSeparator, -1)) {
            if (!entry.isBlank()) {
                Path path = Inputs.path(entry.strip());
                paths.addAll(Files.isDirectory(path) ? jarsIn(path) : List.of(path));
            }
        }
        named.forEach(jar -> paths.add(Inputs.path(jar)));
        return paths;
    }

    private static List<Path> jarsIn(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new PluginException(folder.toString(), "cannot be read", e);
        }
    }

    private static @Nullable Path home() {
        String launcher = System.getProperty(HOME);
        if (launcher != null) {
            return Inputs.path(launcher);
        }
        CodeSource source = PluginOptions.class.getProtectionDomain().getCodeSource();
        try {
            Path jar = source == null ? null : Path.of(source.getLocation().toURI());
            return jar != null && jar.toString().endsWith(".jar") ? jar.getParent() : null;
        } catch (URISyntaxException | IllegalArgumentException e) {
            return null;
        }
    }
}
