// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import java.util.Map;

/** Finds lines of a cache by what they hold. */
final class Lines {

    private Lines() {}

    /** The row of a cache's lines that holds an address, or -1. */
    static long find(MachineState state, String cache, long address) {
        MachineState.Part part = state.part(cache);
        int bytes = part == null ? Bytes.SECTOR : part.number("line", Bytes.SECTOR);
        for (Map.Entry<Long, Values> line : state.rows(cache, MachineState.LINES).entrySet()) {
            long first = line.getValue().number("address");
            if (address >= first && address < first + bytes) {
                return line.getKey();
            }
        }
        return -1;
    }
}
