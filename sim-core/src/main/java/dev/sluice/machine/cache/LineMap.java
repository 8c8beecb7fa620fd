// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;

/** To which set of its slice a line belongs, and what else about addresses all slices of a cache node have in common. */
final class LineMap {

    private static final int GRANULE_SETS = 256;
    /** By the granules of a sector, 1 to 8: all granules of the sectors that a set of granules touches, by that set. */
    private static final int[][] EXPANSIONS = {expansion(1), expansion(2), expansion(4), expansion(8)};

    private final SliceHash slices;
    private final int lineShift;
    private final int banks;
    /** The bits of a line's number that are its bank, or -1 where the banks are no power of two. */
    private final int bankMask;

    /** Where the slices are a power of two, by how much a line's number is shifted for its number in its slice; else -1. */
    private final int localShift;

    private final int sets;
    /** The bits of a line's number in its slice that are its set, or -1 where that is not so simple. */
    private final int setMask;

    private final boolean setsPowerOfTwo;
    private final int setBits;
    private final boolean xor;

    LineMap(CacheSpec spec, SliceHash slices) {
        this.slices = slices;
        this.lineShift = Integer.numberOfTrailingZeros(spec.geometry().line());
        this.banks = spec.geometry().banks();
        this.bankMask = Integer.bitCount(banks) == 1 ? banks - 1 : -1;
        this.sets = spec.geometry().sets();
        this.setsPowerOfTwo = Integer.bitCount(sets) == 1;
        this.setBits = Math.max(1, 32 - Integer.numberOfLeadingZeros(sets - 1));
        this.xor = spec.geometry().hash() == CacheSpec.Hash.XOR;
        this.localShift = Integer.bitCount(slices.slices()) == 1 ? Integer.numberOfTrailingZeros(slices.slices()) : -1;
        this.setMask = setsPowerOfTwo && !xor ? sets - 1 : -1;
    }

    /** Whether this was made for a hash of slices. */
    boolean isOf(SliceHash hash) {
        return hash == slices;
    }

    /** The line number of an address: the address in units of the line's size. */
    long lineNumber(long address) {
        return address >>> lineShift;
    }

    /** The number of a line among those of its slice. */
    long local(long lineNumber) {
        return localShift >= 0 ? lineNumber >>> localShift : slices.local(lineNumber);
    }

    /** The bank of its slice to which an address belongs. */
    int bank(long address) {
        return bankOf(local(address >>> lineShift));
    }

    /** The bank of a line, given by its number in its slice. */
    int bankOf(long local) {
        return bankMask >= 0 ? (int) local & bankMask : (int) (local % banks);
    }

    /** The set to which a line number belongs. */
    int set(long lineNumber) {
        return setOf(local(lineNumber));
    }

    /** The set of a line, given by its number in its slice. */
    int setOf(long local) {
        return setMask >= 0 ? (int) local & setMask : SliceHash.choose(local, sets, setsPowerOfTwo, setBits, xor);
    }

    /** Granules of all sectors that a set of granules touches, by that set. */
    static int[] expansionTo(int sectorBytes) {
        return EXPANSIONS[Integer.numberOfTrailingZeros(sectorBytes >>> 5)];
    }

    private static int[] expansion(int granules) {
        int[] table = new int[GRANULE_SETS];
        int sector = (1 << granules) - 1;
        for (int i = 0; i < GRANULE_SETS; i++) {
            for (int from = 0; from < 8; from += granules) {
                if ((i >>> from & sector) != 0) {
                    table[i] |= sector << from;
                }
            }
        }
        return table;
    }
}
