// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.observe;

/**
 * Sees what happens in the machine, event by event. Every method does nothing by default.
 *
 * <p>Requests are pooled: an observer copies what it needs of an {@link ObservedRequest}. Components keep the observer
 * in a final field and skip the call when it is {@link #NONE}, so an absent observer costs nothing.
 */
public interface SimObserver extends DetailObserver {

    /** Sees nothing. */
    SimObserver NONE = new SimObserver() {};

    /** How a lookup went. */
    enum Outcome {
        HIT,
        MISS,
        SECTOR_MISS,
        MERGED,
        BYPASSED
    }

    /** Why a cache wrote dirty bytes down. */
    enum WriteBackReason {
        EVICTION,
        FLUSH,
        INVALIDATE,
        SNOOP
    }

    /** Why a line left a cache. */
    enum DropReason {
        /** Another line needed its way. */
        EVICTION,
        /** Maintenance. */
        INVALIDATE,
        /** A store or an atomic went past the cache and made its copy old. */
        PASSED,
        /** The cache below, which includes this one, gave the line up. */
        INCLUSION,
        /** The cache above has it now, which this one excludes. */
        HANDED_UP,
        /** An access of the device to a line of the host's caches. */
        SNOOP
    }

    /** Why a look-up waits. */
    enum WaitReason {
        /** Its bank looks up others first, or the tag port is taken. */
        BANK,
        /** A walk of maintenance has the tag port. */
        WALK,
        /** Others that arrived earlier wait. */
        QUEUE,
        /** Every MSHR is in use. */
        MSHRS,
        /** The MSHR of its line takes no more requests. */
        MERGES,
        /** Every way of its set waits for a fill. */
        WAYS,
        /** The queue to the next level is full. */
        DOWN,
        /** A data port or the atomic unit is busy. */
        PORT,
        /** It is set aside at the MSHR of its line until all fills of the line have come. */
        FILLS
    }

    /** How a DRAM access found its row. */
    enum RowOutcome {
        HIT,
        MISS,
        CONFLICT
    }

    /** A cache looked up a request; {@code way} is that of its line after the look-up, -1 if it has none. */
    default void lookup(long cycle, String cache, int set, int way, ObservedRequest request, Outcome outcome) {}

    /** A look-up cannot be made yet; told once per reason. */
    default void waits(long cycle, String cache, int set, ObservedRequest request, WaitReason reason) {}

    /** Sectors came into a cache. */
    default void fill(long cycle, String cache, int set, int way, long address, int sectors, int command) {}

    /** A cache sent dirty bytes down. */
    default void writeBack(
            long cycle,
            String cache,
            int set,
            int way,
            long address,
            int sectors,
            int command,
            WriteBackReason reason) {}

    /** A valid line left a cache, clean. */
    default void drop(long cycle, String cache, int set, int way, long address, int command, DropReason reason) {}

    /** Maintenance began or ended on a cache instance; {@code action} as in barrier profiles, for example {@code flush:L2}. */
    default void maintenance(long cycle, String cache, String action, int barrier, boolean begins) {}

    /** A DRAM channel served a request. */
    default void dram(long cycle, String channel, ObservedRequest request, RowOutcome row) {}

    /** A request crossed the host link. */
    default void link(long cycle, ObservedRequest request, boolean towardsHost) {}

    /** A client's access was issued: the program's own loads, stores and atomics. */
    default void issue(long cycle, String client, ObservedRequest request) {}

    /** A client's access was answered. */
    default void complete(long cycle, String client, ObservedRequest request) {}

    /** A command was carried out that takes no time: it has neither stages nor a barrier of its own. */
    default void passed(long cycle, String command) {}

    /** A stage of a command began or ended. */
    default void stage(long cycle, String command, String stage, boolean begins) {}

    /** A barrier moved on: {@code reached}, {@code drained}, {@code released}. */
    default void barrier(long cycle, String command, String phase) {}

    /** A host operation began or ended. */
    default void hostOperation(long cycle, String operation, String what, boolean begins) {}

    /** The host touched memory through its own path: {@code what} is store, load, combine, drain, flush, invalidate, snoop. */
    default void host(long cycle, String what, long address, int bytes) {}

    /**
     * A finding was met for the first time.
     *
     * @param kind {@code staleRead} or {@code lostWrite}
     * @param number its place among the result's findings of that kind
     * @param address of the first byte that was found
     */
    default void finding(long cycle, String kind, int number, long address) {}

    /** Progress for a person: {@code done} of {@code total} host operations, in time order. */
    default void progress(long cycle, int done, int total) {}
}
