// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.memory;

import dev.sluice.machine.request.AtomicOperands;
import dev.sluice.machine.request.Request;

/** Executes the atomics that reach memory on its bytes, lane after lane. */
public final class AtomicUnit {

    private AtomicUnit() {}

    /** Executes a request's operands; nothing happens to a request without bytes. */
    public static void execute(Request request, BackingStore store) {
        AtomicOperands operands = request.atomics();
        if (request.payload == null || operands == null) {
            return;
        }
        for (int i = 0; i < operands.count; i++) {
            long address = request.address + operands.offsets[i];
            long old = 0;
            for (int b = operands.elementBytes - 1; b >= 0; b--) {
                old = old << 8 | (store.data(address + b) & 0xFF);
            }
            long value = operands.apply(i, old);
            for (int b = 0; b < operands.elementBytes; b++) {
                store.set(address + b, (byte) value, request.agent);
                value >>>= 8;
            }
        }
        store.read(request);
    }
}
