// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import java.util.Arrays;

/** The bytes that a memory moved, by the command on whose behalf; of writes that joined one in the queue, on that of the first. */
public final class CommandTraffic {

    private long[] bytes = new long[16];

    void add(int command, long moved) {
        if (command >= 0) {
            if (command >= bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, command + 1));
            }
            bytes[command] += moved;
        }
    }

    /** The bytes of a command. */
    public long bytes(int command) {
        return command < bytes.length ? bytes[command] : 0;
    }
}
