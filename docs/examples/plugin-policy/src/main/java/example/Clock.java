// SPDX-License-Identifier: Apache-2.0
package example;

import dev.sluice.machine.cache.policy.PolicyProvider;
import dev.sluice.machine.cache.policy.PolicySetup;
import dev.sluice.machine.cache.policy.ReplacementPolicy;
import dev.sluice.machine.cache.policy.WayCandidates;
import dev.sluice.plugin.Parameter;
import java.util.List;

/** CLOCK, or second chance: a hand goes round the ways and takes the first line that was not used since it came by. */
public final class Clock implements PolicyProvider {
    @Override
    public String name() {
        return "clock";
    }

    @Override
    public String description() {
        return "evicts the first line that was not used since a hand came by";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(Parameter.integer("chances", 1, 1, 7, "times that the hand passes a used line by"));
    }

    @Override
    public ReplacementPolicy create(PolicySetup setup) {
        return new Hands(setup.sets(), setup.ways(), setup.integer("chances"));
    }

    private record Hands(int ways, byte chances, byte[] left, int[] hands) implements ReplacementPolicy {
        Hands(int sets, int ways, int chances) {
            this(ways, (byte) chances, new byte[sets * ways], new int[sets]);
        }

        @Override
        public void onHit(int set, int way) {
            left[set * ways + way] = chances;
        }

        @Override
        public void onFill(int set, int way, boolean evictFirst) {
            left[set * ways + way] = evictFirst ? -1 : chances; // -1: goes before the hand moves
        }

        @Override
        public void onInvalidate(int set, int way) {
            left[set * ways + way] = 0;
        }

        @Override
        public int victim(int set, WayCandidates candidates) {
            boolean any = false;
            for (int way = 0; way < ways; way++) {
                any |= candidates.evictable(set, way);
                if (left[set * ways + way] < 0 && candidates.evictable(set, way)) {
                    return way;
                }
            }
            while (any) {
                int way = hands[set];
                hands[set] = (way + 1) % ways;
                if (candidates.evictable(set, way) && left[set * ways + way]-- <= 0) {
                    return way;
                }
            }
            return -1;
        }
    }
}
