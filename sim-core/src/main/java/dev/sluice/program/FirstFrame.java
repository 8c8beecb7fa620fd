// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import java.util.LinkedHashSet;
import java.util.Set;

/** The submissions, by their ids, that come before anything is presented: the first frame, and what loads and sets up for it. */
public final class FirstFrame {

    private FirstFrame() {}

    /** Those of each host thread up to its first presentation; all where nothing is presented. */
    public static Set<String> submissions(StreamProgram stream) {
        Set<String> found = new LinkedHashSet<>();
        int submissions = 0;
        for (HostThread thread : stream.threads()) {
            boolean presented = false;
            for (HostOperation operation : thread.operations()) {
                presented |= operation instanceof HostOperation.QueuePresent;
                if (operation instanceof HostOperation.QueueSubmit) {
                    String id = "submit" + submissions++;
                    if (!presented) {
                        found.add(id);
                    }
                }
            }
        }
        return found;
    }
}
