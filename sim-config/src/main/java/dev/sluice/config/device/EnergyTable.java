// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.Presets;
import dev.sluice.config.bind.Binder;
import dev.sluice.config.bind.BoundRecord;
import dev.sluice.config.bind.Located;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.source.SourceReader;
import dev.sluice.config.source.Versions;
import dev.sluice.energy.EnergySource;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A table of what events cost ({@code configs/devices/energy}): rows of numbers, each with its source. */
record EnergyTable(Map<String, Row> chip, Map<String, Row> dram, Map<String, Row> link) {
    /** The name of that which Sluice brings along. */
    static final String SHIPPED = "energy/published";

    /** Numbers that belong together, and where they come from. */
    record Row(Map<String, Double> values, List<EnergySource> sources) {}

    /** Read once: it never changes, and every device with energies asks for it. */
    private static final class Shipped {
        private static final EnergyTable TABLE = read(SHIPPED + ".yaml", shippedBytes());
    }

    /** The file of the table that Sluice brings along. */
    static byte[] shippedBytes() {
        return Presets.onClasspath().read(Presets.Kind.DEVICES, SHIPPED);
    }

    /** The table that Sluice brings along. */
    static EnergyTable shipped() {
        return Shipped.TABLE;
    }

    /**
     * Reads {@code bytes} as the table {@code name}.
     *
     * @throws dev.sluice.config.ConfigException for what is wrong, a number without a source included
     */
    static EnergyTable read(String name, byte[] bytes) {
        MapNode root = SourceReader.readMap(name, bytes);
        Versions.check(root);
        BoundRecord<EnergyTableFile> bound = Binder.bind(root, EnergyTableFile.class);
        EnergyTableFile file = bound.value();
        return new EnergyTable(
                rows(file.chip(), "chip", bound.where()),
                rows(file.dram(), "dram", bound.where()),
                rows(file.link(), "link", bound.where()));
    }

    private static Map<String, Row> rows(Map<String, EnergyTableFile.Row> written, String kind, Located where) {
        Map<String, Row> rows = new LinkedHashMap<>();
        written.forEach((name, row) -> rows.put(name, row(row, kind + "." + name, where)));
        return rows;
    }

    private static Row row(EnergyTableFile.Row file, String path, Located where) {
        Map<String, Double> values = new LinkedHashMap<>();
        file.values().forEach((key, node) -> values.put(key, number(node, path + "." + key)));
        List<String> open = new ArrayList<>(values.keySet());
        List<EnergySource> sources = new ArrayList<>();
        for (EnergyTableFile.Source source : file.sources()) {
            for (String key : source.keys()) {
                if (!open.remove(key)) {
                    throw where.error(
                            source,
                            "keys",
                            path + ": " + (values.containsKey(key) ? "two sources of '" : "no number '") + key + "'");
                }
            }
            sources.add(new EnergySource(source.keys(), source.from(), source.guess()));
        }
        if (!open.isEmpty()) {
            throw where.error(file, "sources", path + ": '" + open.get(0) + "' has no source");
        }
        return new Row(values, List.copyOf(sources));
    }

    private static double number(Node node, String path) {
        if (node instanceof ScalarNode scalar
                && (scalar.kind() == ScalarNode.Kind.INTEGER || scalar.kind() == ScalarNode.Kind.DECIMAL)) {
            try {
                return new BigDecimal(scalar.text().replace("_", "")).doubleValue();
            } catch (NumberFormatException e) {
                throw node.error(path + ": expected a number, got " + node.describe());
            }
        }
        throw node.error(path + ": expected a number, got " + node.describe());
    }
}
