// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

/** Someone who waits for gates or stage tasks. */
@FunctionalInterface
interface Waiter {

    /** One of the things waited for has come about. */
    void satisfied();

    /** The same, by one who cares which of them it was. */
    default void satisfied(Awaited by) {
        satisfied();
    }
}
