package dev.sluice.core.command.run;

import dev.sluice.core.barrier.CacheAction;
import dev.sluice.core.barrier.CacheRole;
import dev.sluice.core.barrier.Stage;
import dev.sluice.core.command.Attachment;
import dev.sluice.core.command.Barrier;
import dev.sluice.core.command.Command;
import dev.sluice.core.command.ImageSlice;
import dev.sluice.core.command.ImageTransition;
import dev.sluice.core.command.RenderTargets;
import dev.sluice.core.raster.PixelStage;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Carries out the barrier commands of a queue, by the whole framebuffer or square by square (BY_REGION). */
final class BarrierCommands {

    private final DeviceQueue queue;
    private final RunContext run;
    private final BarrierPlanner planner;
    private final BarrierUnit barriers;
    private final GraphicsExecutor graphics;
    private final TransferCommands transfers;

    BarrierCommands(
            DeviceQueue queue,
            RunContext run,
            BarrierPlanner planner,
            BarrierUnit barriers,
            GraphicsExecutor graphics) {
        this.queue = queue;
        this.run = run;
        this.planner = planner;
        this.barriers = barriers;
        this.graphics = graphics;
        this.transfers = new TransferCommands(queue, run, planner);
    }

    /**
     * Begins a barrier.
     *
     * @param record the command that it is, or belongs to
     * @param targets what the last draw of the render pass instance drew to, null outside
     */
    void reach(CommandRecord record, Command.PipelineBarrier barrier, int position, @Nullable RenderTargets targets) {
        record.began(queue.now());
        List<TransferPart> parts = transfers.parts(record, barrier);
        BarrierPlanner.Plan plan = planner.planParts(queue.scoreboard(), parts, queue.firstStrand(), position);
        if (targets != null && framebufferLocal(barrier, plan)) {
            reachByRegion(record, barrier, plan, targets);
            return;
        }
        Gate gate = new Gate(record.id(), plan.destinationStages());
        List<Awaited> waitsFor = queue.dependencies(plan.sourceStages() | plan.waitStages());
        waitsFor.addAll(plan.gates());
        queue.scoreboard().close(gate);
        TransferCommands.Halves halves = transfers.halves(record, parts, plan, position);
        Transitions transitions = Transitions.of(
                record,
                queue,
                run,
                graphics,
                parts.stream().map(TransferPart::barrier).toList(),
                halves.changes(),
                i -> plan.scopes().get(i).clock(),
                position);
        waitsFor.addAll(barriers.transitioning(transitions));
        BarrierOrder order = new BarrierOrder(
                record.id(),
                record.id(),
                barrier.origin(),
                false,
                gate,
                plan.actions(),
                plan.ranges(),
                transitions,
                plan.sourceActions());
        barriers.start(order, waitsFor, b -> {
            halves.carryOut();
            boolean marked = !transitions.none() || halves.any();
            plan.scopes().forEach(scope -> scope.passTo(gate, marked));
            noteHostDomain(barrier, plan);
            record.ended(queue.now());
        });
    }

    private void noteHostDomain(Command.PipelineBarrier barrier, BarrierPlanner.Plan plan) {
        for (int i = 0; i < plan.scopes().size(); i++) {
            if (HostReadNotes.reachesHost(barrier.barriers().get(i))) {
                run.hostDomain = run.hostDomain.join(plan.scopes().get(i).clock());
            }
        }
    }

    /**
     * Whether a dependency can be kept pixel by pixel (Vulkan specification, section Framebuffer Region Dependencies).
     * See {@code docs/decisions/0014-by-region.md}.
     */
    private static boolean framebufferLocal(Command.PipelineBarrier barrier, BarrierPlanner.Plan plan) {
        if (!barrier.byRegion()) {
            return false;
        }
        for (Barrier part : barrier.barriers()) {
            ImageTransition transition = part.image();
            if (transition != null && transition.oldLayout() != transition.newLayout()) {
                return false;
            }
        }
        return plan.namedStagesAreFramebufferSpace();
    }

    /**
     * Later draws wait square by square in the pipeline; caches that only the second scope concerns are maintained at once, the
     * units' lines as each square is done.
     */
    private void reachByRegion(
            CommandRecord record, Command.PipelineBarrier barrier, BarrierPlanner.Plan plan, RenderTargets targets) {
        List<CacheAction> now = new ArrayList<>();
        boolean color = false;
        boolean depth = false;
        for (int i = 0; i < plan.actions().size(); i++) {
            CacheAction action = plan.actions().get(i);
            if (action.isWait() || !action.role().ofRenderOutputUnits()) {
                now.add(action);
            } else if (i < plan.sourceActions()) {
                color |= action.role().equals(CacheRole.ROP_COLOR);
                depth |= action.role().equals(CacheRole.ROP_DEPTH);
            }
        }
        List<ImageSlice> flush = new ArrayList<>();
        if (color) {
            targets.colors().stream().map(Attachment::slice).forEach(flush::add);
        }
        Attachment stencil = targets.depthStencil();
        if (depth && stencil != null) {
            flush.add(stencil.slice());
        }
        Gate gate = new Gate(record.id(), plan.destinationStages());
        List<Awaited> waitsFor = new ArrayList<>();
        plan.scopes().forEach(scope -> waitsFor.addAll(scope.gates()));
        queue.scoreboard().close(gate);
        BarrierOrder order = new BarrierOrder(
                record.id(), record.id(), barrier.origin(), false, gate, now, null, Transitions.NONE, 0);
        barriers.start(order, waitsFor, b -> {
            plan.scopes().forEach(scope -> scope.passTo(gate, false));
            record.ended(queue.now());
        });
        graphics.region(queue.name(), flush, pixelStages(plan.destinationStages()), () -> record.ended(queue.now()));
    }

    private static Set<PixelStage> pixelStages(long stages) {
        Set<PixelStage> found = EnumSet.noneOf(PixelStage.class);
        if ((stages & Stage.EARLY_FRAGMENT_TESTS.mask()) != 0) {
            found.add(PixelStage.EARLY_TESTS);
        }
        if ((stages & Stage.FRAGMENT_SHADER.mask()) != 0) {
            found.add(PixelStage.FRAGMENT);
        }
        if ((stages & Stage.LATE_FRAGMENT_TESTS.mask()) != 0) {
            found.add(PixelStage.LATE_TESTS);
        }
        if ((stages & Stage.COLOR_ATTACHMENT_OUTPUT.mask()) != 0) {
            found.add(PixelStage.COLOR_OUTPUT);
        }
        return found;
    }
}
