// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.order.SemaphoreWaits;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.DeviceFacts;
import dev.sluice.check.trace.Intervals;
import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.check.trace.PassSpans;
import dev.sluice.program.Attachment;
import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.MemoryRange;
import dev.sluice.program.Origin;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.SubpassScopes;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.edit.Spot;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.DepthTests;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the smallest cure of a hazard, with the place where it goes. */
final class Cures {
    private final AccessTrace trace;
    private final PassSpans passes;
    private final CureBarriers barriers;

    Cures(AccessTrace trace) {
        this.trace = trace;
        this.passes = new PassSpans(trace);
        this.barriers = new CureBarriers(trace, passes);
    }

    /** What cures a hazard. */
    Cure cure(HazardLog.Found found, Hazard.Party prior, Hazard.Party current) {
        return switch (found.missing) {
            case FLUSH ->
                new Cure.InsertOperation(
                        new HostOperation.FlushMappedMemoryRanges(Origin.NOWHERE, mapped(found)),
                        Spot.after(prior.id()).remarked("before the submission"));
            case INVALIDATE ->
                new Cure.InsertOperation(
                        new HostOperation.InvalidateMappedMemoryRanges(Origin.NOWHERE, mapped(found)),
                        Spot.before(current.id()));
            case ATOM ->
                new Cure.Note("place what the host and what the device writes "
                        + trace.device().nonCoherentAtomSize() + " bytes apart, or "
                        + (found.prior.kind() == Hazard.Agent.HOST
                                ? "flush what the host wrote before the device writes beside it"
                                : "have the host see what the device wrote before it writes beside it: a barrier to"
                                        + " HOST/HOST_READ, a fence that it waits for, and an invalidation"));
            case FENCE -> fence(found, prior, current);
            case HOST_ORDER -> {
                boolean host = found.current.kind() == Hazard.Agent.HOST;
                yield new Cure.MoveOperation((host ? current : prior).id(), (host ? prior : current).id());
            }
            case SEMAPHORE -> semaphore(found, prior, current);
            case WAIT_STAGES, SIGNAL_STAGES, SIGNAL_CHAIN, CHAIN -> widened(found, Objects.requireNonNull(found.wait));
            case AVAILABILITY -> found.wait == null ? here(found) : signalled(found, found.wait);
            case RELEASE, ACQUIRE, TRANSFER, TRANSFER_ORDER -> transfer(found, prior, current);
            case HOST_DOMAIN -> {
                Access access = found.current.access().writes() ? Access.HOST_WRITE : Access.HOST_READ;
                yield insert(
                        barriers.of(found, Stage.HOST.mask(), access.mask()),
                        Spot.after(passes.after(prior.id())).remarked("before the fence"));
            }
            default ->
                found.prior.kind() == Hazard.Agent.HOST && found.current.kind() == Hazard.Agent.HOST
                        ? threads(prior, current)
                        : here(found);
        };
    }

    /** What a barrier cures, an own one or that of a transition which is one of the two. */
    private Cure here(HazardLog.Found found) {
        Cure stored = stored(found);
        if (stored != null) {
            return stored;
        }
        if (found.current.transition()) {
            return transition(found);
        }
        // the second scope of its barrier is of its own queue, and what needs another layout needs another barrier
        boolean within = found.prior.queue() == found.current.queue() && found.current.kind() == Hazard.Agent.DEVICE;
        if (found.prior.transition() && within && reaches(found) && !barriers.changeLayout(found)) {
            return extended(
                    found.prior,
                    found.places,
                    Cure.Masks.of(
                            new Cure.Mask(
                                    Cure.Mask.Part.DST_STAGE,
                                    DepthTests.both(found.currentStages, found.currentAccess)),
                            new Cure.Mask(Cure.Mask.Part.DST_ACCESS, found.currentAccess)));
        }
        return before(found, barriers.of(found, found.currentStages, destination(found)));
    }

    private Cure insert(Barrier barrier, Spot spot) {
        ImageTransition image = barrier.image();
        return new Cure.InsertCommand(
                new Command.PipelineBarrier(Origin.NOWHERE, List.of(barrier), false),
                image == null
                        ? null
                        : trace.resources()
                                .image(image.range().image())
                                .declaration()
                                .spec(),
                spot);
    }

