// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.Arrays;

/**
 * Which registers of the chosen wave wait for memory, and by which type each is filled.
 *
 * <p>The wave's record has a bit for each pending register modulo 64: if none of an instruction's is set, it waits for nothing.
 * In programs of less than 64 registers these bits say exactly what is pending.
 */
final class Scoreboard {
    private static final ElementType[] TYPES = ElementType.values();

    private final WaveRecords records;

    /** In a type: how far the logarithm of the width is to the left. */
    private static final int WIDTH = 5;

    /**
     * By wave and slot: one more than the place of its type in {@link #TYPES}, and how wide it is, of pending slots; 0 elsewhere, or
     * anything if exact.
     */
    private byte[] types = new byte[0];

    /** Places that have types so far. */
    private int room;

    private int stride;
    private int slots;
    private int[] leaders = {};
    private boolean exact;
    /** Whether all programs so far had less than 64 registers. */
    private boolean allExact = true;

    Scoreboard(WaveRecords records) {
        this.records = records;
    }

    /** Makes room for slots 0 to {@code most - 1} of every wave up to that in a place; others are never pending. */
    void fit(int place, int most) {
        int width = Math.max(most, stride);
        if (width == stride && place < room) {
            return;
        }
        int count = place < room ? room : Math.min(records.places(), Math.max(place + 1, 2 * room));
        byte[] wider = new byte[width * count];
        for (int i = 0; i < room; i++) {
            System.arraycopy(types, i * stride, wider, i * width, stride);
        }
        types = wider;
        stride = width;
        room = count;
    }

    /** The chosen wave runs a program. */
    void select(KernelProgram program) {
        slots = program.namedRegisters + 1;
        leaders = program.leaders;
        exact = slots <= Long.SIZE;
        allExact &= exact;
    }

    /** Nothing is pending. */
    void clear() {
        if (!exact) {
            Arrays.fill(types, first(), first() + slots, (byte) 0);
        }
        records.setPending(0);
    }

    /** Where the chosen wave's types begin. */
    private int first() {
        return records.place() * stride;
    }

    int outstanding() {
        if (exact) {
            return Long.bitCount(records.pending());
        }
        int count = 0;
        for (int slot = 0; slot < slots; slot++) {
            count += types[first() + slot] == 0 ? 0 : 1;
        }
        return count;
    }

    boolean isPending(int slot) {
        if (slot <= 0 || slot >= slots) {
            return false;
        }
        int leader = leaders[slot];
        return exact ? (records.pending() >>> leader & 1) != 0 : types[first() + leader] != 0;
    }

    /** The first pending slot that an instruction reads or fills; -1 if there is none. */
    int firstPending(KernelProgram kernel, int at) {
        if (isPending(kernel.a[at])) {
            return leaders[kernel.a[at]];
        }
        if (isPending(kernel.b[at])) {
            return leaders[kernel.b[at]];
        }
        if (isPending(kernel.c[at])) {
            return leaders[kernel.c[at]];
        }
        return isPending(kernel.destinations[at]) ? leaders[kernel.destinations[at]] : -1;
    }

    /** A register waits for an element, or the registers from one on for a vector. */
    void expect(int slot, ElementType type, int width) {
        types[first() + slot] = (byte) (type.ordinal() + 1 | Integer.numberOfTrailingZeros(width) << WIDTH);
        records.setPending(records.pending() | 1L << slot);
    }

    /** The type by which a pending register is filled. */
    ElementType type(int slot) {
        require(slot);
        return TYPES[(types[first() + slot] & (1 << WIDTH) - 1) - 1];
    }

    /** How many registers are filled together, from a pending one on. */
    int width(int slot) {
        return 1 << (types[first() + slot] >> WIDTH);
    }

    void complete(int slot) {
        require(slot);
        if (!exact) {
            types[first() + slot] = 0;
            for (int other = slot & Long.SIZE - 1; other < slots; other += Long.SIZE) {
                if (types[first() + other] != 0) {
                    return;
                }
            }
        }
        records.setPending(records.pending() & ~(1L << slot));
    }

    /** Ends an access of the wave in a place; false if the wave has to be selected for that. */
    boolean completeExactly(int place, int slot) {
        if (!allExact) {
            return false;
        }
        long others = records.pending(place) & ~(1L << slot);
        if (slot >= Long.SIZE || others == records.pending(place)) {
            throw notPending(slot);
        }
        records.setPending(place, others);
        return true;
    }

    /** Whether a register of the wave in a place is known to be pending; false also where the wave has to be selected to know. */
    boolean pendsExactly(int place, int slot) {
        return allExact && (records.pending(place) >>> slot & 1) != 0;
    }

    private void require(int slot) {
        if (!isPending(slot)) {
            throw notPending(slot);
        }
    }

    private static IllegalStateException notPending(int slot) {
        return new IllegalStateException("register " + slot + " is not pending");
    }
}
