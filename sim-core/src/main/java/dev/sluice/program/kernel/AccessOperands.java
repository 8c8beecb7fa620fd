// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/**
 * The addresses and values of one wave's current access, as its registers say.
 *
 * <p>Addresses that are an arithmetic progression over the lanes are kept as index of lane 0 and stride, and written out
 * lane by lane only if somebody asks. All else lies in the {@link LaneOperands}, which other waves may share.
 */
final class AccessOperands {
    private final RegisterFile file;
    private final long[] offsets;
    private final long[] indices;
    private final long[] values;
    private final long[] compares;

    private ElementType type = ElementType.U32;
    /** Whether the offsets are an arithmetic progression. */
    private boolean regular;
    /** Whether the offsets are there lane by lane. */
    private boolean expanded = true;

    private long firstIndex;
    private long indexStride;

    AccessOperands(RegisterFile file, LaneOperands room) {
        this.file = file;
        offsets = room.offsets;
        indices = room.indices;
        values = room.values;
        compares = room.compares;
    }

    /** Begins an access to elements of a type, whose indices a register holds. */
    void address(int slot, ElementType elementType) {
        type = elementType;
        if (file.isAffine(slot)) {
            firstIndex = file.base(slot);
            indexStride = file.stride(slot);
            regular = firstIndex << 16 >> 16 == firstIndex && (int) indexStride == indexStride;
            if (regular) {
                expanded = false;
                return;
            }
        }
        regular = false;
        expanded = true;
        file.copyTo(slot, indices);
        int shift = type.shift();
        for (int lane = 0; lane < file.lanes(); lane++) {
            long index = indices[lane];
            long bytes = index << shift;
            offsets[lane] = bytes >> shift == index ? bytes : type.offset(index);
        }
    }

    /** Begins an operation on values of a type that has no addresses. */
    void type(ElementType elementType) {
        type = elementType;
    }

    /** Takes the values to store, or the operands of the atomic, from a register. */
    void takeValues(int slot) {
        take(slot, values);
    }

    /** Takes the expected values of compareExchange from a register. */
    void takeCompares(int slot) {
        take(slot, compares);
    }

    private void take(int slot, long[] out) {
        file.copyTo(slot, out);
        for (int lane = 0; lane < file.lanes(); lane++) {
            out[lane] = type.truncate(out[lane]);
        }
    }

    /** Byte offset per lane; saturated where it would overflow. */
    long[] offsets() {
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
        return firstIndex << type.shift();
    }

    /** Bytes between the offsets of neighbouring lanes; only if regular. */
    long offsetStride() {
        return indexStride << type.shift();
    }

    /** Element index of a lane. */
    long index(int lane) {
        return regular ? firstIndex + indexStride * lane : indices[lane];
    }

    /** What {@link #takeValues} took, per lane, truncated to the type. */
    long[] values() {
        return values;
    }

    /** What {@link #takeCompares} took, per lane, truncated to the type. */
    long[] compares() {
        return compares;
    }
}
