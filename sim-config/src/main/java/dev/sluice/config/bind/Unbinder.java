// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.bind;

import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.units.Duration;
import dev.sluice.config.units.Frequency;
import dev.sluice.config.units.RangeSize;
import dev.sluice.config.units.Size;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes Java records as the tree that {@link Binder} makes them of.
 *
 * <p>Keys stand in the order of the components. What is absent, empty or equal to its default is left out; a record of which
 * only its {@link Shorthand} is left is written as that. Sizes are numbers of bytes.
 */
public final class Unbinder {
    // per component; read once, because the text of a default must be parsed
    private static final ClassValue<List<Optional<Object>>> ABSENT = new ClassValue<>() {
        @Override
        protected List<Optional<Object>> computeValue(Class<?> record) {
            return RecordShape.of(record).slots().stream()
                    .map(slot -> Optional.ofNullable(Binder.absent(slot)))
                    .toList();
        }
    };

    private Unbinder() {}

    /** The tree of a record with all that is known of it: defaults too, and no shorthands; only what is null is left out. */
    public static MapNode whole(Record value) {
        Map<String, Node> entries = new LinkedHashMap<>();
        for (RecordShape.Slot slot : RecordShape.of(value.getClass()).slots()) {
            Object held = slot.of(value);
            if (held != null) {
                entries.put(slot.key(), chosen(slot, node(held, slot.capitals(), Unbinder::whole)));
            }
        }
        return MapNode.of(entries);
    }

    /** The tree of a record: mostly a mapping, but anything where only its shorthand is written. */
    public static Node tree(Record value) {
        RecordShape shape = RecordShape.of(value.getClass());
        Map<String, Node> entries = new LinkedHashMap<>();
        List<Optional<Object>> absent = ABSENT.get(value.getClass());
        for (int i = 0; i < absent.size(); i++) {
            RecordShape.Slot slot = shape.slots().get(i);
            Object held = slot.of(value);
            if (held != null && !held.equals(absent.get(i).orElse(null))) {
                Object item =
                        slot.writtenAlone() && held instanceof List<?> list && list.size() == 1 ? list.get(0) : held;
                entries.put(slot.key(), chosen(slot, node(item, slot.capitals(), Unbinder::tree)));
            }
        }
        Node only = entries.size() == 1 && shape.shorthand() != null ? entries.get(shape.shorthand()) : null;
        return only == null || only instanceof MapNode ? MapNode.of(entries) : only;
    }

    /** The tree of a value with its one key, and of what stands beside it. */
    public static MapNode tree(OneKey<? extends Object> value) {
        Map<String, Node> entries = new LinkedHashMap<>();
        entries.put(value.key(), tree((Record) value.value()));
        if (value.source() != null) {
            entries.put(OneKey.SOURCE, ScalarNode.of(value.source()));
        }
        if (value.label() != null) {
            entries.put(OneKey.LABEL, ScalarNode.of(value.label()));
        }
        if (value.approximate()) {
            entries.put(OneKey.APPROXIMATE, ScalarNode.of(true));
        }
        if (!value.recorded().equals(Recorded.NOTHING)) {
            entries.put(OneKey.RECORDED, tree(value.recorded()));
        }
        return MapNode.of(entries);
    }

    /** A mapping that only chooses is written as its choice. */
    private static Node chosen(RecordShape.Slot slot, Node node) {
        Node only = slot.chooses() != null && node instanceof MapNode map && map.size() == 1
                ? map.get(slot.chooses())
                : null;
        return only == null ? node : only;
    }

    private static Node node(Object value, boolean capitals, Function<Record, Node> records) {
        if (value instanceof Node raw) {
            return raw;
        }
        if (value instanceof List<?> list) {
            return ListNode.of(
                    list.stream().map(item -> node(item, capitals, records)).toList());
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Node> entries = new LinkedHashMap<>();
            map.forEach((key, item) -> entries.put((String) key, node(item, capitals, records)));
            return MapNode.of(entries);
        }
        if (value instanceof OneKey<?> one) {
            return tree(one);
        }
        Node scalar = scalar(value, capitals);
        return scalar == null ? records.apply((Record) value) : scalar;
    }

    private static @Nullable Node scalar(Object value, boolean capitals) {
        if (value instanceof Enum<?> constant) {
            return ScalarNode.of(capitals ? constant.name() : Shape.spelling(constant));
        }
        if (value instanceof Integer || value instanceof Long) {
            return ScalarNode.of(((Number) value).longValue());
        }
        if (value instanceof Double || value instanceof BigDecimal) {
            return ScalarNode.of(((Number) value).doubleValue());
        }
        if (value instanceof Boolean truth) {
            return ScalarNode.of(truth);
        }
        if (value instanceof Size size) {
            return ScalarNode.of(size.bytes());
        }
        if (value instanceof RangeSize size && size.bytes() != RangeSize.WHOLE) {
            return ScalarNode.of(size.bytes());
        }
        if (value instanceof Duration time && time.inCycles()) {
            return ScalarNode.of(time.amount());
        }
        return value instanceof String
                        || value instanceof RangeSize
                        || value instanceof Duration
                        || value instanceof Frequency
                ? ScalarNode.of(value.toString())
                : null;
    }
}
