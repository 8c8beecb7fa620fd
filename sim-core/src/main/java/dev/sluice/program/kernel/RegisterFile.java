// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/**
 * The registers of the waves of one interpreter; all methods mean those of the wave that is chosen in the {@link WaveRecords}.
 *
 * <p>A slot whose value in lane l is {@code base + l * stride} keeps just these two numbers; only others keep a value a lane
 * (dynamic detection of uniform and affine vectors: Collange, Defour and Zhang, Euro-Par 2009 workshops). Loop counters,
 * parameters and most indices stay affine, so that thousands of resident waves need little of the host's caches. Lanes
 * beyond the workgroup's invocations have no defined value.
 *
 * <pre>
 *  slot                                            base                   stride
 *  1 ..    the wave's own, in its record           value of lane 0        difference of neighbouring lanes
 *  -1      for operands that are not there         place in the pool      VECTOR: a value a lane
 *  -2 ..   shared: parameters, constants, lane     bit l: lane l has 1    PREDICATE: 0 or 1 a lane
 * </pre>
 */
final class RegisterFile {
    /** A stride that says that the slot has a value a lane. */
    static final long VECTOR = Long.MIN_VALUE;

    /** A stride that says that the slot has 0 or 1 in each lane. */
    static final long PREDICATE = Long.MIN_VALUE + 1;

    private final WaveRecords records;
    private final LaneOperands scratch;
    private final VectorPool pool = new VectorPool();

    /** Base and stride of the chosen wave's shared slots. */
    private long[] shared = new long[2];

    /** Word of a record at which slot 0 would lie. */
    private int firstSlot;

    private int lanes;

    RegisterFile(WaveRecords records, LaneOperands scratch) {
        this.records = records;
        this.scratch = scratch;
    }

    /** Says how many lanes the waves have. */
    void lanes(int waveSize) {
        lanes = waveSize;
        pool.length(Integer.highestOneBit(2 * waveSize - 1));
    }

    int lanes() {
        return lanes;
    }

    /** Base and stride of the shared slots of the chosen wave. */
    long[] shared() {
        return shared;
    }

    /** Chooses the shared slots. */
    void share(DispatchValues values) {
        shared = values.words;
        firstSlot = values.program.firstSlot;
    }

    /** Gives up what the chosen wave's registers hold. */
    void release(KernelProgram program) {
        long[] words = records.words();
        int first = records.base() + program.firstSlot + 2;
        for (int at = first; at < first + 2 * (program.slots - 1); at += 2) {
            if (words[at + 1] == VECTOR) {
                pool.give((int) words[at]);
                words[at] = 0;
                words[at + 1] = 0;
            }
        }
        freeVector(Instructions.NONE);
    }

    /** Where base and stride of a slot lie, from its {@link #word} on. */
    long[] file(int slot) {
        return slot >= 0 ? records.words() : shared;
    }

    int word(int slot) {
        return slot >= 0 ? records.base() + firstSlot + 2 * slot : 2 * ~slot;
    }

    /** Gives all lanes one value. */
    void fill(int slot, long value) {
        set(slot, value, 0);
    }

    private void set(int slot, long base, long stride) {
        long[] file = file(slot);
        int at = word(slot);
        if (file[at + 1] == VECTOR) {
            pool.give((int) file[at]);
        }
        file[at] = base;
        file[at + 1] = stride;
    }

    /** Gives up the lanes of a slot whose value is no longer needed; an affine one keeps it. */
    void freeVector(int slot) {
        if (file(slot)[word(slot) + 1] == VECTOR) {
            set(slot, 0, 0);
        }
    }

    /** Whether a slot is kept as base and stride. */
    boolean isAffine(int slot) {
        return stride(slot) > PREDICATE;
    }

    /** Whether all lanes are known to have one value. */
    boolean isUniform(int slot) {
        return stride(slot) == 0;
    }

    /** Whether a slot has a value a lane. */
    boolean isVector(int slot) {
        return stride(slot) == VECTOR;
    }

    /** The lanes of all vectors. */
    long[] vectors() {
        return pool.lanes;
    }

    /** The value of lane 0 of an affine slot, where its lanes begin of a vector. */
    long base(int slot) {
        return file(slot)[word(slot)];
    }

    /** The difference between neighbouring lanes of an affine slot. */
    long stride(int slot) {
        return file(slot)[word(slot) + 1];
    }

