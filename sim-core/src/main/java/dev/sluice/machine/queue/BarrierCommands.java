// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.machine.raster.PixelStage;
import dev.sluice.program.Attachment;
import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.RenderTargets;
import dev.sluice.program.sync.CacheAction;
import dev.sluice.program.sync.CacheRole;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
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
        BarrierOrder.Cause cause =
                BarrierOrder.Cause.declared(record, barrier.origin(), BarrierWords.of(barrier.barriers()));
        long cycles = run.profile.costs().command();
        queue.busyFor(cycles);
        BarrierOrder order = planner.order(cause, barrier.barriers(), position).busying(cycles);
        List<BarrierPart> parts = order.parts();
        parts.forEach(part -> part.scope().cover(order.gate()));
        if (targets != null
                && barrier.byRegion()
                && parts.stream().allMatch(BarrierCommands::framebufferLocal)
                && keptBySquares(order)) {
            reachByRegion(record, order, targets);
            return;
        }
        long gates = order.drains();
        for (BarrierPart part : parts) {
            if (part.role() == BarrierPart.Role.ACQUIRE) {
                gates |= part.scope().sourceStages();
            }
        }
        Predecessors predecessors = queue.predecessors(order.drains(), gates);
        TransferCommands.Halves halves = transfers.halves(record, parts, position);
        Transitions transitions = Transitions.of(
                record,
                queue,
                run,
                graphics,
                parts,
                halves.changes(),
                i -> parts.get(i).scope().clock(),
                position);
        barriers.start(order.with(transitions), predecessors, List.of(), b -> {
            halves.carryOut();
            passOn(order, !transitions.none() || halves.any());
            noteHostDomain(parts);
            record.ended(queue.now());
        });
    }

    private static void passOn(BarrierOrder order, boolean withTransitions) {
        for (BarrierPart part : order.parts()) {
            part.scope().pass(part.scope().clock(), order.gate(), withTransitions);
        }
    }

    private void noteHostDomain(List<BarrierPart> parts) {
        for (BarrierPart part : parts) {
            if (HostReadNotes.reachesHost(part.written())) {
                run.hostDomain = run.hostDomain.join(part.scope().clock());
            }
        }
    }

    /** Whether a barrier can be kept pixel by pixel: Vulkan specification, "Framebuffer Region Dependencies". */
    private static boolean framebufferLocal(BarrierPart part) {
        Barrier barrier = part.barrier();
        ImageTransition transition = part.written().image();
        return (transition == null || transition.oldLayout() == transition.newLayout())
                && framebufferSpace(barrier.srcStages())
                && framebufferSpace(barrier.dstStages());
    }

    /**
     * Whether what is dropped when the queue reaches the barrier stays away until a square is done: a prefetcher would bring bytes of
     * other squares back before.
     */
    private boolean keptBySquares(BarrierOrder order) {
        return order.caches().actions().stream()
                .noneMatch(action -> !action.isWait()
                        && !action.role().ofRenderOutputUnits()
                        && run.caches.prefetches(action.role()));
    }

    private static boolean framebufferSpace(long stages) {
        return stages != 0 && (stages & ~Stages.FRAMEBUFFER_SPACE) == 0;
    }

    /**
     * Later draws wait square by square in the pipeline; caches that only the second scope concerns are maintained at once, the
     * units' lines as each square is done.
     */
    private void reachByRegion(CommandRecord record, BarrierOrder order, RenderTargets targets) {
        BarrierOrder.CacheWork caches = order.caches();
        List<CacheAction> now = new ArrayList<>();
        boolean color = false;
        boolean depth = false;
        for (int i = 0; i < caches.actions().size(); i++) {
            CacheAction action = caches.actions().get(i);
            if (action.isWait() || !action.role().ofRenderOutputUnits()) {
                now.add(action);
            } else if (i < caches.sourceActions()) {
                color |= action.role().equals(CacheRole.ROP_COLOR);
                depth |= action.role().equals(CacheRole.ROP_DEPTH);
            }
        }
        List<ImageSlice> flush = new ArrayList<>();
        for (RenderTargets layer : targets.layers()) {
            if (color) {
                layer.colors().stream().map(Attachment::slice).forEach(flush::add);
            }
            Attachment stencil = layer.depthStencil();
            if (depth && stencil != null) {
                flush.add(stencil.slice());
            }
        }
        long gates = 0;
        for (BarrierPart part : order.parts()) {
            gates |= part.scope().sourceStages();
        }
        barriers.start(order.with(now), queue.predecessors(0, gates), List.of(), b -> {
            passOn(order, false);
            record.ended(queue.now());
        });
        graphics.region(queue.name(), flush, pixelStages(order.destinationStages()), () -> record.ended(queue.now()));
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
