package dev.sluice.core.kernel;

/** A read-modify-write operation performed at the point of coherence; every one returns the old value. */
public enum AtomicOp {
    ADD("add"),
    MIN("min"),
    MAX("max"),
    AND("and"),
    OR("or"),
    XOR("xor"),
    EXCHANGE("exchange"),
    /** Writes the operand if the old value equals the compare value. */
    COMPARE_EXCHANGE("compareExchange");

    private final String text;

    AtomicOp(String text) {
        this.text = text;
    }

    /** The operation's name in kernel text. */
    public String text() {
        return text;
    }

    /** Whether the operation exists for the type: integers of 32 and 64 bits; {@code f32} without the bitwise ones. */
    public boolean supports(ElementType type) {
        if (type == ElementType.F32) {
            return this != AND && this != OR && this != XOR;
        }
        return type.size() >= 4;
    }

    /**
     * The new memory bits. All arguments are taken modulo the type's width; {@code min} and {@code max} are signed for
     * {@code i32}, unsigned for {@code u32} and {@code u64}, and Java's for {@code f32} (NaN wins, -0 below +0).
     *
     * @param old the bits in memory
     * @param operand the operand
     * @param compare the expected value, used by {@link #COMPARE_EXCHANGE} only (compared by bits)
     * @return the bits to write, zero-extended
     */
    public static long apply(AtomicOp op, ElementType type, long old, long operand, long compare) {
        long before = type.truncate(old);
        long value = type.truncate(operand);
        return type.truncate(
                switch (op) {
                    case ADD -> type == ElementType.F32 ? Arithmetic.f32add(before, value) : before + value;
                    case MIN ->
                        type == ElementType.F32
                                ? Arithmetic.f32min(before, value)
                                : less(type, before, value) ? before : value;
                    case MAX ->
                        type == ElementType.F32
                                ? Arithmetic.f32max(before, value)
                                : less(type, before, value) ? value : before;
                    case AND -> before & value;
                    case OR -> before | value;
                    case XOR -> before ^ value;
                    case EXCHANGE -> value;
                    case COMPARE_EXCHANGE -> before == type.truncate(compare) ? value : before;
                });
    }

    private static boolean less(ElementType type, long a, long b) {
        return type == ElementType.I32 ? (int) a < (int) b : Long.compareUnsigned(a, b) < 0;
    }
}
