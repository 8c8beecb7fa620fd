package dev.sluice.core.memory.page;

import java.util.ArrayList;
import java.util.List;

/**
 * What the page table says of the device's pages, from the resources bound to them, and which resources must not share one
 * (seed 002, Buffer image granularity).
 */
public final class PageTable {

    private final PageSpec spec;
    private final long granularity;
    private final List<PageResource> resources = new ArrayList<>();

    /**
     * @param granularity the device's {@code bufferImageGranularity} in bytes, a power of two; 1 for none
     * @throws IllegalArgumentException if it is not a power of two
     */
    public PageTable(PageSpec spec, long granularity) {
        if (granularity < 1 || Long.bitCount(granularity) != 1) {
            throw new IllegalArgumentException("bufferImageGranularity must be a power of two, not " + granularity);
        }
        this.spec = spec;
        this.granularity = granularity;
    }

    /** A resource was bound to memory. */
    public void bind(PageResource resource) {
        resources.add(resource);
    }

    /** A memory object was freed, and with it what was bound there. */
    public void free(String memory) {
        resources.removeIf(resource -> resource.memory().equals(memory));
    }

    /** Whether the page of an address holds part of a compressible image: the flag of {@link PageSpec#compressionInPageTable}. */
    public boolean compressed(long address) {
        long page = spec.pageOf(address);
        return resources.stream().anyMatch(resource -> resource.compressible() && touches(resource, page));
    }

    /** Whether the page of an address holds part of an optimally tiled image. */
    public boolean tiled(long address) {
        long page = spec.pageOf(address);
        return resources.stream().anyMatch(resource -> resource.optimal() && touches(resource, page));
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
        boolean aliased = optimal.base() < linear.end() && linear.base() < optimal.end();
        if (first <= last) {
            conflicts.add(new PageConflict(optimal, linear, first * granularity, last - first + 1, aliased));
        }
    }

    private long firstPage(PageResource resource) {
        return (resource.base() - resource.memoryBase()) / granularity;
    }

    private long lastPage(PageResource resource) {
        return (resource.end() - 1 - resource.memoryBase()) / granularity;
    }

    private boolean touches(PageResource resource, long page) {
        return page >= spec.pageOf(resource.base()) && page <= spec.pageOf(resource.end() - 1);
    }
}
