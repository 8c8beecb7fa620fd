// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

/** How the commands of a statistics region are carried out. */
public enum StatisticsMode {
    /** In simulated time, as everywhere else. */
    DETAILED,
    /** At once, as far as the machine can: caches, memories and bytes become what they would, and no time passes. */
    FUNCTIONAL
}
