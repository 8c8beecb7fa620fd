// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.energy.EnergyEstimate;
import dev.sluice.energy.EnergyEstimate.BarrierEnergy;
import dev.sluice.energy.EnergyEstimate.CacheEnergy;
import dev.sluice.energy.EnergyEstimate.CommandEnergy;
import dev.sluice.energy.EnergyEstimate.MemoryEnergy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** What a run would have cost in energy, and the area of its caches: an estimate, and called one. */
public final class EnergySection {
    private static final int SHOWN = 5;
    private static final String[] UNITS = {"pJ", "nJ", "µJ", "mJ", "J"};

    private final EnergyEstimate energy;
    private final Style style;

    /** A section of a report. */
    public EnergySection(EnergyEstimate energy, Style style) {
        this.energy = energy;
        this.style = style;
    }

    /** The whole section, with an empty line in front. */
    public String full() {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(summary());
        lines.addAll(caches());
        lines.addAll(memories());
        lines.addAll(commands());
        lines.addAll(barriers());
        long guesses =
                energy.sources().stream().filter(source -> source.guess()).count();
        lines.add(style.dim("  estimate from published figures, of which " + guesses + " of "
                + Quantity.plural(energy.sources().size(), "group") + " are guesses; sources are in --json"));
        Text.wrap("not counted: " + String.join("; ", energy.notCounted()), style.width() - 2)
                .forEach(line -> lines.add(style.dim("  " + line)));
        return style.text(lines);
    }

    /** One line. */
    public String quiet() {
        return summary() + "\n";
    }

    private String summary() {
        return style.bold("energy") + "  estimate for " + energy.node() + ": "
                + style.bold(joules(energy.totalPicojoules())) + " (" + Quantity.decimal(energy.averageWatts(), 1)
                + " W); caches " + Quantity.decimal(energy.cacheSquareMillimetres(), 1) + " mm²";
    }

    private List<String> caches() {
        Table table = new Table()
                .left("estimate", 22)
                .right("energy")
                .right("share")
                .right("tags")
                .right("read")
                .right("written")
                .right("filled")
                .right("written back")
                .right("mm²");
        for (Map.Entry<String, CacheEnergy> entry : energy.caches().entrySet()) {
            CacheEnergy cache = entry.getValue();
            long total = part(entry.getKey());
            if (total > 0) {
                table.row(
                        entry.getKey(),
                        joules(total),
                        Quantity.percent(total, energy.totalPicojoules()),
                        joules(cache.tagPicojoules()),
                        joules(cache.readPicojoules()),
                        joules(cache.writePicojoules()),
                        joules(cache.fillPicojoules()),
                        joules(cache.writeBackPicojoules()),
                        Quantity.decimal(cache.squareMillimetres(), 2));
            }
        }
        return table.lines(style);
    }

    private List<String> memories() {
        Table table = new Table()
                .left("estimate", 22)
                .right("energy")
                .right("share")
                .right("rows opened")
                .right("read")
                .right("written")
                .right("refresh")
                .right("background");
        for (Map.Entry<String, MemoryEnergy> entry : energy.memories().entrySet()) {
            MemoryEnergy memory = entry.getValue();
            long total = part(entry.getKey());
            table.row(
                    entry.getKey(),
                    joules(total),
                    Quantity.percent(total, energy.totalPicojoules()),
                    joules(memory.activatePicojoules()),
                    joules(memory.readPicojoules()),
                    joules(memory.writePicojoules()),
                    joules(memory.refreshPicojoules()),
                    joules(memory.backgroundPicojoules()));
        }
        energy.parts().forEach((name, total) -> {
            if (total > 0
                    && !energy.caches().containsKey(name)
                    && !energy.memories().containsKey(name)) {
                table.row(name, joules(total), Quantity.percent(total, energy.totalPicojoules()), "", "", "", "", "");
            }
        });
        return table.lines(style);
    }

    private List<String> commands() {
        Table table = new Table()
                .left("estimate", 22)
                .left("label", 24)
                .right("energy")
                .right("share")
                .right("caches")
                .right("network")
                .right("memory");
        List<CommandEnergy> most = energy.commands().stream()
                .sorted(Comparator.comparingLong(CommandEnergy::totalPicojoules).reversed())
                .limit(SHOWN)
                .toList();
        for (CommandEnergy command : most) {
            String label = command.label();
            table.row(
                    command.id(),
                    label == null ? "" : label,
                    joules(command.totalPicojoules()),
                    Quantity.percent(command.totalPicojoules(), energy.totalPicojoules()),
                    joules(command.cachePicojoules()),
                    joules(command.networkPicojoules()),
                    joules(command.memoryPicojoules()));
        }
        return cut(table, most.size(), energy.commands().size());
    }

    private List<String> barriers() {
        Table table = new Table()
                .left("estimate", 22)
                .right("energy")
                .right("share")
                .right("tags walked")
                .right("written back")
                .right("fetched again");
        List<BarrierEnergy> most = energy.barriers().stream()
                .sorted(Comparator.comparingLong(BarrierEnergy::totalPicojoules).reversed())
                .limit(SHOWN)
                .toList();
        for (BarrierEnergy barrier : most) {
            table.row(
                    "barrier " + barrier.id(),
                    joules(barrier.totalPicojoules()),
                    Quantity.percent(barrier.totalPicojoules(), energy.totalPicojoules()),
                    joules(barrier.walkPicojoules()),
                    joules(barrier.writeBackPicojoules()),
                    joules(barrier.refillPicojoules()));
        }
        return cut(table, most.size(), energy.barriers().size());
    }

    private List<String> cut(Table table, int shown, int all) {
        if (shown == 0) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(table.lines(style));
        if (all > shown) {
            lines.add(TextReport.more(all - shown, style));
        }
        return lines;
    }

    private long part(String name) {
        return energy.parts().getOrDefault(name, 0L);
    }

    /** Energy in the largest unit that leaves at least 1; a dash for none. */
    private static String joules(long picojoules) {
        if (picojoules == 0) {
            return "-";
        }
        double scaled = picojoules;
        int unit = 0;
        while (scaled >= 1000 && unit < UNITS.length - 1) {
            scaled /= 1000;
            unit++;
        }
        return Quantity.decimal(scaled, scaled < 10 ? 2 : 1) + " " + UNITS[unit];
    }
}
