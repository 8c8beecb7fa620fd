// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import org.jspecify.annotations.Nullable;

/**
 * Runs one wave of a kernel, all lanes in step under a mask, up to the operations that the machine must do.
 *
 * <p>Reusable: {@link #bind}, then {@link #start} for each wave; no allocation once it has seen the program and the wave
 * size. Use: call {@link #next()}, charge {@link #issueCycles()} plus {@link #cycles()}, do what it names, and repeat.
 * Getters describe the operation until the following call of {@code next()}. The program counter has then already moved
 * past the operation, but for {@link #WAIT}, which retries. A {@link #LOAD}, {@link #ATOMIC} or {@link #SHARED_LOAD}
 * makes its {@link #destination()} pending until {@link #complete}. A machine with many waves calls {@link #step()} and,
 * just before it does the operation, {@link #operands()}; the waves may then share their {@link LaneOperands}.
 */
public final class WaveInterpreter {
    /** Load from a binding: offsets; the destination becomes pending. */
    public static final int LOAD = 0;
    /** Store to a binding: offsets and values. */
    public static final int STORE = 1;
    /** Atomic on a binding: offsets, values, compares; the destination, if there is one, becomes pending. */
    public static final int ATOMIC = 2;
    /** Load from shared memory; the destination becomes pending. */
    public static final int SHARED_LOAD = 3;
    /** Store to shared memory. */
    public static final int SHARED_STORE = 4;
    /** Arithmetic of {@link #cycles()}: an {@code alu} statement, or a slice of a long loop. */
    public static final int ALU = 5;
    /** All invocations of {@link #scope()} meet; with {@link #semantics()}, which may be 0. */
    public static final int CONTROL_BARRIER = 6;
    /** A memory barrier of {@link #scope()} and {@link #semantics()}. */
    public static final int MEMORY_BARRIER = 7;
    /** The next instruction needs {@link #waitRegister()}, which is pending. */
    public static final int WAIT = 8;
    /** The wave is done; loads whose results nobody reads may still be outstanding. */
    public static final int END = 9;

    /** Writes {@link #output()} of the active fragments: low bits in values, high bits in compares. */
    public static final int EXPORT = 10;

    /** The most cycles of one {@code alu} statement. */
    public static final int MAX_ALU_CYCLES = 1_000_000_000;

    /** The most lanes of a wave. */
    public static final int MAX_WAVE_SIZE = 64;

    /** Pure instructions after which a loop's back edge returns to the machine. */
    static final int SLICE = 1024;

    private final RegisterFile file;
    private final ActiveLanes active;
    private final AccessOperands access;
    private final Scoreboard scoreboard = new Scoreboard();
    private @Nullable KernelProgram program;
    private @Nullable LoopWatch watch;
    private boolean newProgram;
    private Opcode[] ops = new Opcode[0];
    private MachineOperation[] machine = new MachineOperation[0];
    private int at;
    private int pc;
    private long executed;
    private int issueCycles;
    private long cycles;
    private int destination;
    private int waitRegister;
    private int line;
    private MachineOperation current = MachineOperation.NONE;

    /** An interpreter with operands of its own. */
    public WaveInterpreter() {
        this(new LaneOperands());
    }

    /** An interpreter that shares its operands with others that never use them at the same time. */
    public WaveInterpreter(LaneOperands operands) {
        file = new RegisterFile(operands);
        active = new ActiveLanes(file);
        access = new AccessOperands(file, operands);
    }

    /** Chooses the program that {@link #start} runs from now on. */
    public void bind(KernelProgram kernel) {
        if (kernel == program) {
            return;
        }
        program = kernel;
        newProgram = true;
        ops = kernel.ops;
        machine = kernel.machine;
        scoreboard.reserve(kernel.namedRegisters + 1);
    }

