// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.problem;

import dev.sluice.check.hazard.HazardKind;
import dev.sluice.check.hazard.MissingHalf;
import java.util.List;

/**
 * Hazards with one cause: between the same two sites of the program's code, over the same family of resources, for want of the
 * same half of a dependency.
 *
 * @param id the same in every run, and when commands that have nothing to do with it are added or taken away
 * @param family the name that its resources have in common, {@code #} for what differs
 * @param hazards those that are certain first; at least one
 */
public record Problem(String id, String family, List<IdentifiedHazard> hazards) {
    public Problem {
        hazards = List.copyOf(hazards);
    }

    /** The hazard that is shown for all of them. */
    public IdentifiedHazard example() {
        return hazards.get(0);
    }

    /** Whether one of them is certain: all others rest on whole bindings, of which perhaps not all is accessed. */
    public boolean exact() {
        return example().hazard().exact();
    }

    /** What is missing. */
    public MissingHalf missing() {
        return example().hazard().missing();
    }

    /** The kinds of its hazards. */
    public List<HazardKind> kinds() {
        return hazards.stream()
                .map(one -> one.hazard().kind())
                .distinct()
                .sorted()
                .toList();
    }

    /** The resources, in the order of the hazards. */
    public List<String> resources() {
        return hazards.stream().map(one -> one.hazard().resource()).distinct().toList();
    }

    /** The frames in which its second accesses stand, without those that belong to none. */
    public List<Integer> frames() {
        return hazards.stream()
                .flatMap(one -> java.util.stream.Stream.ofNullable(one.current().frame()))
                .distinct()
                .sorted()
                .toList();
    }
}
