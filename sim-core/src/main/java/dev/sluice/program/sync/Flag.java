// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import java.util.List;

/** A bit of a Vulkan mask with a name. */
public sealed interface Flag permits Stage, Access {

    /** The short name, without prefix and {@code _BIT}. */
    String name();

    /** The bit's number; -1 for none. */
    int bit();

    /** Other short names of the same bit. */
    List<String> otherNames();

    /** The flag's value. */
    default long mask() {
        return bit() < 0 ? 0 : 1L << bit();
    }
}
