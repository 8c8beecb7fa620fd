// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/**
 * The lanes of the chosen wave that execute at present, and what instructions do to the registers and to the mask under it.
 *
 * <p>Lanes that take different branches run one after the other under a mask; the masks to return to lie in the wave's
 * record, two for an {@code if} (before it, and of its {@code else}) and one for a loop. How deep a place of the program
 * lies is known from its text.
 */
final class ActiveLanes {
    private final WaveRecords records;
    private final RegisterFile file;

    ActiveLanes(WaveRecords records, RegisterFile file) {
        this.records = records;
        this.file = file;
    }

    /** Whether all lanes that are invocations execute. */
    boolean all() {
        return records.mask() == records.live();
    }

    /** How many lanes are invocations. */
    int liveCount() {
        return Long.bitCount(records.live());
    }

    /** A number that differs, but for chance, where other lanes execute or wait for the end of a block. */
    long fingerprint(int depth, long seed) {
        long hash = RegisterFile.mix(seed, records.mask());
        for (int i = 0; i < depth; i++) {
            hash = RegisterFile.mix(hash, records.saved(i));
        }
        return hash;
    }

    /** One lane that executes. */
    int first() {
        return Long.numberOfTrailingZeros(records.mask());
    }

    /** @param depth of the instruction, within the {@code if} */
    void endIf(int depth) {
        records.setMask(records.saved(depth - 2));
    }

    void enterLoop(int depth) {
        records.save(depth, records.mask());
    }

    void leaveLoop(int depth) {
        records.setMask(records.saved(depth - 1));
    }

    /** Takes the lanes that follow a branch, and says whether there is none, so that the wave jumps. */
    boolean branch(KernelProgram kernel, int at, Opcode op) {
        long before = records.mask();
        int depth = kernel.depths[at];
        long mask = switch (op) {
            case IF -> {
                long taken = file.nonZero(kernel.a[at]) & before;
                records.save(depth, before);
                records.save(depth + 1, before & ~taken);
                yield taken;
            }
            case ELSE -> records.saved(depth - 1);
            case WHILE_TEST -> before & file.nonZero(kernel.a[at]);
            case FOR_TEST -> before & file.inRange(kernel.a[at], kernel.b[at], kernel.c[at]);
            default -> file.laneInRange(kernel.a[at], kernel.b[at], kernel.c[at], first()) ? before : 0;
        };
        records.setMask(mask);
        return mask == 0;
    }

    /** Adds the step to a loop's counter. */
    void advance(KernelProgram kernel, int at) {
        file.advance(
                kernel.destinations[at],
                kernel.b[at],
                kernel.c[at],
                records.mask(),
                all() || kernel.writesAllLanes(at));
    }

    /** Executes an instruction whose lanes know nothing of each other. */
    void arithmetic(KernelProgram kernel, int at, Opcode op) {
        int slot = kernel.destinations[at];
        int a = kernel.a[at];
        int b = kernel.b[at];
        int c = kernel.c[at];
        long mask = records.mask();
        // lanes that are not active keep their registers, unless nobody reads them
        boolean whole = mask == records.live() || kernel.writesAllLanes(at);
        if ((mask & mask - 1) == 0 && mask != 0) {
            int lane = Long.numberOfTrailingZeros(mask);
            long value = Arithmetic.evaluate(op, file.value(a, lane), file.value(b, lane), file.value(c, lane));
            if (whole) {
                file.fill(slot, value);
            } else {
                file.setLane(slot, lane, value);
            }
        } else if (whole) {
            file.execute(op, slot, a, b, c);
        } else {
            file.executeMasked(op, slot, a, b, c, mask);
        }
    }

    /** Executes an instruction by which lanes see each other's values. */
    void across(KernelProgram kernel, int at, Opcode op) {
        int slot = kernel.destinations[at];
        long mask = records.mask();
        if (op == Opcode.SHUFFLE) {
            file.shuffle(slot, kernel.a[at], kernel.b[at], mask);
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
        file.set(slot, value, records.mask(), all());
    }
}
