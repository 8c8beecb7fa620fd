// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.Arrays;

/** A kernel as bytecode: its parts, most often one, in the order of its instructions. */
final class TranslatedKernel {
    private final TranslatedPart[] parts;
    /** By instruction: the part that it belongs to. */
    private final byte[] partOf;

    /** @param ends for each part the instruction after its last */
    TranslatedKernel(TranslatedPart[] parts, int[] ends) {
        this.parts = parts;
        this.partOf = new byte[ends[ends.length - 1]];
        int from = 0;
        for (int part = 0; part < ends.length; part++) {
            Arrays.fill(partOf, from, ends[part], (byte) part);
            from = ends[part];
        }
    }

    int parts() {
        return parts.length;
    }

    /** Runs the chosen wave from an instruction to the next operation that the machine must do; returns its kind. */
    int run(WaveStepper at, long[] words, int record, long[] shared, int pc) {
        int kind = parts[partOf[pc]].run(at, words, record, shared, pc);
        while (kind == TranslatedPart.GOES_ON) {
            int next = at.nextPart();
            kind = parts[partOf[next]].run(at, words, record, shared, next);
        }
        return kind;
    }
}
