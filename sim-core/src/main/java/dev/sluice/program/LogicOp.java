// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

/** A logical operation on the bits of the colour that a fragment has and of the one that is stored (VkLogicOp). */
public enum LogicOp {
    CLEAR,
    AND,
    AND_REVERSE,
    COPY,
    AND_INVERTED,
    NO_OP,
    XOR,
    OR,
    NOR,
    EQUIVALENT,
    INVERT,
    OR_REVERSE,
    COPY_INVERTED,
    OR_INVERTED,
    NAND,
    SET;

    /** Whether the result depends on what is stored. */
    public boolean reads() {
        return switch (this) {
            case CLEAR, COPY, COPY_INVERTED, SET -> false;
            case AND,
                    AND_REVERSE,
                    AND_INVERTED,
                    NO_OP,
                    XOR,
                    OR,
                    NOR,
                    EQUIVALENT,
                    INVERT,
                    OR_REVERSE,
                    OR_INVERTED,
                    NAND -> true;
        };
    }

    /**
     * The bits that are stored then.
     *
     * @param source of the fragment
     * @param stored in the attachment
     */
    public long apply(long source, long stored) {
        return switch (this) {
            case CLEAR -> 0;
            case AND -> source & stored;
            case AND_REVERSE -> source & ~stored;
            case COPY -> source;
            case AND_INVERTED -> ~source & stored;
            case NO_OP -> stored;
            case XOR -> source ^ stored;
            case OR -> source | stored;
            case NOR -> ~(source | stored);
            case EQUIVALENT -> ~(source ^ stored);
            case INVERT -> ~stored;
            case OR_REVERSE -> source | ~stored;
            case COPY_INVERTED -> ~source;
            case OR_INVERTED -> ~source | stored;
            case NAND -> ~(source & stored);
            case SET -> -1;
        };
    }
}
