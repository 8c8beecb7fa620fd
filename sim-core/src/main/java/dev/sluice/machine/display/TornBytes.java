// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.display;

import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Collects the torn bytes of one scan-out, folded by the version that they have. */
final class TornBytes {

    private static final int NONE = -1;

    private final TearingCheck check;
    private int[] versions = new int[4];
    private long[] first = new long[4];
    private long[] last = new long[4];
    private long[] bytes = new long[4];
    private int count;
    /** The version last found to be ordered before the presentation: most bytes have it. */
    private int ordered;

    private long total;

    TornBytes(TearingCheck check) {
        this.check = check;
    }

    /** Looks at the bytes of an answered read. */
    void look(Request request, Payload payload) {
        for (int sector = 0; sector < Request.MAX_SECTORS; sector++) {
            int mask = request.sectorBytes(sector);
            if (mask == 0) {
                continue;
            }
            int version = payload.version(sector);
            long base = request.address + (long) sector * Request.SECTOR_BYTES;
            if (version == Payload.MIXED) {
                lookAtBytes(payload, sector, base, mask);
            } else {
                add(
                        version,
                        base + Integer.numberOfTrailingZeros(mask),
                        base + Request.SECTOR_BYTES - 1 - Integer.numberOfLeadingZeros(mask),
                        Integer.bitCount(mask));
            }
        }
    }

    private void lookAtBytes(Payload payload, int sector, long base, int mask) {
        for (int i = 0; i < Request.SECTOR_BYTES; i++) {
            if ((mask >>> i & 1) != 0) {
                add(payload.byteVersion(sector * Request.SECTOR_BYTES + i), base + i, base + i, 1);
            }
        }
    }

    private void add(int version, long from, long to, int size) {
        if (version == 0 || version == ordered) {
            return;
        }
        int place = find(version);
        if (place == NONE) {
            if (!check.concurrent(version)) {
                ordered = version;
                return;
            }
            place = open(version, from);
        }
        first[place] = Math.min(first[place], from);
        last[place] = Math.max(last[place], to);
        bytes[place] += size;
        total += size;
    }

    private int find(int version) {
        for (int i = count - 1; i >= 0; i--) {
            if (versions[i] == version) {
                return i;
            }
        }
        return NONE;
    }

    private int open(int version, long address) {
        if (count == versions.length) {
            versions = Arrays.copyOf(versions, 2 * count);
            first = Arrays.copyOf(first, 2 * count);
            last = Arrays.copyOf(last, 2 * count);
            bytes = Arrays.copyOf(bytes, 2 * count);
        }
        versions[count] = version;
        first[count] = address;
        last[count] = address;
        bytes[count] = 0;
        return count++;
    }

    /** All torn bytes. */
    long total() {
        return total;
    }

    /** A run for each version, in the order in which they were first shown. */
    List<TornRun> runs() {
        List<TornRun> runs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            runs.add(new TornRun(versions[i], first[i], last[i], bytes[i]));
        }
        return List.copyOf(runs);
    }
}