    /**
     * Starts a wave: registers are 0, lanes beyond the workgroup's invocations are inactive.
     *
     * @param waveIndex which wave of the workgroup, from 0; lane l has the local index waveIndex * waveSize + l
     * @param waveSize lanes of the wave, 1 to 64
     * @param parameters values in the order of {@link KernelProgram#parameters()}
     */
    public void start(
            long groupX,
            long groupY,
            long groupZ,
            long groupsX,
            long groupsY,
            long groupsZ,
            int waveIndex,
            int waveSize,
            long[] parameters) {
        KernelProgram kernel = startable(waveSize, parameters);
        if (groupX >= groupsX || groupY >= groupsY || groupZ >= groupsZ) {
            throw new IllegalArgumentException("the workgroup lies outside the dispatch");
        }
        prepare(kernel, waveSize);
        LocalSize size = kernel.localSize();
        long first = (long) waveIndex * waveSize;
        long group = groupX + groupsX * (groupY + groupsY * groupZ);
        for (int i = 0; i < kernel.builtins.length; i++) {
            file.fill(kernel.builtins[i], kernel.builtinSlots[i], size, first, groupX, groupY, groupZ, group);
        }
        for (int i = 0; i < parameters.length; i++) {
            file.fill(1 + kernel.namedRegisters + i, parameters[i]);
        }
        active.start(Math.min(waveSize, size.count() - first));
    }

    /**
     * Starts a wave of fragments.
     *
     * @param x column of each lane's pixel
     * @param y row of each lane's pixel
     * @param mask lanes that are fragments; the others are not active
     * @param waveSize lanes of the wave, 1 to 64
     * @param parameters values in the order of {@link KernelProgram#parameters()}
     */
    public void startFragments(int[] x, int[] y, long mask, int waveSize, long[] parameters) {
        KernelProgram kernel = startable(waveSize, parameters);
        if (waveSize < Long.SIZE && mask >>> waveSize != 0) {
            throw new IllegalArgumentException("fragments in lanes beyond the wave's " + waveSize);
        }
        prepare(kernel, waveSize);
        for (int i = 0; i < kernel.builtins.length; i++) {
            switch (kernel.builtins[i]) {
                case X -> file.fill(kernel.builtinSlots[i], x);
                case Y -> file.fill(kernel.builtinSlots[i], y);
                case LANE -> file.setAffine(kernel.builtinSlots[i], 0, 1);
                default ->
                    throw new IllegalArgumentException("kernel " + kernel.name() + " uses " + kernel.builtins[i].text()
                            + ", which fragments do not have");
            }
        }
        for (int i = 0; i < parameters.length; i++) {
            file.fill(1 + kernel.namedRegisters + i, parameters[i]);
        }
        active.startMask(mask);
    }

    /** Has the loops of the wave watched from now on, or no longer with null. */
    public void watch(@Nullable LoopWatch loops) {
        watch = loops;
    }

    /** What watches the wave's loops, or null. */
    public @Nullable LoopWatch watch() {
        return watch;
    }

    private KernelProgram startable(int waveSize, long[] parameters) {
        KernelProgram kernel = program;
        if (kernel == null) {
            throw new IllegalStateException("bind a program first");
        }
        if (waveSize < 1 || waveSize > MAX_WAVE_SIZE) {
            throw new IllegalArgumentException("wave size " + waveSize + " is not in 1.." + MAX_WAVE_SIZE);
        }
        if (parameters.length != kernel.parameters().size()) {
            throw new IllegalArgumentException("kernel " + kernel.name() + " takes "
                    + kernel.parameters().size() + " parameters, not " + parameters.length);
        }
        return kernel;
    }

    private void prepare(KernelProgram kernel, int waveSize) {
        file.prepare(kernel, waveSize, newProgram);
        newProgram = false;
        file.clearNamed(kernel);
        scoreboard.clear();
        LoopWatch loops = watch;
        if (loops != null) {
            loops.clear();
        }
        pc = 0;
        executed = 0;
        issueCycles = 0;
        cycles = 0;
        destination = -1;
        waitRegister = -1;
        current = MachineOperation.NONE;
    }

    /** Runs to the next operation that the machine must do, computes its {@link #operands()} and returns its kind. */
    public int next() {
        int operation = step();
        operands();
        return operation;
    }

