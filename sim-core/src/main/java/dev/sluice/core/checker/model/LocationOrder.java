package dev.sluice.core.checker.model;

/** Location-ordered (seed 000), for one happens-before relation. */
final class LocationOrder {
    private final ProgramRelations fixed;
    private final Relation happensBefore;
    private final Availability availability;
    private final DeviceDomains domains;

    LocationOrder(ProgramRelations fixed, Relation happensBefore, boolean chains) {
        this.fixed = fixed;
        this.happensBefore = happensBefore;
        this.availability = new Availability(fixed, happensBefore, chains);
        this.domains = new DeviceDomains(fixed, happensBefore);
    }

    /** The relation for a location. */
    Relation at(int location) {
        long accesses = fixed.readers(location) | fixed.writers(location);
        long[] available = new long[fixed.size()];
        long[] visible = new long[fixed.size()];
        for (int e = 0; e < fixed.size(); e++) {
            available[e] = (fixed.writers(location) >>> e & 1) == 0 ? 0 : availability.availability(e, location);
            visible[e] = (fixed.readers(location) >>> e & 1) == 0 ? 0 : availability.visibility(e, location);
        }
        return Relation.of(
                fixed.size(),
                (x, y) -> x != y
                        && (accesses >>> x & accesses >>> y & 1) != 0
                        && (ordered(x, y)
                                || (fixed.event(x).writes() && throughShaderDomains(x, y, available[x], visible[y]))
                                || (fixed.event(x).writes() && domains.carry(x, y, location))));
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

    /** One reference, a common domain, a chain to it and, when Y reads, a chain from it. */
    private boolean throughShaderDomains(int x, int y, long available, long visible) {
        Event first = fixed.event(x);
        Event second = fixed.event(y);
        if (!first.sharesReference(second) || !first.nonPrivate() || !second.nonPrivate()) {
            return false;
        }
        for (long as = available; as != 0; as &= as - 1) {
            int av = Long.numberOfTrailingZeros(as);
            if (second.writes() && happensBefore.has(av, y) && reaches(x, y, av, av)) {
                return true;
            }
            for (long vs = second.reads() ? visible : 0; vs != 0; vs &= vs - 1) {
                int vis = Long.numberOfTrailingZeros(vs);
                if (happensBefore.has(av, vis) && reaches(x, y, av, vis)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether a domain that all four agents access is no wider than what both operations reach. */
    private boolean reaches(int x, int y, int av, int vis) {
        int widest = Math.min(Scope.DEVICE.ordinal(), Math.min(availability.level(av), availability.level(vis)));
        for (int level = 0; level <= widest; level++) {
            Scope scope = Scope.values()[level];
            if (fixed.shares(scope, x, y) && fixed.shares(scope, x, av) && fixed.shares(scope, x, vis)) {
                return true;
            }
        }
        return false;
    }
}
