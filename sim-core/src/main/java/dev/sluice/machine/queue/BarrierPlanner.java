// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.Barrier;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.sync.ActionOrder;
import dev.sluice.program.sync.AddressRange;
import dev.sluice.program.sync.CacheAction;
import dev.sluice.program.sync.PendingActions;
import dev.sluice.program.sync.QueueCapabilities;
import dev.sluice.program.sync.StageWaits;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns a dependency, whole or one half of it, into what to wait for, which caches to maintain, and what to hold back. */
final class BarrierPlanner {

    private final DeviceQueue device;
    private final RunContext run;
    private final QueueCapabilities queue;
    private final BufferAddresses addresses;
    private final PendingActions pending;
    private final OwedFlushes owed;
    private final GraphicsExecutor graphics;
    private final String family;

    BarrierPlanner(
            DeviceQueue device,
            RunContext run,
            BufferAddresses addresses,
            PendingActions pending,
            OwedFlushes owed,
            GraphicsExecutor graphics) {
        this.device = device;
        this.run = run;
        this.queue = device.capabilities();
        this.addresses = addresses;
        this.pending = pending;
        this.owed = owed;
        this.graphics = graphics;
        this.family = FamilyOwnership.familyOf(device.name());
    }

    /**
     * What the queue does for a dependency that it reaches now, its layout transitions left out.
     *
     * @param position commands of the queue so far
     */
    BarrierOrder order(BarrierOrder.Cause cause, List<Barrier> barriers, int position) {
        List<BarrierPart> parts = new ArrayList<>();
        List<@Nullable AddressRange> ranges = new ArrayList<>();
        Set<CacheAction> src = new LinkedHashSet<>();
        Set<CacheAction> dst = new LinkedHashSet<>();
        Set<CacheAction> waits = new LinkedHashSet<>();
        Map<String, Long> costs = new LinkedHashMap<>();
        long source = 0;
        long destination = 0;
        boolean namesImages = barriers.stream().anyMatch(barrier -> barrier.image() != null);
        for (Barrier written : barriers) {
            BarrierPart part = part(cause, written, position);
            Barrier barrier = part.barrier();
            parts.add(part);
            source |= part.role() == BarrierPart.Role.ACQUIRE ? 0 : part.scope().sourceStages();
            destination |= part.scope().destinationStages();
            src.addAll(run.resolver.sourceActions(barrier.srcStages(), barrier.srcAccess(), queue));
            dst.addAll(run.resolver.destinationActions(barrier.dstStages(), barrier.dstAccess(), queue));
            run.resolver
                    .destinationCosts(barrier.dstStages(), barrier.dstAccess(), queue)
                    .forEach((access, cycles) -> costs.merge(access, cycles, Math::max));
            waits.addAll(StageWaits.stageWaits(run.profile, barrier.srcStages(), barrier.dstStages(), namesImages));
            addRanges(barrier, ranges);
        }
        List<CacheAction> actions = new ArrayList<>(pending.take(ActionOrder.sorted(src)));
        int sourceActions = actions.size();
        actions.addAll(pending.take(ActionOrder.sorted(dst)));
        Overheads overheads = Overheads.of(
                run.profile.costs(),
                waits.stream().filter(wait -> !actions.contains(wait)).toList(),
                costs);
        waits.addAll(actions);
        List<AddressRange> bytes = BarrierScope.ranges(ranges);
        parts.forEach(part -> owed.available(part.barrier()));
        owed.ordered(source, destination);
        if (bytes == null) {
            owed.maintained(actions, source, destination);
        }
        return new BarrierOrder(
                cause,
                parts,
                source | BarrierScope.waitStages(waits),
                destination == 0 ? null : new Gate(cause.id(), destination),
                new BarrierOrder.CacheWork(actions, sourceActions, bytes, false),
                Transitions.NONE,
                overheads);
    }

    private BarrierPart part(BarrierOrder.Cause cause, Barrier written, int position) {
        BarrierPart.Role role = BarrierPart.Role.of(written, family);
        if (role == BarrierPart.Role.NONE && written.srcQueueFamily() != null) {
            run.note(cause.id() + ": an ownership transfer from " + written.srcQueueFamily() + " to "
                    + written.dstQueueFamily() + " does nothing on queue " + device.name()
                    + ", which is of neither family");
        }
        Barrier half = role.half(written);
        long first = Stages.syncScopeSrc(half.srcStages(), queue);
        long second = Stages.syncScopeDst(half.dstStages(), queue);
        BarrierScope scope;
        if (role == BarrierPart.Role.ACQUIRE) {
            // its first scope is ignored; TOP_OF_PIPE names no stage any more than NONE does
            long after = first == 0 ? Stages.syncScopeSrc(Stages.ALL_COMMANDS, queue) : first;
            scope = BarrierScope.acquiring(device.scoreboard(), after, second, device.firstStrand(), position);
        } else {
            scope = new BarrierScope(device.scoreboard(), first, second, device.firstStrand(), position);
            if (device.hasNoMoreThan(first)) {
                scope = scope.afterTransitions(position - 1);
            }
        }
        return new BarrierPart(half, role, written, scope);
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
}
