// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import dev.sluice.machine.request.Request;
import java.util.Arrays;

/** The bytes of requests that reached a memory, by the command on whose behalf. */
public final class CommandTraffic {

    private long[] bytes = new long[16];

    void add(Request request) {
        if (request.command >= 0) {
            if (request.command >= bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, request.command + 1));
            }
            bytes[request.command] += (long) request.sectorCount() * Request.SECTOR_BYTES;
        }
    }

    /** The bytes of a command. */
    public long bytes(int command) {
        return command < bytes.length ? bytes[command] : 0;
    }
}
