// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.verdict;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardChecker;
import dev.sluice.check.hazard.HazardKind;
import dev.sluice.check.hazard.HazardReport;
import dev.sluice.check.hazard.KnownHazards;
import dev.sluice.check.order.Amendments;
import dev.sluice.check.order.Ownership;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.DependencyId;
import dev.sluice.program.Barrier;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.QueueCapabilities;
import dev.sluice.program.sync.Stages;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds what one dependency of a stream is needed for, by checking the stream without it. */
public final class DependencyJudge {
    /** Rounds in which needs that come to light only behind others are gathered. */
    private static final int ROUNDS = 4;

    private final AccessTrace trace;
    private final List<Hazard> hazards;
    private final KnownHazards known;
    private final HazardParts parts;
    private final Set<DependencyId> acquires;
    private final Map<DependencyId, String> queues = new HashMap<>();

    /** For a stream as it is. */
    public DependencyJudge(AccessTrace trace) {
        this.trace = trace;
        HazardReport report = HazardChecker.check(trace);
        this.hazards = report.hazards();
        this.known = KnownHazards.byId(report);
        this.parts = new HazardParts(trace, hazards);
        this.acquires = AcquireWaits.of(trace.stream());
        trace.dependencies().forEach(dependency -> queues.put(dependency.id(), dependency.queue()));
    }

    /** The hazards of the stream as it is. */
    public List<Hazard> hazards() {
        return hazards;
    }

    /** The stream. */
    public AccessTrace trace() {
        return trace;
    }

    /** The hazards that changed dependencies bring, those of readings that they take from the host included. */
    public List<Hazard> brought(Amendments amendments) {
        return known.brought(HazardChecker.compared(trace, amendments));
    }

    /** What changed dependencies do. */
    Harm harm(Amendments amendments) {
        HazardReport after = HazardChecker.compared(trace, amendments);
        return new Harm(known.unordered(after), known.lost(after));
    }

    /**
     * What a change of dependencies does.
     *
     * @param unordered the hazards that it brings
     * @param lost what it takes from the host, which may read it
     */
    record Harm(List<Hazard> unordered, List<Hazard> lost) {
        static final Harm NOTHING = new Harm(List.of(), List.of());

        boolean none() {
            return unordered.isEmpty() && lost.isEmpty();
        }
    }

    /** Whether a barrier does more than to order: it makes a layout transition, or hands over to another queue family. */
    public static boolean transfers(Barrier barrier) {
        ImageTransition image = barrier.image();
        return (image != null && image.oldLayout() != image.newLayout())
                || (barrier.srcQueueFamily() != null
                        && !barrier.srcQueueFamily().equals(barrier.dstQueueFamily()));
    }

    /**
     * What a barrier is needed for, beside its transition: the hazards with its scopes empty. One that takes part in a hazard
     * is needed as it is, and so is one for somebody outside, whose accesses are not known.
     */
    public Needs needs(DependencyId id, Barrier own) {
        return needs(id, own, Amendments.NONE);
    }

    /** The same beside other changes. */
    Needs needs(DependencyId id, Barrier own, Amendments others) {
        List<Hazard> part = parts.of(id, own);
        if (!part.isEmpty() || Ownership.outside(own)) {
            return Needs.asItIs(own, part);
        }
        Needs needs = new Needs(own, trace.device().queue(queues.getOrDefault(id, "")));
        Amendments empty = transfers(own) ? others.replacing(id, own.masked(0, 0, 0, 0)) : others.without(id);
        Harm without = harm(empty);
        without.unordered().stream()
                .filter(hazard -> !behindRead(hazard, without.unordered()))
                .forEach(needs::add);
        without.lost().forEach(needs::addReading);
        return needs;
    }

    /** Whether two writes may be unordered only because the second and a read between them are; if not, it shows again. */
    private static boolean behindRead(Hazard hazard, List<Hazard> all) {
        return hazard.kind() == HazardKind.WRITE_AFTER_WRITE
                && all.stream()
                        .anyMatch(other -> other.kind() == HazardKind.WRITE_AFTER_READ
                                && other.current().id().equals(hazard.current().id())
                                && other.resource().equals(hazard.resource()));
    }

    /**
     * The narrowest masks that bring no hazard; null if none was found that is narrower.
     *
     * @param needs what the barrier is needed for; grows by what comes to light
     */
    public @Nullable Barrier narrowest(DependencyId id, Needs needs) {
        return narrowest(id, needs, Amendments.NONE);
    }

    /**
     * The same beside other changes.
     *
     * @param others bring no hazard while the barrier is as it is
     */
    @Nullable
    Barrier narrowest(DependencyId id, Needs needs, Amendments others) {
        if (needs.asItIs()) {
            return null;
        }
        for (int round = 0; round < ROUNDS; round++) {
            Barrier candidate = needs.narrowest();
            // what is there as it is needs no check again
            Harm left = candidate.equals(needs.own()) ? Harm.NOTHING : harm(others.replacing(id, candidate));
            if (left.none()) {
                return mended(needs) ? within(id, needs.own(), candidate, others) : candidate;
            }
            boolean grown = false;
            for (Hazard hazard : left.unordered()) {
                grown |= needs.add(hazard);
            }
            for (Hazard hazard : left.lost()) {
                grown |= needs.addReading(hazard);
            }
            if (!grown) {
                return null;
            }
        }
        return null;
    }

    /** Whether the stream has no hazard on anything for which a barrier is needed: else what it lacks is to be told, too. */
    private boolean mended(Needs needs) {
        return hazards.stream()
                .noneMatch(hazard -> needs.hazards().stream()
                        .anyMatch(need -> need.resource().equals(hazard.resource())));
    }

    /**
     * What of masks that bring no hazard the barrier has itself, where that brings none either: others stand in for the rest, as
     * those before and after it in a chain do.
     */
    private Barrier within(DependencyId id, Barrier own, Barrier masks, Amendments others) {
        long src = Stages.syncScopeSrc(own.srcStages(), QueueCapabilities.ALL);
        long dst = Stages.syncScopeDst(own.dstStages(), QueueCapabilities.ALL);
        long srcAccess = masks.srcAccess() & Accesses.expand(own.srcAccess(), src);
        long dstAccess = masks.dstAccess() & Accesses.expand(own.dstAccess(), dst);
        Barrier mine = own.masked(masks.srcStages() & src, srcAccess, masks.dstStages() & dst, dstAccess);
        return mine.equals(masks) || !harm(others.replacing(id, mine)).none() ? masks : mine;
    }

    /** The hazards that a semaphore wait takes part in. */
    List<Hazard> partOf(DependencyId id) {
        return parts.ofWait(id);
    }

    /** Whether a semaphore wait is for an image that the presentation engine hands over. */
    boolean acquires(DependencyId id) {
        return acquires.contains(id);
    }

    /** What becomes of the stream without a semaphore wait. */
    Harm without(DependencyId id) {
        return harm(Amendments.NONE.without(id));
    }
}
