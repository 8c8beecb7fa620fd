// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.view;

/** A table whose rows hold runs of addresses. */
public interface AddressTable {

    /** In {@link #rowOf}: not there. */
    long ABSENT = -1;

    /** The row that holds an address, or {@link #ABSENT}. */
    long rowOf(long address);
}
