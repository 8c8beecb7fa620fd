// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.trace;

import java.util.List;

/**
 * How to replay a trace.
 *
 * @param outstanding how many accesses of a unit may be under way; 0 for as many as the device takes. Traces of kernels say
 *     themselves what waits for what
 * @param notes what the result is to say beside its own notes
 */
public record ReplayOptions(int outstanding, List<String> notes) {

    /** As many accesses under way as the device takes. */
    public static final ReplayOptions DEFAULT = new ReplayOptions(0, List.of());

    public ReplayOptions {
        if (outstanding < 0) {
            throw new IllegalArgumentException(outstanding + " accesses under way");
        }
        notes = List.copyOf(notes);
    }
}
