// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.truth;

/** Why contents were given up. */
public enum Discard {
    /** A layout transition out of UNDEFINED. */
    TRANSITION("name the old layout instead of UNDEFINED"),
    /** A load operation that does not care. */
    LOAD("load it: loadOp LOAD"),
    /** A load operation that takes nothing over, until the attachment is used no more: what nobody stored is there again then. */
    HIDDEN("load it: loadOp LOAD"),
    /** A store operation that does not care. */
    STORE("store it: storeOp STORE");

    private final String help;

    Discard(String help) {
        this.help = help;
    }

    /** How to keep the contents. */
    String help() {
        return help;
    }
}
