// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import org.jspecify.annotations.Nullable;

/**
 * Runs waves of kernels, all lanes of each in step under a mask, up to the operations that the machine must do.
 *
 * <p>Reusable: {@link #bind}, then {@link #start} for each wave; no allocation once it has seen the program and the wave
 * size. Use: call {@link #next()}, charge {@link #issueCycles()} plus {@link #cycles()}, do what it names, and repeat.
 * Getters describe the operation until the following call of {@code next()}. The program counter has then already moved
 * past the operation, but for {@link #WAIT}, which retries. A {@link #LOAD}, {@link #ATOMIC} or {@link #SHARED_LOAD}
 * makes its {@link #destination()} pending until {@link #complete}.
 *
 * <p>An interpreter has one or more places for waves, and everything means the wave in the place that was last {@link
 * #select selected}, at first place 0. A machine with many waves calls {@link #step()} and, just before it does the
 * operation, {@link #operands()}; other waves may come between. What is said of the cycles and the register of a step
 * holds until the next step of any wave.
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

    private final WaveRecords records;
    private final RegisterFile file;
    private final ActiveLanes active;
    private final AccessOperands access;
    private final Scoreboard scoreboard;
    /** By place: what the wave has in common with others; null before the first. */
    private final @Nullable DispatchValues[] values;
    /** Waves under way. */
    private int running;

    private final @Nullable LoopWatch[] watches;
    /** Places whose waves' loops are watched. */
    private int watchers;

    private boolean watching;

    private final DispatchTable dispatches = new DispatchTable();
    private @Nullable KernelProgram bound;

    private final WaveStepper stepper;

    private int place;
    /** What the chosen wave has in common with others; null if none runs in its place. */
    private @Nullable DispatchValues chosen;

    /** An interpreter of one wave. */
    public WaveInterpreter() {
        this(1);
    }

    /** An interpreter of so many waves, 1 or more. */
    public WaveInterpreter(int places) {
        LaneOperands operands = new LaneOperands();
        records = new WaveRecords(places);
        file = new RegisterFile(records, operands);
        active = new ActiveLanes(records, file);
        access = new AccessOperands(file, operands);
        scoreboard = new Scoreboard(records);
        stepper = new WaveStepper(records, file, active, scoreboard);
        values = new DispatchValues[places];
        watches = new LoopWatch[places];
    }

    /** Chooses the wave that everything means from now on. */
    public void select(int wave) {
        if (wave != place) {
            place = wave;
            records.select(wave);
            DispatchValues own = values[wave];
            if (own != chosen || watching) {
                chooseOther(wave, own);
            }
        }
    }

    /** As {@link #select}, of a place in which a wave is under way. */
    public void selectRunning(int wave) {
        DispatchValues all = chosen;
        if (all == null || all.waves != running || watching) {
            select(wave);
        } else if (wave != place) { // all waves have these values, so that those of each need not be looked at
            place = wave;
            records.select(wave);
        }
    }

    private void chooseOther(int wave, @Nullable DispatchValues own) {
        chosen = own;
        if (own != null) {
            enter(own);
        }
        stepper.choose(own == null ? null : own.program, watches[wave]);
    }

    private MachineOperation current() {
        KernelProgram kernel = stepper.program();
        return kernel == null ? MachineOperation.NONE : kernel.machine[stepper.at()];
    }

    private void enter(DispatchValues own) {
        file.share(own);
        scoreboard.select(own.program);
    }

    /** Chooses the program that {@link #start} runs from now on. */
    public void bind(KernelProgram kernel) {
        bound = kernel;
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
        LocalSize size = kernel.localSize();
        long first = (long) waveIndex * waveSize;
        long count = Math.max(0, Math.min(waveSize, size.count() - first));
        prepare(kernel, waveSize, parameters, count == 0 ? 0 : -1L >>> Long.SIZE - count);
        long group = groupX + groupsX * (groupY + groupsY * groupZ);
        for (int i = 0; i < kernel.builtins.length; i++) {
            BuiltinValues.fill(
                    file, kernel.builtins[i], kernel.builtinSlots[i], size, first, groupX, groupY, groupZ, group);
        }
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
        prepare(kernel, waveSize, parameters, mask);
        for (int i = 0; i < kernel.builtins.length; i++) {
            switch (kernel.builtins[i]) {
                case X -> file.fill(kernel.builtinSlots[i], x);
                case Y -> file.fill(kernel.builtinSlots[i], y);
                default ->
                    throw new IllegalArgumentException("kernel " + kernel.name() + " uses " + kernel.builtins[i].text()
                            + ", which fragments do not have");
            }
        }
    }

    /** Has the loops of the wave watched from now on, or no longer with null. */
    public void watch(@Nullable LoopWatch loops) {
        stepper.watch(loops);
        watchers += (loops == null ? 0 : 1) - (watches[place] == null ? 0 : 1);
        watches[place] = loops;
        watching = watchers > 0;
    }

    /** What watches the wave's loops, or null. */
    public @Nullable LoopWatch watch() {
        return stepper.watch();
    }

    private KernelProgram startable(int waveSize, long[] parameters) {
        KernelProgram kernel = bound;
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

    private void prepare(KernelProgram kernel, int waveSize, long[] parameters, long live) {
        release();
        DispatchValues own = dispatches.of(kernel, parameters);
        own.waves++;
        running++;
        values[place] = own;
        chosen = own;
        file.lanes(waveSize);
        records.fit(kernel.recordLength);
        scoreboard.fit(place, kernel.namedRegisters + 1);
        records.begin(live, kernel.recordLength);
        enter(own);
        scoreboard.clear();
        LoopWatch loops = watches[place];
        if (loops != null) {
            loops.clear();
        }
        stepper.choose(kernel, loops);
        stepper.begin();
    }

    /** Gives up what the wave holds; it has ended, or is not to go on. */
    public void release() {
        DispatchValues own = values[place];
        if (own != null) {
            file.release(own.program);
            own.waves--;
            running--;
            values[place] = null;
            chosen = null;
            stepper.choose(null, watches[place]);
        }
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
        return stepper.step();
    }

    /** Computes the addresses of the access that {@link #step()} came to, and makes its register pending. */
    public void operands() {
        KernelProgram kernel = stepper.program();
        long position = records.position();
        if (kernel == null || position >= 0) {
            return;
        }
        int at = WaveRecords.at(position);
        MachineOperation current = kernel.machine[at];
        if (kernel.ops[at] == Opcode.LOAD) {
            access.address(kernel.a[at], current, records.mask());
            expect(kernel.destinations[at], current);
        } else {
            operands(kernel, at, current);
        }
    }

    private void operands(KernelProgram kernel, int at, MachineOperation current) {
        switch (kernel.ops[at]) {
            case SHARED_LOAD -> {
                access.address(kernel.a[at], current, records.mask());
                expect(kernel.destinations[at], current);
            }
            case STORE, SHARED_STORE -> {
                access.address(kernel.a[at], current, records.mask());
                access.values(kernel.b[at]);
            }
            case ATOMIC -> {
                access.address(kernel.a[at], current, records.mask());
                access.values(kernel.b[at]);
                access.compares(kernel.c[at]);
                // the register that it fills may hold one of them
                access.take();
                expect(kernel.destinations[at], current);
            }
            case EXPORT -> {
                access.type(current.type());
                access.values(kernel.a[at]);
                access.compares(kernel.b[at]);
            }
            default -> {
                // other operations have no operands by lane
            }
        }
    }

    private void expect(int destination, MachineOperation access) {
        if (destination >= 0) {
            LoopWatch loops = stepper.watch();
            for (int register = destination; register < destination + access.width(); register++) {
                if (loops != null) {
                    loops.expect(register);
                }
                // without functional data nothing is delivered, and the register reads as 0
                active.set(register, 0);
            }
            scoreboard.expect(destination, access.type(), access.width());
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
     * Brings one lane's value of a component of an outstanding access to a vector, as {@link #deliver(int, int, long)} does of an
     * element.
     *
     * @param component 0 to 3, less than {@link #width()} of the access
     */
    public void deliver(int register, int component, int lane, long value) {
        if (register >= 0) {
            file.setLane(register + component, lane, scoreboard.type(register).extend(value));
        }
    }

    /**
     * Brings the values of some lanes of an outstanding access, by lane: raw memory bits, as {@link #deliver(int, int, long)} takes
     * them.
     *
     * @param register the access's {@link #destination()}; -1 is ignored
     */
    public void deliver(int register, long lanes, long[] values) {
        if (register >= 0 && lanes != 0) {
            file.setLanes(register, lanes, values, scoreboard.type(register));
        }
    }

    /**
     * Brings the values of consecutive lanes that lie one after the other, little-endian, as memory holds them, those of a vector too.
     *
     * @param register the access's {@link #destination()}; -1 is ignored
     * @param offset byte of {@code data} at which the first lane's element begins
     */
    public void deliverRun(int register, int firstLane, int count, byte[] data, int offset) {
        if (register >= 0) {
            ElementType type = scoreboard.type(register);
            boolean all = firstLane == 0 && count >= active.liveCount();
            int width = scoreboard.width(register);
            if (width == 1) {
                file.load(register, type, data, offset, firstLane, count, all);
                return;
            }
            for (int i = 0; i < width; i++) {
                int from = offset + i * type.size();
                file.load(register + i, type, data, from, type.size() * width, firstLane, count, all);
            }
        }
    }

    /**
     * Brings one value to all lanes that execute, of an access that they have just begun: raw memory bits, as {@link #deliver(int,
     * int, long)} takes them.
     *
     * @param register the access's {@link #destination()}; -1 is ignored
     * @param component of a vector, 0 to 3; 0 of an element
     */
    public void deliverToAll(int register, int component, long value) {
        if (register >= 0) {
            active.set(register + component, scoreboard.type(register).extend(value));
        }
    }

    /**
     * Whether somebody would notice what an access brings into a register: only then it has to be delivered.
     *
     * @param register the access's {@link #destination()}
     */
    public boolean delivers(int register) {
        KernelProgram kernel = stepper.program();
        return stepper.watch() != null || kernel == null || kernel.reads(register);
    }

    /** Reads what the next steps of the wave in a place will need; returns anything made of it. */
    public long touch(int wave) {
        return records.touch(wave);
    }

    /**
     * Whether the wave in a place, which came to a {@link #WAIT}, still waits for its register, so that a step would come to nothing
     * else; false also where only a step can tell.
     */
    public boolean waitsFor(int wave, int register) {
        return scoreboard.pendsExactly(wave, register);
    }

    /** Ends an outstanding access of the wave in a place, which need not be the selected one. -1 is ignored. */
    public void complete(int wave, int register) {
        if (register >= 0 && !watching && scoreboard.completeExactly(wave, register)) {
            return;
        }
        select(wave);
        complete(register);
    }

    /** Ends an outstanding access; its register may be used from here on. -1 is ignored. */
    public void complete(int register) {
        if (register >= 0) {
            int width = scoreboard.width(register);
            scoreboard.complete(register);
            LoopWatch loops = stepper.watch();
            for (int i = 0; loops != null && i < width; i++) {
                loops.deliver(register + i, file.fingerprint(register + i));
            }
        }
    }

    /** Cycles of arithmetic executed since the previous operation, one an instruction. */
    public int issueCycles() {
        return stepper.issueCycles();
    }

    /** Cycles of an {@link #ALU} operation, on top of {@link #issueCycles()}; 0 for other kinds. */
    public long cycles() {
        return stepper.cycles();
    }

    /** Has operations counted from now on. */
    public void countOperations() {
        stepper.count(new OperationTally());
    }

    /** Integer operations of all lanes in the last step; 0 where nobody counts. */
    public long integerOperations() {
        OperationTally tally = stepper.tally();
        return tally == null ? 0 : tally.integer;
    }

    /** Floating point operations of all lanes in the last step; 0 where nobody counts. */
    public long floatOperations() {
        OperationTally tally = stepper.tally();
        return tally == null ? 0 : tally.floating;
    }

    /** Cycles of {@code alu} statements in the last step, of all lanes; 0 where nobody counts. */
    public long opaqueOperations() {
        OperationTally tally = stepper.tally();
        return tally == null ? 0 : tally.opaque;
    }

    /** Instructions executed since the start, operations included: the machine's measure against endless loops. */
    public long instructionsExecuted() {
        return stepper.executed();
    }

    /** The instruction that the wave came to, less than {@link KernelProgram#size()}. */
    public int instruction() {
        return stepper.at();
    }

    /** Index of the binding in {@link KernelProgram#bindings()}; -1 for shared memory. */
    public int binding() {
        return current().binding();
    }

    /** The output of an {@link #EXPORT}: 0 to 7 for colours, 8 for the depth. */
    public int output() {
        return current().binding();
    }

    /** Element type of the access; of a vector, that of each component. */
    public ElementType elementType() {
        return current().type();
    }

    /** Elements that each lane takes: 1, or 2 or 4 of a vector. */
    public int width() {
        return current().width();
    }

    /** Bytes that each lane takes: 1 to {@value VectorType#MAX_BYTES}. */
    public int elementBytes() {
        return 1 << current().shift();
    }

    /** Lanes that take part, one bit each. */
    public long activeMask() {
        return records.mask();
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

    /** The same of a component of a vector, 0 to 3. */
    public long[] values(int component) {
        return access.component(component);
    }

    /**
     * Writes the bits that consecutive lanes store one after the other, little-endian, as memory holds them.
     *
     * @param offset byte of {@code data} at which the first lane's element begins
     */
    public void storeRun(int firstLane, int count, byte[] data, int offset) {
        access.store(firstLane, count, data, offset);
    }

    /** Expected values of compareExchange, or high bits to export, per lane, truncated to the type. Valid in active lanes. */
    public long[] compares() {
        return access.compares();
    }

    /** The register that the access fills; -1 where an atomic's result is not wanted and for stores. */
    public int destination() {
        KernelProgram kernel = stepper.program();
        return kernel != null && records.position() < 0 ? kernel.destinations[stepper.at()] : Instructions.NONE;
    }

    /** What {@link #runs()} need to know of the load or store that the wave came to; of other operations it says nothing. */
    public RunOperands runOperands() {
        KernelProgram kernel = stepper.program();
        if (kernel == null) {
            throw new IllegalStateException("no wave runs");
        }
        return new RunOperands(kernel, stepper.at());
    }

    /**
     * Has accesses done within steps from now on, where a kernel runs as bytecode: a step ends at one only if it has to. All others have
     * to be done, too, before the next step of their wave.
     *
     * @param machine does loads and stores
     * @param functional whether loads of workgroup memory bring bytes
     */
    public void atOnce(AtOnce machine, boolean functional) {
        stepper.workgroup().loads(functional);
        stepper.atOnce(machine);
    }

    /** Says which bytes of which memory are the chosen wave's workgroup's, and how many accesses to it steps may make until the next call. */
    public void workgroup(byte[] memory, int bytes, int accesses) {
        stepper.workgroup().begin(memory, bytes, accesses);
    }

    /** An access of workgroup memory was made where a step ended; returns whether it was the last one that steps may make. */
    public boolean lastShared() {
        return stepper.workgroup().last();
    }

    /** Accesses of whole waves, for a machine that does them at once. */
    public WaveRuns runs() {
        return new WaveRuns(records, file, stepper);
    }

    /** What stands after {@code @}. */
    public Qualifiers qualifiers() {
        return current().qualifiers();
    }

    /** The operation of an {@link #ATOMIC}. */
    public AtomicOp atomicOp() {
        return current().atomic();
    }

    /** The scope of a barrier. */
    public Scope scope() {
        return current().scope();
    }

    /** The bits of {@link Semantics} of a barrier. */
    public int semantics() {
        return current().semantics();
    }

    /** The register for which a {@link #WAIT} waits. */
    public int waitRegister() {
        return stepper.waitRegister();
    }

    /** Accesses whose destination is pending. */
    public int outstanding() {
        return scoreboard.outstanding();
    }

    /** Line of the operation within the kernel's code, from 1. */
    public int line() {
        KernelProgram kernel = stepper.program();
        return kernel == null ? 0 : kernel.lines[stepper.at()];
    }

    /** The line that a wave stands at, from 1; 0 where none runs. For somebody who looks. */
    public int lineOf(int wave) {
        int before = place;
        select(wave);
        KernelProgram kernel = stepper.program();
        int at = stepper.at();
        int line = kernel == null || at >= kernel.lines.length ? 0 : kernel.lines[at];
        select(before);
        return line;
    }

    /** The value of a register in a lane; for tests and for looking at a wave. */
    public long register(int register, int lane) {
        return file.value(register, lane);
    }
}
