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
    private final SharedRuns workgroup;
    /** Who does accesses within steps; null where none are. */
    private @Nullable AtOnce machine;

    /** The chosen wave's program; null if none runs in its place. */
    private @Nullable KernelProgram program;

    private @Nullable LoopWatch watch;
    /** Counts operations; null in most runs. */
    private @Nullable OperationTally tally;

    private long executed;
    private int issueCycles;
    private long cycles;
    private int waitRegister = -1;

    /** The chosen wave's program as bytecode; null if it is interpreted. */
    private @Nullable TranslatedKernel translated;
    /** What bytecode executed before it left for another of its parts, and where it goes on. */
    private int issuedSoFar;

    private int countSoFar;
    private int nextPart;

    WaveStepper(WaveRecords records, RegisterFile file, ActiveLanes active, Scoreboard scoreboard) {
        this.records = records;
        this.file = file;
        this.active = active;
        this.scoreboard = scoreboard;
        this.workgroup = new SharedRuns(records, file);
    }

    /** Another wave has been chosen, which runs a program, or none. */
    void choose(@Nullable KernelProgram chosen, @Nullable LoopWatch loops) {
        program = chosen;
        watch = loops;
        translate();
    }

    /** Looks whether the chosen wave runs bytecode. */
    private void translate() {
        KernelProgram kernel = program;
        if (kernel == null || isWatched(kernel)) {
            translated = null;
        } else {
            translated = machine == null ? kernel.translated() : kernel.translatedAtOnce();
        }
    }

    /** Has accesses done within steps from now on, as far as the machine does them. */
    void atOnce(AtOnce doing) {
        machine = doing;
        translate();
    }

    /** Does the load or store that the chosen wave comes to at an instruction, if the machine does it at once. */
    boolean accessAtOnce(int here) {
        AtOnce doing = machine;
        return doing != null && watch == null && doing.access(here);
    }

    /** The same of workgroup memory, given base and stride of the index. */
    boolean sharedAtOnce(long first, long stride, int here) {
        return watch == null && workgroup.access(running(), here, first, stride);
    }

    SharedRuns workgroup() {
        return workgroup;
    }

    /** Whether somebody counts operations, or watches loops and there are such as he looks for. */
    private boolean isWatched(KernelProgram kernel) {
        return tally != null || watch != null && kernel.maySpin();
    }

    void count(OperationTally operations) {
        tally = operations;
        translate();
    }

    @Nullable
    OperationTally tally() {
        return tally;
    }

    void watch(@Nullable LoopWatch loops) {
        watch = loops;
        translate();
    }

    @Nullable
    LoopWatch watch() {
        return watch;
    }

    /** The chosen wave begins. */
    void begin() {
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
        return WaveRecords.at(records.position());
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

    /** Runs to the next operation that the machine must do and returns its kind. */
    int step() {
        KernelProgram kernel = program;
        if (kernel == null) {
            throw new IllegalStateException("bind a program first");
        }
        long[] words = records.words();
        int record = records.base();
        long position = words[record];
        TranslatedKernel code = translated;
        if (code != null) {
            return run(code, kernel, words, record, (int) position);
        }
        return interpret(kernel, words, record, position);
    }

    private int run(TranslatedKernel code, KernelProgram kernel, long[] words, int record, int position) {
        cycles = 0;
        issuedSoFar = 0;
        countSoFar = 0;
        boolean none = words[record + WaveRecords.MASK] == 0 && kernel.depths[position] == 0;
        return code.run(this, words, record, file.shared(), none ? kernel.ops.length - 1 : position);
    }

    private int interpret(KernelProgram kernel, long[] words, int record, long position) {
        LoopWatch watched = watch;
        if (watched != null) {
            watched.step();
        }
        if (!isWatched(kernel) && kernel.isHot()) {
            translate();
        }
        if (position < 0) {
            consume(kernel, WaveRecords.at(position));
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
                if (mask != live && (packed & Decoded.ALL_LANES) == 0
                        || !ScalarOps.execute(packed, words, record, shared, alone, file.lanes())) {
                    arithmetic(kernel, here);
                }
                continue;
            }
            switch (op) {
                case Decoded.MACHINE -> {
                    return operation(Decoded.destination(packed), here, issued, count);
                }
                case Decoded.END -> {
                    return end(WaveInterpreter.END, here, issued, count);
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
                            && (mask != live && (packed & Decoded.ALL_LANES) == 0
                                    || !ScalarOps.advance(kernel.code, here << Decoded.SHIFT, words, record, shared))) {
                        active.advance(kernel, here);
                    }
                    pc = kernel.targets[here];
                    LoopWatch loops = watch;
                    if (loops != null && op == Decoded.JUMP) {
                        long registers = registers(kernel, loops, pc);
                        loops.arrive(pc, here, active.fingerprint(kernel.depths[here], registers));
                    }
                    if (issued >= WaveInterpreter.SLICE) {
                        return slice(here, pc, issued, count);
                    }
                }
                case Decoded.ACROSS -> {
                    issued++;
                    across(here);
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

    /** A fingerprint of all registers. */
    private long registers(KernelProgram kernel, LoopWatch loops, long seed) {
        long hash = seed;
        for (int slot = 1; slot < kernel.slots; slot++) {
            long values = scoreboard.isPending(slot) ? loops.guess(slot) : file.fingerprint(slot);
            hash = RegisterFile.mix(hash, values);
        }
        return hash;
    }

    /** The wave has come to an operation of the machine; returns its kind. */
    int operation(int kind, int here, int issued, int count) {
        stop(kind, here, here + 1 | WaveRecords.OPERATION, issued, count);
        if (kind == WaveInterpreter.ALU) {
            opaque();
        }
        return kind;
    }

    /** The wave has ended. */
    int end(int kind, int here, int issued, int count) {
        return stop(kind, here, here, issued, count);
    }

    /** The wave has computed for as long as it may, and goes on at {@code next}. */
    int slice(int here, int next, int issued, int count) {
        cycles = issued;
        return stop(WaveInterpreter.ALU, here, next, 0, count);
    }

    /** Whether an instruction, which has registers that may be pending, has to wait for one of them. */
    boolean waits(int here, int issued, int count) {
        KernelProgram kernel = running();
        int waitsFor = scoreboard.firstPending(kernel, here);
        if (waitsFor < 0) {
            return false;
        }
        waitRegister = waitsFor;
        stop(WaveInterpreter.WAIT, here, here, issued, count);
        return true;
    }

    /** The wave goes on in another part of its bytecode. */
    void leave(int next, int issued, int count) {
        nextPart = next;
        issuedSoFar = issued;
        countSoFar = count;
    }

    int nextPart() {
        return nextPart;
    }

    int issuedSoFar() {
        return issuedSoFar;
    }

    int countSoFar() {
        return countSoFar;
    }

    /** Bytecode was to begin where no wave stops. */
    IllegalStateException noEntry(int pc) {
        return new IllegalStateException("no wave of kernel " + running().name() + " stops at instruction " + pc);
    }

    /** The chosen wave's pending registers. */
    long pending() {
        return records.pending();
    }

    int lanes() {
        return file.lanes();
    }

    private KernelProgram running() {
        KernelProgram kernel = program;
        if (kernel == null) {
            throw new IllegalStateException("bind a program first");
        }
        return kernel;
    }

    /** Executes arithmetic on numbers of 32 bits. */
    void floats(int here) {
        KernelProgram kernel = running();
        long mask = records.mask();
        if ((mask == records.live() || kernel.writesAllLanes(here))
                && (mask & mask - 1) != 0
                && FloatRuns.execute(
                        kernel.ops[here],
                        file,
                        kernel.destinations[here],
                        kernel.a[here],
                        kernel.b[here],
                        kernel.c[here])) {
            consume(kernel, here);
        } else {
            arithmetic(kernel, here);
        }
    }

    /** Executes arithmetic whose lanes know nothing of each other. */
    void arithmetic(int here) {
        arithmetic(running(), here);
    }

    /**
     * Makes room for the result of a {@link LaneChain} whose registers have a value a lane, if all lanes execute and none of the
     * registers is pending.
     *
     * @return where the result begins in {@link #vectors}; -1, with nothing changed, if its instructions have to be executed one by one
     */
    int chain(int first, int count) {
        KernelProgram kernel = running();
        long mask = records.mask();
        if (mask != records.live() && !kernel.writesAllLanes(first + count - 1)
                || (mask & mask - 1) == 0
                || watch != null
                || file.lanes() % ChainWriter.UNROLLED != 0) {
            return -1;
        }
        long pending = records.pending();
        if (pending != 0) {
            for (int at = first; at < first + count; at++) {
                if ((kernel.uses[at] & pending) != 0) {
                    return -1;
                }
            }
        }
        return file.vector(kernel.destinations[first + count - 1]);
    }

    /** The lanes of all vectors. */
    long[] vectors() {
        return file.vectors();
    }

    /** A chain was executed: gives up the temporaries that it read. */
    void chained(int first, int count) {
        KernelProgram kernel = running();
        int result = kernel.destinations[first + count - 1];
        for (int at = first; at < first + count; at++) {
            consume(kernel, at, result);
        }
    }

    /** Executes an instruction by which lanes see each other's values. */
    void across(int here) {
        KernelProgram kernel = running();
        active.across(kernel, here, kernel.ops[here]);
        consume(kernel, here);
    }

    /** Bits of the lanes in which what an instruction tests is not zero. */
    long test(int here) {
        KernelProgram kernel = running();
        long bits = file.nonZero(kernel.a[here]);
        consume(kernel, here);
        return bits;
    }

    /** Takes the lanes that go on in a loop, and says whether there is none. */
    boolean leavesLoop(int here) {
        KernelProgram kernel = running();
        return active.branch(kernel, here, kernel.ops[here]);
    }

    /** Adds the step to a loop's counter. */
    void advance(int here) {
        active.advance(running(), here);
    }

    /** Gives up the temporaries that an instruction was the only one to read. */
    void consume(int here) {
        consume(running(), here);
    }

    /** The wave has come to an instruction, and goes on at {@code next}; returns {@code kind}. */
    private int stop(int kind, int here, long next, int issued, int count) {
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

    /** The same, but for a register that has got a result since. */
    private void consume(KernelProgram kernel, int here, int but) {
        int operands = kernel.consumes[here];
        if ((operands & 1) != 0 && kernel.a[here] != but) {
            file.freeVector(kernel.a[here]);
        }
        if ((operands & 2) != 0 && kernel.b[here] != but) {
            file.freeVector(kernel.b[here]);
        }
    }

    /** An {@code alu} statement takes as long as its operand says. */
    private void opaque() {
        KernelProgram kernel = running();
        long wanted = file.value(kernel.a[at()], active.first());
        cycles = Math.max(0, Math.min(wanted, WaveInterpreter.MAX_ALU_CYCLES));
        OperationTally operations = tally;
        if (operations != null) {
            operations.opaque += cycles * Long.bitCount(records.mask());
        }
    }
}
