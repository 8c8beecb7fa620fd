// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

/** A receiver that can carry requests out at once, as {@link Downstream#perform} says. */
public interface Immediate {

    /** Carries a request out at once. */
    void perform(Request request);

    /**
     * Reads what carrying a request out at an address will need first, so that the host has it at hand then; returns anything made of
     * it.
     */
    default long touch(long address) {
        return 0;
    }
}
