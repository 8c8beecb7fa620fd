// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.truth;

import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.request.AtomicOperands;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;

/** What the program means atomics to leave: each done to the intended bytes in the order in which they are issued. */
final class IntendedAtomics {

    private final BackingStore intent;
    private final byte[] element = new byte[Long.BYTES];

    IntendedAtomics(BackingStore intent) {
        this.intent = intent;
    }

    /** Puts into an atomic's payload what it makes of the intended bytes; versions are the caller's business. */
    void carryOut(Request request) {
        AtomicOperands operands = request.atomics();
        Payload payload = request.payload;
        if (operands == null || payload == null) {
            return;
        }
        int size = operands.elementBytes;
        long done = 0; // by words of four bytes, of which a request has 64: no kernel has narrower elements
        for (int i = 0; i < operands.count; i++) {
            int offset = operands.offsets[i];
            long word = 1L << (offset >>> 2);
            long old = (done & word) == 0 ? intended(request.address + offset, size) : payload.read(offset, size);
            payload.write(offset, size, operands.apply(i, old));
            done |= word;
        }
    }

    private long intended(long address, int size) {
        intent.copyTo(address, element, 0, size);
        long value = 0;
        for (int b = size - 1; b >= 0; b--) {
            value = value << Byte.SIZE | element[b] & 0xFF;
        }
        return value;
    }
}
