// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.program.kernel.WaveInterpreter;

/**
 * Moves what the lanes of a wave load from workgroup memory and store to it.
 *
 * <p>Lanes that take consecutive elements, and lanes that all take one, are moved together; all others lane by lane.
 */
final class WorkgroupMemoryAccess {
    private final boolean functional;
    private final long[] loaded = new long[WaveInterpreter.MAX_WAVE_SIZE];

    /** @param functional whether loads bring bytes */
    WorkgroupMemoryAccess(boolean functional) {
        this.functional = functional;
    }

    /**
     * Performs the load or store that a wave came to, whose operands are known.
     *
     * @param bytes of the memory that the workgroup may touch
     * @return a lane outside of them, if there is one, and then nothing has been moved; -1 otherwise
     */
    int perform(WaveInterpreter at, byte[] memory, int bytes) {
        long active = at.activeMask();
        if (active == 0) {
            return -1;
        }
        if (at.regular()) {
            int first = Long.numberOfTrailingZeros(active);
            int last = Long.SIZE - 1 - Long.numberOfLeadingZeros(active);
            int size = at.elementBytes();
            long stride = at.offsetStride();
            long from = at.firstOffset() + first * stride;
            long to = at.firstOffset() + last * stride;
            if (Math.min(from, to) >= 0
                    && Math.max(from, to) <= bytes - size
                    && performRegular(at, memory, active, first, last, stride, (int) from)) {
                return -1;
            }
        }
        return performLanes(at, memory, bytes, active);
    }

    /** Performs an access of lanes whose offsets are an arithmetic progression within the memory; false if it has to go lane by lane. */
    private boolean performRegular(
            WaveInterpreter at, byte[] memory, long active, int first, int last, long stride, int from) {
        int destination = at.destination();
        boolean loads = destination >= 0;
        if (loads && !functional) {
            return true;
        }
        int size = at.elementBytes();
        if (stride == 0) {
            int each = at.elementType().size();
            for (int i = 0; i < at.width(); i++) {
                int place = from + i * each;
                if (loads) {
                    at.deliverToAll(destination, i, LittleEndian.read(memory, place, each));
                } else {
                    LittleEndian.write(memory, place, each, at.values(i)[last]); // the last lane's comes last
                }
            }
            return true;
        }
        long run = active >>> first;
        if (stride != size || (run & run + 1) != 0) {
            return false;
        }
        if (loads) {
            at.deliverRun(destination, first, last - first + 1, memory, from);
        } else {
            at.storeRun(first, last - first + 1, memory, from);
        }
        return true;
    }

    private int performLanes(WaveInterpreter at, byte[] memory, int bytes, long active) {
        int size = at.elementBytes();
        long[] offsets = at.offsets();
        int end = bytes - size;
        for (long rest = active; rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            long offset = offsets[lane];
            if (offset < 0 || offset > end) {
                return lane;
            }
        }
        int destination = at.destination();
        if (at.width() > 1) {
            if (destination < 0 || functional) {
                performVectors(at, memory, active, offsets, destination);
            }
        } else if (destination < 0) {
            long[] values = at.values();
            for (long rest = active; rest != 0; rest &= rest - 1) {
                int lane = Long.numberOfTrailingZeros(rest);
                LittleEndian.write(memory, (int) offsets[lane], size, values[lane]);
            }
        } else if (functional) {
            for (long rest = active; rest != 0; rest &= rest - 1) {
                int lane = Long.numberOfTrailingZeros(rest);
                loaded[lane] = LittleEndian.read(memory, (int) offsets[lane], size);
            }
            at.deliver(destination, active, loaded);
        }
        return -1;
    }

    private static void performVectors(
            WaveInterpreter at, byte[] memory, long active, long[] offsets, int destination) {
        int each = at.elementType().size();
        for (int i = 0; i < at.width(); i++) {
            long[] values = destination < 0 ? at.values(i) : offsets;
            for (long rest = active; rest != 0; rest &= rest - 1) {
                int lane = Long.numberOfTrailingZeros(rest);
                int place = (int) offsets[lane] + i * each;
                if (destination < 0) {
                    LittleEndian.write(memory, place, each, values[lane]);
                } else {
                    at.deliver(destination, i, lane, LittleEndian.read(memory, place, each));
                }
            }
        }
    }
}
