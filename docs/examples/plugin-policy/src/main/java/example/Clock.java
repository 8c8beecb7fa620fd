// SPDX-License-Identifier: Apache-2.0
package example;

import dev.sluice.machine.cache.policy.*;
import dev.sluice.plugin.Parameter;
import java.util.List;

/** CLOCK, or second chance: a hand goes round the ways and takes the first line that was not used since it came by. */
public final class Clock implements PolicyProvider {
    @Override public String name() { return "clock"; }
    @Override public String description() { return "evicts the first line that was not used since a hand came by"; }

    @Override public List<Parameter> parameters() {
        return List.of(Parameter.integer("chances", 1, 1, 7, "times that the hand passes a used line by"));
    }

    @Override public ReplacementPolicy create(PolicySetup setup) {
        int ways = setup.ways();
        int chances = setup.integer("chances");
        int[] left = new int[setup.sets() * ways];
        int[] hands = new int[setup.sets()];
        return new ReplacementPolicy() {
            @Override public void onHit(int set, int way) { left[set * ways + way] = chances; }
            @Override public void onInvalidate(int set, int way) { left[set * ways + way] = 0; }
            @Override public void onFill(int set, int way, boolean evictFirst) {
                left[set * ways + way] = evictFirst ? 0 : chances;
                hands[set] = evictFirst ? way : hands[set];
            }

            @Override public int victim(int set, WayCandidates candidates) {
                for (int step = 0; step < (chances + 1) * ways; step++) {
                    int way = hands[set];
                    hands[set] = (way + 1) % ways;
                    if (candidates.evictable(set, way) && left[set * ways + way]-- <= 0) { return way; }
                }
                return -1;
            }
        };
    }
}
