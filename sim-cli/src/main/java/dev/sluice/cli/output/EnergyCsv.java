// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.energy.EnergyEstimate;
import java.util.Map;

/** An estimate of energy as a CSV file: a line for each number, in picojoules. */
public final class EnergyCsv {
    private static final String UNIT = "Picojoules";

    private EnergyCsv() {}

    /** Adds {@code energy.csv}. */
    public static void addTo(Map<String, String> files, EnergyEstimate energy) {
        Csv csv = new Csv("kind", "name", "what", "picojoules");
        csv.row("run", "", "total", Long.toString(energy.totalPicojoules()));
        energy.caches().forEach((name, cache) -> numbers(csv, "cache", name, cache));
        energy.memories().forEach((name, memory) -> numbers(csv, "memory", name, memory));
        energy.parts().forEach((name, total) -> csv.row("part", name, "total", Long.toString(total)));
        energy.commands().forEach(command -> numbers(csv, "command", command.id(), command));
        energy.barriers().forEach(barrier -> numbers(csv, "barrier", barrier.id(), barrier));
        files.put("energy.csv", csv.toString());
    }

    private static void numbers(Csv csv, String kind, String name, Object record) {
        ResultJson.object(record).forEachEntry((key, value) -> {
            if (key.endsWith(UNIT)) {
                csv.row(kind, name, key.substring(0, key.length() - UNIT.length()), value.asString());
            }
        });
    }
}
