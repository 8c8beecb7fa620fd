// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.price;

/**
 * What the commands of a pair use beside the bytes that the barrier is for. Either side has its own, so that nothing but these
 * bytes needs the barrier.
 */
enum Scratch {
    FIRST_BUFFER("other", true),
    FIRST_IMAGE("target", false),
    SAMPLES("many", false),
    SECOND_BUFFER("otherAfter", true),
    SECOND_IMAGE("targetAfter", false),
    /** Where those draws go that only take time. */
    BUSY_IMAGE("targetBusy", false);

    /** What it is called in the stream. */
    final String name;

    final boolean buffer;

    Scratch(String name, boolean buffer) {
        this.name = name;
        this.buffer = buffer;
    }

    /** What its memory is called in the stream. */
    String memory() {
        return name + "Memory";
    }

    /** Its bytes, as a multiple of those of a buffer: images have room for their metadata and for whole tiles. */
    int times() {
        return buffer ? 1 : this == SAMPLES ? 8 : 2;
    }
}
