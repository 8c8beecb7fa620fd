// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.trace;

import java.util.List;

/**
 * Which bytes of each binding a kernel accesses in one command.
 *
 * @param bindings in the order of the kernel's bindings
 */
record KernelFootprint(List<OfBinding> bindings) {

    KernelFootprint {
        bindings = List.copyOf(bindings);
    }

    /**
     * One binding's part, in bytes from its start (for an image, from the start of the view's array of texels).
     *
     * @param exact whether these are the bytes accessed, and not a superset
     * @param coherentReads whether every read makes what it reads visible
     * @param coherentWrites whether every write makes itself available to the device
     */
    record OfBinding(
            Intervals reads,
            Intervals writes,
            Intervals atomics,
            boolean exact,
            boolean coherentReads,
            boolean coherentWrites) {}
}