    /**
     * Runs to the next operation that the machine must do and returns its kind; {@link #operands()} must follow before
     * the operation is done and before the next step, but other waves may come between.
     */
    public int step() {
        KernelProgram kernel = program;
        if (kernel == null) {
            throw new IllegalStateException("bind a program first");
        }
        issueCycles = 0;
        cycles = 0;
        at = -1;
        if (active.finished()) {
            pc = ops.length - 1;
        }
        while (true) {
            if (scoreboard.mayWait(kernel.uses[pc])) {
                int pending = scoreboard.firstPending(kernel, pc);
                if (pending >= 0) {
                    waitRegister = pending;
                    line = kernel.lines[pc];
                    return WAIT;
                }
            }
            int at = pc++;
            executed++;
            Opcode op = ops[at];
            switch (op) {
                case LOAD, STORE, ATOMIC, SHARED_LOAD, SHARED_STORE, CONTROL_BARRIER, MEMORY_BARRIER, ALU, EXPORT -> {
                    this.at = at;
                    return machineOperation(kernel, at, op);
                }
                case END -> {
                    pc = at;
                    line = kernel.lines[at];
                    return END;
                }
                case END_IF -> active.endIf();
                case LOOP -> active.enterLoop();
                case END_LOOP -> active.leaveLoop();
                case IF, ELSE, WHILE_TEST, FOR_TEST, FOR_TEST_UNIFORM -> {
                    issueCycles++;
                    if (active.branch(kernel, at, op)) {
                        pc = kernel.targets[at];
                    }
                }
                case JUMP, FOR_NEXT -> {
                    issueCycles++;
                    if (op == Opcode.FOR_NEXT) {
                        active.advance(kernel, at);
                    }
                    pc = kernel.targets[at];
                    if (watch != null && op == Opcode.JUMP) {
                        watch.arrive(pc, at, active.fingerprint(file.fingerprint(0, kernel.slots, pc)));
                    }
                    if (issueCycles >= SLICE) {
                        cycles = issueCycles;
                        issueCycles = 0;
                        line = kernel.lines[at];
                        return ALU;
                    }
                }
                case SHUFFLE, BALLOT, ANY, ALL -> {
                    issueCycles++;
                    active.across(kernel, at, op);
                }
                default -> {
                    issueCycles++;
                    active.arithmetic(kernel, at, op);
                }
            }
        }
    }

    private int machineOperation(KernelProgram kernel, int at, Opcode op) {
        current = machine[at];
        line = kernel.lines[at];
        int slot = kernel.destinations[at];
        destination = slot == Instructions.SCRATCH ? -1 : slot;
        return switch (op) {
            case LOAD -> LOAD;
            case STORE -> STORE;
            case ATOMIC -> ATOMIC;
            case SHARED_LOAD -> SHARED_LOAD;
            case SHARED_STORE -> SHARED_STORE;
            case ALU -> {
                long wanted = file.value(kernel.a[at], active.first());
                cycles = Math.max(0, Math.min(wanted, MAX_ALU_CYCLES));
                yield ALU;
            }
            case CONTROL_BARRIER -> CONTROL_BARRIER;
            case EXPORT -> EXPORT;
            default -> MEMORY_BARRIER;
        };
    }

    /** Computes offsets, values and compares of the access that {@link #step()} came to, and makes its register pending. */
    public void operands() {
        KernelProgram kernel = program;
        if (at < 0 || kernel == null) {
            return;
        }
        switch (ops[at]) {
            case LOAD, SHARED_LOAD -> {
                access.address(kernel.a[at], current.type());
                expect();
            }
            case STORE, SHARED_STORE -> {
                access.address(kernel.a[at], current.type());
                access.takeValues(kernel.b[at]);
            }
            case ATOMIC -> {
                access.address(kernel.a[at], current.type());
                access.takeValues(kernel.b[at]);
                access.takeCompares(kernel.c[at]);
                expect();
            }
            case EXPORT -> {
                access.type(current.type());
                access.takeValues(kernel.a[at]);
                access.takeCompares(kernel.b[at]);
            }
            default -> {
                // other operations have no operands by lane
            }
        }
    }

    private void expect() {
        if (destination >= 0) {
            // without functional data nothing is delivered, and the register reads as 0
            active.set(destination, 0);
            scoreboard.expect(destination, current.type());
        }
    }

