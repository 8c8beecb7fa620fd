// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheSpec.Allocation;
import dev.sluice.device.CacheSpec.DirtyTracking;
import dev.sluice.machine.request.Request;
import dev.sluice.result.CacheCounters;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a cache must count and move, written down plainly: one access after the other, a map of lines in each set, no time.
 *
 * <p>Of time it says one thing: whether an access is answered here or must wait for the level below.
 */
final class PlainCache {

    private static final int GRANULE = Request.SECTOR_BYTES;

    final CacheCounters counted = new CacheCounters();
    /** Sectors that were read from below. */
    long fetchedSectors;
    /** Bytes that were written below. */
    long writtenBytes;
    /** Whether the last access needed the level below before it could be answered. */
    boolean waited;
    /** Whether the level below answered the last access itself. */
    boolean passed;

    private final CacheSpec spec;
    private final int lineBytes;
    private final int granules;
    private final int sectorGranules;
    private final int fetchGranules;
    private final Map<Integer, PlainSet> sets = new HashMap<>();

    /** A line: which of its granules are valid, and which bytes are dirty. */
    static final class Line {
        final long number;
        int way;
        int valid;
        int dirtyGranules;
        final boolean[] dirtyBytes;

        Line(long number, int bytes) {
            this.number = number;
            this.dirtyBytes = new boolean[bytes];
        }
    }

    PlainCache(CacheSpec spec) {
        this.spec = spec;
        lineBytes = spec.geometry().line();
        granules = lineBytes / GRANULE;
        sectorGranules = spec.geometry().sector() / GRANULE;
        fetchGranules = spec.geometry().fetch() / GRANULE;
    }

    /** Carries an access out; it lies in one line. */
    void access(int kind, long address, int bytes) {
        counted.lookups++;
        waited = false;
        passed = false;
        long number = address / lineBytes;
        int from = (int) (address % lineBytes);
        int want = 0;
        int whole = 0;
        for (int g = 0; g < granules; g++) {
            int first = Math.max(from, g * GRANULE);
            int last = Math.min(from + bytes, (g + 1) * GRANULE);
            want |= first < last ? 1 << g : 0;
            whole |= last - first == GRANULE ? 1 << g : 0;
        }
        PlainSet set = set(number);
        CacheSpec.Policy policy = spec.policy();
        if (kind == Request.READ) {
            read(set, number, want);
        } else if (kind == Request.ATOMIC && !policy.atomics() || policy.readOnly()) {
            passDown(set, number, want, kind, bytes);
        } else if (policy.write() == CacheSpec.WritePolicy.THROUGH) {
            storeThrough(set, number, want, whole, bytes);
        } else {
            storeBack(set, number, want, kind == Request.ATOMIC ? 0 : whole, from, bytes, kind);
        }
    }

    /** Writes everything dirty back. */
    void flush() {
        for (PlainSet set : sets.values()) {
            for (Line line : set.lines()) {
                if (line.dirtyGranules != 0) {
                    counted.flushedLines++;
                    writeBack(line);
                }
            }
        }
    }

    int presentLines() {
        return sets.values().stream().mapToInt(s -> s.lines().size()).sum();
    }

    int dirtyLines() {
        return (int) sets.values().stream()
                .flatMap(s -> s.lines().stream())
                .filter(l -> l.dirtyGranules != 0)
                .count();
    }

    private PlainSet set(long number) {
        CacheSpec.Geometry geometry = spec.geometry();
        int slices = geometry.slices();
        boolean xor = geometry.hash() == CacheSpec.Hash.XOR;
        int slice = chosen(number, slices, xor);
        int count = geometry.sets();
        int index = chosen(number / slices, count, xor);
        return sets.computeIfAbsent(
                slice * count + index,
                key -> new PlainSet(geometry.ways(), spec.policy().replacement().name()));
    }

    /** Modulo, or with groups of higher bits folded in. */
    private static int chosen(long number, int of, boolean xor) {
        if (of == 1 || !xor) {
            return (int) (number % of);
        }
        int bits = 32 - Integer.numberOfLeadingZeros(of - 1);
        boolean power = Integer.bitCount(of) == 1;
        int folded = 0;
        for (long rest = power ? number : number / of; rest != 0; rest >>>= bits) {
            folded ^= (int) (rest & (1L << bits) - 1);
        }
        return power ? folded : (int) ((number % of + folded) % of);
    }

    /** All granules of the sectors that these touch. */
    private int sectorsOf(int mask) {
        return blocksOf(mask, sectorGranules);
    }

    /** All granules that are fetched where these are missing. */
    private int fetchedWith(int mask) {
        return blocksOf(mask, fetchGranules);
    }

    private int blocksOf(int mask, int size) {
        int all = 0;
        for (int g = 0; g < granules; g++) {
            if ((mask >>> g & 1) != 0) {
                all |= (1 << size) - 1 << g / size * size;
            }
        }
        return all;
    }

