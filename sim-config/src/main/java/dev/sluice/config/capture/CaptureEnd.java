// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import org.jspecify.annotations.Nullable;

/** Says of a capture what its two files lack: that there is only one, or that one of them ends before its time. */
final class CaptureEnd {
    private static final String CONTENTS = "what the host wrote and the shaders";
    private static final String SO =
            ", so such memory reads as never written, and dispatches and draws reach everything that is bound";

    private final String name;
    private final Dropped dropped;

    CaptureEnd(String name, Dropped dropped) {
        this.name = name;
        this.dropped = dropped;
    }

    /**
     * Notes what lacks.
     *
     * @param binary the binary capture; null if there is none
     * @param complete whether nothing lacks without a binary capture
     * @param cutOff whether the lines end within one
     * @param last the index of the last line
     * @param damaged the first block with contents that make no sense; -1 for none
     */
    void note(@Nullable GfxrFile binary, boolean complete, boolean cutOff, long last, long damaged) {
        int next = binary == null ? -1 : binary.callAfter(last);
        boolean more = binary != null && next < binary.count();
        if (cutOff || more) {
            dropped.missing("the .jsonl is cut off after index " + last
                    + (more ? ", and " + name + ".gfxr goes on with a call at index " + next : "")
                    + ": what the program did after that is missing");
        }
        if (binary == null && complete) {
            return;
        }
        if (binary == null) {
            dropped.missing("there is no " + name + ".gfxr beside the capture: " + CONTENTS + " are missing" + SO);
            return;
        }
        String problem = binary.problem();
        if (problem != null && binary.count() > last) {
            dropped.missing(name + ".gfxr ends early: " + problem
                    + "; every call of the .jsonl has its bytes, but the program may have gone on");
        } else if (problem != null) {
            dropped.missing(name + ".gfxr ends early: " + problem + "; " + CONTENTS
                    + (binary.count() == 0 ? "" : " from index " + binary.count() + " on") + " are missing" + SO);
        } else if (binary.count() <= last) {
            dropped.missing(name + ".gfxr ends before index " + binary.count() + ", and the .jsonl goes on to index "
                    + last + ": it is cut off or belongs to another capture; " + CONTENTS + " from there on are missing"
                    + SO);
        }
        if (binary.compressed() > 0) {
            dropped.missing(name + ".gfxr is compressed (" + binary.compressed() + " of the blocks that are needed): "
                    + CONTENTS + " are missing" + SO
                    + ". Record with GFXRECON_CAPTURE_COMPRESSION_TYPE=NONE, or undo it: gfxrecon-compress " + name
                    + ".gfxr plain.gfxr NONE");
        }
        if (damaged >= 0) {
            dropped.missing(name + ".gfxr is damaged: contents of memory from index " + damaged
                    + " on make no sense and are left out");
        }
    }
}
