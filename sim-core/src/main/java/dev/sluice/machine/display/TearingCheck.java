// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.display;

/** Tells writes that are ordered before a presentation from those that are not. */
@FunctionalInterface
public interface TearingCheck {

    /**
     * Whether the write of a version is not ordered before the presentation.
     *
     * @param version of a byte that is being shown; never 0, the version of what nobody wrote
     */
    boolean concurrent(int version);
}
