// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.help;

import dev.sluice.cli.report.Text;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The help of a command: its options by group, and where they do not fit a screen only the common ones, with the names of the
 * others.
 */
public final class CommandHelp {
    /** Lines of a screen, for {@code --help}. */
    static final int SCREEN = 59;

    /** A synopsis that needs more lines helps nobody. */
    private static final int SYNOPSIS_LINES = 2;
    /** Fewer options need no headings. */
    private static final int HEADED = 9;

    private static final String EXIT_CODES = "Exit codes: ";
    private static final String INDENT = "  ";

    private CommandHelp() {}

    /** Lets {@code --help} of a program and its commands look like this. */
    public static void install(CommandLine program) {
        Map<String, IHelpSectionRenderer> sections = new LinkedHashMap<>(program.getHelpSectionMap());
        sections.put(UsageMessageSpec.SECTION_KEY_SYNOPSIS, CommandHelp::synopsis);
        sections.put(UsageMessageSpec.SECTION_KEY_DESCRIPTION, CommandHelp::description);
        sections.put(UsageMessageSpec.SECTION_KEY_PARAMETER_LIST, CommandHelp::arguments);
        sections.put(UsageMessageSpec.SECTION_KEY_FOOTER, CommandHelp::footer);
        sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> options(help, false));
        program.setHelpSectionMap(sections);
    }

    /** All that there is to say about a command, whatever room it takes. */
    public static String whole(CommandLine command) {
        return text(command, true);
    }

    private static String text(CommandLine command, boolean all) {
        Help help = new Help(command.getCommandSpec(), command.getColorScheme());
        StringBuilder text = new StringBuilder();
        for (String key : command.getHelpSectionKeys()) {
            IHelpSectionRenderer renderer = command.getHelpSectionMap().get(key);
            if (renderer != null) {
                boolean list = key.equals(UsageMessageSpec.SECTION_KEY_OPTION_LIST);
                text.append(list ? options(help, all) : renderer.render(help));
            }
        }
        return text.toString();
    }

    private static String synopsis(Help help) {
        String whole = help.synopsis(help.synopsisHeadingLength());
        if (whole.lines().count() <= SYNOPSIS_LINES) {
            return whole;
        }
        String required = help.commandSpec().options().stream()
                .filter(OptionSpec::required)
                .map(option -> " " + option.shortestName() + "=" + option.paramLabel())
                .collect(Collectors.joining());
        return help.abbreviatedSynopsis().replace("[OPTIONS]", "[OPTIONS]" + required);
    }

    private static String description(Help help) {
        UsageMessageSpec usage = help.commandSpec().usageMessage();
        return Arrays.stream(usage.description())
                .flatMap(line -> Text.wrap(line.formatted(), usage.width()).stream())
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    private static String arguments(Help help) {
        ArgumentTable table = new ArgumentTable(help);
        StringBuilder text = new StringBuilder();
        help.commandSpec().positionalParameters().forEach(argument -> table.append(text, argument));
        return text.toString();
    }

    /** Examples as they are, because they are to be copied; long lists of exit codes on several lines. */
    private static String footer(Help help) {
        UsageMessageSpec usage = help.commandSpec().usageMessage();
        StringBuilder text = new StringBuilder();
        for (String line : usage.footer()) {
            if (line.startsWith(EXIT_CODES)) {
                String codes = line.substring(EXIT_CODES.length());
                List<String> lines = Text.wrap(codes, usage.width() - EXIT_CODES.length());
                text.append(EXIT_CODES)
                        .append(String.join("\n" + " ".repeat(EXIT_CODES.length()), lines))
                        .append('\n');
            } else {
                text.append(line).append('\n');
            }
        }
        return text.toString();
    }

    private static String options(Help help, boolean all) {
        CommandSpec command = help.commandSpec();
        Map<HelpGroup, List<OptionSpec>> groups = OptionGroups.of(command);
        if (all || text(command.commandLine(), true).lines().count() <= SCREEN) {
            return list(help, groups);
        }
        List<String> left = new ArrayList<>();
        Map<HelpGroup, List<OptionSpec>> common = new LinkedHashMap<>();
        groups.forEach((group, options) -> {
            List<OptionSpec> shown = options.stream()
                    .filter(option -> !OptionGroups.rare(option))
                    .toList();
            options.stream()
                    .filter(OptionGroups::rare)
                    .map(OptionSpec::longestName)
                    .forEach(left::add);
            if (!shown.isEmpty()) {
                common.put(group, shown);
            }
        });
        return list(help, common) + more(help, left);
    }

    private static String list(Help help, Map<HelpGroup, List<OptionSpec>> groups) {
        boolean headed = groups.values().stream().mapToInt(List::size).sum() >= HEADED;
        ArgumentTable table = new ArgumentTable(help);
        StringBuilder text = new StringBuilder();
        groups.forEach((group, options) -> {
            if (headed) {
                text.append(help.createHeading("@|bold " + group.heading() + ":|@%n"));
            }
            options.forEach(option -> table.append(text, option));
        });
        return text.toString();
    }

    private static String more(Help help, List<String> names) {
        if (names.isEmpty()) {
            return "";
        }
        CommandSpec command = help.commandSpec();
        StringBuilder text = new StringBuilder(help.createHeading(
                "@|bold More|@, which '" + command.root().name() + " help " + command.name() + "' tells:%n"));
        int width = command.usageMessage().width() - INDENT.length();
        Text.wrap(String.join(" ", names), width)
                .forEach(line -> text.append(INDENT).append(line).append('\n'));
        return text.toString();
    }
}
