// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import java.util.Arrays;

/**
 * The versions of blocks whose bytes differ in version, as records that {@link Blocks} names by numbers below zero.
 *
 * <p>Most such blocks have two versions, that of what was there and that of a store of a few bytes: a record of a mask and two
 * versions. Others have a record of one version a byte.
 *
 * <pre>
 * number  complement of: record 31 | one version a byte 1
 * pair    mask of the bytes that have the second version | first version | second version | -
 * </pre>
 */
final class MixedVersions {

    private static final int PAIR = 4;
    private static final int BYTES = Blocks.BYTES;

    private int[] pairs = new int[16 * PAIR];
    private int pairsMade;
    private int[] freePairs = new int[16];
    private int freePairCount;

    /** Records of {@value #BYTES} versions. */
    private int[] each = new int[0];

    private int eachMade;
    private int[] freeEach = new int[16];
    private int freeEachCount;

    /** A record of a block of one version, some of whose bytes get another one. */
    int of(int whole, int mask, int version) {
        return pair(mask, whole, version);
    }

    /** A record of its own with the versions of another, which may be of another run. */
    int copy(MixedVersions from, int number) {
        int record = ~number >>> 1;
        if ((~number & 1) == 0) {
            int at = record * PAIR;
            return pair(from.pairs[at], from.pairs[at + 1], from.pairs[at + 2]);
        }
        int copy = newEach();
        System.arraycopy(from.each, record * BYTES, each, copy * BYTES, BYTES);
        return ~(copy << 1 | 1);
    }

    /** Gives bytes of a mask one version; returns the number of the record from now on. */
    int set(int number, int mask, int version) {
        int record = ~number >>> 1;
        if ((~number & 1) != 0) {
            fill(record, mask, version);
            return number;
        }
        int at = record * PAIR;
        int second = pairs[at];
        if (version == pairs[at + 2]) {
            pairs[at] = second | mask;
        } else if (version == pairs[at + 1]) {
            pairs[at] = second & ~mask;
        } else if ((second & ~mask) == 0) {
            pairs[at] = mask;
            pairs[at + 2] = version;
        } else if ((~second & ~mask) == 0) {
            pairs[at] = mask;
            pairs[at + 1] = pairs[at + 2];
            pairs[at + 2] = version;
        } else {
            int apart = newEach();
            copyTo(number, each, apart * BYTES);
            fill(apart, mask, version);
            forget(number);
            return ~(apart << 1 | 1);
        }
        return number;
    }

    private void fill(int record, int mask, int version) {
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            each[record * BYTES + Integer.numberOfTrailingZeros(rest)] = version;
        }
    }

    /** The version of one byte of a record. */
    int version(int number, int index) {
        int record = ~number >>> 1;
        if ((~number & 1) != 0) {
            return each[record * BYTES + index];
        }
        int at = record * PAIR;
        return pairs[at + 1 + (pairs[at] >>> index & 1)];
    }

    /** Copies the versions of all bytes of a record to a place of an array. */
    void copyTo(int number, int[] to, int at) {
        int record = ~number >>> 1;
        if ((~number & 1) != 0) {
            System.arraycopy(each, record * BYTES, to, at, BYTES);
            return;
        }
        int pair = record * PAIR;
        Arrays.fill(to, at, at + BYTES, pairs[pair + 1]);
        for (int rest = pairs[pair]; rest != 0; rest &= rest - 1) {
            to[at + Integer.numberOfTrailingZeros(rest)] = pairs[pair + 2];
        }
    }

    /** Says which two versions the bytes of a record have; returns whether they are only two, else nothing was changed. */
    boolean tell(int number, VersionPair to) {
        if ((~number & 1) != 0) {
            return false;
        }
        int at = (~number >>> 1) * PAIR;
        to.set(pairs[at], pairs[at + 1], pairs[at + 2]);
        return true;
    }

    /** Gives a record back. */
    void forget(int number) {
        int record = ~number >>> 1;
        if ((~number & 1) == 0) {
            if (freePairCount == freePairs.length) {
                freePairs = Arrays.copyOf(freePairs, 2 * freePairCount);
            }
            freePairs[freePairCount++] = record;
        } else {
            if (freeEachCount == freeEach.length) {
                freeEach = Arrays.copyOf(freeEach, 2 * freeEachCount);
            }
            freeEach[freeEachCount++] = record;
        }
    }

    private int pair(int mask, int first, int second) {
        int record = freePairCount > 0 ? freePairs[--freePairCount] : pairsMade++;
        int at = record * PAIR;
        if (at == pairs.length) {
            pairs = Arrays.copyOf(pairs, 2 * at);
        }
        pairs[at] = mask;
        pairs[at + 1] = first;
        pairs[at + 2] = second;
        return ~(record << 1);
    }

    private int newEach() {
        int record = freeEachCount > 0 ? freeEach[--freeEachCount] : eachMade++;
        if (record * BYTES == each.length) {
            each = Arrays.copyOf(each, Math.max(16 * BYTES, 2 * each.length));
        }
        return record;
    }
}
