// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.verdict;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardChecker;
import dev.sluice.check.hazard.MissingHalf;
import dev.sluice.check.order.Amendments;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.DependencyId;
import dev.sluice.program.Barrier;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the hazards that a dependency takes part in: those whose layout transition or ownership transfer it makes, and those of
 * which one half of it is right, so that they would be gone if the other were as wide as can be.
 *
 * <p>Such a dependency is what is to be mended. It does not matter that there is no further hazard without it.
 */
final class HazardParts {
    private static final long ALL_STAGES = Stages.of(Stage.ALL_COMMANDS, Stage.HOST);
    private static final long ALL_ACCESSES = Accesses.of(Access.MEMORY_READ, Access.MEMORY_WRITE);

    /** What a wider dependency between the two accesses can bring. */
    private static final Set<MissingHalf> CURED_BY_WIDER = EnumSet.of(
            MissingHalf.EXECUTION,
            MissingHalf.AVAILABILITY,
            MissingHalf.VISIBILITY,
            MissingHalf.VISIBILITY_TO_WRITE,
            MissingHalf.HOST_DOMAIN,
            MissingHalf.WAIT_STAGES,
            MissingHalf.SIGNAL_STAGES,
            MissingHalf.SIGNAL_CHAIN,
            MissingHalf.CHAIN);

    private final AccessTrace trace;
    private final List<Hazard> hazards;
    /** The queue that each dependency is on; looked up only. */
    private final Map<DependencyId, String> queues = new HashMap<>();

    private record Pair(String prior, String current, String resource) {
        static Pair of(Hazard hazard) {
            return new Pair(hazard.prior().id(), hazard.current().id(), hazard.resource());
        }
    }

    /** @param hazards of the stream as it is */
    HazardParts(AccessTrace trace, List<Hazard> hazards) {
        this.trace = trace;
        this.hazards = hazards;
        trace.dependencies().forEach(dependency -> queues.put(dependency.id(), dependency.queue()));
    }

    /** The hazards that a barrier takes part in. */
    List<Hazard> of(DependencyId id, Barrier own) {
        List<Hazard> made =
                hazards.stream().filter(hazard -> makes(id, own, hazard)).toList();
        if (!made.isEmpty()) {
            return made;
        }
        List<Hazard> near = near(id);
        if (near.isEmpty()) {
            return near;
        }
        Barrier after = own.masked(own.srcStages(), own.srcAccess(), ALL_STAGES, ALL_ACCESSES);
        Barrier before = own.masked(ALL_STAGES, ALL_ACCESSES, own.dstStages(), own.dstAccess());
        Set<Hazard> parts = new LinkedHashSet<>();
        if (own.srcStages() != 0) {
            parts.addAll(cured(near, id, after));
        }
        if (own.dstStages() != 0) {
            parts.addAll(cured(near, id, before));
        }
        return List.copyOf(parts);
    }

    /** The hazards that a queue's wait for a semaphore takes part in: it would cure them if it were wider, or followed. */
    List<Hazard> ofWait(DependencyId id) {
        return hazards.stream().filter(hazard -> hazard.waits().contains(id)).toList();
    }

    private List<Hazard> cured(List<Hazard> near, DependencyId id, Barrier wider) {
        Set<Pair> left = new LinkedHashSet<>();
        HazardChecker.compared(trace, Amendments.NONE.replacing(id, wider))
                .hazards()
                .forEach(hazard -> left.add(Pair.of(hazard)));
        return near.stream().filter(hazard -> !left.contains(Pair.of(hazard))).toList();
    }

    /** Those that a dependency of a queue can have to do with. */
    private List<Hazard> near(DependencyId id) {
        String queue = queues.get(id);
        return hazards.stream()
                .filter(hazard -> CURED_BY_WIDER.contains(hazard.missing())
                        && (hazard.prior().queue().equals(queue)
                                || hazard.current().queue().equals(queue)))
                .toList();
    }

    private static boolean makes(DependencyId id, Barrier own, Hazard hazard) {
        ImageTransition image = own.image();
        String resource = image != null
                ? image.range().image()
                : own.range() == null ? "" : own.range().buffer();
        boolean party = made(id, resource, hazard.prior()) || made(id, resource, hazard.current());
        return image != null && party
                || handsOver(own) && hazard.missing().ownership() && resource.equals(hazard.resource());
    }

    private static boolean made(DependencyId id, String resource, Hazard.Party party) {
        return party.onlyTransition()
                && party.id().equals(id.command())
                && party.resource().equals(resource);
    }

    private static boolean handsOver(Barrier own) {
        return own.srcQueueFamily() != null && !own.srcQueueFamily().equals(own.dstQueueFamily());
    }
}
