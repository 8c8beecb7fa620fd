// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/**
 * The lanes of a wave that execute at present, and what instructions do to the registers and to the mask under it.
 *
 * <p>Lanes that take different branches run one after the other under a mask; the masks to return to lie on a stack, two
 * for an {@code if} (before it, and of its {@code else}) and one for a loop.
 */
final class ActiveLanes {
    private static final int MAX_MASKS = 2 * (ExpressionParser.MAX_NESTING + 1) + 2;

    private final RegisterFile file;
    private final long[] masks = new long[MAX_MASKS];
    private int top;
    private long live;
    private long mask;

    ActiveLanes(RegisterFile file) {
        this.file = file;
    }

    /** Begins a wave whose first {@code count} lanes are invocations; 0 or less: none is. */
    void start(long count) {
        startMask(count <= 0 ? 0 : count >= Long.SIZE ? -1L : (1L << count) - 1);
    }

    /** Begins a wave in which the lanes of a mask are invocations. */
    void startMask(long lanes) {
        live = lanes;
        mask = live;
        top = 0;
    }

    /** Lanes that execute, one bit each. */
    long mask() {
        return mask;
    }

    /** Whether all lanes that are invocations execute. */
    boolean all() {
        return mask == live;
    }

    /** How many lanes are invocations. */
    int liveCount() {
        return Long.bitCount(live);
    }

    /** Whether no lane executes and none waits for the end of a block. */
    boolean finished() {
        return mask == 0 && top == 0;
    }

    /** A number that differs, but for chance, where other lanes execute or wait for the end of a block. */
    long fingerprint(long seed) {
        long hash = RegisterFile.mix(seed, mask);
        for (int i = 0; i < top; i++) {
            hash = RegisterFile.mix(hash, masks[i]);
        }
        return hash;
    }

    /** One lane that executes. */
    int first() {
        return Long.numberOfTrailingZeros(mask);
    }

    void endIf() {
        top -= 2;
        mask = masks[top];
    }

    void enterLoop() {
        masks[top++] = mask;
    }

    void leaveLoop() {
        mask = masks[--top];
    }

    /** Takes the lanes that follow a branch, and says whether there is none, so that the wave jumps. */
    boolean branch(KernelProgram kernel, int at, Opcode op) {
        switch (op) {
            case IF -> {
                long taken = file.nonZero(kernel.a[at]) & mask;
                masks[top++] = mask;
                masks[top++] = mask & ~taken;
                mask = taken;
            }
            case ELSE -> mask = masks[top - 1];
            case WHILE_TEST -> mask &= file.nonZero(kernel.a[at]);
            case FOR_TEST -> mask &= file.inRange(kernel.a[at], kernel.b[at], kernel.c[at]);
            default -> {
                if (!file.laneInRange(kernel.a[at], kernel.b[at], kernel.c[at], first())) {
                    mask = 0;
                }
            }
        }
        return mask == 0;
    }

    /** Adds the step to a loop's counter. */
    void advance(KernelProgram kernel, int at) {
        file.advance(kernel.destinations[at], kernel.b[at], kernel.c[at], mask, all());
    }

    /** Executes an instruction whose lanes know nothing of each other. */
    void arithmetic(KernelProgram kernel, int at, Opcode op) {
        int slot = kernel.destinations[at];
        // lanes that are not active keep their registers; temporaries have no such past
        boolean blend = mask != live && slot <= kernel.namedRegisters;
        file.execute(op, blend ? Instructions.SCRATCH : slot, kernel.a[at], kernel.b[at], kernel.c[at]);
        if (blend) {
            file.blend(slot, mask);
        }
    }

    /** Executes an instruction by which lanes see each other's values. */
    void across(KernelProgram kernel, int at, Opcode op) {
        int slot = kernel.destinations[at];
        if (op == Opcode.SHUFFLE) {
            file.shuffle(kernel.a[at], kernel.b[at], mask);
            file.blend(slot, mask);
            return;
        }
        long votes = file.nonZero(kernel.a[at]) & mask;
        long result = switch (op) {
            case BALLOT -> votes;
            case ANY -> votes != 0 ? 1 : 0;
            default -> votes == mask ? 1 : 0;
        };
        set(slot, result);
    }

    /** Gives a register one value in the lanes that execute. */
    void set(int slot, long value) {
        file.set(slot, value, mask, all());
    }
}
