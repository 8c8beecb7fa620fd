// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/**
 * Accesses of workgroup memory within a step, for a machine that does them at once: those of whole waves whose lanes take one element
 * or one after the other. Whatever else comes up ends the step, as always.
 */
final class SharedRuns {
    private static final byte[] NO_MEMORY = new byte[0];

    private final WaveRecords records;
    private final RegisterFile file;
    private byte[] memory = NO_MEMORY;
    private int bytes;
    private boolean loads;
    private int left;

    SharedRuns(WaveRecords records, RegisterFile file) {
        this.records = records;
        this.file = file;
    }

    /** Whether loads bring bytes. */
    void loads(boolean functional) {
        loads = functional;
    }

    /** A turn of a wave begins, in which it may make so many accesses to the first bytes of a memory. */
    void begin(byte[] of, int size, int accesses) {
        memory = of;
        bytes = size;
        left = accesses;
    }

    /** An access was made where the step ended; returns whether that was the last one of the turn. */
    boolean last() {
        return --left == 0;
    }

    /**
     * Does the access that the wave comes to at an instruction.
     *
     * @param first base of the register of the index, and {@code stride} its stride, as {@link RegisterFile} has them
     * @return whether it did; if not, nothing has changed, and the step has to end there
     */
    boolean access(KernelProgram kernel, int at, long first, long stride) {
        int lanes = file.lanes();
        if (left <= 1 || lanes == 1 || kernel.machine[at].width() > 1 || records.mask() != -1L >>> Long.SIZE - lanes) {
            return false;
        }
        ElementType type = kernel.machine[at].type();
        int size = type.size();
        if (stride == 0) {
            if (first < 0 || first > (bytes - size) >> type.shift()) {
                return false;
            }
            one(kernel, at, type, (int) first << type.shift());
        } else {
            if (stride != 1 || first < 0 || first > (bytes - (long) size * lanes) >> type.shift()) {
                return false;
            }
            run(kernel, at, type, (int) first << type.shift());
        }
        left--;
        return true;
    }

    private void one(KernelProgram kernel, int at, ElementType type, int offset) {
        int register = kernel.destinations[at];
        if (register < 0) {
            MemoryBytes.write(
                    memory, offset, type, file.value(kernel.b[at], file.lanes() - 1)); // the last lane's comes last
        } else {
            file.fill(register, loads ? MemoryBytes.read(memory, offset, type) : 0);
        }
    }

    private void run(KernelProgram kernel, int at, ElementType type, int offset) {
        int register = kernel.destinations[at];
        if (register < 0) {
            file.store(kernel.b[at], type, 0, file.lanes(), memory, offset);
        } else if (loads) {
            file.load(register, type, memory, offset, 0, file.lanes(), true);
        } else {
            file.fill(register, 0);
        }
    }
}
