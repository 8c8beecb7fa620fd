// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.testing;

import dev.sluice.machine.cache.policy.PolicyProvider;
import dev.sluice.machine.cache.policy.PolicySetup;
import dev.sluice.machine.cache.policy.ReplacementPolicy;
import dev.sluice.machine.cache.policy.WayCandidates;

/** A replacement policy from outside, found as a service: the line that came last makes room. */
public final class NewestFirst implements PolicyProvider {

    @Override
    public String name() {
        return "newestFirst";
    }

    @Override
    public ReplacementPolicy create(PolicySetup setup) {
        int[] newest = new int[setup.sets()];
        return new ReplacementPolicy() {
            @Override
            public void onHit(int set, int way) {
                // a hit makes no line newer
            }

            @Override
            public void onFill(int set, int way, boolean evictFirst) {
                newest[set] = way;
            }

            @Override
            public void onInvalidate(int set, int way) {
                // the way is filled before anything else leaves the set
            }

            @Override
            public int victim(int set, WayCandidates candidates) {
                return newest[set];
            }
        };
    }
}
