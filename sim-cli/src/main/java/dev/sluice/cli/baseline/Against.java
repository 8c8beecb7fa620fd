// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.baseline;

import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** How a check stands to a baseline; what neither part names is new. */
public record Against(Part hazards, Part lint) {

    /**
     * Ids of one sort.
     *
     * @param known in the baseline, and still there
     * @param gone in the baseline, and no longer there
     */
    public record Part(List<String> known, List<String> gone) {
        public Part {
            known = List.copyOf(known);
            gone = List.copyOf(gone);
        }

        private void put(ObjectNode to) {
            ArrayNode stillThere = to.putArray("known");
            known.forEach(stillThere::add);
            ArrayNode noLonger = to.putArray("gone");
            gone.forEach(noLonger::add);
        }
    }

    /** Puts the parts into an object. */
    public void put(ObjectNode to) {
        hazards.put(to.putObject("hazards"));
        lint.put(to.putObject("lint"));
    }
}
