// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.trace;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a record of a trace does: the column {@code kind}. */
public enum TraceKind {
    READ,
    WRITE,
    ATOMIC,
    /** An access goes in that waited for room ({@link TraceRecord#WAITS}). */
    ENTER,
    /** A cache instance writes dirty lines down and keeps them. */
    FLUSH,
    /** A cache instance writes dirty lines down and drops all. */
    INVALIDATE,
    /** A cache instance drops lines with their dirty bytes. */
    DISCARD,
    /** Device accesses to a range snoop the host from now on. */
    SNOOPED,
    /** Where the device's page table lies. */
    PAGETABLE,
    /** A range of the resource that is called by the number in {@link TraceRecord#unit}; prefetches stay within one. At a trace's start. */
    RESOURCE,
    /** At the start of a trace of a stream with images, whose tiles go through units of their own below the caches that hold them. */
    IMAGES,
    /** At the start of a trace whose writes carry bytes. */
    BYTES,
    /** At the start: an image whose tiles may lie compressed ({@link TraceRecord#surface}), and where it lies. */
    SURFACE,
    /** What memory holds before all that happens. */
    CONTENTS,
    /** How the tiles of a part of an image may be stored from now on ({@link TraceRecord#storage}). */
    STORAGE,
    /** Tiles are cleared through their metadata alone. */
    CLEAR,
    /** Counting begins anew. */
    RESET;

    private static final List<TraceKind> ALL = List.of(values());

    /** The name in traces. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether it is an access to memory. */
    public boolean access() {
        return ordinal() <= ATOMIC.ordinal();
    }

    /** Whether it is maintenance of a cache. */
    public boolean maintenance() {
        return this == FLUSH || this == INVALIDATE || this == DISCARD;
    }

    /** All of them in a fixed order. */
    public static List<TraceKind> all() {
        return ALL;
    }

    /** The one with a name; null if there is none. */
    public static @Nullable TraceKind of(String key) {
        for (TraceKind kind : ALL) {
            if (kind.key().equals(key)) {
                return kind;
            }
        }
        return null;
    }
}
