// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/**
 * Loads and stores by which every lane of a wave takes the element after that of the lane before it: by far the most, and told by one
 * number. Does for them what {@link WaveInterpreter#operands()}, {@link WaveInterpreter#deliverRun} and {@link
 * WaveInterpreter#complete(int)} do, at once, for a machine that does not let a wave wait.
 *
 * <p>Everything means the wave that is selected in the {@link WaveInterpreter}, right after {@link WaveInterpreter#step()}.
 */
public final class WaveRuns {
    /** What {@link #firstIndex} returns for an access that is none of these. */
    public static final long NONE = Long.MIN_VALUE;

    private final WaveRecords records;
    private final RegisterFile file;
    private final WaveStepper stepper;

    WaveRuns(WaveRecords records, RegisterFile file, WaveStepper stepper) {
        this.records = records;
        this.file = file;
        this.stepper = stepper;
    }

    /** Lanes of the wave: all take part. */
    public int lanes() {
        return file.lanes();
    }

    /** The index of the element that lane 0 takes, less than 2^47 either way; {@link #NONE} if the access is not of this kind. */
    public long firstIndex() {
        KernelProgram kernel = stepper.program();
        long[] words = records.words();
        int record = records.base();
        if (kernel == null
                || stepper.watch() != null
                || words[record + WaveRecords.MASK] != -1L >>> Long.SIZE - file.lanes()) {
            return NONE;
        }
        int slot = kernel.a[WaveRecords.at(words[record])];
        long[] registers = slot >= 0 ? words : file.shared();
        int at = file.word(slot);
        long base = registers[at];
        return registers[at + 1] == 1 && base << 16 >> 16 == base ? base : NONE;
    }

    /**
     * Ends a load that brings what nobody sees, or nothing because there are no bytes: the register reads as 0.
     *
     * @param register the access's {@link WaveInterpreter#destination()}
     */
    public void load(int register) {
        file.fill(register, 0);
    }

    /** Whether somebody would notice what a load brings into a register: only then it has to be brought. */
    public boolean delivers(int register) {
        KernelProgram kernel = stepper.program();
        return kernel == null || kernel.reads(register);
    }

    /**
     * Ends a load by bringing what it reads: elements one after the other, little-endian, as memory holds them.
     *
     * @param register the access's {@link WaveInterpreter#destination()}
     * @param offset byte of {@code data} at which the element of lane 0 begins
     */
    public void load(int register, ElementType type, byte[] data, int offset) {
        file.load(register, type, data, offset, 0, file.lanes(), true);
    }

    /** Writes what a store writes: elements one after the other as memory holds them, from byte {@code offset} of {@code data} on. */
    public void store(ElementType type, byte[] data, int offset) {
        KernelProgram kernel = stepper.program();
        if (kernel != null) {
            file.store(kernel.b[stepper.at()], type, 0, file.lanes(), data, offset);
        }
    }
}
