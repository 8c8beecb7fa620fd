// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.bind;

import dev.sluice.config.units.Duration;
import dev.sluice.config.units.Frequency;
import dev.sluice.config.units.Size;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes specs, records of the core, of records that were bound to a file: a component takes the value of the component of
 * the same name, in whichever nested record of the spec it stands.
 *
 * <p>So a key is declared once as a component of the file's record and once as one of the spec's, and nobody carries it
 * from the one to the other. Units are converted on the way: sizes to bytes, times to core cycles (at least the key's
 * {@link Min}), frequencies to hertz. A component that is itself a record takes the mapping under its own name where the
 * file has one, else its components are keys beside those of the whole.
 */
public final class Assembler {
    private final Quantities quantities;

    /**
     * Starts with a file.
     *
     * @param clock the core clock, in whose cycles times are counted
     */
    public Assembler(Frequency clock, Located where) {
        this.quantities = new Quantities(clock, where);
    }

    /**
     * A new {@code type}, each component from the first of the sources that has a value for it.
     *
     * @param path what the keys stand in, for faults
     * @param sources a file's record, before it what its keys leave to be worked out, behind it what they fall back to
     * @throws IllegalArgumentException for what the spec's constructor refuses
     */
    public <T extends Record> T assemble(String path, Class<T> type, Record... sources) {
        return type.cast(create(type, List.of(sources), path.isEmpty() ? "" : path + "."));
    }

    private Object create(Class<?> type, List<Record> sources, String path) {
        List<RecordComponent> components = Shape.components(type);
        @Nullable Object[] values = new Object[components.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(components.get(i), sources, path);
        }
        try {
            return Shape.constructor(type).newInstance(values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException problem) {
                throw problem;
            }
            throw new IllegalStateException(type.getName(), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getName(), e);
        }
    }

    private @Nullable Object value(RecordComponent wanted, List<Record> sources, String path) {
        String name = wanted.getName();
        String written = null;
        List<Record> groups = new ArrayList<>();
        for (Record source : sources) {
            for (RecordComponent key : Shape.components(source.getClass())) {
                if (!key.getName().equals(name)) {
                    continue;
                }
                written = Shape.key(key);
                Object value = read(key, source);
                if (value instanceof Record group && isGroup(wanted.getType(), group)) {
                    groups.add(group);
                } else if (value != null) {
                    return converted(value, wanted.getType(), key, source, path);
                }
            }
        }
        if (!groups.isEmpty()) {
            return create(wanted.getType(), groups, path + name + ".");
        }
        if (written == null && wanted.getType().isRecord()) {
            return create(wanted.getType(), sources, path);
        }
        if (wanted.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
            return null;
        }
        throw new IllegalStateException("nothing gives " + path + name);
    }

    /** Whether a record is the file's form of a nested record, and not the value itself. */
    private static boolean isGroup(Class<?> wanted, Record value) {
        return wanted.isRecord() && !wanted.isInstance(value);
    }

    private static @Nullable Object read(RecordComponent key, Record source) {
        try {
            return Shape.accessor(key).invoke(source);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(source.getClass().getName(), e);
        }
    }

    private Object converted(Object value, Class<?> type, RecordComponent key, Record source, String path) {
        String name = Shape.key(key);
        if (value instanceof Size size) {
            return type == int.class
                    ? (Object) quantities.bytes(source, name, path + name, size)
                    : (Object) size.bytes();
        }
        if (value instanceof Frequency frequency) {
            return frequency.hertz();
        }
        if (value instanceof Duration time) {
            Min least = key.getAnnotation(Min.class);
            return quantities.cycles(source, name, path + name, time, least == null ? 0 : least.value());
        }
        return value;
    }
}
