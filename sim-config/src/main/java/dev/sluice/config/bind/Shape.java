// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.bind;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the binder and the schema generator read off record classes: keys, choices, required or not. */
public final class Shape {
    // read once: reflection is slow, and a stream asks for every one of its commands
    private static final ClassValue<Map<String, Class<?>>> CHOICES = new ClassValue<>() {
        @Override
        protected Map<String, Class<?>> computeValue(Class<?> sealed) {
            return readChoices(sealed);
        }
    };

    private static final ClassValue<List<RecordComponent>> COMPONENTS = new ClassValue<>() {
        @Override
        protected List<RecordComponent> computeValue(Class<?> record) {
            return List.of(record.getRecordComponents());
        }
    };

    private static final ClassValue<Constructor<?>> CONSTRUCTORS = new ClassValue<>() {
        @Override
        protected Constructor<?> computeValue(Class<?> record) {
            return readConstructor(record);
        }
    };

    private Shape() {}

    /** The components of a record in order, always the same ones: they know their annotations once these were asked for. */
    static List<RecordComponent> components(Class<?> record) {
        return COMPONENTS.get(record);
    }

    /** The component that is written under a key, or null. */
    public static @Nullable RecordComponent component(Class<?> record, String key) {
        for (RecordComponent component : components(record)) {
            if (key(component).equals(key)) {
                return component;
            }
        }
        return null;
    }

    /** The key under which a record's component is written. */
    public static String key(RecordComponent component) {
        Key key = component.getAnnotation(Key.class);
        return key == null ? component.getName() : key.value();
    }

    /** The keys of a record in order. */
    public static List<String> keys(Class<?> record) {
        List<String> keys = new ArrayList<>();
        for (RecordComponent component : components(record)) {
            keys.add(key(component));
        }
        return keys;
    }

    /** True when the key may be absent: nullable, with a default, or a collection (then empty). */
    public static boolean optional(RecordComponent component) {
        return component.isAnnotationPresent(Default.class)
                || component.getAnnotatedType().isAnnotationPresent(Nullable.class)
                || List.class == component.getType()
                || Map.class == component.getType();
    }

    /**
     * The choices of a sealed interface: key to record class, by key. Where the {@code permits} clause is left to the compiler
     * its order differs from build to build.
     */
    public static Map<String, Class<?>> choices(Class<?> sealed) {
        return CHOICES.get(sealed);
    }

    private static Map<String, Class<?>> readChoices(Class<?> sealed) {
        Map<String, Class<?>> choices = new TreeMap<>();
        for (Class<?> choice : sealed.getPermittedSubclasses()) {
            if (choice.isRecord()) {
                keys(choice, choice.getAnnotation(Keys.class)).forEach(key -> choices.put(key, choice));
            } else {
                choices.putAll(choices(choice));
            }
        }
        return Collections.unmodifiableMap(choices);
    }

    private static List<String> keys(Class<?> choice, @Nullable Keys several) {
        return several == null ? List.of(key(choice)) : List.of(several.value());
    }

    /** The key of a one-key record: its {@link Key}, or its simple name with a small first letter. */
    public static String key(Class<?> record) {
        Key key = record.getAnnotation(Key.class);
        String name = record.getSimpleName();
        return key == null ? Character.toLowerCase(name.charAt(0)) + name.substring(1) : key.value();
    }

    /** The keys that a type knows of but does not support, none as a rule. */
    public static List<String> notModelled(AnnotatedElement type) {
        NotModelled annotation = type.getAnnotation(NotModelled.class);
        return annotation == null ? List.of() : List.of(annotation.value());
    }

    /** How an enum constant is written: {@code NO_WRITE} is {@code noWrite}. */
    public static String spelling(Enum<?> constant) {
        StringBuilder text = new StringBuilder();
        boolean capital = false;
        for (char c : constant.name().toCharArray()) {
            if (c == '_') {
                capital = true;
            } else {
                text.append(capital ? c : Character.toLowerCase(c));
                capital = false;
            }
        }
        return text.toString();
    }

    static Method accessor(RecordComponent component) {
        Method accessor = component.getAccessor();
        accessor.setAccessible(true);
        return accessor;
    }

    /** The canonical constructor of a record. */
    static Constructor<?> constructor(Class<?> record) {
        return CONSTRUCTORS.get(record);
    }

    private static Constructor<?> readConstructor(Class<?> record) {
        Class<?>[] types =
                components(record).stream().map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            Constructor<?> constructor = record.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(record + " has no canonical constructor", e);
        }
    }
}
