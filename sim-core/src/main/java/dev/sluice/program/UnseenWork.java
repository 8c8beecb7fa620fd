// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import java.util.LinkedHashSet;
import java.util.Set;

/** Where a program has work that its stream does not show, so that a dependency may be for that work alone. */
public enum UnseenWork {
    /** The stream shows all of it. */
    NONE,
    /** Before the first frame: the stream begins midway. */
    BEFORE,
    /** Anywhere: an import did not understand what some commands access, or that they wait. */
    ANYWHERE;

    /**
     * The submissions, by their ids, of which a dependency may be for such work: of a stream that begins midway its first frame,
     * or where nothing is presented the first submission.
     */
    public static Set<String> beside(StreamProgram stream) {
        return switch (stream.unseen()) {
            case NONE -> Set.of();
            case BEFORE -> Frames.of(stream.threads()).presented() ? FirstFrame.submissions(stream) : Set.of("submit0");
            case ANYWHERE -> submissions(stream);
        };
    }

    private static Set<String> submissions(StreamProgram stream) {
        Set<String> found = new LinkedHashSet<>();
        for (HostThread thread : stream.threads()) {
            for (HostOperation operation : thread.operations()) {
                if (operation instanceof HostOperation.QueueSubmit) {
                    found.add("submit" + found.size());
                }
            }
        }
        return found;
    }
}
