// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

/**
 * What stands for the origin of an access in tables of predictors: a hash of its site, or where none is known (reads of
 * attachments, of copies) of the region of memory that it lies in.
 */
final class Origins {

    /** Bytes of a region, unless told otherwise: those of SHiP-Mem. */
    static final int REGION_BYTES = 1 << 14;

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final int shift;
    private final int regionBytes;

    /** @param bits of what stands for an origin, 1 to 31 */
    Origins(int bits, int regionBytes) {
        this.shift = Long.SIZE - bits;
        this.regionBytes = regionBytes;
    }

    /** What stands for the origin of an access, from 0. */
    int of(CacheAccess access) {
        int site = access.site();
        long origin = site == CacheAccess.NO_SITE ? access.address() / regionBytes << 1 : (long) site << 1 | 1;
        return (int) (origin * GOLDEN >>> shift);
    }
}
