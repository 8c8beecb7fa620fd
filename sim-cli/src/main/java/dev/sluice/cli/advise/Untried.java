// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import dev.sluice.check.advice.BarrierSites;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What was not tried, or not by itself, and why, in words. */
final class Untried {
    private Untried() {}

    /**
     * Notes on it.
     *
     * @param works what was done about each barrier command, by site
     * @param reason why there were no more runs
     * @param worth other places are tried for barriers that hold up one part in that many of the stream
     */
    static List<String> notes(Map<String, Work> works, BarrierSites sites, String reason, long worth) {
        List<String> said = new ArrayList<>();
        long together = works.values().stream().filter(work -> !work.costed).count();
        List<String> where = new ArrayList<>();
        int count = 0;
        for (Map.Entry<String, Work> entry : works.entrySet()) {
            int here = entry.getValue().untried.size();
            count += here;
            if (here > 0) {
                where.add(sites.name(entry.getKey()) + (here == 1 ? "" : ": " + here));
            }
        }
        if (together + count > 0) {
            List<String> parts = new ArrayList<>();
            if (together > 0) {
                parts.add((together == 1 ? "the change of 1 barrier was" : "changes of " + together + " barriers were")
                        + " priced together with others");
            }
            if (count > 0) {
                parts.add(count + (count == 1 ? " more safe change was" : " more safe changes were") + " not tried ("
                        + String.join(", ", where) + ")");
            }
            said.add(String.join(", and ", parts) + ": " + reason
                    + "; --try-all tries each by itself, --simulations N as many as N runs allow");
        }
        long small = works.values().stream().filter(work -> work.small).count();
        if (small > 0) {
            said.add("no other place was looked for where a barrier holds up less than 1 part in " + worth
                    + " of the time (" + (small == 1 ? "1 barrier" : small + " barriers") + "); --try-all does");
        }
        return said;
    }
}