    private Cure before(HazardLog.Found found, Barrier barrier) {
        if (acrossSubpasses(found)) {
            String step = passes.subpass(found.current.action().id());
            int first =
                    Objects.requireNonNull(trace.action(passes.before(step))).subpass();
            // between subpasses stages are those of graphics (Vulkan specification, VkRenderPassCreateInfo)
            boolean any = barrier.srcStages() == Stage.ALL_COMMANDS.mask();
            return new Cure.SubpassDependency(
                    Cure.Masks.of(barrier.masked(
                            any ? Stage.ALL_GRAPHICS.mask() : barrier.srcStages(),
                            barrier.srcAccess(),
                            barrier.dstStages(),
                            barrier.dstAccess())),
                    null,
                    step,
                    SubpassScopes.of(subpass(found.prior) - first, subpass(found.current) - first));
        }
        return inOnePass(found) ? within(found, barrier) : insert(barrier, Spot.before(place(found)));
    }

    /**
     * Within a render pass a barrier names no buffer, in dynamic rendering no image either; behind stages of pixels it holds back
     * these alone, pixel by pixel (Vulkan specification, vkCmdPipelineBarrier2).
     */
    private Cure within(HazardLog.Found found, Barrier barrier) {
        String current = found.current.action().id();
        boolean pixels = (barrier.srcStages() & Stages.FRAMEBUFFER_SPACE) != 0;
        long others = barrier.dstStages() & ~Stages.FRAMEBUFFER_SPACE;
        if (pixels && others != 0) {
            return new Cure.Note(
                    "end the render pass between " + found.prior.action().id() + " and " + current
                            + ": no barrier within it has " + Stages.text(others) + " wait for "
                            + Stages.text(barrier.srcStages()));
        }
        Barrier global = new Barrier(
                barrier.srcStages(), barrier.srcAccess(), barrier.dstStages(), barrier.dstAccess(), null, null, null);
        return new Cure.InsertCommand(
                new Command.PipelineBarrier(Origin.NOWHERE, List.of(global), pixels),
                null,
                Spot.before(current)
                        .remarked(
                                passes.dynamic(current)
                                        ? "if dynamicRenderingLocalRead is enabled"
                                        : "if the subpass depends on itself"));
    }

    /** A barrier within a render pass orders nothing outside of its subpass (Vulkan specification, chapter Render Pass). */
    private String place(HazardLog.Found found) {
        return passes.before(found.current.action().id());
    }

    private boolean inOnePass(HazardLog.Found found) {
        return passes.together(found.current.action().id(), found.prior.action().id());
    }

    private boolean acrossSubpasses(HazardLog.Found found) {
        return inOnePass(found) && subpass(found.prior) != subpass(found.current);
    }

    /** Whether the second scope of the barrier that makes the earlier transition has the work of what comes second. */
    private boolean reaches(HazardLog.Found found) {
        int into = into(found.prior);
        return into == MemoryAccess.NO_SUBPASS || (inOnePass(found) && into == subpass(found.current));
    }

    /** The subpass that a step of a render pass makes a transition for; none where all later work comes after it. */
    private int into(Occurrence transition) {
        AccessTrace.Action action = transition.action();
        for (AccessTrace.Dependency dependency : action.dependencies()) {
            ImageTransition image = dependency.barrier().image();
            SubpassScopes scopes = dependency.barrier().subpasses();
            if (image != null
                    && scopes != null
                    && image.range().image().equals(transition.access().resource())
                    && scopes.dst() != SubpassScopes.EXTERNAL) {
                return firstSubpass(action.id()) + scopes.dst();
            }
        }
        return MemoryAccess.NO_SUBPASS;
    }

    private int firstSubpass(String inPass) {
        return Objects.requireNonNull(trace.action(passes.before(inPass))).subpass();
    }

    /**
     * Load operations are of the subpass that their step begins, store operations of that which it ends, transitions of that
     * which they are made for.
     */
    private int subpass(Occurrence of) {
        int own = of.transition() ? into(of) : of.access().subpass();
        return own == MemoryAccess.NO_SUBPASS ? of.action().subpass() : own;
    }

    /** The first half of the barrier that makes the transition. */
    private static Cure transition(HazardLog.Found found) {
        boolean second = found.prior.transition();
        boolean flush = found.prior.access().writes() && !second;
        return extended(
                found.current,
                found.places,
                source(
                        second ? Stage.ALL_COMMANDS.mask() : found.priorStages,
                        flush ? Accesses.writes(found.priorAccess) : 0));
    }

