package dev.sluice.core.command.run;

import dev.sluice.core.barrier.ActionOrder;
import dev.sluice.core.barrier.AddressRange;
import dev.sluice.core.barrier.CacheAction;
import dev.sluice.core.barrier.PendingActions;
import dev.sluice.core.barrier.QueueCapabilities;
import dev.sluice.core.barrier.StageWaits;
import dev.sluice.core.barrier.Stages;
import dev.sluice.core.command.Barrier;
import dev.sluice.core.command.ImageTransition;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns a dependency, whole or one half of it, into what to wait for, which caches to maintain, and what to hold back. */
final class BarrierPlanner {

    /**
     * What a barrier command does on its queue.
     *
     * @param scopes one per barrier of the command
     * @param sourceStages all first synchronization scopes together, but for those of acquires
     * @param gates what acquires wait for
     * @param destinationStages all second ones
     * @param waitStages stages that the profile's waits drain as well
     * @param actions flushes and invalidates in order, waits left in place
     * @param sourceActions how many of them belong to the first half
     * @param ranges null for whole caches
     * @param namedStagesAreFramebufferSpace whether both scopes name stages of pixels only
     */
    record Plan(
            List<BarrierScope> scopes,
            List<Gate> gates,
            long sourceStages,
            long destinationStages,
            long waitStages,
            List<CacheAction> actions,
            int sourceActions,
            @Nullable List<AddressRange> ranges,
            boolean namedStagesAreFramebufferSpace) {}

    private final RunContext run;
    private final QueueCapabilities queue;
    private final BufferAddresses addresses;
    private final PendingActions pending;
    private final OwedFlushes owed;
    private final GraphicsExecutor graphics;

    BarrierPlanner(
            RunContext run,
            QueueCapabilities queue,
            BufferAddresses addresses,
            PendingActions pending,
            OwedFlushes owed,
            GraphicsExecutor graphics) {
        this.graphics = graphics;
        this.run = run;
        this.queue = queue;
        this.addresses = addresses;
        this.pending = pending;
        this.owed = owed;
    }

    Plan plan(StageScoreboard scoreboard, List<Barrier> barriers, int firstStrand, int position) {
        return planParts(scoreboard, barriers.stream().map(TransferPart::plain).toList(), firstStrand, position);
    }

    /** As {@link #plan}, with what the queue has to do of each barrier. */
    Plan planParts(StageScoreboard scoreboard, List<TransferPart> parts, int firstStrand, int position) {
        List<Gate> gates = new ArrayList<>();
        List<BarrierScope> scopes = new ArrayList<>();
        List<@Nullable AddressRange> ranges = new ArrayList<>();
        Set<CacheAction> src = new LinkedHashSet<>();
        Set<CacheAction> dst = new LinkedHashSet<>();
        Set<CacheAction> waits = new LinkedHashSet<>();
        long source = 0;
        long destination = 0;
        boolean local = true;
        for (TransferPart part : parts) {
            Barrier barrier = part.barrier();
            long second = Stages.syncScopeDst(barrier.dstStages(), queue);
            if (part.role() == TransferPart.Role.ACQUIRE) {
                long after = Stages.syncScopeSrc(
                        barrier.srcStages() == 0 ? Stages.ALL_COMMANDS : barrier.srcStages(), queue);
                BarrierScope scope = BarrierScope.acquiring(scoreboard, after, second, firstStrand, position);
                scopes.add(scope);
                gates.addAll(scope.gates());
            } else {
                long first = Stages.syncScopeSrc(barrier.srcStages(), queue);
                scopes.add(new BarrierScope(scoreboard, first, second, firstStrand, position));
                source |= first;
            }
            destination |= second;
            src.addAll(run.resolver.sourceActions(barrier.srcStages(), barrier.srcAccess(), queue));
            dst.addAll(run.resolver.destinationActions(barrier.dstStages(), barrier.dstAccess(), queue));
            waits.addAll(StageWaits.stageWaits(run.profile, barrier.srcStages(), barrier.dstStages()));
            addRanges(barrier, ranges);
            local &= framebufferSpace(barrier.srcStages()) && framebufferSpace(barrier.dstStages());
        }
        List<CacheAction> actions = new ArrayList<>(pending.take(ActionOrder.sorted(src)));
        int sourceActions = actions.size();
        actions.addAll(pending.take(ActionOrder.sorted(dst)));
        waits.addAll(actions);
        List<AddressRange> bytes = BarrierScope.ranges(ranges);
        parts.forEach(part -> owed.available(part.barrier()));
        owed.ordered(source, destination);
        if (bytes == null) {
            owed.maintained(actions, source, destination);
        }
        return new Plan(
                scopes,
                gates,
                source,
                destination,
                BarrierScope.waitStages(new ArrayList<>(waits)) & ~source,
                actions,
                sourceActions,
                bytes,
                local);
    }

    /** The bytes that a buffer or image barrier covers. */
    List<AddressRange> bytes(Barrier barrier) {
        List<@Nullable AddressRange> ranges = new ArrayList<>();
        addRanges(barrier, ranges);
        List<AddressRange> bytes = BarrierScope.ranges(ranges);
        return bytes == null ? List.of() : bytes;
    }

    private void addRanges(Barrier barrier, List<@Nullable AddressRange> ranges) {
        ImageTransition image = barrier.image();
        if (image != null) {
            ranges.addAll(graphics.addresses(image.range()));
        } else {
            ranges.add(barrier.range() == null ? null : addresses.addresses(barrier.range()));
        }
    }

    private static boolean framebufferSpace(long stages) {
        return stages != 0 && (stages & ~Stages.FRAMEBUFFER_SPACE) == 0;
    }
}
