// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.truth;

/**
 * The order that the program declared between agents: program order, submission, dependencies, fences
 * ({@code docs/decisions/0001-versions-and-clocks.md}).
 */
@FunctionalInterface
public interface HappensBefore {

    /** Whether everything agent {@code first} did happens-before everything agent {@code second} does. */
    boolean before(int first, int second);
}
