// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.cli.report.Quantity;
import dev.sluice.result.RunResult;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Columns of a CSV file that follow a class of a result: a record's components, or the public fields of a class of counters,
 * under their names. What is added there appears here, as it does in {@link ResultJson}; lists and maps have no column.
 */
final class CsvColumns {

    /** Reads one value of an object. */
    private interface Getter {
        @Nullable
        Object of(Object holder) throws ReflectiveOperationException;
    }

    private final List<String> names = new ArrayList<>();
    private final List<Getter> getters = new ArrayList<>();

    /** The columns of a class, but for some that the file writes in a way of its own. */
    CsvColumns(Class<?> type, String... except) {
        add("", type, holder -> holder, List.of(except));
    }

    private void add(String prefix, Class<?> type, Getter from, List<String> except) {
        if (type.isRecord()) {
            for (RecordComponent component : type.getRecordComponents()) {
                if (!except.contains(component.getName())) {
                    add(prefix, component.getName(), component.getType(), holder -> {
                        Object value = from.of(holder);
                        return value == null ? null : component.getAccessor().invoke(value);
                    });
                }
            }
        } else {
            for (Field field : type.getFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    add(prefix, field.getName(), field.getType(), holder -> field.get(from.of(holder)));
                }
            }
        }
    }

    private void add(String prefix, String name, Class<?> type, Getter getter) {
        if (type.isRecord()) {
            // counts and percentiles would not say of what
            add(type == RunResult.LatencyHistogram.class ? "latency" : "", type, getter, List.of());
        } else if (type.isPrimitive() || type == String.class) {
            names.add(prefix.isEmpty() ? name : prefix + Character.toUpperCase(name.charAt(0)) + name.substring(1));
            getters.add(getter);
        }
    }

    /** What the columns are called. */
    List<String> names() {
        return List.copyOf(names);
    }

    /** An empty file with these columns behind others. */
    Csv file(String... first) {
        List<String> header = new ArrayList<>(List.of(first));
        header.addAll(names);
        return new Csv(header.toArray(String[]::new));
    }

    /** The cells of an object behind others. */
    @Nullable
    Object[] cells(Object holder, @Nullable Object... first) {
        @Nullable Object[] cells = java.util.Arrays.copyOf(first, first.length + getters.size());
        for (int i = 0; i < getters.size(); i++) {
            try {
                Object value = getters.get(i).of(holder);
                cells[first.length + i] =
                        value instanceof Double number ? Quantity.exact(number).toPlainString() : value;
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(names.get(i), e);
            }
        }
        return cells;
    }
}
