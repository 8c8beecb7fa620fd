// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import java.util.List;

/**
 * What a check found.
 *
 * @param hazards in the order in which the second accesses come
 * @param orders no hazards, but what a dependency may be there for, where nothing orders it: atomics of two commands that do not
 *     commute, and what modifies an image behind its first acquisition
 * @param readings what the host may read although no operation of the stream says so, and from when on
 * @param notes what could not be followed, in words: waits that nothing satisfies, for example
 */
public record HazardReport(List<Hazard> hazards, List<Hazard> orders, List<HostReading> readings, List<String> notes) {
    public HazardReport {
        hazards = List.copyOf(hazards);
        orders = List.copyOf(orders);
        readings = List.copyOf(readings);
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
