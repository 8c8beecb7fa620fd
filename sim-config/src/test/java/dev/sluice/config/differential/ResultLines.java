// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A result as lines, a value each with the way to it; faster than to compare two of them field by field. */
final class ResultLines {
    private final Set<String> without;
    private final List<String> lines = new ArrayList<>();

    private ResultLines(Set<String> without) {
        this.without = without;
    }

    /** The lines of a result but for some of its fields. */
    static List<String> of(Object result, Set<String> without) {
        ResultLines all = new ResultLines(without);
        try {
            all.add("", result);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
        return all.lines;
    }

    private void add(String path, @Nullable Object value) throws IllegalAccessException {
        if (value instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                add(path + "." + entry.getKey(), entry.getValue());
            }
        } else if (value instanceof Collection<?> list) {
            int i = 0;
            for (Object each : list) {
                add(path + "[" + i++ + "]", each);
            }
        } else if (value != null && value.getClass().getName().startsWith("dev.sluice.") && !(value instanceof Enum)) {
            for (Field field : value.getClass().getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())
                        && !(path.isEmpty() && without.contains(field.getName()))) {
                    field.setAccessible(true);
                    add(path + "." + field.getName(), field.get(value));
                }
            }
        } else {
            lines.add(path + " = " + value);
        }
    }
}
