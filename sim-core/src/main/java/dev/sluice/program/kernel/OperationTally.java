// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/** The operations of one step, of all lanes together. */
final class OperationTally {

    private static final byte[] INTEGER = new byte[Opcode.values().length];
    private static final byte[] FLOATING = new byte[Opcode.values().length];

    long integer;
    long floating;
    long opaque;

    static {
        for (Opcode op : Opcode.values()) {
            String name = op.name();
            if (name.startsWith("F32_")) {
                FLOATING[op.ordinal()] = (byte) (op == Opcode.F32_FMA ? 2 : 1);
            } else if (op.compareTo(Opcode.NEGATE) >= 0 && op.compareTo(Opcode.HASH) <= 0) {
                INTEGER[op.ordinal()] = 1;
            }
        }
    }

    void clear() {
        integer = 0;
        floating = 0;
        opaque = 0;
    }

    void add(Opcode op, long lanes) {
        int count = Long.bitCount(lanes);
        integer += (long) INTEGER[op.ordinal()] * count;
        floating += (long) FLOATING[op.ordinal()] * count;
    }
}
