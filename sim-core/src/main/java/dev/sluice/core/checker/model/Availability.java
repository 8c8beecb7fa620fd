package dev.sluice.core.checker.model;

import java.util.Arrays;

/**
 * Availability and visibility chains (seed 000, Availability and Visibility): which availability operations make a write
 * available, and which visibility operations make it visible to a read.
 *
 * <p>An operation includes a reference and location when it is an access through that reference to that location, or when
 * its semantics name the reference's storage class. In a chain every element includes them, and the agent of element N+1 is
 * in the scope instance that is the dual of element N's domain.
 */
final class Availability {
    private static final int UNREACHED = Integer.MAX_VALUE;
    private static final int START = -1;

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

    /**
     * Adds elements to chains, at the wide end, until no chain grows. The domains of a chain get strictly broader, so for
     * each element the narrowest domain that the chain before it has come to is kept.
     */
    private long grown(long ends, int access, int location, boolean availability) {
        int[] used = new int[fixed.size()];
        Arrays.fill(used, UNREACHED);
        long included = 0;
        for (int e = 0; e < used.length; e++) {
            used[e] = (ends >>> e & 1) != 0 ? START : UNREACHED;
            boolean includes = availability ? makesAvailable(e, access, location) : makesVisible(e, access, location);
            included |= includes ? 1L << e : 0;
        }
        long all = ends;
        boolean grows = true;
        while (grows) {
            grows = false;
            for (int narrow = 0; narrow < used.length; narrow++) {
                for (long rest = used[narrow] == UNREACHED ? 0 : included; rest != 0; rest &= rest - 1) {
                    int wide = Long.numberOfTrailingZeros(rest);
                    boolean ordered = availability ? happensBefore.has(narrow, wide) : happensBefore.has(wide, narrow);
                    int domain = ordered ? domainBetween(used[narrow], narrow, wide) : UNREACHED;
                    if (domain < used[wide]) {
                        used[wide] = domain;
                        all |= 1L << wide;
                        grows = true;
                    }
                }
            }
        }
        return all;
    }

    /** The narrowest domain, broader than {@code used}, that leads from one element to a wider one. */
    private int domainBetween(int used, int narrow, int wide) {
        for (int level = used + 1; level <= Math.min(level(narrow), level(wide) - 1); level++) {
            if (fixed.shares(Scope.values()[level], narrow, wide)) {
                return level;
            }
        }
        return UNREACHED;
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
