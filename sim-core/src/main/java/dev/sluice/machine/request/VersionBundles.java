// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import java.util.Arrays;

/**
 * Versions that stand for many: a list of the versions of decoded bytes, known by one number that encoded bytes can carry.
 *
 * <p>A byte of a compressed tile does not belong to one byte of the tile, so it carries {@code ENCODED | number} of the list
 * of the versions of the tile's bytes. Equal lists have equal numbers, numbers count in order of first use, and a list is
 * kept as its runs of equal versions, so memory grows with distinct lists only. Lists may hold versions of other lists.
 */
public final class VersionBundles {

    /** The bit that tells a list's number from the id of an agent. */
    public static final int ENCODED = 1 << 30;

    /** Versions in a list, at most. */
    public static final int MAX_SIZE = Request.MAX_BYTES;

    private static final int[] NO_RUNS = new int[0];

    /** Of each list: where its runs begin in {@link #runs}; one more entry for the end. */
    private int[] starts = new int[64];

    private int[] sizes = new int[64];
    private int[] forms = new int[64];
    private int[] hashes = new int[64];
    private int count;
    /** Pairs of a version and the place after the last that has it. */
    private int[] runs = NO_RUNS;
    /** List numbers plus one by hash; 0 is free. */
    private int[] table = new int[128];

    private final int[] scratch = new int[2 * MAX_SIZE];

    /** Whether a version is the number of a list rather than the id of an agent. */
    public static boolean encoded(int version) {
        return version >= ENCODED;
    }

    /** Lists known. */
    public int count() {
        return count;
    }

    /**
     * The version that stands for the first {@code size} of these.
     *
     * @param size 1 to {@value #MAX_SIZE}
     * @param form what else the bytes' meaning depends on, in the caller's numbering; lists of different form are different
     */
    public int intern(int[] versions, int size, int form) {
        int length = 0;
        int hash = 31 * size + form;
        int from = 0;
        while (from < size) {
            int version = versions[from];
            int to = from + 1;
            while (to < size && versions[to] == version) {
                to++;
            }
            scratch[length++] = version;
            scratch[length++] = to;
            hash = (hash * 0x9E3779B1 + version) * 0x85EBCA6B + to;
            from = to;
        }
        return find(length, size, form, hash ^ hash >>> 15);
    }

    private int find(int length, int size, int form, int hash) {
        int mask = table.length - 1;
        int i = hash & mask;
        while (table[i] != 0) {
            int id = table[i] - 1;
            if (hashes[id] == hash
                    && sizes[id] == size
                    && forms[id] == form
                    && Arrays.equals(runs, starts[id], starts[id + 1], scratch, 0, length)) {
                return ENCODED | id;
            }
            i = i + 1 & mask;
        }
        table[i] = count + 1;
        return ENCODED | add(length, size, form, hash);
    }

    private int add(int length, int size, int form, int hash) {
        int id = count++;
        if (count == sizes.length) {
            starts = Arrays.copyOf(starts, 2 * count);
            sizes = Arrays.copyOf(sizes, 2 * count);
            forms = Arrays.copyOf(forms, 2 * count);
            hashes = Arrays.copyOf(hashes, 2 * count);
        }
        int start = starts[id];
        if (start + length > runs.length) {
            runs = Arrays.copyOf(runs, Math.max(256, 2 * (start + length)));
        }
        System.arraycopy(scratch, 0, runs, start, length);
        starts[id + 1] = start + length;
        sizes[id] = size;
        forms[id] = form;
        hashes[id] = hash;
        if (2 * count > table.length) {
            rehash();
        }
        return id;
    }

    private void rehash() {
        table = new int[2 * table.length];
        int mask = table.length - 1;
        for (int id = 0; id < count; id++) {
            int i = hashes[id] & mask;
            while (table[i] != 0) {
                i = i + 1 & mask;
            }
            table[i] = id + 1;
        }
    }

    /** How many versions a list has. */
    public int size(int bundle) {
        return sizes[bundle & ~ENCODED];
    }

    /** The form a list was made with. */
    public int form(int bundle) {
        return forms[bundle & ~ENCODED];
    }

    /** Whether all versions of a list are the same. */
    public boolean uniform(int bundle) {
        int id = bundle & ~ENCODED;
        return starts[id + 1] - starts[id] == 2;
    }

    /** One version of a list; it may be the number of a list itself. */
    public int version(int bundle, int index) {
        int at = starts[bundle & ~ENCODED];
        while (runs[at + 1] <= index) {
            at += 2;
        }
        return runs[at];
    }

    /** Writes all versions of a list to the front of an array. */
    public void unpack(int bundle, int[] to) {
        int id = bundle & ~ENCODED;
        int from = 0;
        for (int at = starts[id]; at < starts[id + 1]; at += 2) {
            Arrays.fill(to, from, runs[at + 1], runs[at]);
            from = runs[at + 1];
        }
    }

    /**
     * The agent that wrote the byte at an address, as far as a version tells: of a list of a tile's versions the one of the
     * address's place in the tile.
     */
    public int resolve(int version, long address) {
        int rest = version;
        while (encoded(rest)) {
            rest = version(rest, (int) address & size(rest) - 1);
        }
        return rest;
    }

    /** The largest agent id in a version: whoever was made last of those that wrote. */
    public int newest(int version) {
        if (!encoded(version)) {
            return version;
        }
        int id = version & ~ENCODED;
        int newest = 0;
        for (int at = starts[id]; at < starts[id + 1]; at += 2) {
            newest = Math.max(newest, newest(runs[at]));
        }
        return newest;
    }
}
