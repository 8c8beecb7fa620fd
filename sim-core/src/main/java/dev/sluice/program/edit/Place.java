// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.edit;

/**
 * A place in a command list.
 *
 * @param anchor the site of a command of the same list
 * @param before whether the place is right before it; else it is right after it
 */
public record Place(String anchor, boolean before) {

    /** The place right before a command. */
    public static Place before(String anchor) {
        return new Place(anchor, true);
    }

    /** The place right after a command. */
    public static Place after(String anchor) {
        return new Place(anchor, false);
    }
}
