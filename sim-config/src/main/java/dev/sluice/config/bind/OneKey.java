// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.bind;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value written as a mapping whose one key says what it is: {@code {copyBuffer: {...}, label: text}}.
 *
 * @param <T> a sealed interface whose permitted records are the choices; each one's key is its {@link Key} or else its
 *     simple name with a small first letter
 * @param key the key as written
 * @param value the record under it
 * @param label the text under {@code label} beside it
 * @param source the text under {@code source} beside it: where an importer found it
 * @param approximate what {@code approximate} beside it says: whether an importer could only approximate it
 * @param recorded what {@code capture} beside it says: the rest of what an importer knows of it
 */
public record OneKey<T>(
        String key,
        T value,
        @Nullable String label,
        @Nullable String source,
        boolean approximate,
        Recorded recorded) {
    /** The key beside which others say what a person calls it. */
    static final String LABEL = "label";

    static final String SOURCE = "source";
    static final String APPROXIMATE = "approximate";
    static final String RECORDED = "capture";
    private static final Map<String, Class<?>> BESIDE = Collections.unmodifiableMap(keysBeside());

    /** A value with nothing beside it, under the only key of its class. */
    public static <T> OneKey<T> of(T value) {
        return new OneKey<>(Shape.key(value.getClass()), value, null, null, false, Recorded.NOTHING);
    }

    /** The same with what an importer says beside it. */
    public OneKey<T> found(String at, @Nullable String called, boolean approximated) {
        return found(at, called, approximated, Recorded.NOTHING);
    }

    /** The same with all that an importer says beside it. */
    public OneKey<T> found(String at, @Nullable String called, boolean approximated, Recorded as) {
        return new OneKey<>(key, value, called, at, approximated, as);
    }

    /** The keys that may stand beside the one that says what it is, each with the type of its value. */
    public static Map<String, Class<?>> beside() {
        return BESIDE;
    }

    private static Map<String, Class<?>> keysBeside() {
        Map<String, Class<?>> keys = new LinkedHashMap<>();
        keys.put(LABEL, String.class);
        keys.put(SOURCE, String.class);
        keys.put(APPROXIMATE, boolean.class);
        keys.put(RECORDED, Recorded.class);
        return keys;
    }
}
