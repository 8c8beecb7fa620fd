// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.cure;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardReport;
import java.util.HashMap;
import java.util.Map;

/** Two commands, whichever comes first, and what both access. */
record CommandPair(String one, String other, String resource) {

    static CommandPair of(Hazard hazard) {
        String prior = hazard.prior().id();
        String current = hazard.current().id();
        return prior.compareTo(current) < 0
                ? new CommandPair(prior, current, hazard.resource())
                : new CommandPair(current, prior, hazard.resource());
    }

    /** The bytes that pairs have hazards on. */
    static Map<CommandPair, Long> bytes(HazardReport report) {
        Map<CommandPair, Long> bytes = new HashMap<>();
        report.hazards().forEach(hazard -> bytes.merge(of(hazard), hazard.bytes(), Long::sum));
        return bytes;
    }
}
