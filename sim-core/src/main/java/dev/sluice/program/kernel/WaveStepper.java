// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import org.jspecify.annotations.Nullable;

/**
 * Runs the chosen wave from one operation of the machine to the next, over the {@link Decoded} instructions of its program.
 *
 * <p>Says, until the next step of any wave, what the step cost and what it waits for. Where the wave stands is in its record.
 */
final class WaveStepper {
    private final WaveRecords records;
    private final RegisterFile file;
    private final ActiveLanes active;
    private final Scoreboard scoreboard;

    /** The chosen wave's program; null if none runs in its place. */
    private @Nullable KernelProgram program;

    private @Nullable LoopWatch watch;
    /** Counts operations; null in most runs. */
    private @Nullable OperationTally tally;

    /** Whether the following two are the chosen wave's. */
    private boolean located = true;
    /** The instruction that the wave last came to. */
    private int at;
    /** Whether it is an operation of the machine that is yet to be done. */
    private boolean standing;

    private long executed;
    private int issueCycles;
    private long cycles;
    private int waitRegister = -1;

    WaveStepper(WaveRecords records, RegisterFile file, ActiveLanes active, Scoreboard scoreboard) {
        this.records = records;
        this.file = file;
        this.active = active;
        this.scoreboard = scoreboard;
    }

    /** Another wave has been chosen, which runs a program, or none. */
    void choose(@Nullable KernelProgram chosen, @Nullable LoopWatch loops) {
        program = chosen;
        watch = loops;
        located = false;
    }

    /** Another wave has been chosen, which runs the program of the one chosen before, and whose loops nobody watches either. */
    void chooseAlike() {
        located = false;
    }

    void count(OperationTally operations) {
        tally = operations;
    }

    @Nullable
    OperationTally tally() {
        return tally;
    }

    void watch(@Nullable LoopWatch loops) {
        watch = loops;
    }

    @Nullable
    LoopWatch watch() {
        return watch;
    }

    /** The chosen wave begins. */
    void begin() {
        located = true;
        at = 0;
        standing = false;
        executed = 0;
        issueCycles = 0;
        cycles = 0;
        waitRegister = -1;
    }

    @Nullable
    KernelProgram program() {
        return program;
    }

    /** The instruction that the chosen wave last came to. */
    int at() {
        locate();
        return at;
    }

    /** Whether it is an operation of the machine that is yet to be done. */
    boolean standing() {
        locate();
        return standing;
    }

    long executed() {
        return executed;
    }

    int issueCycles() {
        return issueCycles;
    }

    long cycles() {
        return cycles;
    }

    int waitRegister() {
        return waitRegister;
    }

    /** Finds out where the chosen wave stands, which replies to it need not know. */
    private void locate() {
        if (!located && program != null) {
            long position = records.position();
            at = (int) (position >>> 32) & Integer.MAX_VALUE;
            standing = position < 0;
            located = true;
        }
    }

