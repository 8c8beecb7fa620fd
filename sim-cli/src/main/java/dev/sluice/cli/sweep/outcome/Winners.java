// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep.outcome;

import dev.sluice.cli.sweep.Objective;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How often each value of a dimension is best among points that differ in it alone, and how good it is on average. */
final class Winners {
    private final Map<String, Tally> tallies = new LinkedHashMap<>();

    Winners(List<String> values) {
        values.forEach(value -> tallies.put(value, new Tally()));
    }

    /**
     * Counts one comparison for a value.
     *
     * @param best whether it is best there, alone or with others
     * @param share the metric as a share of the mean of the compared points
     */
    void add(String value, boolean best, double share) {
        Tally tally = tallies.computeIfAbsent(value, none -> new Tally());
        tally.wins += best ? 1 : 0;
        tally.shares += share;
        tally.comparisons++;
    }

    /** The value that is best most often; of equals the one that is better on average; empty where none ever is. */
    String best(Objective objective) {
        String best = "";
        Tally most = new Tally();
        for (Map.Entry<String, Tally> entry : tallies.entrySet()) {
            Tally tally = entry.getValue();
            boolean more = tally.wins > most.wins
                    || tally.wins > 0 && tally.wins == most.wins && objective.better(tally.average(), most.average());
            if (more) {
                most = tally;
                best = entry.getKey();
            }
        }
        return best;
    }

    private static final class Tally {
        private int wins;
        private double shares;
        private int comparisons;

        private double average() {
            return comparisons == 0 ? 0 : shares / comparisons;
        }
    }
}
