// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.cure;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.MissingHalf;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.PassSpans;
import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.Origin;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.edit.Spot;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What may cure a hazard, the narrowest first. */
final class Candidates {
    private static final long ALL = Stage.ALL_COMMANDS.mask();
    private static final long EVERYTHING = Accesses.of(Access.MEMORY_READ, Access.MEMORY_WRITE);

    private final PassSpans passes;
    private final HandOvers handOvers;

    Candidates(PassSpans passes, HandOvers handOvers) {
        this.passes = passes;
        this.handOvers = handOvers;
    }

    /** What to try; nothing that only a person can do is among it. */
    List<Cure> of(Hazard hazard) {
        Cure narrow = hazard.cure();
        Set<Cure> all = new LinkedHashSet<>();
        if (narrow instanceof Cure.HandOver over) {
            all.addAll(handOvers.of(over, hazard));
        } else if (narrow instanceof Cure.WaitForFence wait) {
            // the barrier is a step of its own, where it is needed
            all.add(new Cure.WaitForFence(wait.waiter(), wait.submission(), wait.fence(), wait.signalled(), false));
        } else if (!(narrow instanceof Cure.Note)) {
            all.add(narrow);
        }
        if (hazard.missing().ownership() && hazard.missing() != MissingHalf.TRANSFER_ORDER) {
            all.add(new Cure.Share(hazard.resource()));
        }
        all.addAll(fromHost(hazard));
        AccessTrace.Batch prior = passes.batch(hazard.prior().id());
        AccessTrace.Batch current = passes.batch(hazard.current().id());
        Cure reversed = null;
        if (prior != null && current != null && !prior.queue().equals(current.queue())) {
            all.add(semaphore(prior, hazard.prior(), current, hazard.current()));
            // of two that race, the other one may be the one that comes first
            reversed = semaphore(current, hazard.current(), prior, hazard.prior());
        } else if (prior == null && current != null && hazard.missing() == MissingHalf.HOST_ORDER) {
            String name = hazard.prior().id() + "-to-" + current.id();
            all.add(new Cure.WaitForHost(
                    name, hazard.prior().id(), hazard.current().id(), ALL));
        }
        if (hazard.missing().ownership()) {
            all.add(new Cure.Share(hazard.resource()));
        }
        all.addAll(wider(narrow, hazard));
        if (reversed != null) {
            all.add(reversed);
        }
        return List.copyOf(all);
    }

    /** What is to be done besides about a hazard that is left after some steps; null for nothing that is known. */
    @Nullable
    Cure further(Hazard left, List<Cure> steps) {
        List<Cure> taken = steps.stream().flatMap(Candidates::each).toList();
        for (Cure next : of(left)) {
            if (!steps.contains(next) && !taken.contains(next)) {
                boolean begun =
                        next instanceof Cure.Steps several && taken.stream().anyMatch(several.cures()::contains);
                // what is shared needs no hand-over: that is a cure of its own
                boolean instead = next instanceof Cure.Share && taken.stream().anyMatch(Candidates::handsOver);
                return begun || instead || rivals(next, taken) ? null : next;
            }
        }
        return null;
    }

    private static Stream<Cure> each(Cure cure) {
        return cure instanceof Cure.Steps several ? several.cures().stream() : Stream.of(cure);
    }

    /** Whether two hand over at one place: of the whole of a resource and of a part. */
    private static boolean rivals(Cure next, List<Cure> taken) {
        return each(next)
                .filter(Candidates::handsOver)
                .anyMatch(one -> taken.stream()
                        .anyMatch(other -> handsOver(other)
                                && !other.equals(one)
                                && ((Cure.InsertCommand) other).spot().equals(((Cure.InsertCommand) one).spot())));
    }

    private static boolean handsOver(Cure step) {
        return step instanceof Cure.InsertCommand insert
                && insert.command() instanceof Command.PipelineBarrier barriers
                && barriers.barriers().stream().anyMatch(barrier -> barrier.srcQueueFamily() != null);
    }

    private static Cure semaphore(AccessTrace.Batch from, Hazard.Party first, AccessTrace.Batch to, Hazard.Party then) {
        return new Cure.WaitForSemaphore(from.id() + "-to-" + to.id(), first.id(), ALL, then.id(), ALL);
    }

