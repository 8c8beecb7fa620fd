// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

/**
 * Chooses which line of a full set makes room.
 *
 * <p>The cache tells of each access exactly once: {@link #onFill} when a line is put into a way, else {@link #onHit} (also
 * when the line is there but a sector is missing). Implementations must be deterministic and allocate nothing per call.
 *
 * <p>Set and way are enough for most. A policy that {@link #asksForAccesses()} is told more: the caches of the device call
 * the methods that take a {@link CacheAccess} instead of their plain namesakes. Those of the host, of whose accesses no more is
 * known, call the plain ones always.
 */
public interface ReplacementPolicy {

    /** An access touched a line that is there. */
    void onHit(int set, int way);

    /** A line was put into a way; with {@code evictFirst} it should be the next to go (streaming accesses). */
    void onFill(int set, int way, boolean evictFirst);

    /** A line left a way other than by eviction. */
    void onInvalidate(int set, int way);

    /** The way to evict among those that {@code candidates} allows, or -1 if it allows none; all ways are in use. */
    int victim(int set, WayCandidates candidates);

    /** Whether the cache is to call the methods with a {@link CacheAccess}; asked once, when the cache is made. */
    default boolean asksForAccesses() {
        return false;
    }

    /** As {@link #onHit(int, int)}. */
    default void onHit(CacheAccess access) {
        onHit(access.set(), access.way());
    }

    /** As {@link #onFill(int, int, boolean)}. */
    default void onFill(CacheAccess access) {
        onFill(access.set(), access.way(), access.hint() == CacheAccess.Hint.EVICT_FIRST);
    }

    /** As {@link #victim(int, WayCandidates)}, for a line that is to come. */
    default int victim(CacheAccess access, WayCandidates candidates) {
        return victim(access.set(), candidates);
    }

    /**
     * Whether {@link #refuses} is to be asked; asked when the cache is made. The policy is told of accesses then, as one that
     * {@link #asksForAccesses()}.
     */
    default boolean mayRefuse() {
        return false;
    }

    /**
     * Whether a read that misses in a full set is to go past the cache, rather than a line be evicted for it. Never asked for tiles, stores
     * and lines that are to persist.
     *
     * <p>With true that was all that is said of the access. With false nothing may have changed: the access may come again before its
     * {@link #victim(CacheAccess, WayCandidates)}.
     */
    default boolean refuses(CacheAccess access) {
        return false;
    }

    /**
     * As {@link #refuses(CacheAccess)}, for a policy that goes by what the line would have to compete with.
     *
     * @param rivals the ways of its set among which room would be made: those that the access may use, and of them, where there are such,
     *     those without a persisting line. Lines that wait for their fill are among them, as they would not be for a victim.
     */
    default boolean refuses(CacheAccess access, WayCandidates rivals) {
        return refuses(access);
    }

    /** In {@link #age}: the policy keeps nothing of a way that a number could tell. */
    int NO_AGE = -1;

    /**
     * Reads what the next call for a set will need, and returns anything made of it: a cache says so some events ahead, so that the
     * host fetches it meanwhile. Nothing may change. 0 by default.
     */
    default long touch(int set) {
        return 0;
    }

    /** How a way stands, as a number that {@link #ageMeaning} explains, or {@link #NO_AGE}; for somebody who looks, outside simulated time. */
    default int age(int set, int way) {
        return NO_AGE;
    }

    /** What {@link #age} counts, for a person. */
    default String ageMeaning() {
        return "";
    }

    /** Whether a way is marked to go before all others; outside simulated time. */
    default boolean evictsFirst(int set, int way) {
        return false;
    }
}
