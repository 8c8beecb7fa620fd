// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.request.AtomicOperands;
import dev.sluice.machine.request.Blocks;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.machine.view.Touches;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one cache slice and, where the cache tracks dirty bytes, a mask of them per 32-byte granule.
 *
 * <p>Masks of granules count from the line's first; {@code shift} is where a request's first granule lies in its line.
 * Masks are kept in timing-only runs too, because they decide what is written back; bytes are not.
 */
final class DataArray {

    private final int granules;
    private final @Nullable SectorStore store;
    private final int[] dirtyBytes;
    private final @Nullable AccessChecker checker;
    /** Told of every line whose bytes change; null in most runs. */
    @Nullable
    Touches touches;

    DataArray(int lines, int granules, @Nullable Blocks blocks, boolean trackBytes, @Nullable AccessChecker checker) {
        this.granules = granules;
        this.store = blocks == null ? null : new SectorStore(lines * granules, blocks);
        this.dirtyBytes = trackBytes ? new int[lines * granules] : new int[0];
        this.checker = checker;
    }

    private void touched(int line) {
        Touches told = touches;
        if (told != null) {
            told.touched(line);
        }
    }

    /** Whether there are bytes. */
    boolean functional() {
        return store != null;
    }

    /** The bytes; null if there are none. */
    @Nullable
    SectorStore contents() {
        return store;
    }

    /** Where a line begins in {@link #contents}. */
    int slot(int line) {
        return line * granules;
    }

    /** Reads what a line's use will need first; returns anything made of it. */
    int touch(int line) {
        SectorStore of = store;
        return of == null ? 0 : of.touch(line * granules);
    }

    /** Copies granules of a line into a request. */
    void load(int line, Request to, int mask, int shift) {
        Payload payload = to.payload;
        SectorStore from = store;
        if (payload == null || from == null) {
            return;
        }
        from.load(line * granules, mask, payload, shift);
    }

    /** Whether granules may have dirty bytes that an {@link #install} keeps. */
    boolean keepsBytes() {
        return dirtyBytes.length != 0;
    }

    /** Installs fetched granules, under the dirty bytes that are there already. */
    void install(int line, Request fill, int mask, int shift) {
        touched(line);
        Payload payload = fill.payload;
        SectorStore to = store;
        if (payload == null || to == null) {
            return;
        }
        int base = line * granules;
        int whole = mask;
        if (dirtyBytes.length != 0) {
            for (int rest = mask; rest != 0; rest &= rest - 1) {
                int g = Integer.numberOfTrailingZeros(rest);
                int keep = dirtyBytes[base + g];
                if (keep != 0) {
                    whole &= ~(1 << g);
                    to.store(base + g, payload, g - shift, ~keep);
                }
            }
        }
        to.store(base, whole, payload, shift);
    }

    /** Writes a store's bytes into granules of a line without making them dirty (write-through). */
    void update(int line, Request from, int mask, int shift) {
        touched(line);
        Payload payload = from.payload;
        SectorStore to = store;
        if (payload == null || to == null) {
            return;
        }
        int base = line * granules;
        int whole = from.wholeSectors() << shift & mask;
        to.store(base, whole, payload, shift);
        for (int rest = mask & ~whole; rest != 0; rest &= rest - 1) {
            int g = Integer.numberOfTrailingZeros(rest);
            int bytes = from.sectorBytes(g - shift);
            if (bytes != 0) {
                to.store(base + g, payload, g - shift, bytes);
            }
        }
    }

