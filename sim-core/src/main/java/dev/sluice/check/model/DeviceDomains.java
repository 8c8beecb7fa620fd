// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

/**
 * The last bullets of location-ordered (Vulkan specification, section Location-Ordered): through the device domain and
 * the host domain, by what API commands do. They hold for every reference and for private accesses too.
 */
final class DeviceDomains {
    private final ProgramRelations fixed;
    private final Relation happensBefore;

    DeviceDomains(ProgramRelations fixed, Relation happensBefore) {
        this.fixed = fixed;
        this.happensBefore = happensBefore;
    }

    /** Whether API operations order the write {@code x} before {@code y} at a location. */
    boolean carry(int x, int y, int location) {
        boolean fromHost = fixed.event(x).agent().host();
        boolean toHost = fixed.event(y).agent().host();
        long reached = after(
                1L << x, fromHost ? DomainOperation.AVAILABLE_TO_HOST : DomainOperation.AVAILABLE_TO_DEVICE, location);
        if (fromHost != toHost) {
            reached = after(
                    reached, fromHost ? DomainOperation.HOST_TO_DEVICE : DomainOperation.DEVICE_TO_HOST, location);
        }
        // an operation that reads and writes is ordered as a write when the write's chain is there
        if (fixed.event(y).writes() && leadsTo(reached, y)) {
            return true;
        }
        return fixed.event(y).reads()
                && leadsTo(
                        after(
                                reached,
                                toHost ? DomainOperation.VISIBLE_FROM_HOST : DomainOperation.VISIBLE_FROM_DEVICE,
                                location),
                        y);
    }

    /** The operations of a kind, including the location, that some event of a set happens before. */
    long after(long events, DomainOperation operation, int location) {
        return fixed.all(e -> e.domain() == operation && (e.domainLocations() >>> location & 1) != 0)
                & successors(events);
    }

    private boolean leadsTo(long events, int y) {
        return (successors(events) >>> y & 1) != 0;
    }

    private long successors(long events) {
        long found = 0;
        for (long rest = events; rest != 0; rest &= rest - 1) {
            found |= happensBefore.row(Long.numberOfTrailingZeros(rest));
        }
        return found;
    }
}
