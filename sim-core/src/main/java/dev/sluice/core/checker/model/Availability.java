package dev.sluice.core.checker.model;

/**
 * Availability and visibility chains (seed 000, Availability and Visibility): which availability operations make a write
 * available, and which visibility operations make it visible to a read.
 *
 * <p>An operation includes a reference and location when it is an access through that reference to that location, or when
 * its semantics name the reference's storage class. In a chain every element includes them, and the agent of element N+1 is
 * in the scope instance that is the dual of element N's domain.
 */
final class Availability {
    private final ProgramRelations fixed;
    private final Relation happensBefore;
    private final boolean chains;

    Availability(ProgramRelations fixed, Relation happensBefore, boolean chains) {
        this.fixed = fixed;
        this.happensBefore = happensBefore;
        this.chains = chains;
    }

    /** The last operations of chains that make {@code (write, location)} available. */
    long availability(int write, int location) {
        long ends = 0;
        for (int e = 0; e < fixed.size(); e++) {
            if ((e == write || fixed.programOrder().has(write, e)) && makesAvailable(e, write, location)) {
                ends |= 1L << e;
            }
        }
        return chains ? grown(ends, write, location, true) : ends;
    }

    /** The first operations of chains that make a location visible to {@code read}. */
    long visibility(int read, int location) {
        long ends = 0;
        for (int e = 0; e < fixed.size(); e++) {
            if ((e == read || fixed.programOrder().has(e, read)) && makesVisible(e, read, location)) {
                ends |= 1L << e;
            }
        }
        return chains ? grown(ends, read, location, false) : ends;
    }

    /** Adds elements to chains, at the wide end, until no chain grows. */
    private long grown(long ends, int access, int location, boolean availability) {
        long all = ends;
        long fresh = ends;
        while (fresh != 0) {
            long next = 0;
            for (int wide = 0; wide < fixed.size(); wide++) {
                boolean fits = (all >>> wide & 1) == 0
                        && (availability
                                ? makesAvailable(wide, access, location)
                                : makesVisible(wide, access, location));
                for (long rest = fits ? fresh : 0; rest != 0; rest &= rest - 1) {
                    int narrow = Long.numberOfTrailingZeros(rest);
                    boolean ordered =
                            availability ? happensBefore.has(narrow, wide) : happensBefore.has(wide, narrow);
                    if (ordered && widens(narrow, wide)) {
                        next |= 1L << wide;
                    }
                }
            }
            all |= next;
            fresh = next;
        }
        return all;
    }

    /** Whether {@code wide} is performed in an instance of a scope, narrower than its own, that {@code narrow} reaches. */
    private boolean widens(int narrow, int wide) {
        int reach = Math.min(level(narrow), level(wide) - 1);
        return reach >= 0 && fixed.shares(Scope.values()[reach], narrow, wide);
    }

    /** How wide the domain of an operation is. */
    int level(int event) {
        Scope scope = fixed.event(event).scope();
        return scope == null ? -1 : scope.ordinal();
    }

    private boolean makesAvailable(int event, int access, int location) {
        Event e = fixed.event(event);
        return !e.agent().host()
                && ((e.semantics().makeAvailable()
                                && event != access
                                && e.semantics().coversClass(fixed.event(access).storageClass()))
                        || (e.access() != null
                                && e.access().available()
                                && e.sharesReference(fixed.event(access))
                                && (e.locations() >>> location & 1) != 0));
    }

    private boolean makesVisible(int event, int access, int location) {
        Event e = fixed.event(event);
        return !e.agent().host()
                && ((e.semantics().makeVisible()
                                && event != access
                                && e.semantics().coversClass(fixed.event(access).storageClass()))
                        || (e.access() != null
                                && e.access().visible()
                                && e.sharesReference(fixed.event(access))
                                && (e.locations() >>> location & 1) != 0));
    }
}
