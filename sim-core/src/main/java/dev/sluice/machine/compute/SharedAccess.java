// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.kernel.WaveInterpreter;

/** What a wave does to the memory of its workgroup: bytes at once, time by the banks. */
final class SharedAccess {

    private final ComputeUnit unit;
    private final SharedMemory shared;
    private final boolean functional;

    /** @param functional whether loads bring bytes */
    SharedAccess(ComputeUnit unit, SharedMemory shared, boolean functional) {
        this.unit = unit;
        this.shared = shared;
        this.functional = functional;
    }

    /** Performs the load or store that the wave stands at, and returns the cycle in which its result is there. */
    long perform(Wave wave, long now) {
        WaveInterpreter at = wave.interpreter();
        at.operands();
        Workgroup group = wave.group();
        KernelProgram program = wave.job().program;
        int destination = at.destination();
        int size = at.elementType().size();
        long[] offsets = at.offsets();
        for (long rest = at.activeMask(); rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            long offset = offsets[lane];
            if (offset < 0 || offset > program.sharedBytes() - size) {
                throw KernelFaults.outOfRange(
                        wave, lane, unit.invocation(wave, lane), "shared", program.sharedBytes(), null);
            }
            if (destination < 0) {
                LittleEndian.write(group.memory, (int) offset, size, at.values()[lane]);
            } else if (functional) {
                at.deliver(destination, lane, LittleEndian.read(group.memory, (int) offset, size));
            }
        }
        return shared.reserve(now, shared.passes(offsets, at.activeMask(), size));
    }
}
