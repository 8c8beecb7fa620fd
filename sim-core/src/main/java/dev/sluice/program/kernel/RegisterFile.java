// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.Arrays;

/**
 * The registers of one wave.
 *
 * <p>A slot whose value in lane l is {@code base + l * stride} keeps just these two numbers; only others keep a value a lane
 * (dynamic detection of uniform and affine vectors: Collange, Defour and Zhang, Euro-Par 2009 workshops). Loop counters,
 * parameters and most indices stay affine, so that thousands of resident waves need little of the host's caches. Lanes
 * beyond the workgroup's invocations have no defined value.
 */
final class RegisterFile {
    /** A stride that says that the slot has a value a lane. */
    private static final long VECTOR = Long.MIN_VALUE;

    private final LaneOperands scratch;
    /** Base and stride of each slot. */
    private long[] affine = new long[0];
    /** The lanes of each slot that is a vector; as many as the next power of two of the wave size. */
    private long[] values = new long[0];

    private int slots;
    private int laneShift;
    private int lanes;

    RegisterFile(LaneOperands scratch) {
        this.scratch = scratch;
    }

    /** Fits the file to a program and a wave size; allocates only if it does not fit yet. */
    void prepare(KernelProgram program, int waveSize, boolean newProgram) {
        boolean moved = newProgram || waveSize != lanes;
        laneShift = 32 - Integer.numberOfLeadingZeros(waveSize - 1);
        lanes = waveSize;
        slots = program.slots;
        if (affine.length < 2 * slots) {
            affine = new long[2 * slots];
            moved = true;
        }
        if (moved) {
            Arrays.fill(affine, 0);
            for (int i = 0; i < program.constants.length; i++) {
                fill(program.constantSlots[i], program.constants[i]);
            }
        }
    }

    int lanes() {
        return lanes;
    }

    /** Sets the registers of the text to zero. */
    void clearNamed(KernelProgram program) {
        Arrays.fill(affine, 2, 2 + 2 * program.namedRegisters, 0L);
    }

    /** Gives all lanes one value. */
    void fill(int slot, long value) {
        affine[2 * slot] = value;
        affine[2 * slot + 1] = 0;
    }

    /** Whether a slot is kept as base and stride. */
    boolean isAffine(int slot) {
        return affine[2 * slot + 1] != VECTOR;
    }

    /** Whether all lanes are known to have one value. */
    boolean isUniform(int slot) {
        return affine[2 * slot + 1] == 0;
    }

    /** The value of lane 0 of an affine slot. */
    long base(int slot) {
        return affine[2 * slot];
    }

    /** A number that differs, but for chance, where one of the slots from {@code first} to before {@code end} has another value. */
    long fingerprint(int first, int end, long seed) {
        long hash = seed;
        for (int slot = first; slot < end; slot++) {
            long stride = affine[2 * slot + 1];
            hash = (hash ^ stride) * 0x9E3779B97F4A7C15L;
            if (stride != VECTOR) {
                hash = mix(hash, affine[2 * slot]);
                continue;
            }
            int from = slot << laneShift;
            for (int lane = 0; lane < lanes; lane++) {
                hash = mix(hash, values[from + lane]);
            }
        }
        return hash;
    }

    static long mix(long hash, long value) {
        long mixed = (hash ^ value) * 0xBF58476D1CE4E5B9L;
        return mixed ^ mixed >>> 29;
    }

    /** The difference between neighbouring lanes of an affine slot. */
    long stride(int slot) {
        return affine[2 * slot + 1];
    }

    /** Gives lane l the value base + l * stride. */
    void setAffine(int slot, long base, long stride) {
        affine[2 * slot] = base;
        affine[2 * slot + 1] = stride;
        if (stride == VECTOR) {
            expand(base, stride, vector(slot), slot << laneShift);
        }
    }

    /** A lane's value. */
    long value(int slot, int lane) {
        long stride = affine[2 * slot + 1];
        return stride == VECTOR ? values[(slot << laneShift) + lane] : affine[2 * slot] + stride * lane;
    }

    /** Sets one lane. */
    void setLane(int slot, int lane, long value) {
        toVector(slot)[(slot << laneShift) + lane] = value;
    }

    /** Sets one built-in in every lane; {@code first} is the local index of lane 0. */
    void fill(Builtin builtin, int slot, LocalSize size, long first, long x, long y, long z, long linear) {
        int sx = size.x();
        int sy = size.y();
        if (sx == size.count() || !builtin.dependsOnShape()) {
            switch (builtin) {
                case GID -> setAffine(slot, linear * size.count() + first, 1);
                case LID, LID_X -> setAffine(slot, first, 1);
                case LANE -> setAffine(slot, 0, 1);
                case GID_X -> setAffine(slot, x * sx + first, 1);
                case WG -> fill(slot, linear);
                case GID_Y, WG_Y -> fill(slot, y);
                case GID_Z, WG_Z -> fill(slot, z);
                case WG_X -> fill(slot, x);
                case LID_Y, LID_Z -> fill(slot, 0);
                default -> throw new IllegalStateException("built-in " + builtin);
            }
            return;
        }
        long[] to = vector(slot);
        int from = slot << laneShift;
        for (int lane = 0; lane < lanes; lane++) {
            long local = first + lane;
            to[from + lane] = switch (builtin) {
                case GID_X -> x * sx + local % sx;
                case GID_Y -> y * sy + local / sx % sy;
                case GID_Z -> z * size.z() + local / ((long) sx * sy);
                case LID_X -> local % sx;
                case LID_Y -> local / sx % sy;
                default -> local / ((long) sx * sy);
            };
        }
    }