    /** Runs to the next operation that the machine must do and returns its kind. */
    int step() {
        KernelProgram kernel = program;
        if (kernel == null) {
            throw new IllegalStateException("bind a program first");
        }
        long[] words = records.words();
        int record = records.base();
        long position = words[record];
        if (position < 0) {
            consume(kernel, (int) (position >>> 32) & Integer.MAX_VALUE);
        }
        long[] code = kernel.packed;
        long[] shared = file.shared();
        long pending = records.pending();
        long live = words[record + WaveRecords.LIVE];
        long mask = words[record + WaveRecords.MASK];
        cycles = 0;
        int issued = 0;
        int count = 0;
        OperationTally operations = tally;
        if (operations != null) {
            operations.clear();
        }
        int pc = (int) position;
        if (mask == 0 && kernel.depths[pc] == 0) {
            pc = kernel.ops.length - 1;
        }
        while (true) {
            if ((pending & code[2 * pc + 1]) != 0) {
                int waitsFor = scoreboard.firstPending(kernel, pc);
                if (waitsFor >= 0) {
                    waitRegister = waitsFor;
                    return stop(WaveInterpreter.WAIT, pc, pc, issued, count);
                }
            }
            int here = pc++;
            count++;
            long packed = code[2 * here];
            int op = (int) packed & Decoded.OPERATION;
            if (op < Decoded.ARITHMETIC) {
                issued++;
                if (operations != null) {
                    operations.add(kernel.ops[here], mask);
                }
                int alone = (mask & mask - 1) == 0 && mask != 0 ? Long.numberOfTrailingZeros(mask) : -1;
                if (mask != live && (packed & Decoded.TEMPORARY) == 0
                        || !ScalarOps.execute(packed, words, record, shared, alone, file.lanes())) {
                    arithmetic(kernel, here);
                }
                continue;
            }
            switch (op) {
                case Decoded.MACHINE -> {
                    int kind = Decoded.destination(packed);
                    stop(kind, here, pc | WaveRecords.OPERATION, issued, count);
                    standing = true;
                    if (kind == WaveInterpreter.ALU) {
                        opaque(kernel);
                    }
                    return kind;
                }
                case Decoded.END -> {
                    return stop(WaveInterpreter.END, here, here, issued, count);
                }
                case Decoded.END_IF -> {
                    active.endIf(kernel.depths[here]);
                    mask = records.mask();
                }
                case Decoded.LOOP -> active.enterLoop(kernel.depths[here]);
                case Decoded.END_LOOP -> {
                    active.leaveLoop(kernel.depths[here]);
                    mask = records.mask();
                }
                case Decoded.FOR_TEST -> {
                    issued++;
                    int goesOn = ScalarOps.goesOn(kernel.code, here << Decoded.SHIFT, words, record, shared);
                    if (goesOn > 0) {
                        continue;
                    }
                    if (goesOn == 0) {
                        records.setMask(0);
                    }
                    if (goesOn == 0 || active.branch(kernel, here, kernel.ops[here])) {
                        pc = kernel.targets[here];
                    }
                    mask = records.mask();
                }
                case Decoded.IF, Decoded.ELSE, Decoded.WHILE_TEST -> {
                    issued++;
                    if (active.branch(kernel, here, kernel.ops[here])) {
                        pc = kernel.targets[here];
                    }
                    consume(kernel, here);
                    mask = records.mask();
                }
                case Decoded.JUMP, Decoded.FOR_NEXT -> {
                    issued++;
                    if (op == Decoded.FOR_NEXT
                            && (mask != live
                                    || !ScalarOps.advance(kernel.code, here << Decoded.SHIFT, words, record, shared))) {
                        active.advance(kernel, here);
                    }
                    pc = kernel.targets[here];
                    LoopWatch loops = watch;
                    if (loops != null && op == Decoded.JUMP) {
                        long registers = file.fingerprint(1, kernel.slots, pc);
                        loops.arrive(pc, here, active.fingerprint(kernel.depths[here], registers));
                    }
                    if (issued >= WaveInterpreter.SLICE) {
                        cycles = issued;
                        return stop(WaveInterpreter.ALU, here, pc, 0, count);
                    }
                }
                case Decoded.ACROSS -> {
                    issued++;
                    active.across(kernel, here, kernel.ops[here]);
                    consume(kernel, here);
                }
                default -> {
                    issued++;
                    if (operations != null) {
                        operations.add(kernel.ops[here], mask);
                    }
                    arithmetic(kernel, here);
                }
            }
        }
    }

    /** The wave has come to an instruction, and goes on at {@code next}; returns {@code kind}. */
    private int stop(int kind, int here, long next, int issued, int count) {
        located = true;
        at = here;
        standing = false;
        issueCycles = issued;
        executed += count;
        records.setPosition(next | (long) here << 32);
        return kind;
    }

    private void arithmetic(KernelProgram kernel, int here) {
        active.arithmetic(kernel, here, kernel.ops[here]);
        consume(kernel, here);
    }

    /** Gives up the temporaries that an instruction was the only one to read. */
    private void consume(KernelProgram kernel, int here) {
        int operands = kernel.consumes[here];
        if (operands != 0) {
            if ((operands & 1) != 0) {
                file.freeVector(kernel.a[here]);
            }
            if ((operands & 2) != 0) {
                file.freeVector(kernel.b[here]);
            }
            if ((operands & 4) != 0) {
                file.freeVector(kernel.c[here]);
            }
        }
    }

    /** An {@code alu} statement takes as long as its operand says. */
    private void opaque(KernelProgram kernel) {
        long wanted = file.value(kernel.a[at], active.first());
        cycles = Math.max(0, Math.min(wanted, WaveInterpreter.MAX_ALU_CYCLES));
        OperationTally operations = tally;
        if (operations != null) {
            operations.opaque += cycles * Long.bitCount(records.mask());
        }
    }
}
