// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where the objects of one memory go. Tiles and their padding can take more bytes than the captured driver asked for, and
 * want another alignment; then objects further up move on.
 *
 * <p>Objects that begin at the same byte still do so afterwards, those that overlap keep their distance at least, and those
 * that do not overlap never come to.
 */
final class Placement {
    private final List<Resident> residents = new ArrayList<>();
    private final long granularity;
    private long[] from = {};
    private long[] to = {};
    private long end;

    /** @param granularity bytes of the device's pages, which tiled and other objects must not share */
    Placement(long granularity) {
        this.granularity = granularity;
    }

    void add(Resident resident) {
        residents.add(resident);
    }

    /** Finds all places, once everything is bound. */
    void settle() {
        from = residents.stream()
                .mapToLong(Resident::offset)
                .distinct()
                .sorted()
                .toArray();
        to = new long[from.length];
        for (int i = 0; i < from.length; i++) {
            long at = i == 0 ? from[0] : to[i - 1] + from[i] - from[i - 1];
            long alignment = 1;
            for (Resident here : residents) {
                if (here.offset() != from[i]) {
                    continue;
                }
                alignment = Math.max(alignment, here.alignment());
                for (Resident below : residents) {
                    if (below.offset() < from[i] && below.offset() + below.capturedSize() <= from[i]) {
                        long top = moved(below.offset()) + below.neededSize();
                        at = Math.max(at, below.tiled() == here.tiled() ? top : up(top, granularity));
                    }
                }
            }
            to[i] = up(at, alignment);
        }
        for (Resident resident : residents) {
            end = Math.max(end, moved(resident.offset()) + resident.neededSize());
        }
    }

    /** The place of a byte of the capture. */
    long moved(long offset) {
        int found = Arrays.binarySearch(from, offset);
        int segment = found >= 0 ? found : -found - 2;
        return segment < 0 ? offset : to[segment] + offset - from[segment];
    }

    /** Bytes of a memory that had {@code size} in the capture. */
    long grown(long size) {
        return Math.max(end, moved(size));
    }

    /** Whether anything lies elsewhere than in the capture. */
    boolean moves() {
        return !Arrays.equals(from, to);
    }

    /** Whether an object shares a byte with another one. */
    boolean overlaps(Resident resident) {
        long first = moved(resident.offset());
        for (Resident other : residents) {
            long start = moved(other.offset());
            if (other != resident && start < first + resident.neededSize() && first < start + other.neededSize()) {
                return true;
            }
        }
        return false;
    }

    /** Where a run of bytes must be cut because its parts may be moved apart: nowhere in a memory without tiles. */
    List<Long> cuts(long offset, long length) {
        if (residents.stream().noneMatch(Resident::tiled)) {
            return List.of();
        }
        return residents.stream()
                .map(Resident::offset)
                .filter(start -> start > offset && start < offset + length)
                .distinct()
                .sorted()
                .toList();
    }

    private static long up(long value, long multiple) {
        return (value + multiple - 1) / multiple * multiple;
    }
}
