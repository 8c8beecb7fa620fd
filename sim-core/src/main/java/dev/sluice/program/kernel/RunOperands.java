// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/** What a load or store of a kernel takes from its wave and brings it: what {@link WaveRuns} needs to know of the instruction. */
public final class RunOperands {
    /** Place of the index, as {@link Decoded} gives places. */
    final int index;
    /** The register of the values to store; {@link Instructions#NONE} if there are none. */
    final int values;

    /** The register that is filled; {@link Instructions#NONE} if none is. */
    final int register;
    /** Where base and stride of that register lie in the wave's record. */
    final int result;

    final ElementType type;
    /** Whether a lane takes a vector. */
    final boolean vector;
    /** Whether elements are unsigned words of 32 bits. */
    final boolean words;
    /** Whether somebody would notice what a load brings: only then it has to be brought. */
    public final boolean delivers;

    RunOperands(KernelProgram kernel, int at) {
        int slot = kernel.a[at];
        index = slot >= 0 ? kernel.firstSlot + 2 * slot : ~(2 * ~slot);
        values = kernel.b[at];
        register = kernel.destinations[at];
        result = kernel.firstSlot + 2 * register;
        type = kernel.machine[at].type();
        vector = kernel.machine[at].width() > 1;
        words = type == ElementType.U32 || type == ElementType.F32;
        delivers = register >= 0 && kernel.reads(register);
    }
}
