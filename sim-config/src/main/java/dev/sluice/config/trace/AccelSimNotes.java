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
    private long unknown;
    private String firstUnknown = "";
    private long kernelsWithFewer;
    private long missing;
    private String firstWithFewer = "";

    /** An instruction has addresses, and its opcode is none that accesses memory as far as is known here. */
    void unknown(String operation) {
        if (unknown++ == 0) {
            firstUnknown = operation;
        }
    }

    /** A kernel's file has fewer blocks than its grid. */
    void blocksMissing(String file, long found, long announced) {
        if (kernelsWithFewer++ == 0) {
            String name = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
            firstWithFewer = name + " has " + found + " of " + announced;
        }
        missing += announced - found;
    }

    List<String> notes() {
        List<String> notes = new ArrayList<>();
        notes.add(instructions + " instructions of warps; their fetches are left out");
        add(notes, copies, "copies to the device are left out");
        add(notes, shared, "accesses of shared memory take an issue slot and nothing else");
        add(notes, bulk, "bulk copies (TMA) are left out");
        add(notes, withoutAddress, "cache control instructions are left out");
        add(
                notes,
                unknown,
                "instructions with addresses are left out, because their opcodes are not known as accesses (first "
                        + firstUnknown + ")");
        if (kernelsWithFewer > 0) {
            notes.add(missing + " blocks that grids announce are not in the trace (" + firstWithFewer
                    + (kernelsWithFewer == 1 ? "" : "; " + kernelsWithFewer + " kernels lack blocks")
                    + "): nothing of them was traced, or the file was cut off between blocks");
        }
        return notes;
    }

    private static void add(List<String> notes, long count, String what) {
        if (count > 0) {
            notes.add(count + " " + what);
        }
    }
}
