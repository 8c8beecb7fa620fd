// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.prefetch;

import dev.sluice.machine.cache.policy.CacheAccess;

/**
 * Tagged sequential prefetching: a miss, and the first use of a line that was prefetched, ask for the lines that follow.
 *
 * <p>A. J. Smith: Cache Memories, ACM Computing Surveys 14(3), 1982, section 2.2 (tagged prefetch).
 */
final class NextLine implements Prefetcher {

    private final int lineBytes;
    private final int degree;

    NextLine(PrefetcherProvider.Settings settings) {
        this.lineBytes = settings.lineBytes();
        this.degree = settings.degree();
    }

    @Override
    public void onAccess(CacheAccess access, Outcome outcome, Sink sink) {
        if (outcome != Outcome.HIT) {
            for (int i = 1; i <= degree; i++) {
                sink.prefetch(access.address() + (long) i * lineBytes);
            }
        }
    }
}