    /**
     * Merges a store's bytes into a line (write-back).
     *
     * @param valid granules that the line holds whole; of others it may hold dirty bytes. Only there can a write-back from
     *     above lose a write
     */
    void merge(int line, Request from, int mask, int shift, int valid) {
        AccessChecker judge = checker;
        Payload payload = from.payload;
        SectorStore to = store;
        int base = line * granules;
        if (judge != null
                && payload != null
                && to != null
                && from.has(Request.WRITE_BACK)
                && judge.mayLose(payload.versionOf(mask >>> shift), to.version(base, mask))) {
            for (int rest = mask; rest != 0; rest &= rest - 1) {
                int g = Integer.numberOfTrailingZeros(rest);
                int held = (valid >>> g & 1) != 0 ? -1 : dirtyBytes.length == 0 ? 0 : dirtyBytes[base + g];
                int bytes = from.sectorBytes(g - shift) & held;
                if (bytes != 0) {
                    judge.overwrites(from, g - shift, bytes, to, base + g);
                }
            }
        }
        update(line, from, mask, shift);
    }

    /** Adds a request's bytes to the dirty bytes of the granules; returns those that are dirty through and through. */
    int addDirtyBytes(int line, Request from, int mask, int shift) {
        touched(line);
        int base = line * granules;
        int full = from.wholeSectors() << shift & mask;
        for (int rest = full; rest != 0; rest &= rest - 1) {
            dirtyBytes[base + Integer.numberOfTrailingZeros(rest)] = -1;
        }
        for (int rest = mask & ~full; rest != 0; rest &= rest - 1) {
            int g = Integer.numberOfTrailingZeros(rest);
            int bytes = dirtyBytes[base + g] | from.sectorBytes(g - shift);
            dirtyBytes[base + g] = bytes;
            if (bytes == -1) {
                full |= 1 << g;
            }
        }
        return full;
    }

    /** The dirty bytes of a granule. */
    int dirtyBytes(int line, int granule) {
        return dirtyBytes[line * granules + granule];
    }

    /** Forgets the dirty bytes of a line. */
    void clearDirtyBytes(int line, int mask) {
        touched(line);
        if (dirtyBytes.length != 0) {
            for (int rest = mask & (1 << granules) - 1; rest != 0; rest &= rest - 1) {
                dirtyBytes[line * granules + Integer.numberOfTrailingZeros(rest)] = 0;
            }
        }
    }

    /** Exchanges what two lines hold. */
    void exchange(int a, int b) {
        SectorStore bytes = store;
        for (int g = 0; g < granules; g++) {
            if (bytes != null) {
                bytes.exchange(a * granules + g, b * granules + g);
            }
            if (dirtyBytes.length != 0) {
                int mask = dirtyBytes[a * granules + g];
                dirtyBytes[a * granules + g] = dirtyBytes[b * granules + g];
                dirtyBytes[b * granules + g] = mask;
            }
        }
    }

    /**
     * Performs an atomic's lanes in order on a line that holds all its granules.
     *
     * @param answers whether its payload gets what was there before; if not, the line need not give its bytes away and have others
     */
    void atomic(int line, Request request, int mask, int shift, boolean answers) {
        touched(line);
        SectorStore bytes = store;
        AtomicOperands atomics = request.atomics();
        if (bytes == null || request.payload == null || atomics == null) {
            return;
        }
        if (answers) {
            load(line, request, mask, shift);
        }
        int base = (line * granules + shift) << 5;
        int size = atomics.elementBytes;
        for (int i = 0; i < atomics.count; i++) {
            int at = base + atomics.offsets[i];
            bytes.write(at, size, atomics.apply(i, bytes.read(at, size)), request.agent);
        }
    }

    /** Copies a granule as words of 8 bytes, least significant first; nothing where there are no bytes. */
    void words(int line, int granule, long[] to, int at) {
        SectorStore bytes = store;
        if (bytes != null) {
            bytes.words(line * granules + granule, to, at);
        }
    }

    /** The version of a byte of a granule, 0 in a timing-only run. */
    int version(int line, int granule, int index) {
        SectorStore bytes = store;
        return bytes == null ? 0 : bytes.byteVersion(line * granules + granule, index);
    }

    /** A byte of a granule, 0 in a timing-only run. */
    byte value(int line, int granule, int index) {
        SectorStore bytes = store;
        return bytes == null ? 0 : bytes.data(line * granules + granule, index);
    }
}
