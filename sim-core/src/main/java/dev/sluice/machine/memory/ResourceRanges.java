// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.memory;

import dev.sluice.machine.request.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Which named resource each sector of memory belongs to, by binary search.
 *
 * <p>Of several resources that share a sector (32 bytes) the one that was added first owns it. Not thread-safe: it remembers
 * where it found the last sector.
 */
public final class ResourceRanges {

    /** No resource has a name. */
    public static final ResourceRanges NONE = new Builder().build();

    /** What owns a sector of no resource. */
    public static final String UNNAMED = "(unnamed)";

    private static final int SECTOR_SHIFT = Integer.numberOfTrailingZeros(Request.SECTOR_BYTES);

    private final List<String> names;
    /** First sector of each run of sectors with one owner, ascending. */
    private final long[] starts;
    /** The owner of each run. */
    private final int[] owners;

    private int last;

    private ResourceRanges(List<String> names, long[] starts, int[] owners) {
        this.names = names;
        this.starts = starts;
        this.owners = owners;
    }

    /** The number of the resource that owns the sector of an address; {@link #unnamed()} if none does. */
    public int at(long address) {
        long sector = address >>> SECTOR_SHIFT;
        if (sector < starts[last] || last + 1 < starts.length && sector >= starts[last + 1]) {
            int found = Arrays.binarySearch(starts, sector);
            last = found >= 0 ? found : -found - 2;
        }
        return owners[last];
    }

    /** The number that stands for sectors without a resource; one more than the number of any resource. */
    public int unnamed() {
        return names.size();
    }

    /** Told of bytes that one resource owns. */
    @FunctionalInterface
    public interface Owned {
        /** A resource owns the bytes from one address to another, the last one exclusive. */
        void by(int resource, long start, long end);
    }

    /** Tells of all bytes that a resource owns, whole sectors in ascending order. */
    public void forEach(Owned told) {
        for (int i = 1; i < starts.length; i++) {
            if (owners[i] != names.size()) { // so that the last one is left out
                told.by(owners[i], starts[i] << SECTOR_SHIFT, starts[i + 1] << SECTOR_SHIFT);
            }
        }
    }

    /** The name behind a number. */
    public String name(int resource) {
        return resource == names.size() ? UNNAMED : names.get(resource);
    }

    /** Collects resources, the most telling names first. */
    public static final class Builder {

        private record Run(long start, long end, int owner) {}

        private final Map<String, Integer> numbers = new LinkedHashMap<>();
        private final List<Run> runs = new ArrayList<>();

        /** Adds bytes of a resource; one of that name that is known already just grows. */
        public Builder add(String name, long base, long size) {
            if (size > 0) {
                numbers.putIfAbsent(name, numbers.size());
                long end = (base + size - 1 >>> SECTOR_SHIFT) + 1;
                runs.add(new Run(base >>> SECTOR_SHIFT, end, numbers.getOrDefault(name, 0)));
            }
            return this;
        }

        /** The table. */
        public ResourceRanges build() {
            List<Run> byStart = new ArrayList<>(runs);
            byStart.sort(Comparator.comparingLong(Run::start));
            long[] edges = runs.stream()
                    .flatMapToLong(run -> java.util.stream.LongStream.of(run.start(), run.end()))
                    .sorted()
                    .distinct()
                    .toArray();
            long[] starts = new long[edges.length + 1];
            int[] owners = new int[edges.length + 1];
            starts[0] = Long.MIN_VALUE;
            owners[0] = numbers.size();
            TreeSet<Run> open = new TreeSet<>(
                    Comparator.comparingInt(Run::owner).thenComparing(Run::end, Comparator.reverseOrder()));
            int next = 0;
            for (int i = 0; i < edges.length; i++) {
                while (next < byStart.size() && byStart.get(next).start() == edges[i]) {
                    open.add(byStart.get(next++));
                }
                while (!open.isEmpty() && open.first().end() <= edges[i]) {
                    open.pollFirst();
                }
                starts[i + 1] = edges[i];
                owners[i + 1] = open.isEmpty() ? numbers.size() : open.first().owner();
            }
            return new ResourceRanges(List.copyOf(numbers.keySet()), starts, owners);
        }
    }
}
