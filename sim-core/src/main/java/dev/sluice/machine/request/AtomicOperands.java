// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

/** The per-lane operands of one atomic request, applied in lane order at the point of coherence. */
public final class AtomicOperands {

    /** The most lanes one request can carry. */
    public static final int MAX_LANES = 64;

    /** Which operation; the numbering is that of {@link Operation}. */
    public Operation operation = Operation.ADD;
    /** Bytes of an element: 4 or 8 (1 and 2 are allowed). */
    public int elementBytes;

    public boolean signed;
    /** Whether elements are binary32 numbers; add, min and max are then Java's on {@code float}, NaN canonical. */
    public boolean floating;

    public int count;
    /** Byte offset of each element from the request's address. */
    public int[] offsets = new int[1];

    public long[] operands = new long[1];
    public long[] compares = new long[1];
    /** Which lane of the wave each entry belongs to. */
    public int[] lanes = new int[1];
    /** What each lane read before its own update; filled in by the level that executes. */
    public long[] results = new long[1];

    /** Has no entry any more, and room for so many: most atomics have few lanes, and their records should lie close. */
    public void clear(int room) {
        count = 0;
        if (room > offsets.length) {
            int size = Math.min(MAX_LANES, Integer.highestOneBit(room - 1) << 1);
            offsets = new int[size];
            operands = new long[size];
            compares = new long[size];
            lanes = new int[size];
            results = new long[size];
        }
    }

    /** Adds an entry for which there is room. */
    public void add(int offset, long operand, long compare, int lane) {
        offsets[count] = offset;
        operands[count] = operand;
        compares[count] = compare;
        lanes[count++] = lane;
    }

    /** Takes over what is done to elements of which type, and nothing of the lanes. */
    public void takeOperation(AtomicOperands from) {
        operation = from.operation;
        elementBytes = from.elementBytes;
        signed = from.signed;
        floating = from.floating;
    }

    /** Performs entry {@code i} on an old value (zero-extended), stores the result and returns the new value. */
    public long apply(int i, long old) {
        int shift = 64 - elementBytes * 8;
        long value = signed ? old << shift >> shift : old;
        long operand = signed ? operands[i] << shift >> shift : operands[i] << shift >>> shift;
        results[i] = value;
        if (floating) {
            return operation.applyFloat(old, operand, compares[i] << shift >>> shift);
        }
        return operation.apply(value, operand, compares[i] << shift >>> shift, old, signed);
    }

    /** The atomic operations of the kernel text. */
    public enum Operation {
        ADD,
        MIN,
        MAX,
        AND,
        OR,
        XOR,
        EXCHANGE,
        COMPARE_EXCHANGE;

        long applyFloat(long old, long operand, long compare) {
            float value = Float.intBitsToFloat((int) old);
            float other = Float.intBitsToFloat((int) operand);
            return switch (this) {
                case ADD -> Float.floatToIntBits(value + other) & 0xFFFF_FFFFL;
                case MIN -> Float.floatToIntBits(Math.min(value, other)) & 0xFFFF_FFFFL;
                case MAX -> Float.floatToIntBits(Math.max(value, other)) & 0xFFFF_FFFFL;
                default -> apply(old, operand, compare, old, false);
            };
        }

        long apply(long value, long operand, long compare, long raw, boolean signed) {
            return switch (this) {
                case ADD -> value + operand;
                case MIN -> (signed ? value < operand : Long.compareUnsigned(value, operand) < 0) ? value : operand;
                case MAX -> (signed ? value > operand : Long.compareUnsigned(value, operand) > 0) ? value : operand;
                case AND -> value & operand;
                case OR -> value | operand;
                case XOR -> value ^ operand;
                case EXCHANGE -> operand;
                case COMPARE_EXCHANGE -> raw == compare ? operand : value;
            };
        }
    }
}
