// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.manual;

import dev.sluice.cli.help.OptionGroups;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual page of a command, from the same words as its {@code --help}. */
final class ManualPage {
    private static final String EXIT_CODES = "Exit codes: ";
    private static final String EXAMPLES = "Examples?: ";
    private static final String SYNOPSIS_INDENT = "\\s+";

    private final CommandSpec command;
    private final String version;

    ManualPage(CommandSpec command, String version) {
        this.command = command;
        this.version = version;
    }

    /** The page's name: {@code sluice-run} is that of {@code sluice run}. */
    String name() {
        return command.qualifiedName("-");
    }

    /** The page in roff. It has no date: the same program has the same page. */
    String text() {
        Roff page = new Roff();
        page.macro("TH", name().toUpperCase(Locale.ROOT), "1", "", "sluice " + version, "Sluice Manual");
        // words are not broken at line ends, and right margins are ragged
        page.request("nh").request("ad l");
        List<String> about = about();
        page.macro("SH", "NAME").line(name() + " - " + withoutStop(about.get(0)));
        page.macro("SH", "SYNOPSIS").styled(Roff.bold(command.qualifiedName()) + " " + synopsis());
        page.macro("SH", "DESCRIPTION");
        about.forEach(page::line);
        if (!command.positionalParameters().isEmpty()) {
            page.macro("SH", "ARGUMENTS");
            command.positionalParameters().forEach(argument -> entry(page, label(argument), argument));
        }
        page.macro("SH", "OPTIONS");
        OptionGroups.of(command).forEach((group, options) -> {
            page.macro("SS", group.heading());
            options.forEach(option -> entry(page, names(option), option));
        });
        subcommands(page);
        List<String> footer = lines(command.usageMessage().footer());
        examples(page, footer);
        exitCodes(page, footer);
        seeAlso(page);
        return page.toString();
    }

    private List<String> about() {
        List<String> about = new ArrayList<>(lines(command.usageMessage().header()));
        about.addAll(lines(command.usageMessage().description()));
        about.removeIf(String::isBlank);
        return about;
    }

    private static String withoutStop(String sentence) {
        return sentence.endsWith(".") || sentence.endsWith(":")
                ? sentence.substring(0, sentence.length() - 1)
                : sentence;
    }

    /** What picocli prints behind the command's name. */
    private String synopsis() {
        String whole =
                new Help(command, Help.defaultColorScheme(Ansi.OFF)).synopsis(0).strip();
        String one = String.join(" ", whole.split(SYNOPSIS_INDENT));
        return Roff.escaped(one.substring(command.qualifiedName().length()).strip());
    }

    private static void entry(Roff page, String styledLabel, ArgSpec argument) {
        page.macro("TP").styled(styledLabel);
        lines(argument.description()).forEach(page::line);
    }

    private static String label(PositionalParamSpec argument) {
        return Roff.italic(argument.paramLabel()) + (argument.arity().max() > 1 ? "..." : "");
    }

    private static String names(OptionSpec option) {
        String all = Stream.of(option.names()).map(Roff::bold).collect(Collectors.joining(", "));
        if (option.arity().max() == 0) {
            return all;
        }
        String value = "=" + Roff.italic(option.paramLabel());
        return all + (option.arity().min() == 0 ? "[" + value + "]" : value);
    }

    private void subcommands(Roff page) {
        if (command.subcommands().isEmpty()) {
            return;
        }
        page.macro("SH", "COMMANDS");
        command.subcommands().forEach((name, line) -> {
            ManualPage sub = new ManualPage(line.getCommandSpec(), version);
            page.macro("TP")
                    .styled(Roff.bold(sub.name()) + "(1)")
                    .line(sub.about().get(0));
        });
    }

    /** The footer without exit codes; each example stands alone, without what leads the first of them in. */
    private static void examples(Roff page, List<String> footer) {
        List<String> examples = footer.stream()
                .takeWhile(line -> !line.startsWith(EXIT_CODES))
                .filter(line -> !line.isBlank())
                .map(line -> line.replaceFirst("^" + EXAMPLES, "").strip())
                .toList();
        if (!examples.isEmpty()) {
            page.macro("SH", "EXAMPLES").verbatim(examples);
        }
    }

    private static void exitCodes(Roff page, List<String> footer) {
        String codes = footer.stream()
                .dropWhile(line -> !line.startsWith(EXIT_CODES))
                .map(String::strip)
                .collect(Collectors.joining(" "));
        if (!codes.isEmpty()) {
            page.macro("SH", "EXIT STATUS").line(codes.substring(EXIT_CODES.length()));
        }
    }

    private void seeAlso(Roff page) {
        CommandSpec parent = command.parent();
        if (parent != null) {
            page.macro("SH", "SEE ALSO").styled(Roff.bold(parent.qualifiedName("-")) + "(1)");
        }
    }

    private static List<String> lines(String... texts) {
        return Arrays.stream(texts).flatMap(text -> text.formatted().lines()).toList();
    }
}
