// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

/**
 * Location-ordered (Vulkan specification, section Location-Ordered; {@code locord} of KhronosGroup/Vulkan-MemoryModel,
 * {@code spirv.als}), for one happens-before relation.
 */
final class LocationOrder {
    private final ProgramRelations fixed;
    private final Relation happensBefore;
    private final boolean chains;
    private final DeviceDomains domains;

    LocationOrder(ProgramRelations fixed, Relation happensBefore, boolean chains) {
        this.fixed = fixed;
        this.happensBefore = happensBefore;
        this.chains = chains;
        this.domains = new DeviceDomains(fixed, happensBefore);
    }

    /** The relation for a location. An event may be related to itself, in executions that are not consistent. */
    Relation at(int location) {
        long writers = fixed.writers(location);
        long accesses = fixed.readers(location) | writers;
        Relation direct = Relation.of(
                fixed.size(), (x, y) -> ordered(x, y) || ((writers >>> x & 1) != 0 && domains.carry(x, y, location)));
        return direct.or(throughShaderDomains(location)).between(accesses, accesses);
    }

    /** The cases without availability and visibility operations. */
    private boolean ordered(int x, int y) {
        Event first = fixed.event(x);
        Event second = fixed.event(y);
        if (happensBefore.has(x, y) && first.agent().equals(second.agent()) && first.sharesReference(second)) {
            return true;
        }
        return first.reads()
                && (fixed.systemOrder().has(x, y)
                        || (happensBefore.has(x, y) && first.nonPrivate() && second.nonPrivate()));
    }

    /** One reference, non-private, a chain to a common domain, and when the second one reads a chain from it. */
    private Relation throughShaderDomains(int location) {
        Availability availability = new Availability(fixed, happensBefore, location, chains);
        Relation own = availability.ownOperations();
        long writes = fixed.writers(location) & fixed.all(Event::nonPrivate);
        long reads = fixed.readers(location) & fixed.all(Event::nonPrivate);
        Relation result = Relation.empty(fixed.size());
        for (int domain = 0; domain < Availability.DOMAINS; domain++) {
            Relation made = own.between(writes, -1)
                    .then(availability.available(domain))
                    .then(happensBefore.and(fixed.sharing(ModelScope.values()[domain])));
            Relation seen = made.then(availability.visible(domain)).then(own);
            result = result.or(made.between(-1, writes)).or(seen.between(-1, reads));
        }
        return result.and(fixed.sameReference());
    }
}
