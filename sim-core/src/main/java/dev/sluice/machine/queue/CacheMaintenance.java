// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.sync.CacheRole;
import dev.sluice.result.RunResult;
import java.util.List;

/** The device's caches as barriers see them: by role. */
public interface CacheMaintenance {

    /** Starts an action on every instance of the role; calls {@link ActionRun#began} for each node, or not at all. */
    void begin(ActionRun run);

    /** Whether a cache of the role brings lines in that nobody asked for. */
    boolean prefetches(CacheRole role);

    /** Refill misses (sectors) so far on lines that a barrier dropped. */
    long refillMisses(int barrier);

    /** Bytes fetched again for them. */
    long refillBytes(int barrier);

    /** The same by cache and resource. */
    List<RunResult.Refill> refills(int barrier);
}
