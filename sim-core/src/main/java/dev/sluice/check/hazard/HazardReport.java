// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import java.util.List;

/**
 * What a check found.
 *
 * @param hazards in the order in which the second accesses come
 * @param notes what could not be followed, in words: waits that nothing satisfies, for example
 */
public record HazardReport(List<Hazard> hazards, List<String> notes) {
    public HazardReport {
        hazards = List.copyOf(hazards);
        notes = List.copyOf(notes);
    }

    /** Whether there is no data race by the memory model, whatever other hazards there are. */
    public boolean raceFree() {
        return hazards.stream().noneMatch(Hazard::dataRace);
    }

    /** Whether there is no hazard. */
    public boolean clean() {
        return hazards.isEmpty();
    }
}
