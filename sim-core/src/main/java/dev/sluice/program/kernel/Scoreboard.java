// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.Arrays;

/** Which registers wait for memory, and by which type each is filled. */
final class Scoreboard {
    private static final ElementType[] TYPES = ElementType.values();

    /** One more than its type's place in {@link #TYPES} for a pending slot; else 0, or anything where the filter is exact. */
    private byte[] pending = new byte[0];

    /** Whether {@link #filter} tells all slots apart, so that it says exactly what is pending. */
    private boolean exact = true;

    private int outstanding;
    /** A bit for each pending slot modulo 64: if none of an instruction's is set, it waits for nothing. */
    private long filter;

    /** Makes room for slots 0 to {@code slots - 1}; others are never pending. */
    void reserve(int slots) {
        if (pending.length < slots) {
            pending = new byte[slots];
            exact = slots <= Long.SIZE;
        }
    }

    void clear() {
        if (!exact) {
            Arrays.fill(pending, (byte) 0);
        }
        outstanding = 0;
        filter = 0;
    }

    int outstanding() {
        return outstanding;
    }

    /** Whether one of the slots, a bit for each modulo 64, may be pending. */
    boolean mayWait(long slots) {
        return (filter & slots) != 0;
    }

    boolean isPending(int slot) {
        if (exact) {
            return slot < Long.SIZE && (filter >>> slot & 1) != 0;
        }
        return slot < pending.length && pending[slot] != 0;
    }

    /** The first pending slot that an instruction reads or fills; -1 if there is none. */
    int firstPending(KernelProgram kernel, int at) {
        if (isPending(kernel.a[at])) {
            return kernel.a[at];
        }
        if (isPending(kernel.b[at])) {
            return kernel.b[at];
        }
        if (isPending(kernel.c[at])) {
            return kernel.c[at];
        }
        return isPending(kernel.destinations[at]) ? kernel.destinations[at] : -1;
    }

    void expect(int slot, ElementType type) {
        pending[slot] = (byte) (type.ordinal() + 1);
        outstanding++;
        filter |= 1L << slot;
    }

    /** The type by which a pending register is filled. */
    ElementType type(int slot) {
        require(slot);
        return TYPES[pending[slot] - 1];
    }

    void complete(int slot) {
        require(slot);
        outstanding--;
        if (exact) {
            filter &= ~(1L << slot);
            return;
        }
        pending[slot] = 0;
        if (outstanding == 0) {
            filter = 0;
        }
    }

    private void require(int slot) {
        if (!isPending(slot)) {
            throw new IllegalStateException("register " + slot + " is not pending");
        }
    }
}
