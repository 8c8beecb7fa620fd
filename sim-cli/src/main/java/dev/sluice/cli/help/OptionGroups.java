// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.help;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Member;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options of a command by their groups. */
public final class OptionGroups {
    private OptionGroups() {}

    /** The options that are shown to people, in the order of groups, and in their own order within each. */
    public static Map<HelpGroup, List<OptionSpec>> of(CommandSpec command) {
        Map<HelpGroup, List<OptionSpec>> groups = new EnumMap<>(HelpGroup.class);
        for (OptionSpec option : command.options()) {
            if (!option.hidden()) {
                groups.computeIfAbsent(group(option), group -> new ArrayList<>())
                        .add(option);
            }
        }
        return groups;
    }

    private static HelpGroup group(OptionSpec option) {
        if (option.usageHelp() || option.versionHelp()) {
            return HelpGroup.ANY;
        }
        InHelp place = place(option);
        return place == null ? HelpGroup.OPTIONS : place.value();
    }

    /** Whether an option may be left to {@code sluice help COMMAND}. */
    static boolean rare(OptionSpec option) {
        InHelp place = place(option);
        return option.versionHelp() || place != null && place.rare();
    }

    private static @Nullable InHelp place(OptionSpec option) {
        // options that a command inherits are made anew, without what they were declared by
        ArgSpec declared = option.root() == null ? option : option.root();
        if (!(declared.userObject() instanceof AnnotatedElement element)) {
            return null;
        }
        InHelp own = element.getAnnotation(InHelp.class);
        return own == null && element instanceof Member member
                ? member.getDeclaringClass().getAnnotation(InHelp.class)
                : own;
    }
}
