// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.truth;

import dev.sluice.machine.memory.BackingStore;
import java.util.Arrays;

/** Bytes that the program means to stand where an earlier write comes about only now: the later one had overtaken it. */
final class Overtaken {
    private long[] addresses = new long[0];
    private byte[] values = new byte[0];
    private int[] versions = new int[0];
    private int count;

    /** Notes a byte that is about to be written over. */
    void keep(long address, byte value, int version) {
        if (count == addresses.length) {
            int size = Math.max(Integer.BYTES * Long.BYTES, 2 * count);
            addresses = Arrays.copyOf(addresses, size);
            values = Arrays.copyOf(values, size);
            versions = Arrays.copyOf(versions, size);
        }
        addresses[count] = address;
        values[count] = value;
        versions[count] = version;
        count++;
    }

    /** Sets what was noted again, and forgets it. */
    void putBack(BackingStore intent) {
        for (int i = 0; i < count; i++) {
            intent.set(addresses[i], values[i], versions[i]);
        }
        count = 0;
    }
}
