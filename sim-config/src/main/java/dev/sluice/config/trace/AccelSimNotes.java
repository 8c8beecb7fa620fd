// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import dev.sluice.result.Counted;
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
        notes.add(Counted.of(
                instructions,
                "instruction of a warp; its fetch is left out",
                "instructions of warps; their fetches are left out"));
        add(notes, copies, "copy to the device is left out", "copies to the device are left out");
        add(
                notes,
                shared,
                "access of shared memory takes an issue slot and nothing else",
                "accesses of shared memory take an issue slot and nothing else");
        add(notes, bulk, "bulk copy (TMA) is left out", "bulk copies (TMA) are left out");
        add(notes, withoutAddress, "cache control instruction is left out", "cache control instructions are left out");
        add(
                notes,
                unknown,
                "instruction with addresses is left out, because its opcode (" + firstUnknown
                        + ") is not known as an access",
                "instructions with addresses are left out, because their opcodes are not known as accesses (first "
                        + firstUnknown + ")");
        if (kernelsWithFewer > 0) {
            notes.add(Counted.of(
                            missing,
                            "block that a grid announces is not in the trace (",
                            "blocks that grids announce are not in the trace (")
                    + firstWithFewer
                    + (kernelsWithFewer == 1 ? "" : "; " + kernelsWithFewer + " kernels lack blocks")
                    + "): nothing of " + (missing == 1 ? "it" : "them")
                    + " was traced, or the file was cut off between blocks");
        }
        return notes;
    }

    private static void add(List<String> notes, long count, String one, String several) {
        if (count > 0) {
            notes.add(Counted.of(count, one, several));
        }
    }
}
