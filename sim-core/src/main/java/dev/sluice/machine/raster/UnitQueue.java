// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import org.jspecify.annotations.Nullable;

/** The blocks of one render output unit in the order of rasterisation: which is the next to test, which the next to write. */
final class UnitQueue {

    private @Nullable Block head;
    private @Nullable Block tail;
    private @Nullable Block toTest;

    void add(Block block) {
        block.queued = true;
        Block last = tail;
        if (last == null) {
            head = block;
        } else {
            last.nextInUnit = block;
        }
        tail = block;
        if (toTest == null) {
            toTest = block;
        }
    }

    /** The oldest block whose place among the tests has not come. */
    @Nullable
    Block toTest() {
        return toTest;
    }

    /** The block has been given to the unit for its test, or needs none. */
    void testPassed(Block block) {
        toTest = block.nextInUnit;
    }

    /** The oldest block, if its place among the tests has come. */
    @Nullable
    Block toWrite() {
        return head == toTest ? null : head;
    }

    /** The oldest block has been given to the unit to be written, or needs not be. */
    void writePassed(Block block) {
        head = block.nextInUnit;
        if (head == null) {
            tail = null;
        }
        block.nextInUnit = null;
        block.queued = false;
    }
}