    /**
     * Brings one lane's value of an outstanding access: raw memory bits, which are extended by the access's type.
     *
     * @param register the access's {@link #destination()}; -1 is ignored
     */
    public void deliver(int register, int lane, long value) {
        if (register >= 0) {
            ElementType type = scoreboard.type(register);
            file.setLane(register, lane, type.extend(value));
        }
    }

    /**
     * Brings the values of consecutive lanes that lie one after the other, little-endian, as memory holds them.
     *
     * @param register the access's {@link #destination()}; -1 is ignored
     * @param offset byte of {@code data} at which the first lane's element begins
     */
    public void deliverRun(int register, int firstLane, int count, byte[] data, int offset) {
        if (register >= 0) {
            ElementType type = scoreboard.type(register);
            boolean all = firstLane == 0 && count >= active.liveCount();
            file.load(register, type, data, offset, firstLane, count, all);
        }
    }

    /** Ends an outstanding access; its register may be used from here on. -1 is ignored. */
    public void complete(int register) {
        if (register >= 0) {
            scoreboard.complete(register);
            if (watch != null) {
                watch.read(file.fingerprint(register, register + 1, register));
            }
        }
    }

    /** Cycles of arithmetic executed since the previous operation, one an instruction. */
    public int issueCycles() {
        return issueCycles;
    }

    /** Cycles of an {@link #ALU} operation, on top of {@link #issueCycles()}; 0 for other kinds. */
    public long cycles() {
        return cycles;
    }

    /** Instructions executed since the start, operations included: the machine's measure against endless loops. */
    public long instructionsExecuted() {
        return executed;
    }

    /** Index of the binding in {@link KernelProgram#bindings()}; -1 for shared memory. */
    public int binding() {
        return current.binding();
    }

    /** The output of an {@link #EXPORT}: 0 to 7 for colours, 8 for the depth. */
    public int output() {
        return current.binding();
    }

    /** Element type of the access. */
    public ElementType elementType() {
        return current.type();
    }

    /** Lanes that take part, one bit each. */
    public long activeMask() {
        return active.mask();
    }

    /** Byte offset into the binding or shared memory per lane; saturated where it would overflow. Valid in active lanes. */
    public long[] offsets() {
        return access.offsets();
    }

    /** Whether lane l's offset is {@link #firstOffset()} + l * {@link #offsetStride()}, without overflow. */
    public boolean regular() {
        return access.regular();
    }

    /** Byte offset of lane 0; only if {@link #regular()}. */
    public long firstOffset() {
        return access.firstOffset();
    }

    /** Bytes between the offsets of neighbouring lanes; only if {@link #regular()}. */
    public long offsetStride() {
        return access.offsetStride();
    }

    /** Element index of a lane, as written in the text; for messages. */
    public long index(int lane) {
        return access.index(lane);
    }

    /** Bits to store or to export, or operands of the atomic, per lane, truncated to the type. Valid in active lanes. */
    public long[] values() {
        return access.values();
    }

    /** Expected values of compareExchange, or high bits to export, per lane, truncated to the type. Valid in active lanes. */
    public long[] compares() {
        return access.compares();
    }

    /** The register that the access fills; -1 where an atomic's result is not wanted and for stores. */
    public int destination() {
        return destination;
    }

    /** What stands after {@code @}. */
    public Qualifiers qualifiers() {
        return current.qualifiers();
    }

    /** The operation of an {@link #ATOMIC}. */
    public AtomicOp atomicOp() {
        return current.atomic();
    }

    /** The scope of a barrier. */
    public Scope scope() {
        return current.scope();
    }

    /** The bits of {@link Semantics} of a barrier. */
    public int semantics() {
        return current.semantics();
    }

    /** The register for which a {@link #WAIT} waits. */
    public int waitRegister() {
        return waitRegister;
    }

    /** Accesses whose destination is pending. */
    public int outstanding() {
        return scoreboard.outstanding();
    }

    /** Line of the operation within the kernel's code, from 1. */
    public int line() {
        return line;
    }

    /** The value of a register in a lane; for tests and for looking at a wave. */
    public long register(int register, int lane) {
        return file.value(register, lane);
    }
}