    /** Gives each lane its value of an array. */
    void fill(int slot, int[] laneValues) {
        long[] to = vector(slot);
        int from = slot << laneShift;
        for (int lane = 0; lane < lanes; lane++) {
            to[from + lane] = laneValues[lane];
        }
    }

    /** Executes one arithmetic instruction on all lanes. */
    void execute(Opcode op, int d, int a, int b, int c) {
        if (AffineOps.execute(op, this, d, a, b, c)) {
            return;
        }
        int arity = op.arity();
        long[] ra = operand(a, scratch.first, true);
        long[] rb = operand(b, scratch.second, arity > 1);
        long[] rc = operand(c, scratch.third, arity > 2);
        int fromA = ra == scratch.first ? 0 : a << laneShift;
        int fromB = rb == scratch.second ? 0 : b << laneShift;
        int fromC = rc == scratch.third ? 0 : c << laneShift;
        LaneOps.execute(op, vector(d), d << laneShift, ra, fromA, rb, fromB, rc, fromC, lanes);
    }

    private long[] operand(int slot, long[] room, boolean used) {
        if (!used) {
            return room;
        }
        long stride = affine[2 * slot + 1];
        if (stride == VECTOR) {
            return values;
        }
        expand(affine[2 * slot], stride, room, 0);
        return room;
    }

    /** Bits of the lanes whose value is not zero. */
    long nonZero(int slot) {
        if (isUniform(slot)) {
            return affine[2 * slot] == 0 ? 0 : -1L;
        }
        long bits = 0;
        for (int lane = 0; lane < lanes; lane++) {
            long value = value(slot, lane);
            bits |= ((value | -value) >>> 63) << lane;
        }
        return bits;
    }

    /** Bits of the lanes whose counter has not reached the end, in the direction of the step; a step of 0 has. */
    long inRange(int counter, int end, int step) {
        if (isUniform(counter) && isUniform(end) && isUniform(step)) {
            return laneInRange(counter, end, step, 0) ? -1L : 0;
        }
        long bits = 0;
        for (int lane = 0; lane < lanes; lane++) {
            bits |= (laneInRange(counter, end, step, lane) ? 1L : 0L) << lane;
        }
        return bits;
    }

    boolean laneInRange(int counter, int end, int step, int lane) {
        long by = value(step, lane);
        long at = value(counter, lane);
        long to = value(end, lane);
        return by > 0 ? at < to : by < 0 && at > to;
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
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            setLane(counter, lane, next(value(counter, lane), value(end, lane), value(step, lane)));
        }
    }

    private static long next(long at, long end, long by) {
        long sum = at + by;
        return ((at ^ sum) & (by ^ sum)) < 0 ? end : sum;
    }

    /** Copies the lanes of the mask from the scratch slot. */
    void blend(int slot, long mask) {
        if (isAffine(slot)
                && isAffine(Instructions.SCRATCH)
                && base(slot) == base(Instructions.SCRATCH)
                && stride(slot) == stride(Instructions.SCRATCH)) {
            return;
        }
        long[] to = toVector(slot);
        int from = slot << laneShift;
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            to[from + lane] = value(Instructions.SCRATCH, lane);
        }
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
        long[] to = toVector(slot);
        int from = slot << laneShift;
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            to[from + Long.numberOfTrailingZeros(rest)] = value;
        }
    }

    /** Each lane's value of another lane into the scratch slot; 0 from a lane that is not active or does not exist. */
    void shuffle(int slot, int from, long mask) {
        long[] to = vector(Instructions.SCRATCH);
        for (int lane = 0; lane < lanes; lane++) {
            long other = value(from, lane);
            boolean valid = other >= 0 && other < lanes && (mask >>> other & 1) != 0;
            to[lane] = valid ? value(slot, (int) other) : 0;
        }
    }

    /** Copies a slot out, one value a lane. */
    void copyTo(int slot, long[] out) {
        if (isAffine(slot)) {
            expand(base(slot), stride(slot), out, 0);
        } else {
            System.arraycopy(values, slot << laneShift, out, 0, lanes);
        }
    }

    /** Loads consecutive elements as memory holds them; {@code all}: they are all the lanes that have values. */
    void load(int slot, ElementType type, byte[] data, int offset, int firstLane, int count, boolean all) {
        long[] to = all ? vector(slot) : toVector(slot);
        MemoryBytes.load(type, data, offset, to, (slot << laneShift) + firstLane, count);
    }

    /** Makes a slot a vector whose lanes the caller sets, all of them. */
    private long[] vector(int slot) {
        affine[2 * slot + 1] = VECTOR;
        if (values.length < slots << laneShift) {
            values = Arrays.copyOf(values, slots << laneShift);
        }
        return values;
    }

    /** Makes a slot a vector with the values that it has. */
    private long[] toVector(int slot) {
        long stride = affine[2 * slot + 1];
        if (stride != VECTOR) {
            expand(affine[2 * slot], stride, vector(slot), slot << laneShift);
        }
        return values;
    }

    private void expand(long base, long stride, long[] to, int from) {
        for (int lane = 0; lane < lanes; lane++) {
            to[from + lane] = base + stride * lane;
        }
    }
}
