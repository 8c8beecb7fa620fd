// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import dev.sluice.check.advice.Candidate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is done about one barrier command. */
final class Work {
    final List<String> what = new ArrayList<>();
    final List<String> why = new ArrayList<>();
    final Map<String, Long> saved = new LinkedHashMap<>();
    final List<String> untried = new ArrayList<>();
    boolean costed = true;
    /** Whether it holds up too little to look for other places. */
    boolean small;

    String kept = "";
    String shownAs = "";

    private int marked;

    /** Notes a change. */
    void done(Candidate change, boolean priced) {
        what.add(change.what());
        why.add(change.why());
        costed &= priced;
    }

    /** Takes a change back, and says why, if nothing else is done. */
    void drop(Step step, String because) {
        int at = what.lastIndexOf(step.change().what());
        what.remove(at);
        why.remove(at);
        step.saved().forEach((device, cycles) -> saved.merge(device, -cycles, Long::sum));
        if (what.isEmpty()) {
            kept = because;
            costed = true;
        }
    }

    /** Remembers what is done so far, for {@link #restore}. */
    void mark() {
        marked = what.size();
    }

    /** Undoes what was noted since {@link #mark}, none of which had been priced by itself. */
    void restore() {
        what.subList(marked, what.size()).clear();
        why.subList(marked, why.size()).clear();
        costed = true;
    }
}
