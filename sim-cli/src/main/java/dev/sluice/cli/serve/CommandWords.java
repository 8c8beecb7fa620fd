// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.serve;

import dev.sluice.config.bind.Nearest;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The parameters of a request as the words of a command line, so that both are checked by the same hands. */
final class CommandWords {
    private static final String ARGUMENTS = "arguments";
    private static final String OPTIONS = "options";
    private static final String JSON = "--json";
    /** Numbers with more digits before or behind the point are left as they are: none is a value of anything. */
    private static final int DIGITS = 100;
    /** How systems that have such names call the input and the output of a program. */
    private static final List<String> OWN = List.of("/dev/stdin", "/dev/stdout");

    private CommandWords() {}

    /**
     * The words behind the command's name. What a command can print as JSON, it prints so.
     *
     * @throws RpcException if a parameter is no such thing, or an option unknown
     */
    static List<String> of(CommandSpec command, ObjectNode params) {
        List<String> words = new ArrayList<>();
        params.propertyStream().forEach(entry -> {
            if (!entry.getKey().equals(ARGUMENTS) && !entry.getKey().equals(OPTIONS)) {
                throw bad(
                        entry.getKey(),
                        "no such parameter" + Nearest.hint(entry.getKey(), List.of(ARGUMENTS, OPTIONS)));
            }
        });
        JsonNode options = params.get(OPTIONS);
        if (options != null) {
            if (!(options instanceof ObjectNode object)) {
                throw bad(OPTIONS, "an object of options by name, not " + RpcCall.kind(options));
            }
            object.propertyStream().forEach(entry -> option(command, entry.getKey(), entry.getValue(), words));
        }
        if (command.findOption(JSON) != null && !words.contains(JSON)) {
            words.add(JSON);
        }
        words.add("--");
        arguments(command, params.get(ARGUMENTS), words);
        return words;
    }

    private static void arguments(CommandSpec command, @Nullable JsonNode arguments, List<String> words) {
        if (arguments == null) {
            return;
        }
        if (!arguments.isArray()) {
            throw bad(ARGUMENTS, "an array of strings, not " + RpcCall.kind(arguments));
        }
        for (JsonNode argument : arguments) {
            String word = text(ARGUMENTS, argument);
            if (command.findOption(word.split("=", 2)[0]) != null) {
                throw bad(
                        ARGUMENTS,
                        "'" + word + "' is an option, and options stand in '" + OPTIONS + "' by their names");
            }
            words.add(word);
        }
    }

    private static void option(CommandSpec command, String name, JsonNode value, List<String> words) {
        OptionSpec option = command.findOption(name.startsWith("-") ? name : "--" + name);
        if (option == null) {
            throw bad(
                    OPTIONS + "." + name,
                    "'" + command.name() + "' has no such option" + Nearest.hint(name, names(command)));
        }
        if (option.usageHelp() || option.versionHelp()) {
            throw bad(OPTIONS + "." + name, "is for people");
        }
        String word = option.longestName();
        if (value.isArray()) {
            for (JsonNode one : value) {
                words.add(word + "=" + text(OPTIONS + "." + name, one));
            }
        } else if (value instanceof ObjectNode object) {
            object.propertyStream()
                    .forEach(entry -> words.add(word + "=" + entry.getKey() + "=" + setting(entry.getValue())));
        } else if (value.isBoolean()) {
            flag(name, option, value.booleanValue(), words);
        } else if (!value.isNull()) {
            words.add(word + "=" + text(OPTIONS + "." + name, value));
        }
    }

    private static void flag(String name, OptionSpec option, boolean value, List<String> words) {
        if (option.arity().max() > 0 && option.arity().min() > 0) {
            throw bad(OPTIONS + "." + name, "takes " + option.paramLabel() + ", not " + value);
        }
        if (value) {
            words.add(option.longestName());
        }
    }

    /** A value of {@code KEY=VALUE}: JSON is YAML, so lists and mappings stay as they are. */
    private static String setting(JsonNode value) {
        if (value.isNull()) {
            return "";
        }
        return value.isString() ? value.stringValue() : value.isNumber() ? number(value) : value.toString();
    }

    /** A number as one writes it: without an exponent, and without a fraction that is none. */
    private static String number(JsonNode value) {
        BigDecimal number = value.decimalValue().stripTrailingZeros();
        if (Math.abs((long) number.scale()) > DIGITS) {
            return value.toString();
        }
        return (number.scale() < 0 ? number.setScale(0) : number).toPlainString();
    }

    private static String text(String where, JsonNode value) {
        if (value.isString()) {
            return notOurs(where, value.stringValue());
        }
        if (value.isNumber()) {
            return number(value);
        }
        throw bad(where, "a string or a number, not " + RpcCall.kind(value));
    }

    /** A word that is no name of the server's own input or output: a command would read requests, or write among answers. */
    private static String notOurs(String where, String word) {
        for (String own : OWN) {
            if (sameFile(word, own)) {
                throw bad(where, "'" + word + "' is where requests come from or answers go; name a file");
            }
        }
        return word;
    }

    private static boolean sameFile(String word, String own) {
        try {
            return !word.isEmpty() && Files.isSameFile(Path.of(word), Path.of(own));
        } catch (IOException | InvalidPathException e) {
            return false; // there is none of that name, or cannot be
        }
    }

    private static Set<String> names(CommandSpec command) {
        Set<String> names = new TreeSet<>();
        for (OptionSpec option : command.options()) {
            names.add(option.longestName().replaceFirst("^-+", ""));
        }
        return names;
    }

    private static RpcException bad(String where, String what) {
        return new RpcException(RpcException.INVALID_PARAMS, "params." + where + ": " + what);
    }
}
