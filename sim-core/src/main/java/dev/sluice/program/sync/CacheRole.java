// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The name by which barrier profiles know a cache, for example {@code L1} or {@code ROP_COLOR}.
 *
 * <p>Several caches of a device may share a role. The roles of {@code docs/barrier-profiles.md} are {@link #KNOWN}; a
 * device and its profile may agree on further ones.
 *
 * @param name as devices and profiles write it
 */
public record CacheRole(String name) implements Comparable<CacheRole> {
    /** The roles of the vocabulary, from the cores outwards. */
    public static final List<String> KNOWN = List.of(
            "L1",
            "TEX",
            "UNIFORM",
            "ICACHE",
            "VERTEX",
            "STATE",
            "RT",
            "GL1",
            "HDC",
            "DATA",
            "TILE",
            "AUX",
            "BLIT",
            "L2",
            "L2_META",
            "ROP_COLOR",
            "ROP_DEPTH",
            "ROP_COLOR_META",
            "ROP_DEPTH_META");

    /** A cache that belongs to memory: all device memory traffic goes through it, host memory's never. */
    public static final CacheRole MALL = new CacheRole("MALL");

    /** The render output units' caches of colour tiles. */
    public static final CacheRole ROP_COLOR = new CacheRole("ROP_COLOR");

    /** The render output units' caches of depth tiles. */
    public static final CacheRole ROP_DEPTH = new CacheRole("ROP_DEPTH");

    private static final String METADATA = "_META";
    private static final String RENDER_OUTPUT = "ROP_";

    /**
     * The role that a profile names.
     *
     * @throws IllegalArgumentException for other letters than those of roles
     */
    public static CacheRole parse(String name) {
        if (!isName(name)) {
            throw new IllegalArgumentException(
                    "'" + name + "' is no cache role: capital letters, digits and underscores are expected");
        }
        return new CacheRole(name);
    }

    /** The role of the caches that hold the metadata of what caches of this role hold. */
    public CacheRole metadata() {
        return new CacheRole(name + METADATA);
    }

    /** Whether caches of this role hold metadata of other caches' contents. */
    public boolean isMetadata() {
        return name.endsWith(METADATA);
    }

    /** Whether caches of this role belong to the render output units. */
    public boolean ofRenderOutputUnits() {
        return name.startsWith(RENDER_OUTPUT);
    }

    private static boolean isName(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean letter = c >= 'A' && c <= 'Z';
            if (!letter && (i == 0 || !(c == '_' || (c >= '0' && c <= '9')))) {
                return false;
            }
        }
        return !name.isEmpty();
    }

    /** As a record's own, without the time that it takes to link that; roles are compared in every run. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CacheRole role && name.equals(role.name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public int compareTo(CacheRole other) {
        return name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return name;
    }
}
