// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where the objects of one memory go. Tiles and their padding can take more bytes than the captured driver asked for, and
 * want another alignment; then objects further up move on.
 *
 * <p>Objects that begin at the same byte still do so afterwards, those that overlap keep their distance at least and go on
 * overlapping as far as there is room, and those that do not overlap never come to.
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
        int first = 0;
        for (int i = 0; i < from.length; i++) {
            first = i > 0 && aliases(first, i) ? first : i;
            long at = i == 0 ? from[0] : to[i - 1] + from[i] - from[i - 1];
            to[i] = up(first == i ? aboveOthers(i, at) : aboveAliases(first, i, at), alignment(from[i]));
        }
        for (Resident resident : residents) {
            end = Math.max(end, moved(resident.offset()) + resident.neededSize());
        }
    }

    /** Whether one of the objects from one place on, which overlap one another in a chain, reaches another place. */
    private boolean aliases(int first, int place) {
        return residents.stream()
                .anyMatch(below ->
                        below.offset() >= from[first] && below.offset() < from[place] && endsAbove(below, from[place]));
    }

    private static boolean endsAbove(Resident below, long offset) {
        return below.offset() + below.capturedSize() > offset;
    }

    /**
     * The first byte from {@code at} on for objects that overlap, of which the lowest begin at a place: behind all others, and on
     * pages of their own if one of them must be. If each went to a page by itself, they would no longer overlap.
     */
    private long aboveOthers(int place, long at) {
        long above = at;
        int last = place;
        while (last + 1 < from.length && aliases(place, last + 1)) {
            last++;
        }
        for (Resident here : residents) {
            if (here.offset() < from[place] || here.offset() > from[last]) {
                continue;
            }
            for (Resident below : residents) {
                if (below.offset() < from[place]) {
                    long top = moved(below.offset()) + below.neededSize();
                    above = Math.max(above, below.tiled() == here.tiled() ? top : up(top, granularity));
                }
            }
        }
        return above;
    }

    /** The same for an object that overlaps some: behind those of them that end below it. */
    private long aboveAliases(int first, int place, long at) {
        long above = at;
        for (Resident below : residents) {
            if (below.offset() >= from[first] && below.offset() < from[place] && !endsAbove(below, from[place])) {
                above = Math.max(above, moved(below.offset()) + below.neededSize());
            }
        }
        return above;
    }

    private long alignment(long offset) {
        return residents.stream()
                .filter(here -> here.offset() == offset)
                .mapToLong(Resident::alignment)
                .max()
                .orElse(1);
    }

    /** How many pairs of objects overlap in the capture and no longer, because one between them takes more room. */
    long separated() {
        long pairs = 0;
        for (Resident low : residents) {
            for (Resident high : residents) {
                boolean overlap = low.offset() < high.offset() && endsAbove(low, high.offset());
                pairs += overlap && moved(low.offset()) + low.neededSize() <= moved(high.offset()) ? 1 : 0;
            }
        }
        return pairs;
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

    /** Whether an object shared a byte with another one in the capture, whether or not that was there at the same time. */
    boolean shares(Resident resident) {
        return residents.stream()
                .anyMatch(other -> other != resident
                        && other.offset() < resident.offset() + resident.capturedSize()
                        && resident.offset() < other.offset() + other.capturedSize());
    }

    /** Whether an object had a byte of a range in the capture. */
    boolean holds(long start, long end) {
        return residents.stream().anyMatch(here -> here.offset() < end && start < here.offset() + here.capturedSize());
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
