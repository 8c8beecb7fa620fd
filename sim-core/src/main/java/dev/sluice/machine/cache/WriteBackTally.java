// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.memory.ResourceRanges;
import java.util.LinkedHashMap;
import java.util.Map;

/** What maintenance of caches wrote back, by resource: a line counts for the owner of its first sector written. */
public final class WriteBackTally {

    private final ResourceRanges resources;
    private final SparseCounts lines = new SparseCounts();
    private final SparseCounts bytes = new SparseCounts();

    /** @param resources who owns what */
    public WriteBackTally(ResourceRanges resources) {
        this.resources = resources;
    }

    /** Counts a dirty line by the address of the first sector that is dirty. */
    public void line(long address) {
        lines.add(resources.at(address), 1);
    }

    /** Counts bytes of one sector written back. */
    public void bytes(long sector, int count) {
        bytes.add(resources.at(sector), count);
    }

    /** Dirty lines by resource, in order of declaration. */
    public Map<String, Long> lines() {
        return named(lines);
    }

    /** Bytes written back by resource, in order of declaration. */
    public Map<String, Long> bytes() {
        return named(bytes);
    }

    private Map<String, Long> named(SparseCounts counts) {
        Map<String, Long> named = new LinkedHashMap<>();
        for (long key : counts.keys()) {
            named.put(resources.name((int) key), counts.count(key));
        }
        return named;
    }
}