    /**
     * A write behind a read needs no memory to be moved (Vulkan specification, section Execution and Memory
     * Dependencies).
     */
    private static long destination(HazardLog.Found found) {
        return found.prior.access().writes() ? found.currentAccess : 0;
    }

    private Cure semaphore(HazardLog.Found found, Hazard.Party prior, Hazard.Party current) {
        if (found.prior.kind() == Hazard.Agent.DISPLAY) {
            return new Cure.WaitForAcquire(prior.resource(), current.id(), stages(found.currentStages));
        }
        boolean shows = found.current.kind() == Hazard.Agent.DISPLAY;
        return new Cure.WaitForSemaphore(
                submission(prior.id()) + "-to-" + submission(current.id()),
                prior.id(),
                stages(found.priorStages),
                current.id(),
                shows ? 0 : stages(found.currentStages));
    }

    /** A transition is of no stage: what waits for all commands comes after it. */
    private static long stages(long stages) {
        return (stages & Stages.EVERY_EXPANDED) == 0 ? Stage.ALL_COMMANDS.mask() : stages;
    }

    /** The host's wait for the submission of what comes first. */
    private Cure fence(HazardLog.Found found, Hazard.Party prior, Hazard.Party current) {
        AccessTrace.Batch batch = passes.batch(prior.id());
        if (batch == null) {
            return new Cure.Note("let the host wait until the display has read " + prior.resource() + " (the fence of"
                    + " acquireNextImage) before " + current.id());
        }
        String own = batch.submit().fence();
        return new Cure.WaitForFence(
                current.id(),
                prior.id(),
                own == null ? batch.id() + "-done" : own,
                own != null,
                found.prior.access().writes());
    }

    /** A timeline between two host threads. */
    private static Cure threads(Hazard.Party prior, Hazard.Party current) {
        String name = prior.id() + "-to-" + current.id();
        return new Cure.Steps(List.of(
                new Cure.InsertOperation(
                        new HostOperation.SignalSemaphore(Origin.NOWHERE, name, 1), Spot.after(prior.id())),
                new Cure.InsertOperation(
                        new HostOperation.WaitSemaphores(
                                Origin.NOWHERE, List.of(new SemaphoreOperation(name, 1, true, 0))),
                        Spot.before(current.id()))));
    }

    /** The id of a command's submission; of what is none, its own. */
    private String submission(String id) {
        AccessTrace.Batch batch = passes.batch(id);
        return batch == null ? id : batch.id();
    }

    /** The stages that a wait for a semaphore, its signal, or the barrier of a transition after it is to name besides. */
    private static Cure widened(HazardLog.Found found, SemaphoreWaits.Wait wait) {
        String semaphore = wait.operation().semaphore();
        return switch (found.missing) {
            case SIGNAL_STAGES -> signalled(found, wait);
            case SIGNAL_CHAIN -> chained(found, wait, Objects.requireNonNull(found.through));
            case CHAIN -> extended(found.current, found.places, source(wait.chained(found.priorStages), 0));
            default ->
                new Cure.WidenSemaphore(
                        Cure.WidenSemaphore.Operation.WAIT,
                        semaphore,
                        wait.operation().stages() | found.currentStages,
                        wait.id().command());
        };
    }

    /** A signal is to name the stages of what comes first. */
    private static Cure signalled(HazardLog.Found found, SemaphoreWaits.Wait wait) {
        return new Cure.WidenSemaphore(
                Cure.WidenSemaphore.Operation.SIGNAL,
                wait.operation().semaphore(),
                stages(found.priorStages),
                wait.id().command());
    }

    /** A signal is to come after what its queue waits for, or the wait to hold something back that the signal comes after. */
    private static Cure chained(HazardLog.Found found, SemaphoreWaits.Wait wait, SemaphoreWaits.Wait through) {
        return through.holdsNothing()
                ? new Cure.WidenSemaphore(
                        Cure.WidenSemaphore.Operation.WAIT,
                        through.operation().semaphore(),
                        Stage.ALL_COMMANDS.mask(),
                        through.id().command())
                : new Cure.WidenSemaphore(
                        Cure.WidenSemaphore.Operation.SIGNAL,
                        wait.operation().semaphore(),
                        through.chained(found.priorStages),
                        wait.id().command());
    }

