// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kind;

import java.util.Locale;

/** Names of kinds in camel case, as Vulkan writes its commands: {@code CopyBuffer} and {@code COPY_BUFFER} are copyBuffer. */
public final class KindName {
    private static final ClassValue<String> NAMES = new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> type) {
            String name = type.getSimpleName();
            return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
        }
    };

    private KindName() {}

    /** The name of a record's kind. */
    public static String of(Class<?> type) {
        return NAMES.get(type);
    }

    /** The name of a constant. */
    public static String of(Enum<?> constant) {
        StringBuilder name = new StringBuilder();
        for (String word : constant.name().split("_", -1)) {
            String lower = word.toLowerCase(Locale.ROOT);
            name.append(name.isEmpty() ? lower : word.charAt(0) + lower.substring(1));
        }
        return name.toString();
    }
}
