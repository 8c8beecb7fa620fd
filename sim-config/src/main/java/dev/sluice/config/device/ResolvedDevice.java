// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.bind.Shape;
import dev.sluice.config.bind.Unbinder;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.units.Frequency;
import dev.sluice.device.DramProtocol;
import dev.sluice.device.DramSpec;
import dev.sluice.device.GpuSpec;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A device's whole document, which is a device file again: what it was read from, the defaults of keys that were not written, and in
 * the place of a DRAM preset its numbers, at the clock that it has here.
 */
final class ResolvedDevice {
    /** What only a preset's own file says. */
    private static final Set<String> OF_PRESETS = Set.of("sluice", "name", "description", "sources");

    private ResolvedDevice() {}

    static MapNode tree(DeviceFile file, GpuSpec spec) {
        Map<String, Node> device = entries(Unbinder.whole(file));
        device.put("vram", dram(file.vram(), spec.vram()));
        DramFile ram = file.host().ram();
        DramSpec hostRam = spec.host().ram();
        if (ram != null && hostRam != null) {
            Map<String, Node> host = entries(Unbinder.whole(file.host()));
            host.put("ram", dram(ram, hostRam));
            device.put("host", MapNode.of(host));
        }
        DeviceFile.Rop rop = file.rop();
        CacheFile metadata = rop == null ? null : rop.metadata().cache();
        if (rop != null && metadata != null) {
            // most of its keys follow from the tiles' cache, and cannot be written
            Map<String, Node> units = entries(Unbinder.whole(rop));
            Map<String, Node> kept = entries(Unbinder.whole(rop.metadata()));
            kept.put("cache", Unbinder.tree(metadata));
            units.put("metadata", MapNode.of(kept));
            device.put("rop", MapNode.of(units));
        }
        return MapNode.of(device);
    }

    private static MapNode dram(DramFile file, DramSpec spec) {
        Map<String, Node> written = entries(Unbinder.whole(file));
        Map<String, Node> all = new LinkedHashMap<>();
        for (String key : Shape.keys(DramFile.class)) {
            if (OF_PRESETS.contains(key)) {
                continue;
            }
            Node known = key.equals("timing") ? timing(spec) : written.get(key);
            Node value = known == null ? ofSpec(key, spec) : known;
            if (value != null) {
                all.put(key, value);
            }
        }
        return MapNode.of(all);
    }

    private static @Nullable Node ofSpec(String key, DramSpec spec) {
        return switch (key) {
            case "preset" -> null;
            case "clock" -> ScalarNode.of(Frequency.parse(spec.clockHz() + "Hz").toString());
            case "policy" -> ScalarNode.of(spec.policy().key());
            case "commandBus" ->
                ScalarNode.of(spec.protocol().commandBus().name().toLowerCase(Locale.ROOT));
            case "stackIds" -> ScalarNode.of(spec.protocol().stackIds());
            default -> value(spec, key);
        };
    }

    private static MapNode timing(DramSpec spec) {
        Map<String, Node> timing = new LinkedHashMap<>();
        for (String key : Shape.keys(DramFile.Timing.class)) {
            Record holder = has(DramProtocol.class, key) ? spec.protocol() : spec.timing();
            timing.put(key, Objects.requireNonNull(value(holder, key)));
        }
        return MapNode.of(timing);
    }

    private static boolean has(Class<? extends Record> type, String component) {
        return List.of(type.getRecordComponents()).stream()
                .anyMatch(one -> one.getName().equals(component));
    }

    /** The number, text or truth value of a record's component; null when it has none of this name. */
    private static @Nullable Node value(Record record, String key) {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            if (component.getName().equals(key)) {
                try {
                    Object value = component.getAccessor().invoke(record);
                    return value instanceof Number number
                            ? ScalarNode.of(number.longValue())
                            : value instanceof Boolean truth
                                    ? ScalarNode.of(truth)
                                    : value instanceof String text ? ScalarNode.of(text) : null;
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(key, e);
                }
            }
        }
        return null;
    }

    private static Map<String, Node> entries(MapNode map) {
        Map<String, Node> entries = new LinkedHashMap<>();
        map.entries().forEach(entry -> entries.put(entry.key(), entry.value()));
        return entries;
    }
}