    /** A number that differs, but for chance, where a slot has another value. */
    long fingerprint(int slot) {
        long stride = stride(slot);
        long hash = (slot ^ stride) * 0x9E3779B97F4A7C15L;
        if (stride != VECTOR) {
            return mix(hash, base(slot));
        }
        int from = (int) base(slot);
        for (int lane = 0; lane < lanes; lane++) {
            hash = mix(hash, pool.lanes[from + lane]);
        }
        return hash;
    }

    static long mix(long hash, long value) {
        long mixed = (hash ^ value) * 0xBF58476D1CE4E5B9L;
        return mixed ^ mixed >>> 29;
    }

    /** Gives lane l the value base + l * stride. */
    void setAffine(int slot, long base, long stride) {
        if (stride > PREDICATE) {
            set(slot, base, stride);
        } else {
            int to = vector(slot);
            LaneOps.progression(base, stride, pool.lanes, to, lanes);
        }
    }

    /** Gives lane l the value of bit l. */
    private void setPredicate(int slot, long bits) {
        long all = -1L >>> Long.SIZE - lanes;
        long held = bits & all;
        if (held == 0 || held == all) {
            set(slot, held & 1, 0);
        } else {
            set(slot, held, PREDICATE);
        }
    }

    /** A lane's value. */
    long value(int slot, int lane) {
        long[] file = file(slot);
        int at = word(slot);
        long stride = file[at + 1];
        if (stride == VECTOR) {
            return pool.lanes[(int) file[at] + lane];
        }
        return stride == PREDICATE ? file[at] >>> lane & 1 : file[at] + stride * lane;
    }

    /** Sets one lane. */
    void setLane(int slot, int lane, long value) {
        if (!holds(slot, value)) {
            int from = toVector(slot);
            pool.lanes[from + lane] = value;
        }
    }

    /** Sets some lanes, each to its value of an array, extended as its type is. */
    void setLanes(int slot, long mask, long[] values, ElementType type) {
        long rest = mask;
        while (rest != 0 && holds(slot, type.extend(values[Long.numberOfTrailingZeros(rest)]))) {
            rest &= rest - 1;
        }
        if (rest == 0) {
            return;
        }
        int from = toVector(slot);
        long[] to = pool.lanes;
        for (; rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            to[from + lane] = type.extend(values[lane]);
        }
    }

    /** Whether all lanes are known to have this value. */
    private boolean holds(int slot, long value) {
        return isUniform(slot) && base(slot) == value;
    }

    /** Gives each lane its value of an array. */
    void fill(int slot, int[] laneValues) {
        int from = vector(slot);
        long[] to = pool.lanes;
        for (int lane = 0; lane < lanes; lane++) {
            to[from + lane] = laneValues[lane];
        }
    }

    /** Executes one arithmetic instruction on all lanes. */
    void execute(Opcode op, int d, int a, int b, int c) {
        if (op == Opcode.ADD || op == Opcode.MULTIPLY) {
            if (executeSimple(op == Opcode.ADD, d, a, b)) {
                return;
            }
        } else if (FloatRuns.execute(op, this, d, a, b, c) || AffineOps.execute(op, this, d, a, b, c)) {
            return;
        }
        if (Predicates.computes(op)) {
            setPredicate(d, compare(op, a, b));
            return;
        }
        if (op == Opcode.COPY && stride(a) == PREDICATE) {
            setPredicate(d, base(a));
            return;
        }
        int arity = op.arity();
        int fromA = expand(a, scratch.first, true);
        int fromB = expand(b, scratch.second, arity > 1);
        int fromC = expand(c, scratch.third, arity > 2);
        // the destination may move all vectors, and may be an operand
        int to = vector(d);
        LaneOps.execute(
                op,
                pool.lanes,
                to,
                fromA < 0 ? scratch.first : pool.lanes,
                Math.max(fromA, 0),
                fromB < 0 ? scratch.second : pool.lanes,
                Math.max(fromB, 0),
                fromC < 0 ? scratch.third : pool.lanes,
                Math.max(fromC, 0),
                lanes);
    }

    /** Adds or multiplies, the most frequent instructions; false, with nothing changed, where an operand has to be written out. */
    private boolean executeSimple(boolean adds, int d, int a, int b) {
        boolean lanesOfA = stride(a) == VECTOR;
        boolean lanesOfB = stride(b) == VECTOR;
        if (lanesOfA && lanesOfB) {
            int to = vector(d); // which may move all vectors
            long[] all = pool.lanes;
            if (adds) {
                LaneOps.add(all, to, all, (int) base(a), all, (int) base(b), lanes);
            } else {
                LaneOps.multiply(all, to, all, (int) base(a), all, (int) base(b), lanes);
            }
            return true;
        }
        int number = lanesOfA ? b : a;
        if ((lanesOfA || lanesOfB) && isUniform(number)) {
            long value = base(number);
            int from = (int) base(lanesOfA ? a : b);
            int to = vector(d);
            long[] all = pool.lanes;
            if (adds) {
                LaneOps.add(all, to, all, from, value, lanes);
            } else {
                LaneOps.multiply(all, to, all, from, value, lanes);
            }
            return true;
        }
        return !lanesOfA && !lanesOfB && AffineOps.execute(adds ? Opcode.ADD : Opcode.MULTIPLY, this, d, a, b, 0);
    }

