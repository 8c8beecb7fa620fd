// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a resolve makes of the samples of a pixel (Vulkan specification, VkResolveModeFlagBits). */
public enum ResolveMode {
    /** The first sample, bit by bit. */
    SAMPLE_ZERO,
    AVERAGE,
    MIN,
    MAX;

    private static final Set<ResolveMode> INTEGERS = Collections.unmodifiableSet(EnumSet.of(SAMPLE_ZERO));
    private static final Set<ResolveMode> COLORS = Collections.unmodifiableSet(EnumSet.of(SAMPLE_ZERO, AVERAGE));
    private static final Set<ResolveMode> DEPTHS = Collections.unmodifiableSet(EnumSet.allOf(ResolveMode.class));
    private static final Set<ResolveMode> STENCILS = Collections.unmodifiableSet(EnumSet.of(SAMPLE_ZERO, MIN, MAX));

    /** The mode of a name, long or short; null for none. */
    public static @Nullable ResolveMode of(String name) {
        String plain = name.replaceFirst("^VK_RESOLVE_MODE_", "").replaceFirst("_BIT$", "");
        for (ResolveMode mode : values()) {
            if (mode.name().equals(plain)) {
                return mode;
            }
        }
        return null;
    }

    /** The modes by which an aspect of a format can be resolved. */
    public static Set<ResolveMode> of(Format format, Aspect aspect) {
        return switch (aspect) {
            case COLOR -> average(format) ? COLORS : INTEGERS;
            case DEPTH -> DEPTHS;
            case STENCIL -> STENCILS;
        };
    }

    /** The mode where none is named, and of copies: an average of colours that are no integers, sample 0 of all else. */
    public static ResolveMode usual(Format format) {
        return average(format) ? AVERAGE : SAMPLE_ZERO;
    }

    /** The same for each of some aspects. */
    public static Map<Aspect, ResolveMode> usual(Format format, Set<Aspect> aspects) {
        Map<Aspect, ResolveMode> modes = new EnumMap<>(Aspect.class);
        aspects.forEach(aspect -> modes.put(aspect, usual(format)));
        return modes;
    }

    private static boolean average(Format format) {
        return format.color() && !format.channels().get(0).numeric().integer();
    }
}
