// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import dev.sluice.program.Contents;
import dev.sluice.program.Origin;
import dev.sluice.program.StreamProgram;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Whether two programs are the same but for where they are written, so that what one leaves need not be found out for the
 * other. Both come from one text and edits of its barriers, so that kernels are compared by their names.
 */
final class SamePrograms {
    private SamePrograms() {}

    /** Whether two programs are the same but for places and labels. */
    static boolean are(StreamProgram one, StreamProgram other) {
        return one.name().equals(other.name())
                && same(one.memories(), other.memories())
                && same(one.buffers(), other.buffers())
                && same(one.images(), other.images())
                && one.kernels().keySet().equals(other.kernels().keySet())
                && same(one.threads(), other.threads());
    }

    private static boolean same(@Nullable Object one, @Nullable Object other) {
        if (one == other) {
            return true;
        }
        if (one == null || other == null) {
            return false;
        }
        if (one instanceof Origin) {
            return other instanceof Origin;
        }
        if (one instanceof Contents bytes) {
            return other instanceof Contents others
                    && bytes.size() == others.size()
                    && Arrays.equals(bytes.bytes(), others.bytes());
        }
        if (one instanceof List<?> list) {
            return other instanceof List<?> others && same(list, others);
        }
        if (one instanceof Map<?, ?> map) {
            return other instanceof Map<?, ?> others && same(map, others);
        }
        if (one.getClass().isRecord()) {
            return one.getClass() == other.getClass() && components(one, other);
        }
        return Objects.deepEquals(one, other);
    }

    private static boolean same(List<?> one, List<?> other) {
        if (one.size() != other.size()) {
            return false;
        }
        Iterator<?> others = other.iterator();
        for (Object element : one) {
            if (!same(element, others.next())) {
                return false;
            }
        }
        return true;
    }

    /** In order, too: bindings are numbered by it. */
    private static boolean same(Map<?, ?> one, Map<?, ?> other) {
        return same(List.copyOf(one.keySet()), List.copyOf(other.keySet()))
                && same(List.copyOf(one.values()), List.copyOf(other.values()));
    }

    private static boolean components(Object one, Object other) {
        for (RecordComponent component : one.getClass().getRecordComponents()) {
            if (!same(value(component, one), value(component, other))) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable Object value(RecordComponent component, Object of) {
        try {
            return component.getAccessor().invoke(of);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(component + " cannot be read", e);
        }
    }
}
