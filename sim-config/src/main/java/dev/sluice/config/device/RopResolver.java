// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.bind.Assembler;
import dev.sluice.config.bind.Located;
import dev.sluice.config.bind.Nearest;
import dev.sluice.config.bind.Quantities;
import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.device.Client;
import dev.sluice.device.InvalidSpecException;
import dev.sluice.device.RopSpec;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns the {@code rop} of a device file into a {@link RopSpec}. */
final class RopResolver {
    /** Bytes of the pixel that a tile's width and height are counted in. */
    private static final int PIXEL_BYTES = 4;

    private static final double BYTE_RANGE = 255;
    private static final Map<String, List<Double>> NAMED_COLORS = named();

    /** What is written otherwise than the spec has it. */
    private record Resolved(
            int tileBytes,
            int transaction,
            List<Integer> ratios,
            List<List<Double>> clearColors,
            int metadataBits,
            Set<Client> readers,
            Set<Client> clearReaders) {}

    private final DeviceFile file;
    private final Located where;

    RopResolver(DeviceFile file, Located where) {
        this.file = file;
        this.where = where;
    }

    private static Map<String, List<Double>> named() {
        Map<String, List<Double>> colors = new LinkedHashMap<>();
        colors.put("transparent", List.of(0.0, 0.0, 0.0, 0.0));
        colors.put("transparentWhite", List.of(1.0, 1.0, 1.0, 0.0));
        colors.put("black", List.of(0.0, 0.0, 0.0, 1.0));
        colors.put("white", List.of(1.0, 1.0, 1.0, 1.0));
        return colors;
    }

    RopSpec resolve() {
        DeviceFile.Rop rop = file.rop();
        if (rop == null) {
            return RopSpec.NONE;
        }
        int tileBytes = tileBytes(rop);
        Set<Client> readers = clients(rop, "readers", rop.readers());
        Set<Client> clearReaders = clients(rop, "clearReaders", rop.clearReaders());
        for (Client client : clearReaders) {
            if (!readers.contains(client)) {
                throw where.error(
                        rop, "clearReaders", "rop.clearReaders: '" + client.key() + "' must be among the readers too");
            }
        }
        List<List<Double>> colors = new ArrayList<>();
        for (Node color : rop.clearColors()) {
            colors.add(color(color));
        }
        Resolved resolved = new Resolved(
                tileBytes,
                new Quantities(file.clock(), where).bytes(rop, "transaction", "rop.transaction", rop.transaction()),
                rop.compression().stream().sorted().distinct().toList(),
                colors,
                rop.metadata().bitsPerTile(),
                readers,
                clearReaders);
        try {
            return new Assembler(file.clock(), where).assemble("rop", RopSpec.class, resolved, rop);
        } catch (InvalidSpecException e) {
            String key = e.keys().get(0);
            throw where.at(rop, e.keys()).error("rop." + key + ": " + e.problem());
        }
    }

    private int tileBytes(DeviceFile.Rop rop) {
        long pixels = (long) rop.tile().width() * rop.tile().height();
        long bytes = pixels * PIXEL_BYTES;
        if (Long.bitCount(bytes) != 1 || bytes < 64 || bytes > 256) {
            throw where.error(
                    rop,
                    "tile",
                    "rop.tile: " + rop.tile().width() + " x " + rop.tile().height() + " is " + pixels
                            + " pixels; a tile must have 16, 32 or 64 (64 to 256 bytes at 4 bytes each), such as 8 x"
                            + " 8");
        }
        return (int) bytes;
    }

    private Set<Client> clients(DeviceFile.Rop rop, String key, List<String> names) {
        Map<String, Client> known = DeviceReader.knownClients();
        Set<Client> clients = new LinkedHashSet<>();
        for (int i = 0; i < names.size(); i++) {
            Client client = known.get(names.get(i));
            if (client == null) {
                throw where.error(
                        rop,
                        key,
                        i,
                        "rop." + key + ": unknown client '" + names.get(i) + "'"
                                + Nearest.hint(names.get(i), known.keySet()));
            }
            clients.add(client);
        }
        return clients;
    }

    /** Four numbers, or a name. Numbers above 1 mean that all four count to 255. */
    private static List<Double> color(Node node) {
        if (node instanceof ScalarNode scalar) {
            List<Double> named = NAMED_COLORS.get(scalar.text());
            if (named == null) {
                throw node.error("rop.clearColors: unknown colour '" + scalar.text() + "'"
                        + Nearest.hint(scalar.text(), NAMED_COLORS.keySet()) + "; or give red, green, blue and alpha");
            }
            return named;
        }
        if (!(node instanceof ListNode list) || list.items().size() != 4) {
            throw node.error("rop.clearColors: expected red, green, blue and alpha, such as [0, 0, 0, 1]");
        }
        List<Double> values = new ArrayList<>();
        boolean bytes = false;
        for (Node item : list.items()) {
            Double value = number(item);
            if (value == null || value < 0 || value > BYTE_RANGE) {
                throw item.error("rop.clearColors: expected a number from 0 to 1, or to 255, got " + item.describe());
            }
            bytes |= value > 1;
            values.add(value);
        }
        return bytes ? values.stream().map(value -> value / BYTE_RANGE).toList() : values;
    }

    private static @Nullable Double number(Node item) {
        if (!(item instanceof ScalarNode scalar)) {
            return null;
        }
        try {
            return new BigDecimal(scalar.text()).doubleValue();
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
