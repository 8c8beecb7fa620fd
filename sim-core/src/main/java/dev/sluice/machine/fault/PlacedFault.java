// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.fault;

/** A fault of the input of which the place is known, as a rule. */
public interface PlacedFault {

    /** Where in the input it is, for example {@code stream.yaml:14:7}; empty where that is not known. */
    String where();

    /** The same, with the input as a whole where the place is not known. */
    default String where(String input) {
        return where().isEmpty() ? input : where();
    }
}