    private long compare(Opcode op, int a, int b) {
        switch (op) {
            case NOT -> {
                return ~nonZero(a);
            }
            case LOGICAL_AND -> {
                return nonZero(a) & nonZero(b);
            }
            case LOGICAL_OR -> {
                return nonZero(a) | nonZero(b);
            }
            default -> {
                if (isAffine(a) && isAffine(b)) {
                    return Predicates.regular(op, base(a), stride(a), base(b), stride(b), lanes);
                }
                int fromA = expand(a, scratch.first, true);
                int fromB = expand(b, scratch.second, true);
                return Predicates.lanes(
                        op,
                        fromA < 0 ? scratch.first : pool.lanes,
                        Math.max(fromA, 0),
                        fromB < 0 ? scratch.second : pool.lanes,
                        Math.max(fromB, 0),
                        lanes);
            }
        }
    }

    /** Where the lanes of a slot begin in the pool; -1 if they are in the room, where they are put unless not used. */
    private int expand(int slot, long[] room, boolean used) {
        if (!used) {
            return -1;
        }
        long base = base(slot);
        long stride = stride(slot);
        if (stride == VECTOR) {
            return (int) base;
        }
        expand(base, stride, room, 0);
        return -1;
    }

    /** Bits of the lanes whose value is not zero. */
    long nonZero(int slot) {
        long stride = stride(slot);
        if (stride == 0) {
            return base(slot) == 0 ? 0 : -1L;
        }
        if (stride == PREDICATE) {
            return base(slot);
        }
        int from = expand(slot, scratch.first, true);
        long[] of = from < 0 ? scratch.first : pool.lanes;
        int first = Math.max(from, 0);
        long bits = 0;
        for (int lane = 0; lane < lanes; lane++) {
            long value = of[first + lane];
            bits |= ((value | -value) >>> 63) << lane;
        }
        return bits;
    }

    /** Bits of the lanes whose counter has not reached the end, in the direction of the step; a step of 0 has. */
    long inRange(int counter, int end, int step) {
        if (isUniform(counter) && isUniform(end) && isUniform(step)) {
            return laneInRange(counter, end, step, 0) ? -1L : 0;
        }
        int at = expand(counter, scratch.first, true);
        int to = expand(end, scratch.second, true);
        int by = expand(step, scratch.third, true);
        long[] counters = at < 0 ? scratch.first : pool.lanes;
        long[] ends = to < 0 ? scratch.second : pool.lanes;
        long[] steps = by < 0 ? scratch.third : pool.lanes;
        at = Math.max(at, 0);
        to = Math.max(to, 0);
        by = Math.max(by, 0);
        long bits = 0;
        for (int lane = 0; lane < lanes; lane++) {
            bits |= (ScalarOps.inRange(counters[at + lane], ends[to + lane], steps[by + lane]) ? 1L : 0L) << lane;
        }
        return bits;
    }

    boolean laneInRange(int counter, int end, int step, int lane) {
        long by = value(step, lane);
        long at = value(counter, lane);
        long to = value(end, lane);
        return ScalarOps.inRange(at, to, by);
    }

