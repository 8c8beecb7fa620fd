// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.bite;

import dev.sluice.check.hazard.Hazard;

/** Where the two of a hazard stand, in terms that do not shift when commands and host operations are added around them. */
final class Places {
    private Places() {}

    /** Whether one is a command of a submission. */
    static boolean onQueue(Hazard.Party party) {
        return party.agent() == Hazard.Agent.DEVICE || party.agent() == Hazard.Agent.TRANSITION;
    }

    /** The submission of a command; a host operation itself. */
    static String unit(Hazard.Party party) {
        int dot = party.id().indexOf('.');
        return onQueue(party) && dot >= 0 ? party.id().substring(0, dot) : party.id();
    }

    /** What tells the pair of a hazard from others. */
    static String pair(Hazard hazard) {
        return name(hazard.prior()) + " > " + name(hazard.current()) + " of " + hazard.resource();
    }

    private static String name(Hazard.Party party) {
        return (onQueue(party) ? unit(party) : "") + "@" + party.origin().where();
    }
}
