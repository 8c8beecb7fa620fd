// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.trace;

import java.util.List;

/** Accesses to be replayed, read as they are needed. */
public sealed interface Trace permits AccessTrace, GridTrace {

    /** What it is called in results. */
    String name();

    /** Whether addresses are those of the device and host memory of a device, and no program's. */
    default boolean deviceAddresses() {
        return false;
    }

    /** What is to be known of it once it has been read, in sentences. */
    default List<String> notes() {
        return List.of();
    }
}