    /**
     * Adds the step to the counter in the lanes of the mask; where that overflows, the loop is at its end.
     *
     * @param all whether the mask has all lanes that have values
     */
    void advance(int counter, int end, int step, long mask, boolean all) {
        if (all && isUniform(counter) && isUniform(end) && isUniform(step)) {
            fill(counter, next(base(counter), base(end), base(step)));
            return;
        }
        int from = toVector(counter); // first, because it may move all vectors
        int to = expand(end, scratch.second, true);
        int by = expand(step, scratch.third, true);
        long[] vectors = pool.lanes;
        long[] ends = to < 0 ? scratch.second : vectors;
        long[] steps = by < 0 ? scratch.third : vectors;
        to = Math.max(to, 0);
        by = Math.max(by, 0);
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            vectors[from + lane] = next(vectors[from + lane], ends[to + lane], steps[by + lane]);
        }
    }

    /** The counter's next value; where that overflows, the end. */
    static long next(long at, long end, long by) {
        long sum = at + by;
        return ((at ^ sum) & (by ^ sum)) < 0 ? end : sum;
    }

    /** Executes an arithmetic instruction in the lanes of the mask only. */
    void executeMasked(Opcode op, int d, int a, int b, int c, long mask) {
        execute(op, Instructions.NONE, a, b, c);
        blend(d, mask);
    }

    /** Copies the lanes of the mask from slot {@link Instructions#NONE}, whose value is lost. */
    private void blend(int slot, long mask) {
        int from = Instructions.NONE;
        long stride = stride(from);
        if (stride == VECTOR || stride != stride(slot) || base(from) != base(slot)) {
            int to = toVector(slot); // first, because it may move all vectors
            int results = expand(from, scratch.first, true);
            long[] all = pool.lanes;
            long[] of = results < 0 ? scratch.first : all;
            results = Math.max(results, 0);
            for (long rest = mask; rest != 0; rest &= rest - 1) {
                int lane = Long.numberOfTrailingZeros(rest);
                all[to + lane] = of[results + lane];
            }
        }
        fill(from, 0);
    }

    /**
     * Sets the lanes of the mask to one value.
     *
     * @param all whether the mask has all lanes that have values
     */
    void set(int slot, long value, long mask, boolean all) {
        if (all) {
            fill(slot, value);
            return;
        }
        if (holds(slot, value)) {
            return;
        }
        int from = toVector(slot);
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            pool.lanes[from + Long.numberOfTrailingZeros(rest)] = value;
        }
    }

    /** Each lane's value of another lane into the lanes of the mask; 0 from a lane that is not of the mask or does not exist. */
    void shuffle(int d, int slot, int from, long mask) {
        int to = vector(Instructions.NONE);
        for (int lane = 0; lane < lanes; lane++) {
            long other = value(from, lane);
            boolean valid = other >= 0 && other < lanes && (mask >>> other & 1) != 0;
            pool.lanes[to + lane] = valid ? value(slot, (int) other) : 0;
        }
        blend(d, mask);
    }

    /** Copies a slot out, one value a lane. */
    void copyTo(int slot, long[] out) {
        long base = base(slot);
        long stride = stride(slot);
        if (stride == VECTOR) {
            System.arraycopy(pool.lanes, (int) base, out, 0, lanes);
        } else {
            expand(base, stride, out, 0);
        }
    }

    /** Loads consecutive elements as memory holds them; {@code all}: they are all the lanes that have values. */
    void load(int slot, ElementType type, byte[] data, int offset, int firstLane, int count, boolean all) {
        int to = all ? vector(slot) : toVector(slot);
        MemoryBytes.load(type, data, offset, pool.lanes, to + firstLane, count);
    }

    /** Loads a component of consecutive vectors, which begin {@code step} bytes after each other. */
    void load(int slot, ElementType type, byte[] data, int offset, int step, int firstLane, int count, boolean all) {
        int to = all ? vector(slot) : toVector(slot);
        MemoryBytes.load(type, data, offset, step, pool.lanes, to + firstLane, count);
    }

    /** Stores consecutive lanes as memory holds them. */
    void store(int slot, ElementType type, int firstLane, int count, byte[] data, int offset) {
        int from = expand(slot, scratch.first, true);
        MemoryBytes.store(
                type, from < 0 ? scratch.first : pool.lanes, Math.max(from, 0) + firstLane, count, data, offset);
    }

    /** Makes a slot a vector whose lanes the caller sets, all of them; returns where they begin in {@link #vectors}. */
    int vector(int slot) {
        long[] file = file(slot);
        int at = word(slot);
        if (file[at + 1] != VECTOR) {
            file[at] = pool.take();
            file[at + 1] = VECTOR;
        }
        return (int) file[at];
    }

    /** Makes a slot a vector with the values that it has; returns where its lanes begin. */
    private int toVector(int slot) {
        long base = base(slot);
        long stride = stride(slot);
        if (stride == VECTOR) {
            return (int) base;
        }
        int to = vector(slot);
        expand(base, stride, pool.lanes, to);
        return to;
    }

    private void expand(long base, long stride, long[] to, int from) {
        if (stride != PREDICATE) {
            LaneOps.progression(base, stride, to, from, lanes);
            return;
        }
        for (int lane = 0; lane < lanes; lane++) {
            to[from + lane] = base >>> lane & 1;
        }
    }
}
