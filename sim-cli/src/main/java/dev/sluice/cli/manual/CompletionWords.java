// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.manual;

import dev.sluice.cli.barriers.BarrierSort;
import dev.sluice.cli.input.Catalogue;
import dev.sluice.cli.lesson.Lessons;
import dev.sluice.config.schema.Schemas;
import dev.sluice.config.trace.TraceFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What can stand where on the command line, as far as it can be listed. */
final class CompletionWords {
    /** The kinds of presets that a command's files may be instead. */
    private static final Map<String, List<String>> PRESETS = Map.of(
            "run", List.of("streams"),
            "view", List.of("streams"),
            "step", List.of("streams"),
            "compare", List.of("streams"),
            "check", List.of("streams"),
            "advise", List.of("streams"),
            "sweep", List.of("streams", "sweeps"),
            "validate", List.of("streams", "sweeps", "devices", "profiles", "litmus"),
            "litmus", List.of("litmus"),
            "describe", List.of("devices"));

    private final CommandSpec program;

    /** Those of a program. */
    CompletionWords(CommandSpec program) {
        this.program = program;
    }

    /** The commands. */
    List<String> commands() {
        return List.copyOf(program.subcommands().keySet());
    }

    /** The spelling of every option of a command, of the program itself for an empty name. */
    List<String> options(String command) {
        return options(spec(command))
                .flatMap(option -> Stream.of(option.names()))
                .toList();
    }

    /** Options that take the word behind them, each in all of its spellings. */
    List<String> valued(String command) {
        return options(spec(command))
                .filter(option -> option.arity().min() > 0)
                .flatMap(option -> Stream.of(option.names()))
                .toList();
    }

    /** What the options of a command may be, by each spelling; those that may be anything are left out. */
    Map<String, List<String>> values(String command) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        options(spec(command)).forEach(option -> {
            List<String> words = values(option);
            if (!words.isEmpty()) {
                for (String name : option.names()) {
                    values.put(name, words);
                }
            }
        });
        return values;
    }

    /** What the first argument of a command may be; empty where it is a file. */
    List<String> argument(String command) {
        return switch (command) {
            case "help" -> commands();
            case "list" -> Catalogue.KINDS;
            case "lesson" -> Lessons.NAMES;
            case "schema" ->
                Stream.concat(Stream.of(Schemas.Kind.values()).map(Schemas.Kind::key), Stream.of("result"))
                        .toList();
            default -> List.of();
        };
    }

    /** What a command's files may be instead: presets. */
    List<String> presets(String command) {
        List<String> names = new ArrayList<>();
        PRESETS.getOrDefault(command, List.of()).forEach(kind -> names.addAll(presetsOf(kind)));
        return names;
    }

    private CommandSpec spec(String command) {
        return command.isEmpty()
                ? program
                : Objects.requireNonNull(program.subcommands().get(command), command)
                        .getCommandSpec();
    }

    private static Stream<OptionSpec> options(CommandSpec command) {
        return command.options().stream().filter(option -> !option.hidden());
    }

    private static List<String> values(OptionSpec option) {
        Iterable<String> known = option.completionCandidates();
        if (known != null) {
            return StreamSupport.stream(known.spliterator(), false)
                    .map(word -> word.toLowerCase(Locale.ROOT))
                    .toList();
        }
        return switch (option.longestName()) {
            case "--device" -> presetsOf("devices");
            case "--profile" -> presetsOf("profiles");
            case "--barriers" ->
                Stream.of(BarrierSort.values()).map(BarrierSort::text).toList();
            case "--format" ->
                Stream.of(TraceFormat.values()).map(TraceFormat::toString).toList();
            default -> List.of();
        };
    }

    /** Variants of profiles have an option of their own. */
    private static List<String> presetsOf(String kind) {
        return Catalogue.of(kind).keySet().stream()
                .filter(name -> name.indexOf('+') < 0)
                .toList();
    }
}
