// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

/**
 * How many of something a campaign must have drawn, so that it tests what it says, and so that no seed and no size fails for bad
 * luck.
 */
final class Quota {

    /** How probable it may be that a good campaign draws fewer: there are some ten thousand counts in a year of nights. */
    private static final double LUCK = 1e-9;

    private Quota() {}

    /**
     * The largest count that a campaign reaches but for a chance of {@value #LUCK}.
     *
     * @param cases draws of the campaign
     * @param share a lower bound of the share of draws that count
     */
    static int least(int cases, double share) {
        // the number that counts is at least as Poisson's distribution has it, whose variance is the greater one
        double mean = cases * share;
        double fewer = 0;
        double logOfExactly = -mean;
        int count = 0;
        while (count <= cases) {
            fewer += Math.exp(logOfExactly);
            if (fewer > LUCK) {
                return count;
            }
            count++;
            logOfExactly += Math.log(mean / count);
        }
        return cases;
    }
}
