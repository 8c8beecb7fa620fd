// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep;

/**
 * A metric that is to be small, or large.
 *
 * @param more whether more is better
 */
public record Objective(String metric, boolean more) {
    /** Whether a value is better than another one. */
    public boolean better(double value, double than) {
        return more ? value > than : value < than;
    }

    @Override
    public String toString() {
        return metric + (more ? " (more is better)" : "");
    }
}
