// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import dev.sluice.check.advice.WhatIf;
import dev.sluice.check.hazard.Hazard;
import dev.sluice.config.calls.LeftOut;
import java.util.List;
import java.util.Map;

/**
 * What a barrier in another form would cost, or why it cannot have it.
 *
 * @param stream the stream's name
 * @param file the name under which places in the text are given
 * @param barrier the barrier's id
 * @param where where it is written
 * @param label its label, or empty
 * @param times how often it is carried out
 * @param form what was asked for
 * @param answer whether that is possible and safe
 * @param names what the commands of its hazards are called in the stream as it is, by where they are written
 * @param devices what it measured, by device; empty for a form that is refused
 * @param differences bytes that differ afterwards, a line each
 * @param compared buffers and images whose bytes were compared
 * @param text the rewritten stream, the original for a form that is refused
 * @param edit what differs in it
 * @param interrupted whether it was stopped early
 * @param leftOut what the import that made the stream left out
 */
public record Asked(
        String stream,
        String file,
        String barrier,
        String where,
        String label,
        int times,
        WhatIf.Form form,
        WhatIf.Answer answer,
        Map<String, String> names,
        Map<String, Measured> devices,
        List<String> differences,
        int compared,
        String text,
        List<LineChange> edit,
        boolean interrupted,
        LeftOut leftOut) {
    public Asked {
        differences = List.copyOf(differences);
        edit = List.copyOf(edit);
    }

    /** Whether neither the checker found a hazard nor a run other bytes. */
    public boolean safe() {
        return !answer.refused() && differences.isEmpty();
    }

    /** What a command of a hazard is called in the stream as it is: edits shift ids. */
    public String name(Hazard.Party party) {
        return names.getOrDefault(party.origin().where(), party.id());
    }

    /** A device before and after. */
    public record Measured(Cost now, Cost then) {
        /** Cycles less. */
        public long saved() {
            return now.cycles() - then.cycles();
        }
    }

    /**
     * A run.
     *
     * @param cycles of the whole stream
     * @param timeNs the same in nanoseconds
     * @param stall cycles of the barrier, or of what it became (the wait for an event), with those merged into one with it;
     *     overlaps count once
     * @param drain of those, waiting for earlier commands
     * @param actions of those, the rest: cache actions while none of them waits
     * @param writtenBackBytes by its actions
     * @param refillBytes fetched again after it
     */
    public record Cost(
            long cycles,
            double timeNs,
            long stall,
            long drain,
            long actions,
            long writtenBackBytes,
            long refillBytes) {}
}
