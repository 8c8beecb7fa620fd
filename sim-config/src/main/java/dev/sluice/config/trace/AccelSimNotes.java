// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import java.util.ArrayList;
import java.util.List;

/** What a trace of Accel-Sim has beside the accesses that are replayed. */
final class AccelSimNotes {
    long copies;
    long instructions;
    long shared;
    long bulk;
    long withoutAddress;

    List<String> notes() {
        List<String> notes = new ArrayList<>();
        notes.add(instructions + " instructions of warps; their fetches are left out");
        add(notes, copies, "copies to the device are left out");
        add(notes, shared, "accesses of shared memory take an issue slot and nothing else");
        add(notes, bulk, "bulk copies (TMA) are left out");
        add(notes, withoutAddress, "cache control instructions are left out");
        return notes;
    }

    private static void add(List<String> notes, long count, String what) {
        if (count > 0) {
            notes.add(count + " " + what);
        }
    }
}
