// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/**
 * Arithmetic instructions one after the other, each of which alone reads the result of the one before it: bytecode does them lane by
 * lane, so that results in between need no vectors ({@link ChainWriter}).
 *
 * <p>It is for operands that all waves share and are one number, and for registers with a value a lane; {@link
 * RegisterFile#execute} is for all others.
 */
final class LaneChain {
    /** The most instructions of a chain. */
    private static final int LONGEST = 32;

    private LaneChain() {}

    /** How many instructions from one on, before another, are a chain; 0 if they are none. */
    static int length(KernelProgram kernel, int first, int end) {
        if (!takes(kernel, first) || kernel.a[first] < 0 && kernel.b[first] < 0) {
            return 0;
        }
        int at = first + 1;
        while (at < end && at - first < LONGEST && takes(kernel, at) && continues(kernel, at)) {
            at++;
        }
        return at - first < 2 ? 0 : at - first;
    }

    private static boolean takes(KernelProgram kernel, int at) {
        boolean lane = kernel.laneSlot != 0 && (kernel.a[at] == kernel.laneSlot || kernel.b[at] == kernel.laneSlot);
        return !lane
                && switch (kernel.ops[at]) {
                    case ADD, SUBTRACT, MULTIPLY, AND, OR, XOR, SHIFT_LEFT, SHIFT_RIGHT -> true;
                    default -> false;
                };
    }

    /** Whether just one operand of an instruction is the result of the one before it, which nobody else reads. */
    private static boolean continues(KernelProgram kernel, int at) {
        int result = kernel.destinations[at - 1];
        int a = kernel.a[at];
        int b = kernel.b[at];
        if (result <= kernel.namedRegisters || a == b || a != result && b != result) {
            return false;
        }
        return kernel.destinations[at] == result || (kernel.consumes[at] & (a == result ? 1 : 2)) != 0;
    }

    /** Whether an operand of a chain's instruction is the result of the one before. */
    static boolean isResult(KernelProgram kernel, int first, int at, int slot) {
        return at > first && slot == kernel.destinations[at - 1];
    }

    /** Whether a chain reads temporaries other than its own results, which are to be given up after it. */
    static boolean readsTemporaries(KernelProgram kernel, int first, int end) {
        for (int at = first; at < end; at++) {
            for (int slot : new int[] {kernel.a[at], kernel.b[at]}) {
                if (slot > kernel.namedRegisters && !isResult(kernel, first, at, slot)) {
                    return true;
                }
            }
        }
        return false;
    }
}
