// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.manual;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;

/**
 * Completions of the command line for bash and zsh: commands, options, what options may be, and names of presets. Files are
 * the shell's to complete, wherever nothing else can stand.
 */
final class Completions {
    /**
     * Finds out what the word is that is being typed. Bash takes {@code --device=x} apart at the sign, zsh does not; a value
     * may be called as a command is.
     */
    private static final String FUNCTION = """
            _complete_sluice() {
              local cur=${COMP_WORDS[COMP_CWORD]} command= option= last= with= word= words= i
              COMPREPLY=()
              for ((i = 1; i < COMP_CWORD; i++)); do
                word=${COMP_WORDS[i]}
                if [[ $word == "=" ]]; then
                  option=$last
                elif [[ -n $option ]]; then
                  option= last=
                else
                  last=$word
                  if [[ $word == -* ]]; then
                    if _sluice_takes_value "$command" "$word"; then option=$word; fi
                  elif [[ -z $command && " $_sluice_commands " == *" $word "* ]]; then
                    command=$word
                  fi
                fi
              done
              if [[ $cur == "=" ]]; then
                option=$last cur=
              elif [[ -z $option && $cur == --*=* ]]; then
                option=${cur%%=*} with=${cur%%=*}= cur=${cur#*=}
              fi
              if [[ -n $option ]]; then
                words=$(_sluice_values "$command" "$option")
              elif [[ $cur == -* ]]; then
                words=$(_sluice_options "$command")
              elif [[ -z $command ]]; then
                words=$_sluice_commands
              else
                words=$(_sluice_values "$command" argument)
                if [[ -z $words && -n $cur && -z $(compgen -f -- "$cur") ]]; then
                  words=$(_sluice_presets "$command")
                fi
              fi
              local IFS=$' \\t\\n'
              COMPREPLY=($(compgen -P "$with" -W "$words" -- "$cur"))
              if [[ -n $with && -z $words ]]; then
                for word in "$cur"*; do
                  if [[ -e $word ]]; then COMPREPLY+=("$with$word"); fi
                done
              fi
            }
            """;

    private final CompletionWords words;
    private final String name;
    private final String script;

    /** Of a command line. */
    Completions(CommandLine line) {
        words = new CompletionWords(line.getCommandSpec());
        name = line.getCommandName();
        script = "_sluice_commands='" + String.join(" ", words.commands()) + "'\n\n"
                + "# The options of a command, or of the program.\n" + options() + "\n"
                + "# Whether an option takes the word behind it.\n" + taking() + "\n"
                + "# What an option, or a command's argument, may be.\n" + values() + "\n"
                + "# What a command's files may be instead.\n" + presets() + "\n"
                + FUNCTION;
    }

    /** For bash: sourced, or found by bash-completion. */
    String bash() {
        return "# Completions of " + name + " for bash 3.2 and later.\n" + script
                + "\ncomplete -o default -F _complete_" + name + " " + name + "\n";
    }

    /**
     * For zsh, in a folder of its {@code fpath}: what bash has works there through {@code bashcompinit}; the last line
     * answers the request that loaded the file.
     */
    String zsh() {
        return "#compdef " + name + "\nautoload -Uz +X bashcompinit && bashcompinit\n" + script
                + "\ncomplete -o default -F _complete_" + name + " " + name
                + "\n_bash_complete -o default -F _complete_"
                + name + "\n";
    }

    private String options() {
        Map<String, List<String>> byCommand = new LinkedHashMap<>();
        words.commands().forEach(command -> byCommand.put("'" + command + "'", words.options(command)));
        return function(
                "_sluice_options",
                "$1",
                echoes(byCommand) + "    *) echo '" + String.join(" ", words.options("")) + "' ;;\n");
    }

    private String taking() {
        List<String> spellings = new ArrayList<>();
        List<String> commands = new ArrayList<>(words.commands());
        commands.add("");
        for (String command : commands) {
            words.valued(command).forEach(option -> spellings.add("'" + command + " " + option + "'"));
        }
        return function(
                "_sluice_takes_value",
                "\"$1 $2\"",
                "    " + String.join(" | \\\n      ", spellings) + ") ;;\n" + "    *) return 1 ;;\n");
    }

    private String values() {
        Map<String, List<String>> byPlace = new LinkedHashMap<>();
        List<String> commands = new ArrayList<>(words.commands());
        commands.add("");
        for (String command : commands) {
            words.values(command).forEach((option, values) -> byPlace.put("'" + command + " " + option + "'", values));
            if (!command.isEmpty() && !words.argument(command).isEmpty()) {
                byPlace.put("'" + command + " argument'", words.argument(command));
            }
        }
        return function("_sluice_values", "\"$1 $2\"", echoes(byPlace));
    }

    private String presets() {
        Map<String, List<String>> byCommand = new LinkedHashMap<>();
        for (String command : words.commands()) {
            if (!words.presets(command).isEmpty()) {
                byCommand.put("'" + command + "'", words.presets(command));
            }
        }
        return function("_sluice_presets", "$1", echoes(byCommand));
    }

    /** Branches that print words, those that print the same as one. */
    private static String echoes(Map<String, List<String>> branches) {
        Map<List<String>, List<String>> places = new LinkedHashMap<>();
        branches.forEach((place, words) ->
                places.computeIfAbsent(words, key -> new ArrayList<>()).add(place));
        return places.entrySet().stream()
                .map(branch -> "    " + String.join(" | \\\n      ", branch.getValue()) + ") echo '"
                        + String.join(" ", branch.getKey()) + "' ;;\n")
                .collect(Collectors.joining());
    }

    private static String function(String name, String of, String branches) {
        return name + "() {\n  case " + of + " in\n" + branches + "  esac\n}\n";
    }
}
