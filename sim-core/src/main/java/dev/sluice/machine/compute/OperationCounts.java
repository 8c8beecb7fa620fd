// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.program.kernel.WaveInterpreter;
import java.util.Arrays;

/** The operations that the kernels of commands execute, by the index of the command. */
public final class OperationCounts {

    private static final int KINDS = 3;

    private long[] counts = new long[KINDS * 16];

    /** Adds what the last step of an interpreter executed. */
    void add(int command, WaveInterpreter interpreter) {
        if (command >= 0) {
            int at = place(command);
            counts[at] += interpreter.integerOperations();
            counts[at + 1] += interpreter.floatOperations();
            counts[at + 2] += interpreter.opaqueOperations();
        }
    }

    private int place(int command) {
        int at = KINDS * command;
        if (at + KINDS > counts.length) {
            counts = Arrays.copyOf(counts, Math.max(2 * counts.length, at + KINDS));
        }
        return at;
    }

    private long count(int command, int kind) {
        int at = KINDS * command + kind;
        return at < counts.length ? counts[at] : 0;
    }

    /** Integer operations of all lanes. */
    public long integer(int command) {
        return count(command, 0);
    }

    /** Floating point operations of all lanes. */
    public long floating(int command) {
        return count(command, 1);
    }

    /** Cycles of arithmetic that nothing more is known of, of all lanes. */
    public long opaque(int command) {
        return count(command, 2);
    }
}
