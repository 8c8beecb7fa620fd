// SPDX-License-Identifier: Apache-2.0
package dev.sluice.result;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongBinaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Sums and differences of records of counters: every {@code long} in them, however deep, is one.
 *
 * <p>Whatever else is in them (names, numbers of instances, ratios) is taken from the first; who uses the result works ratios out
 * anew. What is added to a record of counters is so counted here too.
 */
public final class CounterArithmetic {

    private CounterArithmetic() {}

    /** What was counted between two moments. */
    public static <T extends Record> T minus(T later, T earlier) {
        return combine(later, earlier, (a, b) -> a - b);
    }

    /** What was counted in two spans of time. */
    public static <T extends Record> T plus(T one, T other) {
        return combine(one, other, Long::sum);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Record> T combine(T a, T b, LongBinaryOperator operator) {
        return (T) value(a, b, operator);
    }

    private static Object value(Object a, @Nullable Object b, LongBinaryOperator operator) {
        if (a instanceof Long first) {
            return operator.applyAsLong(first, b == null ? 0 : (Long) b);
        }
        if (a instanceof Record first) {
            return record(first, b, operator);
        }
        if (a instanceof Map<?, ?> first) {
            Map<?, ?> second = b == null ? Map.of() : (Map<?, ?>) b;
            Map<Object, Object> result = new LinkedHashMap<>();
            first.forEach((key, held) -> result.put(key, value(held, second.get(key), operator)));
            second.forEach((key, held) -> {
                if (!first.containsKey(key)) {
                    result.put(key, value(held, null, (one, nothing) -> operator.applyAsLong(0, one)));
                }
            });
            return result;
        }
        if (a instanceof List<?> first) {
            return list(first, b == null ? List.of() : (List<?>) b, operator);
        }
        if (a instanceof CacheCounters || a instanceof AccessCounters) {
            return fields(a, b, operator);
        }
        return a;
    }

    /** Records that are told apart by their names; other lists are no counters. */
    private static List<?> list(List<?> a, List<?> b, LongBinaryOperator operator) {
        if (!Stream.concat(a.stream(), b.stream()).allMatch(Record.class::isInstance)) {
            return a;
        }
        Map<Object, Object> first = new LinkedHashMap<>();
        a.forEach(one -> first.put(names(one), one));
        Map<Object, Object> second = new LinkedHashMap<>();
        b.forEach(one -> second.put(names(one), one));
        return List.copyOf(((Map<?, ?>) value(first, second, operator)).values());
    }

    private static List<String> names(Object counted) {
        try {
            List<String> names = new ArrayList<>();
            for (RecordComponent component : counted.getClass().getRecordComponents()) {
                if (component.getType() == String.class) {
                    names.add((String) component.getAccessor().invoke(counted));
                }
            }
            return names;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(counted.getClass() + " is no record of counters", e);
        }
    }

    private static Object record(Record a, @Nullable Object b, LongBinaryOperator operator) {
        try {
            RecordComponent[] components = a.getClass().getRecordComponents();
            Class<?>[] types = new Class<?>[components.length];
            @Nullable Object[] values = new Object[components.length];
            for (int i = 0; i < components.length; i++) {
                types[i] = components[i].getType();
                Object first = components[i].getAccessor().invoke(a);
                Object second = b == null ? null : components[i].getAccessor().invoke(b);
                values[i] = first == null ? null : value(first, second, operator);
            }
            Constructor<?> constructor = a.getClass().getDeclaredConstructor(types);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(a.getClass() + " is no record of counters", e);
        }
    }

    private static Object fields(Object a, @Nullable Object b, LongBinaryOperator operator) {
        try {
            Object result = a.getClass().getConstructor().newInstance();
            for (Field field : a.getClass().getFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    field.setLong(result, operator.applyAsLong(field.getLong(a), b == null ? 0 : field.getLong(b)));
                }
            }
            return result;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(a.getClass() + " has no counters", e);
        }
    }
}
