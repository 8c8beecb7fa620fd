// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

/** A few sets, evenly spread, that stand for all in what a predictor measures. */
final class SampledSets {

    /** Of a set that is none of them. */
    static final int NONE = -1;

    /** How many there are. */
    final int count;

    private final int stride;

    SampledSets(int sets, int most) {
        this.stride = Math.max(1, sets / most);
        this.count = Math.min(most, sets / stride);
    }

    /** The number of a set among them, or {@link #NONE}. */
    int of(int set) {
        int sample = set / stride;
        return sample * stride == set && sample < count ? sample : NONE;
    }
}
