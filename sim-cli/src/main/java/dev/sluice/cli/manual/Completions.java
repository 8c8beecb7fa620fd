// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.manual;

import dev.sluice.cli.input.Catalogue;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Completions of the command line for bash and zsh, with the names of presets. */
final class Completions {
    private static final String KINDS = "kinds";

    /** What options and the first arguments of commands name; sorted, because the script keeps the order. */
    private static final SortedMap<String, String> OPTIONS =
            new TreeMap<>(Map.of("--device", "devices", "--profile", "profiles"));

    private static final Map<String, String> ARGUMENTS = Map.of("list", KINDS, "describe", "devices");

    private final String name;
    private final String script;

    /** Of a command line that nobody else uses: its options learn the names of presets. */
    Completions(CommandLine line) {
        addPresets(line.getCommandSpec());
        name = line.getCommandName();
        script = AutoComplete.bash(name, line);
    }

    private static void addPresets(CommandSpec command) {
        OPTIONS.forEach((option, kind) -> {
            OptionSpec known = command.findOption(option);
            if (known != null) {
                replace(
                        command,
                        known,
                        OptionSpec.builder(known)
                                .completionCandidates(names(kind))
                                .build());
            }
        });
        String kind = ARGUMENTS.get(command.name());
        if (kind != null) {
            PositionalParamSpec known = command.positionalParameters().get(0);
            replace(
                    command,
                    known,
                    PositionalParamSpec.builder(known)
                            .completionCandidates(names(kind))
                            .build());
        }
        command.subcommands().values().forEach(line -> addPresets(line.getCommandSpec()));
    }

    private static void replace(CommandSpec command, ArgSpec known, ArgSpec better) {
        command.remove(known);
        command.add(better);
    }

    /** Variants of profiles have an option of their own. */
    private static List<String> names(String kind) {
        return kind.equals(KINDS)
                ? Catalogue.KINDS
                : Catalogue.of(kind).keySet().stream()
                        .filter(name -> name.indexOf('+') < 0)
                        .toList();
    }

    /** For bash: sourced, or found by bash-completion. */
    String bash() {
        return script;
    }

    /**
     * For zsh, in a folder of its {@code fpath}: what picocli writes works there through {@code bashcompinit}, but for an
     * alias for a command that only bash has; the last line answers the request that loaded the file.
     */
    String zsh() {
        return "#compdef " + name + "\nautoload -Uz +X bashcompinit && bashcompinit\n"
                + script.replace("  alias compopt=complete\n", "")
                + "\n_bash_complete -o default -F _complete_" + name + "\n";
    }
}