    private void read(PlainSet set, long number, int want) {
        Line line = set.find(number);
        int valid = line == null ? 0 : line.valid;
        int missing = want & ~valid;
        counted.reads += Integer.bitCount(want);
        counted.readMisses += Integer.bitCount(missing);
        counted.readHits += Integer.bitCount(want & valid);
        counted.sectorMisses += line == null ? 0 : Integer.bitCount(missing);
        Line there = place(set, number, line);
        fetch(there, fetchedWith(missing) & ~valid);
        waited = missing != 0;
    }

    private Line place(PlainSet set, long number, @Nullable Line line) {
        if (line != null) {
            set.used(line);
            return line;
        }
        Line victim = set.victim();
        if (victim != null) {
            counted.evictions++;
            if (victim.dirtyGranules != 0) {
                counted.dirtyEvictions++;
                writeBack(victim);
            }
            set.evict(victim);
        }
        Line fresh = new Line(number, lineBytes);
        set.put(fresh);
        return fresh;
    }

    private void fetch(Line line, int mask) {
        line.valid |= mask;
        fetchedSectors += Integer.bitCount(mask);
        counted.fills += Integer.bitCount(mask);
    }

    private void passDown(PlainSet set, long number, int want, int kind, int bytes) {
        waited = true;
        passed = true;
        counted.bypasses++;
        writtenBytes += kind == Request.WRITE ? bytes : 0;
        Line line = set.find(number);
        if (line != null) {
            line.valid &= ~want;
            if (line.valid == 0) {
                set.drop(line);
            }
        }
    }

    private void countStore(@Nullable Line line, int want, int held) {
        int misses = Integer.bitCount(want & ~held);
        counted.writes += Integer.bitCount(want);
        counted.writeMisses += misses;
        counted.writeHits += Integer.bitCount(want) - misses;
        counted.sectorMisses += line == null ? 0 : misses;
    }

    private void storeThrough(PlainSet set, long number, int want, int whole, int bytes) {
        waited = true;
        passed = true;
        Line line = set.find(number);
        int valid = line == null ? 0 : line.valid;
        countStore(line, want, valid);
        counted.writeThroughBytes += bytes;
        writtenBytes += bytes;
        if (line != null) {
            set.used(line);
        }
        if (spec.policy().allocate() == Allocation.FETCH_ON_WRITE) {
            int must = sectorsOf(sectorsOf(want) & ~whole);
            if ((want & ~valid) != 0) {
                Line there = line == null ? place(set, number, null) : line;
                there.valid |= want & ~must;
                fetch(there, fetchedWith(want & must & ~valid) & ~valid & ~(want & ~must));
            }
        }
    }

    private void storeBack(PlainSet set, long number, int want, int whole, int from, int bytes, int kind) {
        boolean validates = spec.policy().allocate() == Allocation.VALIDATE_ON_WRITE;
        int must = validates && kind != Request.ATOMIC ? 0 : sectorsOf(sectorsOf(want) & ~whole);
        Line line = set.find(number);
        int valid = line == null ? 0 : line.valid;
        countStore(line, want, line == null ? 0 : valid | line.dirtyGranules);
        Line there = place(set, number, line);
        fetch(there, fetchedWith(must & ~valid) & ~valid & ~(want & ~must));
        waited = (must & ~valid) != 0;
        counted.atomics += kind == Request.ATOMIC ? 1 : 0;
        there.valid |= validates ? 0 : want;
        boolean byBytes = spec.policy().dirty() == DirtyTracking.BYTE;
        there.dirtyGranules |= byBytes ? want : sectorsOf(want);
        for (int b = from; b < from + bytes; b++) {
            there.dirtyBytes[b] = true;
        }
        for (int g = 0; byBytes && g < granules; g++) {
            there.valid |= dirtyIn(there, g) == GRANULE ? 1 << g : 0;
        }
    }

    private static int dirtyIn(Line line, int granule) {
        int count = 0;
        for (int b = granule * GRANULE; b < (granule + 1) * GRANULE; b++) {
            count += line.dirtyBytes[b] ? 1 : 0;
        }
        return count;
    }

    private void writeBack(Line line) {
        int bytes = switch (spec.policy().dirty()) {
            case LINE -> GRANULE * Integer.bitCount(line.valid);
            case SECTOR -> GRANULE * Integer.bitCount(line.dirtyGranules);
            case BYTE, NONE -> {
                int count = 0;
                for (boolean dirty : line.dirtyBytes) {
                    count += dirty ? 1 : 0;
                }
                yield count;
            }
        };
        counted.writebackBytes += bytes;
        writtenBytes += bytes;
        line.dirtyGranules = 0;
        Arrays.fill(line.dirtyBytes, false);
    }
}
