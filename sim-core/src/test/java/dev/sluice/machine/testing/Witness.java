// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.testing;

import dev.sluice.machine.cache.policy.CacheAccess;
import dev.sluice.machine.cache.policy.PolicyProvider;
import dev.sluice.machine.cache.policy.PolicySetup;
import dev.sluice.machine.cache.policy.ReplacementPolicy;
import dev.sluice.machine.cache.policy.WayCandidates;
import java.util.ArrayList;
import java.util.List;

/** A replacement policy that asks for accesses and notes what it is told; the first way that may go makes room. */
public final class Witness implements PolicyProvider {

    private static final ThreadLocal<List<String>> SEEN = ThreadLocal.withInitial(ArrayList::new);

    /** What policies of this thread were told since they were asked last. */
    public static List<String> seen() {
        List<String> seen = List.copyOf(SEEN.get());
        SEEN.get().clear();
        return seen;
    }

    @Override
    public String name() {
        return "witness";
    }

    @Override
    public ReplacementPolicy create(PolicySetup setup) {
        int ways = setup.ways();
        return new ReplacementPolicy() {
            @Override
            public boolean asksForAccesses() {
                return true;
            }

            @Override
            public void onHit(CacheAccess access) {
                note("hit", access);
            }

            @Override
            public void onFill(CacheAccess access) {
                note("fill", access);
            }

            @Override
            public int victim(CacheAccess access, WayCandidates candidates) {
                note("victim", access);
                return victim(access.set(), candidates);
            }

            private void note(String event, CacheAccess a) {
                SEEN.get()
                        .add(event + " " + a.address() + " set " + a.set() + " way " + a.way() + " "
                                + a.client().key() + " unit " + a.unit() + " " + a.kind()
                                + (a.writeBack() ? " back" : "") + (a.dirty() ? " dirty" : "")
                                + (a.sectorMiss() ? " part" : "") + " command " + a.command() + " site " + a.site()
                                + " " + a.hint());
            }

            @Override
            public void onHit(int set, int way) {
                SEEN.get().add("plain hit");
            }

            @Override
            public void onFill(int set, int way, boolean evictFirst) {
                SEEN.get().add("plain fill");
            }

            @Override
            public void onInvalidate(int set, int way) {
                SEEN.get().add("invalidate set " + set + " way " + way);
            }

            @Override
            public int victim(int set, WayCandidates candidates) {
                for (int way = 0; way < ways; way++) {
                    if (candidates.evictable(set, way)) {
                        return way;
                    }
                }
                return -1;
            }
        };
    }
}
