// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import org.jspecify.annotations.Nullable;

/** A first-in first-out list of blocks, linked through the blocks: a block is in at most one of them at a time. */
final class BlockList {

    private @Nullable Block first;
    private @Nullable Block last;

    @Nullable
    Block peek() {
        return first;
    }

    void add(Block block) {
        Block tail = last;
        if (tail == null) {
            first = block;
        } else {
            tail.next = block;
        }
        last = block;
    }

    /** Takes the first block out, which must be there. */
    void poll() {
        Block head = first;
        if (head == null) {
            throw new IllegalStateException("the list is empty");
        }
        first = head.next;
        head.next = null;
        if (first == null) {
            last = null;
        }
    }
}
