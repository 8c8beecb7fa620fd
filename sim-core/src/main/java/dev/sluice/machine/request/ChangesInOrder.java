// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

/** A path on which reads must not be looked up elsewhere before what the same sender changed before. */
@FunctionalInterface
public interface ChangesInOrder {

    /** A store or an atomic that was sent on this path is looked up, or set aside in its place. */
    void lookedUp(Request change);
}
