// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.program.kernel.WaveInterpreter;

/** What a wave does to the memory of its workgroup: bytes at once, time by the banks. */
final class SharedAccess {

    private final ComputeUnit unit;
    private final SharedMemory shared;
    private final BankConflicts banks;
    private final WorkgroupMemoryAccess access;

    /** @param functional whether loads bring bytes */
    SharedAccess(ComputeUnit unit, SharedMemory shared, BankConflicts banks, boolean functional) {
        this.unit = unit;
        this.shared = shared;
        this.banks = banks;
        this.access = new WorkgroupMemoryAccess(functional);
    }

    /** Performs the load or store that the wave stands at, and returns the cycle in which its result is there. */
    long perform(Wave wave, long now) {
        WaveInterpreter at = wave.interpreter();
        at.operands();
        int bytes = wave.job().program.sharedBytes();
        int outside = access.perform(at, wave.group().memory, bytes);
        if (outside >= 0) {
            throw KernelFaults.outOfRange(wave, outside, unit.invocation(wave, outside), "shared", bytes, null);
        }
        return shared.reserve(now, passes(at));
    }

    private int passes(WaveInterpreter at) {
        int size = at.elementBytes();
        boolean loads = at.destination() >= 0;
        if (at.regular()) {
            int passes = banks.regularPasses(at.firstOffset(), at.offsetStride(), at.activeMask(), size, loads);
            if (passes > 0) {
                return passes;
            }
        }
        return banks.passes(at.offsets(), at.activeMask(), size, loads);
    }
}
