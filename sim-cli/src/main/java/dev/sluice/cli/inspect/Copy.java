// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

/**
 * A copy of some bytes in a part of the machine.
 *
 * @param part the part's name
 * @param set the set of a cache, else -1
 * @param way the way of a cache, else -1
 * @param dirty whether the level below lacks some of them
 */
record Copy(String part, int set, int way, Bytes bytes, boolean dirty) {

    /** Set and way of a cache, for a table. */
    String place() {
        return place(set, way);
    }

    /** Set and way, as far as there are any. */
    static String place(int set, int way) {
        return set < 0 ? "" : set + "/" + (way < 0 ? "-" : Integer.toString(way));
    }
}
