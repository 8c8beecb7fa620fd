// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/**
 * Loads and stores by which every lane of a wave takes the one element after that of the lane before it: by far the most, and told by one
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
    public long firstIndex(RunOperands of) {
        long[] words = records.words();
        int record = records.base();
        if (words[record + WaveRecords.MASK] != -1L >>> Long.SIZE - file.lanes()
                || stepper.watch() != null
                || of.vector) {
            return NONE;
        }
        int place = of.index;
        long[] registers = words;
        int at = record + place;
        if (place < 0) {
            registers = file.shared();
            at = ~place;
        }
        long base = registers[at];
        return registers[at + 1] == 1 && base << 16 >> 16 == base ? base : NONE;
    }

    /** Ends a load that brings nothing, or what nobody sees: the register reads as 0. */
    public void load(RunOperands of) {
        if (of.register >= 0) {
            file.fill(of.register, 0);
        }
    }

    /**
     * Ends a load by bringing what it reads: elements one after the other, little-endian, as memory holds them.
     *
     * @param offset byte of {@code data} at which the element of lane 0 begins
     */
    public void load(RunOperands of, byte[] data, int offset) {
        long[] registers = records.words();
        int at = records.base() + of.result;
        int to = registers[at + 1] == RegisterFile.VECTOR ? (int) registers[at] : file.vector(of.register);
        if (of.words) {
            MemoryBytes.loadWords(data, offset, file.vectors(), to, file.lanes());
        } else {
            MemoryBytes.load(of.type, data, offset, file.vectors(), to, file.lanes());
        }
    }

    /** Writes what a store writes: elements one after the other as memory holds them, from byte {@code offset} of {@code data} on. */
    public void store(RunOperands of, byte[] data, int offset) {
        file.store(of.values, of.type, 0, file.lanes(), data, offset);
    }
}
