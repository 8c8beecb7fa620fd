// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.truth;

import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.request.AtomicOperands;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;

/** What the program means atomics to leave: each done to the intended bytes in the order in which they are issued. */
final class IntendedAtomics {

    private IntendedAtomics() {}

    /** Puts into an atomic's payload what it makes of the intended bytes, with its agent's version. */
    static void carryOut(Request request, BackingStore intent) {
        AtomicOperands operands = request.atomics();
        Payload payload = request.payload;
        if (operands == null || payload == null) {
            return;
        }
        intent.read(request);
        for (int i = 0; i < operands.count; i++) {
            int offset = operands.offsets[i];
            long old = payload.read(offset, operands.elementBytes);
            payload.write(offset, operands.elementBytes, operands.apply(i, old));
        }
        for (int rest = request.sectors; rest != 0; rest &= rest - 1) {
            payload.setVersion(Integer.numberOfTrailingZeros(rest), request.agent);
        }
    }
}
