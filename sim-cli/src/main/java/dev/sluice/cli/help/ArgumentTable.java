// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.help;

import dev.sluice.cli.report.Text;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Options and arguments of a command in two columns, names and descriptions. Lines break between words only: picocli breaks
 * {@code submit0.begin} behind its dot.
 */
final class ArgumentTable {
    /** What is longer has a line of its own. */
    private static final int LONGEST = 24;

    private static final String SHORTLESS = "    ";
    private static final String GAP = "  ";

    private final ColorScheme colours;
    private final int width;
    private final int column;

    /** The layout of all that a command takes, so that its groups have the same columns. */
    ArgumentTable(Help help) {
        CommandSpec command = help.commandSpec();
        this.colours = help.colorScheme();
        this.width = command.usageMessage().width();
        int longest = 0;
        for (ArgSpec argument : command.args()) {
            int length = label(argument, false).length();
            longest = Math.max(longest, length <= LONGEST ? length : 0);
        }
        this.column = longest + GAP.length();
    }

    /** Appends a row. */
    void append(StringBuilder text, ArgSpec argument) {
        int length = label(argument, false).length();
        text.append(label(argument, true));
        boolean ownLine = length + GAP.length() > column;
        if (ownLine) {
            text.append('\n');
        }
        int at = ownLine ? 0 : length;
        List<String> lines = Arrays.stream(argument.description())
                .flatMap(line -> Text.wrap(line.formatted(), width - column).stream())
                .toList();
        for (String line : lines) {
            text.append(" ".repeat(column - at)).append(line).append('\n');
            at = 0;
        }
    }

    private String label(ArgSpec argument, boolean coloured) {
        return argument instanceof OptionSpec option
                ? option(option, coloured)
                : argument((PositionalParamSpec) argument, coloured);
    }

    private String option(OptionSpec option, boolean coloured) {
        String names = Arrays.stream(option.names())
                .map(name -> coloured ? colours.optionText(name).toString() : name)
                .collect(Collectors.joining(", "));
        String label = GAP + (option.shortestName().startsWith("--") ? SHORTLESS : "") + names;
        if (option.arity().max() == 0) {
            return label;
        }
        String value = coloured ? colours.optionParamText(option.paramLabel()).toString() : option.paramLabel();
        return label + (option.arity().min() == 0 ? "[=" + value + "]" : "=" + value);
    }

    private String argument(PositionalParamSpec argument, boolean coloured) {
        String label = coloured ? colours.parameterText(argument.paramLabel()).toString() : argument.paramLabel();
        return GAP
                + SHORTLESS
                + (argument.arity().min() == 0 ? "[" + label + "]" : label)
                + (argument.arity().max() > 1 ? "..." : "");
    }
}
