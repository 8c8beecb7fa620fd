// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import dev.sluice.check.advice.BarrierSites;
import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardKind;
import dev.sluice.check.hazard.MissingHalf;
import dev.sluice.program.Barrier;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Command;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.edit.BarrierEdit;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.edit.Place;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.DepthTests;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Adds the barriers that a stream with hazards lacks: each as narrow as the hazard and as late as can be. Where a layout
 * transition is one of the two, the scope that its own barrier lacks.
 */
public final class Curing {
    private static final Set<MissingHalf> BY_BARRIER = EnumSet.of(
            MissingHalf.EXECUTION,
            MissingHalf.AVAILABILITY,
            MissingHalf.VISIBILITY,
            MissingHalf.VISIBILITY_TO_WRITE,
            MissingHalf.HOST_DOMAIN,
            MissingHalf.CHAIN);

    private final StreamProgram stream;
    private final Predicate<String> editable;
    private final BarrierSites sites;
    private int added;

    /**
     * For a stream.
     *
     * @param editable whether a barrier may be put beside the command of a site
     * @param added how many barriers were added before, for the names of further ones
     */
    public Curing(StreamProgram stream, Predicate<String> editable, int added) {
        this.stream = stream;
        this.editable = editable;
        this.sites = new BarrierSites(stream);
        this.added = added;
    }

    /** Edits that cure what barriers can cure: one for each place, or for each barrier that lacks a scope. */
    public List<BarrierEdit> cures(List<Hazard> hazards) {
        Map<Place, List<Barrier>> places = new LinkedHashMap<>();
        Map<String, List<Barrier>> wider = new LinkedHashMap<>();
        for (Hazard hazard : hazards) {
            if (!BY_BARRIER.contains(hazard.missing())) {
                continue;
            }
            if (hazard.current().onlyTransition() && !unavailable(hazard)) {
                widen(hazard.current(), hazard, wider);
            } else if (hazard.prior().onlyTransition()) {
                widen(hazard.prior(), hazard, wider);
            } else {
                Place place = place(hazard);
                if (place != null) {
                    add(places.computeIfAbsent(place, p -> new ArrayList<>()), barrier(hazard));
                }
            }
        }
        List<BarrierEdit> edits = new ArrayList<>();
        wider.forEach((site, barriers) -> edits.add(new BarrierEdit.Narrow(site, barriers)));
        places.forEach((place, barriers) -> {
            added++;
            edits.add(new BarrierEdit.Add("added " + added, barriers, place, null));
        });
        return edits;
    }

    /** Adds to the barrier that makes a transition the scope of the other side of a hazard. */
    private void widen(Hazard.Party transition, Hazard hazard, Map<String, List<Barrier>> wider) {
        BarrierSites.Instance at = sites.instance(transition.id());
        if (at == null || !(at.command() instanceof Command.PipelineBarrier command) || !editable.test(at.site())) {
            return;
        }
        Barrier scopes = barrier(hazard);
        List<Barrier> barriers = wider.computeIfAbsent(at.site(), site -> new ArrayList<>(command.barriers()));
        barriers.replaceAll(own -> own.image() != null && of(transition, hazard, own)
                ? new Barrier(
                        own.srcStages() | scopes.srcStages(),
                        own.srcAccess() | scopes.srcAccess(),
                        own.dstStages() | scopes.dstStages(),
                        own.dstAccess() | scopes.dstAccess(),
                        own.range(),
                        own.image(),
                        own.srcQueueFamily(),
                        own.dstQueueFamily())
                : own);
    }

    /** Whether a barrier of the command that makes a transition is the one that makes this one. */
    private static boolean of(Hazard.Party transition, Hazard hazard, Barrier barrier) {
        Cure.ExtendBarrier any =
                new Cure.ExtendBarrier(new Cure.Masks(List.of()), transition.resource(), transition.id());
        Cure.ExtendBarrier meant = hazard.cure() instanceof Cure.ExtendBarrier extend
                        && extend.command().equals(transition.id())
                        && extend.resource().equals(transition.resource())
                ? extend
                : any;
        return meant.concerns(barrier);
    }

