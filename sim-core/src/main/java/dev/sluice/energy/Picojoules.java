// SPDX-License-Identifier: Apache-2.0
package dev.sluice.energy;

import java.util.Collection;

/** Sums of energies, none of which is below zero: what is more than the greatest number stays at it. */
final class Picojoules {

    private Picojoules() {}

    static long sum(long... parts) {
        long sum = 0;
        for (long part : parts) {
            sum = plus(sum, part);
        }
        return sum;
    }

    static long sum(Collection<Long> parts) {
        return parts.stream().reduce(0L, Picojoules::plus);
    }

    private static long plus(long a, long b) {
        return b > Long.MAX_VALUE - a ? Long.MAX_VALUE : a + b;
    }
}
