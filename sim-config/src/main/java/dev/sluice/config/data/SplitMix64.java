// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.data;

/**
 * SplitMix64, the 64-bit generator of Steele, Lea and Flood (OOPSLA 2014, "Fast splittable pseudorandom number
 * generators"), written out so that random data are the same bytes on every JDK.
 */
final class SplitMix64 {
    private static final long GAMMA = 0x9e3779b97f4a7c15L;

    private long state;

    SplitMix64(long seed) {
        this.state = seed;
    }

    long next() {
        state += GAMMA;
        long z = state;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
