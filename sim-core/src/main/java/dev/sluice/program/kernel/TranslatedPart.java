// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/** Bytecode that runs a range of a kernel's instructions as {@link WaveStepper} would; see {@link KernelTranslator}. */
abstract class TranslatedPart {
    /** Returned where the wave goes on in another part, of which {@link WaveStepper#nextPart} says where. */
    static final int GOES_ON = -1;

    /**
     * Runs the chosen wave to the next operation that the machine must do.
     *
     * @param at told where the wave stops; does what the bytecode does not do itself
     * @param words the records of all waves
     * @param record where that of the chosen wave begins
     * @param shared what its waves share
     * @param pc the instruction to begin with: the first, or one at which a wave may have stopped
     * @return the kind of the operation, or {@link #GOES_ON}
     */
    abstract int run(WaveStepper at, long[] words, int record, long[] shared, int pc);
}