    /** Masks for the barrier that makes a transition of some places. */
    private static Cure extended(Occurrence transition, Intervals places, Cure.Masks masks) {
        AccessTrace.Action action = transition.action();
        MemoryAccess access = transition.access();
        String resource = access.resource();
        if (!(action.command() instanceof Command.PassStep step)) {
            List<ImageRange> own = Transitions.at(action, resource, access.space(), places).stream()
                    .map(ImageTransition::range)
                    .toList();
            boolean all = own.size() == Transitions.of(action, resource).size();
            return new Cure.ExtendBarrier(masks, resource, all ? List.of() : own, action.id());
        }
        return step.form() == Command.PassStep.Form.NEXT_SUBPASS
                ? new Cure.SubpassDependency(masks, resource, action.id(), null)
                : new Cure.ExtendExternalDependency(masks, resource, action.id());
    }

    private static Cure.Masks source(long stages, long access) {
        return Cure.Masks.of(
                new Cure.Mask(Cure.Mask.Part.SRC_STAGE, DepthTests.both(stages, access)),
                new Cure.Mask(Cure.Mask.Part.SRC_ACCESS, access));
    }

    /** The store operation of one of the two that writes what can only be read; null if neither is one. */
    private static @Nullable Cure stored(HazardLog.Found found) {
        for (Occurrence one : new Occurrence[] {found.prior, found.current}) {
            Command command = one.action().command();
            if (!one.access().has(MemoryAccess.PASS)
                    || one.access().stage() != Stage.LATE_FRAGMENT_TESTS
                    || !(command instanceof Command.PassStep step)
                    || step.ends() == null) {
                continue;
            }
            Attachment depth = step.ends().depthStencil();
            Aspect aspect = one.access().space().aspect();
            if (depth != null
                    && depth.slice().image().equals(one.access().resource())
                    && storesReadOnly(depth, one).contains(aspect)) {
                return new Cure.StoreNone(
                        one.access().resource(),
                        storesReadOnly(depth, one),
                        one.action().id());
            }
        }
        return null;
    }

    /** The aspects that an attachment stores although its layout lets them only be read. */
    private static Set<Aspect> storesReadOnly(Attachment depth, Occurrence stored) {
        Set<Aspect> aspects = Aspect.depthStencil(
                depth.readOnly(Aspect.DEPTH) && depth.store() == Attachment.StoreOp.STORE,
                depth.readOnly(Aspect.STENCIL) && depth.stencilStore() == Attachment.StoreOp.STORE);
        ImageSpec spec = stored.access().space().image();
        aspects.removeIf(aspect -> spec == null || !spec.format().has(aspect));
        return aspects;
    }

    /** Both halves of an ownership transfer, or the one that is missing. */
    private static Cure transfer(HazardLog.Found found, Hazard.Party prior, Hazard.Party current) {
        String from = DeviceFacts.family(prior.queue());
        String to = DeviceFacts.family(current.queue());
        String resource = found.current.access().resource();
        if (from.equals(to)) {
            return new Cure.Note("acquire " + resource + " back before " + current.id() + ": queue family " + to
                    + " has released it");
        }
        if (found.missing == MissingHalf.TRANSFER_ORDER) {
            return new Cure.Note("let the acquire of " + resource
                    + " name the range, families and layouts of its release, and wait for it"
                    + " by a semaphore signalled and waited for at ALL_COMMANDS");
        }
        return new Cure.HandOver(
                switch (found.missing) {
                    case RELEASE -> Cure.HandOver.Half.RELEASE;
                    case ACQUIRE -> Cure.HandOver.Half.ACQUIRE;
                    default -> Cure.HandOver.Half.BOTH;
                },
                resource,
                found.layout == ImageLayout.UNDEFINED ? null : found.layout,
                prior.id(),
                prior.queue(),
                current.id(),
                current.queue(),
                from,
                to);
    }

    private List<MemoryRange> mapped(HazardLog.Found found) {
        Intervals atoms = found.places.aligned(trace.device().nonCoherentAtomSize());
        return List.of(
                new MemoryRange(found.current.access().space().name(), atoms.first(), atoms.last() - atoms.first()));
    }
}
