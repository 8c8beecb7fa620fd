// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/** The type of one element in memory, with its size in bytes and its conversion to and from a 64-bit register. */
public enum ElementType {
    U8("u8", 0),
    U16("u16", 1),
    U32("u32", 2),
    U64("u64", 3),
    /** Signed: loads extend the sign. */
    I32("i32", 2),
    /** A binary32 number; a register holds its raw bits, zero-extended. */
    F32("f32", 2);

    private final String text;
    private final int shift;
    private final long bits;

    ElementType(String text, int shift) {
        this.text = text;
        this.shift = shift;
        this.bits = -1L >>> Long.SIZE - (Byte.SIZE << shift);
    }

    /** The type's name in kernel text. */
    public String text() {
        return text;
    }

    /** Bytes of one element: 1, 2, 4 or 8. */
    public int size() {
        return 1 << shift;
    }

    /** log2 of {@link #size()}. */
    public int shift() {
        return shift;
    }

    /** Register value of the given memory bits: zero-extended, for {@link #I32} sign-extended. Bits above the type are ignored. */
    public long extend(long bits) {
        return this == I32 ? (int) bits : truncate(bits);
    }

    /** Memory bits of a register value: its low {@link #size()} bytes, zero-extended. */
    public long truncate(long value) {
        return value & bits;
    }

    /** The low bits of a register that memory holds of it. */
    long bits() {
        return bits;
    }

    /** Byte offset of an element; indices whose offset does not fit in 64 bits saturate, so they stay out of range. */
    public long offset(long index) {
        return offset(index, shift);
    }

    /** Byte offset of what has {@code 1 << shift} bytes, by its index; saturates in the same way. */
    static long offset(long index, int shift) {
        long bytes = index << shift;
        if (bytes >> shift == index) {
            return bytes;
        }
        return index < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
}
