// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.bind;

import dev.sluice.config.source.Node;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the {@link Binder} must know of a record class. Reflection is slow, so each class is read once.
 *
 * @param slots the components in order
 * @param keys their keys, in the same order
 * @param shorthand the key for whose value a value that is no mapping stands; null for none
 */
record RecordShape(
        List<Slot> slots,
        Set<String> keys,
        List<String> notModelled,
        Constructor<?> constructor,
        @Nullable String shorthand) {
    private static final ClassValue<RecordShape> KNOWN = new ClassValue<>() {
        @Override
        protected RecordShape computeValue(Class<?> type) {
            return read(type);
        }
    };

    /**
     * One component of a record.
     *
     * @param accessor the method that gives its value
     * @param type the type with its arguments
     * @param raw the type without them
     * @param optional whether the key may be absent
     * @param nullable whether it is then null
     * @param mayBeEmpty whether nothing behind the key is a value
     * @param fallback the value of an absent key; null for none
     * @param oneOrMany whether one item may stand for a list of it
     * @param writtenAlone whether it does where Sluice writes
     * @param chooses the key for whose value one value stands where a mapping is expected; null for none
     * @param capitals whether constants are written by their names
     * @param min the least number that is allowed
     * @param max the greatest
     */
    record Slot(
            String key,
            Method accessor,
            Type type,
            Class<?> raw,
            boolean optional,
            boolean nullable,
            boolean mayBeEmpty,
            @Nullable Literal fallback,
            boolean oneOrMany,
            boolean writtenAlone,
            @Nullable String chooses,
            boolean capitals,
            @Nullable Long min,
            @Nullable Long max,
            boolean powerOfTwo) {
        /** The component's value in a record. */
        @Nullable
        Object of(Record record) {
            try {
                return accessor.invoke(record);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(accessor.toString(), e);
            }
        }
    }

    /** A default as it is written in {@link Default}. */
    record Literal(String text, Kind kind) {
        private static final Pattern INTEGER = Pattern.compile("-?[0-9]+");
        private static final Pattern DECIMAL = Pattern.compile("-?[0-9]+\\.[0-9]+");

        /** What it stands for. */
        enum Kind {
            MAPPING,
            /** Of whole numbers. */
            LIST,
            BOOLEAN,
            INTEGER,
            DECIMAL,
            TEXT
        }

        static Literal of(String text) {
            if (text.equals("{}")) {
                return new Literal(text, Kind.MAPPING);
            }
            if (text.startsWith("[")) {
                return new Literal(text, Kind.LIST);
            }
            if (text.equals("true") || text.equals("false")) {
                return new Literal(text, Kind.BOOLEAN);
            }
            if (INTEGER.matcher(text).matches()) {
                return new Literal(text, Kind.INTEGER);
            }
            return new Literal(text, DECIMAL.matcher(text).matches() ? Kind.DECIMAL : Kind.TEXT);
        }
    }

    /** The shape of a record class. */
    static RecordShape of(Class<?> record) {
        return KNOWN.get(record);
    }

    private static RecordShape read(Class<?> record) {
        List<Slot> slots = new ArrayList<>();
        for (RecordComponent component : Shape.components(record)) {
            slots.add(slot(component));
        }
        Shorthand shorthand = record.getAnnotation(Shorthand.class);
        return new RecordShape(
                List.copyOf(slots),
                Collections.unmodifiableSet(new LinkedHashSet<>(Shape.keys(record))),
                Shape.notModelled(record),
                Shape.constructor(record),
                shorthand == null ? null : shorthand.value());
    }

    private static Slot slot(RecordComponent component) {
        Default fallback = component.getAnnotation(Default.class);
        Min min = component.getAnnotation(Min.class);
        Max max = component.getAnnotation(Max.class);
        Choosing choosing = component.getAnnotation(Choosing.class);
        OneOrMany many = component.getAnnotation(OneOrMany.class);
        return new Slot(
                Shape.key(component),
                Shape.accessor(component),
                component.getGenericType(),
                component.getType(),
                Shape.optional(component),
                component.getAnnotatedType().isAnnotationPresent(Nullable.class),
                mayBeEmpty(component.getType()),
                fallback == null ? null : Literal.of(fallback.value()),
                many != null,
                many != null && many.written(),
                choosing == null ? null : choosing.value(),
                component.isAnnotationPresent(Capitals.class),
                min == null ? null : min.value(),
                max == null ? null : max.value(),
                component.isAnnotationPresent(PowerOfTwo.class));
    }

    /** Records without a required key may be written as nothing; raw nodes take whatever is there. */
    private static boolean mayBeEmpty(Class<?> type) {
        return (type.isRecord() && Shape.components(type).isEmpty()) || Node.class.isAssignableFrom(type);
    }
}
