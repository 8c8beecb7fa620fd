// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/** A machine that does accesses of waves at once, so that a step need not end where it comes to one. */
@FunctionalInterface
public interface AtOnce {

    /**
     * Does all of the load or store that the chosen wave comes to at an instruction, its register included.
     *
     * @return whether it did; if not, nothing has changed, and the step ends there
     */
    boolean access(int instruction);
}
