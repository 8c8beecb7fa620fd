// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.view;

import java.util.List;

/**
 * A machine as somebody sees it who looks while it stands still between two events.
 *
 * <p>Its parts and their tables are fixed; what the tables hold, the texts, agents and commands grow and change while it runs.
 */
public interface MachineView {

    /**
     * Somebody whose writes bytes carry: a stage of a command, or a host operation.
     *
     * @param name the id of the command or operation, for example {@code submit0.1}
     * @param what what it is, for a person
     * @param where its place in the input
     */
    record Writer(String name, String what, String where) {}

    /** The parts of the machine. */
    List<Part> parts();

    /** The current cycle of the core clock. */
    long cycle();

    /** Events executed so far: the number of the last one, counted from 1. */
    long events();

    /** Texts that rows name. */
    Texts texts();

    /** Writers by number, so far; 0 is nobody. */
    List<Writer> writers();

    /** The ids of commands and host operations by number, so far. */
    List<String> commands();

    /** The row of a part's table {@code lines} that holds an address, or {@link AddressTable#ABSENT}. */
    long rowOf(int part, long address);
}
