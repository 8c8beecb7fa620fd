// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.tlb;

import java.util.ArrayList;
import java.util.List;

/**
 * Which resources share a page of the device's {@code bufferImageGranularity} and must not (Philip Taylor, Vulkan
 * memory dependencies, section Buffer image granularity).
 */
public final class SharedPages {

    private final long granularity;
    private final List<PageResource> resources = new ArrayList<>();

    /**
     * @param granularity the device's {@code bufferImageGranularity} in bytes, a power of two; 1 for none
     * @throws IllegalArgumentException if it is not a power of two
     */
    public SharedPages(long granularity) {
        if (granularity < 1 || Long.bitCount(granularity) != 1) {
            throw new IllegalArgumentException("bufferImageGranularity must be a power of two, not " + granularity);
        }
        this.granularity = granularity;
    }

    /** A resource was bound to memory. */
    public void bind(PageResource resource) {
        resources.add(resource);
    }

    /** Every linear resource that shares a page with an optimal image of the same memory object, in order of binding. */
    public List<PageConflict> conflicts() {
        List<PageConflict> conflicts = new ArrayList<>();
        for (int later = 0; later < resources.size(); later++) {
            for (int earlier = 0; earlier < later; earlier++) {
                PageResource a = resources.get(earlier);
                PageResource b = resources.get(later);
                if (a.optimal() != b.optimal() && a.memory().equals(b.memory())) {
                    addConflict(a.optimal() ? a : b, a.optimal() ? b : a, conflicts);
                }
            }
        }
        return conflicts;
    }

    /** Vulkan counts these pages from the start of the memory object: its chapter Resource Memory Association. */
    private void addConflict(PageResource optimal, PageResource linear, List<PageConflict> conflicts) {
        long first = Math.max(firstPage(optimal), firstPage(linear));
        long last = Math.min(lastPage(optimal), lastPage(linear));
        if (first <= last) {
            conflicts.add(new PageConflict(optimal, linear, first * granularity, last - first + 1));
        }
    }

    private long firstPage(PageResource resource) {
        return (resource.base() - resource.memoryBase()) / granularity;
    }

    private long lastPage(PageResource resource) {
        return (resource.end() - 1 - resource.memoryBase()) / granularity;
    }
}
