package dev.sluice.core.barrier;

import java.util.List;

/**
 * The name by which barrier profiles know a cache, for example {@code L1} or {@code ROP_COLOR}.
 *
 * <p>Several caches of a device may share a role. The roles of {@code docs/barrier-profiles.md} are {@link #KNOWN}; a
 * device and its profile may agree on further ones.
 *
 * @param name capital letters, digits and underscores, a letter first
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

    /** Checks the name's letters. */
    public CacheRole {
        if (!isName(name)) {
            throw new IllegalArgumentException(
                    "'" + name + "' is no cache role: capital letters, digits and underscores are expected");
        }
    }

    static boolean isName(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean letter = c >= 'A' && c <= 'Z';
            if (!letter && (i == 0 || !(c == '_' || (c >= '0' && c <= '9')))) {
                return false;
            }
        }
        return !name.isEmpty();
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