    /** Joins barriers of the same range. */
    private static void add(List<Barrier> all, Barrier barrier) {
        for (int i = 0; i < all.size(); i++) {
            Barrier other = all.get(i);
            if (Objects.equals(other.range(), barrier.range())) {
                all.set(
                        i,
                        new Barrier(
                                other.srcStages() | barrier.srcStages(),
                                other.srcAccess() | barrier.srcAccess(),
                                other.dstStages() | barrier.dstStages(),
                                other.dstAccess() | barrier.dstAccess(),
                                other.range(),
                                null,
                                null));
                return;
            }
        }
        all.add(barrier);
    }

    /** Whether another queue's write is there, in order, but not available: only a barrier of that queue can make it so. */
    private static boolean unavailable(Hazard hazard) {
        return hazard.missing() == MissingHalf.AVAILABILITY
                && hazard.prior().agent() == Hazard.Agent.DEVICE
                && !hazard.prior().queue().equals(hazard.current().queue());
    }

    private @Nullable Place place(Hazard hazard) {
        boolean behind = hazard.missing() == MissingHalf.HOST_DOMAIN || unavailable(hazard);
        BarrierSites.Instance at =
                sites.instance(behind ? hazard.prior().id() : hazard.current().id());
        if (at == null) {
            return null;
        }
        if (!behind && inOnePass(sites.instance(hazard.prior().id()), at)) {
            return null; // what stands before the pass comes before both
        }
        int index = behind ? sites.passEnd(at.submission(), at.index()) : sites.passBegin(at.submission(), at.index());
        String site = sites.submission(at.submission()).get(index).site();
        return editable.test(site) ? new Place(site, !behind) : null;
    }

    private boolean inOnePass(BarrierSites.@Nullable Instance prior, BarrierSites.Instance current) {
        int begin = sites.passBegin(current.submission(), current.index());
        return prior != null
                && sites.inPass(current.submission(), current.index())
                && prior.submission().equals(current.submission())
                && prior.index() >= begin
                && prior.index() <= current.index();
    }

    private Barrier barrier(Hazard hazard) {
        if (hazard.cure() instanceof Cure.ExtendBarrier extend && hazard.missing() == MissingHalf.CHAIN) {
            return new Barrier(extend.masks().flags(Cure.Mask.Part.SRC_STAGE), 0, 0, 0, null, null, null);
        }
        if (unavailable(hazard)) {
            // whatever stages the signal of that queue names, it comes after the barrier
            long writes = Accesses.writes(hazard.prior().access());
            return new Barrier(
                    DepthTests.both(hazard.prior().stages() & Stages.EVERY_EXPANDED, writes),
                    writes,
                    Stage.ALL_COMMANDS.mask(),
                    0,
                    range(hazard),
                    null,
                    null);
        }
        boolean priorReads =
                hazard.kind() == HazardKind.WRITE_AFTER_READ || hazard.kind() == HazardKind.WRITE_RACING_READ;
        // what another queue made available needs to be made visible alone: its stages may not be those of this queue
        boolean brought = hazard.missing().visibilityAlone()
                && !hazard.prior().queue().equals(hazard.current().queue());
        long srcAccess = priorReads || brought || hazard.prior().onlyTransition()
                ? 0
                : Accesses.writes(hazard.prior().access());
        boolean host = hazard.missing() == MissingHalf.HOST_DOMAIN;
        boolean reads = hazard.kind() == HazardKind.READ_AFTER_WRITE || hazard.kind() == HazardKind.READ_RACING_WRITE;
        long dstAccess = reads
                ? Accesses.reads(hazard.current().access())
                : priorReads ? 0 : Accesses.writes(hazard.current().access());
        BufferRange range = srcAccess != 0 || brought ? range(hazard) : null;
        return new Barrier(
                DepthTests.both(
                        (brought ? hazard.current() : hazard.prior()).stages() & Stages.EVERY_EXPANDED, srcAccess),
                srcAccess,
                host
                        ? Stage.HOST.mask()
                        : DepthTests.both(hazard.current().stages() & Stages.EVERY_EXPANDED, dstAccess),
                dstAccess,
                range,
                null,
                null);
    }

    /** The bytes concerned, where a buffer has them. */
    private @Nullable BufferRange range(Hazard hazard) {
        return stream.buffers().stream().anyMatch(buffer -> buffer.name().equals(hazard.resource()))
                ? new BufferRange(hazard.resource(), hazard.offset(), hazard.size())
                : null;
    }
}
