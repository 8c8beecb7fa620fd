// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.result.Limits;
import dev.sluice.result.Resource;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** What limited the run and each of its commands, how busy resources were, and where the cycles of compute units went. */
final class LimitsSection {
    private static final int SHOWN = 6;
    private static final int BUSIEST = 6;
    private static final int NAME = 38;
    private static final int LABEL = 10;
    /** Shares below are left out of the list of the busiest. */
    private static final double WORTH_SAYING = 0.01;

    private final RunResult result;
    private final Style style;

    LimitsSection(RunResult result, Style style) {
        this.result = result;
        this.style = style;
    }

    List<String> lines() {
        Limits all = result.limits();
        if (all.utilisation().isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        lines.add(label("limits") + all.summary());
        if (all.topDown().issued() > 0) {
            lines.addAll(wrapped("units", units(all.topDown())));
        }
        List<String> busiest = all.utilisation().stream()
                .filter(use -> use.share() >= WORTH_SAYING)
                .limit(BUSIEST)
                .map(LimitsSection::use)
                .toList();
        if (!busiest.isEmpty()) {
            lines.addAll(wrapped("busiest", busiest));
        }
        lines.addAll(commands());
        return lines;
    }

    /** A line for each of the longest commands, in the order in which they ran. */
    private List<String> commands() {
        record Limited(RunResult.CommandResult command, Limits limits) {}
        List<Limited> limited = new ArrayList<>();
        for (RunResult.CommandResult command : result.commands()) {
            Limits limits = command.limits();
            if (limits != null) {
                limited.add(new Limited(command, limits));
            }
        }
        long least = limited.stream()
                .map(one -> one.limits().cycles())
                .sorted(Comparator.reverseOrder())
                .skip(SHOWN - 1L)
                .findFirst()
                .orElse(0L);
        Table table = new Table().left("command", NAME).left("limits");
        for (Limited one : limited) {
            if (one.limits().cycles() >= least && table.size() < SHOWN) {
                table.row(CommandsSection.name(one.command()), one.limits().summary());
            }
        }
        List<String> lines = new ArrayList<>();
        table.lines(style.narrower(2)).stream().skip(1).forEach(line -> lines.add("  " + line));
        if (limited.size() > SHOWN) {
            lines.add(TextReport.more(limited.size() - SHOWN, style));
        }
        return lines;
    }

    /** The heads under which cycles of units are, with what is under them. */
    static List<String> units(Limits.TopDown units) {
        List<String> heads = new ArrayList<>();
        heads.add("issued " + share(units.issued(), units));
        heads.add("waiting for memory " + share(units.waitedForMemory(), units) + parts(units.memory(), units));
        heads.add("dependency " + share(units.waitedForOthers(), units) + parts(units.dependency(), units));
        heads.add("nothing to issue " + share(units.idle(), units));
        return heads;
    }

    private static String parts(Map<String, Long> heads, Limits.TopDown units) {
        StringBuilder parts = new StringBuilder();
        heads.forEach((name, cycles) -> {
            if (cycles >= WORTH_SAYING * units.unitCycles()) {
                parts.append(parts.isEmpty() ? " (" : ", ")
                        .append(name)
                        .append(' ')
                        .append(share(cycles, units));
            }
        });
        return parts.isEmpty() ? "" : parts.append(')').toString();
    }

    private static String share(long cycles, Limits.TopDown units) {
        return Quantity.percent(cycles, units.unitCycles());
    }

    private static String use(Limits.Use use) {
        Resource resource = Resource.of(use.resource());
        return resource.text() + " " + use.instance() + " " + percent(use.share())
                + (resource.occupied() ? " full" : "")
                + (use.instances() > 1 ? " (all " + use.instances() + ": " + percent(use.meanShare()) + ")" : "");
    }

    static String percent(double share) {
        return Math.round(share * 100) + " %";
    }

    /** A labelled list on as many lines as it needs. */
    private List<String> wrapped(String label, List<String> items) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(label(label));
        int length = LABEL;
        for (int i = 0; i < items.size(); i++) {
            String item = items.get(i) + (i + 1 < items.size() ? ", " : "");
            if (length + item.length() > style.width() && length > LABEL) {
                lines.add(line.toString().stripTrailing());
                line = new StringBuilder(" ".repeat(LABEL));
                length = LABEL;
            }
            line.append(item);
            length += item.length();
        }
        lines.add(line.toString().stripTrailing());
        return lines;
    }

    private String label(String name) {
        return style.bold(name) + " ".repeat(LABEL - name.length());
    }
}
