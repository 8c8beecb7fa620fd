// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/**
 * The addresses and values of one wave's current access, as its registers say.
 *
 * <p>Addresses that are an arithmetic progression over the lanes are kept as index of lane 0 and stride, and written out
 * lane by lane only if somebody asks. All else lies in the {@link LaneOperands}, which other waves may share.
 */
final class AccessOperands {
    private static final int TAKEN = Integer.MIN_VALUE;

    private final RegisterFile file;
    private final long[] offsets;
    private final long[] indices;
    private final long[] values;
    private final long[] compares;

    private ElementType type = ElementType.U32;
    /** Elements that a lane takes. */
    private int width = 1;
    /** Binary logarithm of their bytes. */
    private int shift = ElementType.U32.shift();
    /** The lane that alone takes part; -1 if there are several. */
    private int single = -1;
    /** Whether the offsets are an arithmetic progression. */
    private boolean regular;
    /** Whether the offsets are there lane by lane. */
    private boolean expanded = true;

    private long firstIndex;
    private long indexStride;
    /** The register of the values, and that of the compares, until they are written out; then {@link #TAKEN}. */
    private int valueSlot = TAKEN;

    private int compareSlot = TAKEN;
    /** The first register of the values. */
    private int firstValue;

    AccessOperands(RegisterFile file, LaneOperands room) {
        this.file = file;
        offsets = room.offsets;
        indices = room.indices;
        values = room.values;
        compares = room.compares;
    }

    /** Begins an access of some lanes, whose indices a register holds. */
    void address(int slot, MachineOperation operation, long active) {
        type = operation.type();
        width = operation.width();
        shift = operation.shift();
        boolean alone = (active & active - 1) == 0 && active != 0;
        single = alone ? Long.numberOfTrailingZeros(active) : -1;
        long[] words = file.file(slot);
        int at = file.word(slot);
        long base = words[at];
        long stride = words[at + 1];
        if (stride > RegisterFile.PREDICATE) {
            firstIndex = alone ? base + stride * single : base;
            indexStride = alone ? 0 : stride;
        } else if (alone) {
            firstIndex = file.value(slot, single);
            indexStride = 0;
        } else {
            lanes(slot);
            return;
        }
        regular = firstIndex << 16 >> 16 == firstIndex && (int) indexStride == indexStride;
        expanded = !regular;
        if (expanded) {
            far(slot);
        }
    }

    /** Offsets of indices so large that they may not be a progression. */
    private void far(int slot) {
        if (single >= 0) {
            indices[single] = firstIndex;
            offsets[single] = ElementType.offset(firstIndex, shift);
        } else {
            lanes(slot);
        }
    }

    private void lanes(int slot) {
        regular = false;
        expanded = true;
        file.copyTo(slot, indices);
        for (int lane = 0; lane < file.lanes(); lane++) {
            long index = indices[lane];
            long bytes = index << shift;
            offsets[lane] = bytes >> shift == index ? bytes : ElementType.offset(index, shift);
        }
    }

    /** Begins an operation on values of a type that has no addresses. */
    void type(ElementType elementType) {
        type = elementType;
        width = 1;
        single = -1;
    }

    /** Names the register of the values to store, the first one of a vector, or that of the operands of the atomic. */
    void values(int slot) {
        valueSlot = slot;
        firstValue = slot;
    }

    /** Names the register of the expected values of compareExchange. */
    void compares(int slot) {
        compareSlot = slot;
    }

    /** Reads the registers of values and compares now, because they are about to change. */
    void take() {
        values();
        compares();
    }

    private void take(int slot, long[] out) {
        if (single >= 0) {
            out[single] = type.truncate(file.value(slot, single));
            return;
        }
        file.copyTo(slot, out);
        long bits = type.bits();
        for (int lane = 0; lane < file.lanes(); lane++) {
            out[lane] &= bits;
        }
    }

    /** Byte offset per lane; saturated where it would overflow. */
    long[] offsets() {
        if (!expanded && single >= 0) {
            offsets[single] = firstOffset();
            expanded = true;
        }
        if (!expanded) {
            long offset = firstOffset();
            long stride = offsetStride();
            for (int lane = 0; lane < file.lanes(); lane++) {
                offsets[lane] = offset;
                offset += stride;
            }
            expanded = true;
        }
        return offsets;
    }

    /** Whether {@link #firstOffset()} and {@link #offsetStride()} say all offsets, without overflow. */
    boolean regular() {
        return regular;
    }

    /** Byte offset of lane 0; only if regular. */
    long firstOffset() {
        return firstIndex << shift;
    }

    /** Bytes between the offsets of neighbouring lanes; only if regular. */
    long offsetStride() {
        return indexStride << shift;
    }

    /** Element index of a lane. */
    long index(int lane) {
        return regular ? firstIndex + indexStride * lane : indices[lane];
    }

    /** The values, per lane, truncated to the type. */
    long[] values() {
        if (valueSlot != TAKEN) {
            take(valueSlot, values);
            valueSlot = TAKEN;
        }
        return values;
    }

    /** The values of a component of the vector to store, per lane, truncated to the type. */
    long[] component(int which) {
        take(firstValue + which, values);
        valueSlot = TAKEN;
        return values;
    }

    /** Writes the values of consecutive lanes one after the other, as memory holds them. */
    void store(int firstLane, int count, byte[] data, int offset) {
        if (width > 1) {
            for (int i = 0; i < width; i++) {
                MemoryBytes.store(type, component(i), firstLane, count, data, offset + (i << type.shift()), 1 << shift);
            }
        } else if (valueSlot == TAKEN || single >= 0) {
            MemoryBytes.store(type, values(), firstLane, count, data, offset);
        } else {
            file.store(valueSlot, type, firstLane, count, data, offset);
        }
    }

    /** The expected values, per lane, truncated to the type. */
    long[] compares() {
        if (compareSlot != TAKEN) {
            take(compareSlot, compares);
            compareSlot = TAKEN;
        }
        return compares;
    }
}
