// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.bind;

import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.units.Duration;
import dev.sluice.config.units.RangeSize;
import dev.sluice.config.units.Size;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Records with random components, as a file could hold them: often absent, often the default. */
final class RandomRecord {
    private static final List<String> TEXTS = List.of("buffer5", "a name", "#1", "12", "true", "", "été: [x]");

    private final RandomGenerator random;

    RandomRecord(RandomGenerator random) {
        this.random = random;
    }

    Record of(Class<?> type) {
        List<Object> values = new ArrayList<>();
        for (RecordShape.Slot slot : RecordShape.of(type).slots()) {
            Object absent = Binder.absent(slot);
            values.add(slot.optional() && random.nextInt(3) == 0 ? absent : value(slot.type(), slot));
        }
        try {
            return (Record) RecordShape.of(type).constructor().newInstance(values.toArray());
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(type.getName(), e);
        }
    }

    private Object value(Type type, RecordShape.Slot slot) {
        if (type instanceof ParameterizedType generic) {
            Type item = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
            return generic.getRawType() == List.class
                    ? list(item, slot)
                    : generic.getRawType() == Map.class ? map(item, slot) : oneKey((Class<?>) item);
        }
        Class<?> wanted = (Class<?>) type;
        Object scalar = scalar(wanted, slot);
        return scalar == null ? of(wanted) : scalar;
    }

    private @Nullable Object scalar(Class<?> type, RecordShape.Slot slot) {
        if (type == String.class) {
            return TEXTS.get(random.nextInt(TEXTS.size()));
        }
        if (type == int.class || type == Integer.class) {
            return (int) number(slot, 1 << 20);
        }
        if (type == long.class || type == Long.class) {
            return number(slot, 1L << 40);
        }
        if (type == boolean.class || type == Boolean.class) {
            return random.nextBoolean();
        }
        if (type == double.class || type == Double.class) {
            return random.nextDouble();
        }
        if (type == Size.class) {
            return new Size(number(slot, 1L << 40));
        }
        if (type == RangeSize.class) {
            return new RangeSize(random.nextBoolean() ? RangeSize.WHOLE : random.nextLong(1L << 40));
        }
        if (type == Duration.class) {
            return new Duration(random.nextLong(1L << 40), random.nextBoolean());
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[random.nextInt(type.getEnumConstants().length)];
        }
        return Node.class.isAssignableFrom(type) ? node(type == ScalarNode.class ? 0 : random.nextInt(3)) : null;
    }

    private long number(RecordShape.Slot slot, long bound) {
        Long min = slot.min();
        Long max = slot.max();
        return random.nextLong(min == null ? 0 : min, max == null ? bound : max + 1);
    }

    private Node node(int sort) {
        return switch (sort) {
            case 0 ->
                random.nextBoolean()
                        ? ScalarNode.of(random.nextLong())
                        : ScalarNode.of(TEXTS.get(random.nextInt(TEXTS.size())));
            case 1 -> ListNode.of(List.of(node(0), ScalarNode.of(random.nextDouble()), node(0)));
            default -> MapNode.of(Map.of("depth", ScalarNode.of(0.5), "inner", node(random.nextInt(2))));
        };
    }

    private List<Object> list(Type item, RecordShape.Slot slot) {
        List<Object> items = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            items.add(value(item, slot));
        }
        return items;
    }

    private Map<String, Object> map(Type item, RecordShape.Slot slot) {
        Map<String, Object> entries = new LinkedHashMap<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            entries.put("k" + i, value(item, slot));
        }
        return entries;
    }

    OneKey<Object> oneKey(Class<?> sealed) {
        List<Map.Entry<String, Class<?>>> choices =
                List.copyOf(Shape.choices(sealed).entrySet());
        Map.Entry<String, Class<?>> choice = choices.get(random.nextInt(choices.size()));
        return oneKey(choice.getKey(), choice.getValue());
    }

    OneKey<Object> oneKey(String key, Class<?> type) {
        return new OneKey<>(
                key,
                of(type),
                key.equals(OneKey.LABEL) || random.nextBoolean() ? null : "frame/clear",
                random.nextBoolean() ? null : "index 7",
                random.nextBoolean(),
                random.nextBoolean() ? Recorded.NOTHING : (Recorded) of(Recorded.class));
    }
}
