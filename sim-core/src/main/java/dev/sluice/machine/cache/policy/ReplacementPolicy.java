// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

/**
 * Chooses which line of a full set makes room.
 *
 * <p>The cache tells of each access exactly once: {@link #onFill} when a line is put into a way, else {@link #onHit} (also
 * when the line is there but a sector is missing). Implementations must be deterministic and allocate nothing per call.
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
}
