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

    /** How a DRAM access found its row. */
    enum RowOutcome {
        HIT,
        MISS,
        CONFLICT
    }

    /** A cache looked up a request. */
    default void lookup(long cycle, String cache, ObservedRequest request, Outcome outcome) {}

    /** Sectors came into a cache. */
    default void fill(long cycle, String cache, long address, int sectors, int command) {}

    /** A cache sent dirty bytes down. */
    default void writeBack(long cycle, String cache, long address, int sectors, int command, WriteBackReason reason) {}

    /** A valid line left a cache, clean. */
    default void drop(long cycle, String cache, long address, int command, boolean byMaintenance) {}

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

    /** A stage of a command began or ended. */
    default void stage(long cycle, String command, String stage, boolean begins) {}

    /** A barrier moved on: {@code recorded}, {@code drained}, {@code actions done}, {@code released}. */
    default void barrier(long cycle, String command, String phase) {}

    /** A host operation began or ended. */
    default void hostOperation(long cycle, String operation, String what, boolean begins) {}

    /** The host touched memory through its own path: {@code what} is store, load, combine, drain, flush, invalidate, snoop. */
    default void host(long cycle, String what, long address, int bytes) {}

    /** Progress for a person: {@code done} of {@code total} host operations, in time order. */
    default void progress(long cycle, int done, int total) {}
}
