// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.Arrays;

/** What all waves of a kernel that were given the same parameters have in common: parameters, constants, lane numbers. */
final class DispatchValues {
    final KernelProgram program;
    private final long[] parameters;

    /** Base and stride of each shared slot, as in {@link RegisterFile}. */
    final long[] words;

    /** Waves that use them at present. */
    int waves;

    DispatchValues(KernelProgram program, long[] parameters) {
        this.program = program;
        this.parameters = parameters.clone();
        words = new long[2 * program.sharedSlots];
        for (int i = 0; i < parameters.length; i++) {
            words[2 * ~program.parameterSlots[i]] = parameters[i];
        }
        for (int i = 0; i < program.constants.length; i++) {
            words[2 * ~program.constantSlots[i]] = program.constants[i];
        }
        if (program.laneSlot < 0) {
            words[2 * ~program.laneSlot + 1] = 1;
        }
    }

    boolean are(KernelProgram kernel, long[] values) {
        return program == kernel && Arrays.equals(parameters, values);
    }
}
