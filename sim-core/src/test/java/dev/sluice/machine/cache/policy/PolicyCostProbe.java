// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import dev.sluice.contract.BareCache;
import java.util.Random;

/** What each policy costs against LRU, over bare tags; run it by hand. */
final class PolicyCostProbe {

    private static final int SETS = 256;
    private static final int WAYS = 16;

    private PolicyCostProbe() {}

    /** Prints nanoseconds per access of each policy, the least of several rounds. */
    public static void main(String[] args) {
        Random random = new Random(1);
        int[] lines = random.ints(1 << 18, 0, 2 * SETS * WAYS).toArray();
        for (PolicyProvider provider : Policies.providers()) {
            BareCache cache = new BareCache(PolicyBench.policy(provider.name(), SETS, WAYS, 1), SETS, WAYS);
            double least = Double.MAX_VALUE;
            for (int round = 0; round < 12; round++) {
                long start = System.nanoTime();
                for (int line : lines) {
                    cache.access(line, 1 + (line & 7), false);
                }
                least = Math.min(least, (System.nanoTime() - start) / (double) lines.length);
            }
            System.out.printf("%-12s %.1f ns%n", provider.name(), least);
        }
    }
}
