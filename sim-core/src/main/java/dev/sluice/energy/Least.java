// SPDX-License-Identifier: Apache-2.0
package dev.sluice.energy;

import dev.sluice.device.InvalidSpecException;

/** What the numbers of an estimate are held to. Their specs have no others within: where a fault has two keys, either may be at fault. */
final class Least {
    /** More than anything that is meant in these units. */
    private static final double MOST = 1e9;

    private Least() {}

    /** Refuses what is below zero or beyond all measure. */
    static void zero(double value, String key) {
        if (!(value >= 0 && value <= MOST)) {
            throw new InvalidSpecException(key + " must be 0 to 1e9, not " + value, key);
        }
    }

    /** Refuses zero as well. */
    static void positive(double value, String key) {
        if (!(value > 0 && value <= MOST)) {
            throw new InvalidSpecException(key + " must be above 0 and at most 1e9, not " + value, key);
        }
    }

    /** Refuses numbers of which each is within measure, and what they make together is not. */
    static void together(double value, String unit, String keys, String key) {
        if (!(value <= MOST)) {
            throw new InvalidSpecException(keys + " must come to at most 1e9 " + unit + " together, not " + value, key);
        }
    }

    /** Refuses a value below another. */
    static void atLeast(double value, String key, double other, String name) {
        if (value < other) {
            throw new InvalidSpecException(
                    key + " must be at least " + name + ", which is " + other + ", not " + value, key, name);
        }
    }
}