    /** The host's writes for the wait for an event that the host sets: no barrier after it can bring them. */
    private List<Cure> fromHost(Hazard hazard) {
        AccessTrace.Batch batch = passes.batch(hazard.current().id());
        List<Cure> waits = new ArrayList<>();
        if (batch == null || hazard.prior().agent() != Hazard.Agent.HOST) {
            return waits;
        }
        for (AccessTrace.Action action : batch.actions()) {
            if (action.id().equals(hazard.current().id())) {
                break;
            }
            if (action.command() instanceof Command.WaitEvents wait) {
                for (Barrier barrier : wait.waits().get(0).barriers()) {
                    String resource = barrier.range() != null
                            ? barrier.range().buffer()
                            : barrier.image() != null ? barrier.image().range().image() : "";
                    waits.add(
                            0,
                            new Cure.ExtendBarrier(
                                    Cure.Masks.of(
                                            new Cure.Mask(Cure.Mask.Part.SRC_STAGE, Stage.HOST.mask()),
                                            new Cure.Mask(Cure.Mask.Part.SRC_ACCESS, Access.HOST_WRITE.mask()),
                                            new Cure.Mask(
                                                    Cure.Mask.Part.DST_STAGE,
                                                    hazard.current().stages() & Stages.EVERY_EXPANDED),
                                            new Cure.Mask(
                                                    Cure.Mask.Part.DST_ACCESS,
                                                    hazard.current().access())),
                                    resource,
                                    action.id()));
                }
            }
        }
        return waits;
    }

    private List<Cure> wider(Cure narrow, Hazard hazard) {
        List<Cure> wider = new ArrayList<>();
        if (narrow instanceof Cure.InsertCommand insert
                && insert.command() instanceof Command.PipelineBarrier command
                && command.barriers().size() == 1) {
            Barrier own = command.barriers().get(0);
            wider.add(barrier(own.srcStages(), own.srcAccess(), own.dstStages(), own.dstAccess(), insert.spot()));
            wider.add(barrier(
                    ALL,
                    Access.MEMORY_WRITE.mask(),
                    own.dstStages() == Stage.HOST.mask() ? own.dstStages() : ALL,
                    own.dstStages() == Stage.HOST.mask() ? own.dstAccess() : EVERYTHING,
                    insert.spot()));
        } else if (narrow instanceof Cure.ExtendBarrier extend) {
            wider.add(
                    new Cure.ExtendBarrier(all(extend.masks()), extend.resource(), extend.ranges(), extend.command()));
        } else if (narrow instanceof Cure.ExtendExternalDependency extend) {
            wider.add(new Cure.ExtendExternalDependency(all(extend.masks()), extend.resource(), extend.command()));
        } else if (narrow instanceof Cure.SubpassDependency between) {
            wider.add(new Cure.SubpassDependency(
                    all(between.masks()), between.resource(), between.command(), between.subpasses()));
        } else if (narrow instanceof Cure.WidenSemaphore wait) {
            wider.add(new Cure.WidenSemaphore(wait.operation(), wait.semaphore(), ALL, wait.submission()));
        } else if (narrow instanceof Cure.WaitForSemaphore wait && wait.waitStages() == 0) {
            wider.add(new Cure.WaitForSemaphore(wait.semaphore(), wait.signaller(), ALL, wait.waiter(), 0));
        } else if (narrow instanceof Cure.WaitForAcquire wait) {
            wider.add(new Cure.WaitForAcquire(wait.image(), wait.waiter(), ALL));
        }
        if (hazard.current().agent() == Hazard.Agent.HOST) {
            wider.add(new Cure.InsertOperation(
                    new HostOperation.DeviceWaitIdle(Origin.NOWHERE),
                    Spot.before(hazard.current().id())));
        } else if (passes.batch(hazard.current().id()) != null
                && !(narrow instanceof Cure.InsertCommand)
                && !(narrow instanceof Cure.SubpassDependency)) {
            String place = passes.before(hazard.current().id());
            wider.add(barrier(ALL, Access.MEMORY_WRITE.mask(), ALL, EVERYTHING, Spot.before(place)));
            wider.add(new Cure.InsertOperation(
                    new HostOperation.DeviceWaitIdle(Origin.NOWHERE),
                    Spot.before(hazard.current().id()).remarked("before its submission")));
        }
        return wider;
    }

    private static Cure.Masks all(Cure.Masks masks) {
        List<Cure.Mask> all = new ArrayList<>();
        for (Cure.Mask mask : masks.masks()) {
            all.add(new Cure.Mask(
                    mask.part(),
                    switch (mask.part()) {
                        case SRC_STAGE, DST_STAGE -> ALL;
                        case SRC_ACCESS -> Access.MEMORY_WRITE.mask();
                        case DST_ACCESS -> EVERYTHING;
                        case STAGE_MASK, SRC_STAGE_MASK, STAGE, STAGES -> mask.flags();
                    }));
        }
        return new Cure.Masks(all);
    }

    private static Cure barrier(long srcStages, long srcAccess, long dstStages, long dstAccess, Spot spot) {
        return new Cure.InsertCommand(
                new Command.PipelineBarrier(
                        Origin.NOWHERE,
                        List.of(new Barrier(srcStages, srcAccess, dstStages, dstAccess, null, null, null)),
                        false),
                null,
                spot);
    }
}
