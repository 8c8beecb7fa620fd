// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.order.Amendments;
import dev.sluice.check.order.Columns;
import dev.sluice.check.order.Events;
import dev.sluice.check.order.Ownership;
import dev.sluice.check.order.QueueOrder;
import dev.sluice.check.order.Scopes;
import dev.sluice.check.order.Signal;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.check.trace.Region;
import dev.sluice.check.trace.Resources;
import dev.sluice.check.trace.TraceBuilder;
import dev.sluice.program.Barrier;
import dev.sluice.program.ImageLayouts;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.sync.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Carries out what orders the commands of queues: barriers, events, subpass dependencies, ownership transfers. */
final class DependencyReplay {
    private final Resources resources;
    private final Amendments amendments;
    private final Columns columns;
    private final Scopes scopes;
    private final RangedBarriers ranged;
    private final ImageLayouts layouts;
    private final Set<String> notes;
    private final Ownership ownership = new Ownership();

    /** @param notes takes remarks on the stream */
    DependencyReplay(
            Resources resources,
            Amendments amendments,
            Columns columns,
            Scopes scopes,
            RangedBarriers ranged,
            ImageLayouts layouts,
            Set<String> notes) {
        this.resources = resources;
        this.amendments = amendments;
        this.columns = columns;
        this.scopes = scopes;
        this.ranged = ranged;
        this.layouts = layouts;
        this.notes = notes;
    }

    /** A barrier that the stream does not have. */
    void add(QueueOrder order, AccessTrace.Action before, Barrier barrier) {
        barrier(
                order,
                before,
                barrier,
                TraceBuilder.ranges(resources, barrier),
                order.first(barrier),
                order.within(barrier));
    }

    /**
     * Barriers of one command know nothing of each other: all first halves come before all second halves.
     *
     * @param wait the events that the command has waited for; null if it is no such wait
     */
    void carryOut(QueueOrder order, AccessTrace.Action action, Events.@Nullable Wait wait) {
        List<Runnable> second = new ArrayList<>();
        for (AccessTrace.Dependency dependency : action.dependencies()) {
            Barrier other = amendments.amended(dependency.id(), dependency.barrier());
            if (other == null) {
                continue;
            }
            Barrier barrier = other.limitedTo(dependency.barrier().subpasses());
            List<Region> ranges =
                    amendments.keeps(dependency.id()) ? dependency.ranges() : TraceBuilder.ranges(resources, barrier);
            if (dependency.events().isEmpty()) {
                Signal.Half half = order.first(barrier);
                second.add(() -> barrier(order, action, barrier, ranges, half, order.within(barrier)));
            }
            for (String event : dependency.events()) {
                Signal.EventSet set = wait == null ? null : wait.set(event);
                if (set == null) {
                    continue;
                }
                Signal.Half begun = eventHalf(barrier, set, order);
                Signal.Half half = begun.and(order.unscoped());
                // a subpass limits the scopes of pipeline barriers only (Vulkan specification, chapter Render Pass)
                second.add(() -> barrier(order, action, barrier, ranges, half, MemoryAccess.NO_SUBPASS));
            }
        }
        second.forEach(Runnable::run);
    }

    /**
     * The first half of a dependency that an event completes. What comes before a set on another queue is no part of it:
     * events order the commands of one queue, or the host and a queue (Vulkan specification, section Events).
     */
    private Signal.Half eventHalf(Barrier barrier, Signal.EventSet set, QueueOrder order) {
        QueueOrder at = set.queue();
        if (at == null) {
            return hostHalf(barrier, set.host(), order);
        }
        if (at.queue() != order.queue()) {
            int[] nothing = new int[columns.width()];
            return new Signal.Half(nothing, nothing, nothing);
        }
        return at.first(begun(barrier, set, order));
    }

    /**
     * The legacy form: stages wait where the event was set, and of them only those that the set names (Vulkan
     * specification, section Events).
     */
    private Barrier begun(Barrier barrier, Signal.EventSet set, QueueOrder order) {
        if (!set.legacy()) {
            return barrier;
        }
        long stages = scopes.named(set.stages(), order.capabilities())
                & scopes.named(barrier.srcStages(), order.capabilities());
        return new Barrier(
                stages,
                barrier.srcAccess(),
                barrier.dstStages(),
                barrier.dstAccess(),
                barrier.range(),
                barrier.image(),
                null,
                null);
    }

    /**
     * The first half of a dependency that the host's event completes: what the host knows, if its stage is named. Its own
     * writes come to the device only by its access.
     */
    private Signal.Half hostHalf(Barrier barrier, Signal known, QueueOrder order) {
        int[] carried = new int[columns.width()];
        if ((scopes.named(barrier.srcStages(), order.capabilities()) & Stage.HOST.mask()) == 0) {
            return new Signal.Half(carried, carried, carried);
        }
        Columns.join(carried, known.available());
        int[] memory = carried.clone();
        if (scopes.writes(barrier.srcAccess(), Columns.HOST_ROW)) {
            for (int i = 0; i < columns.threads(); i++) {
                Columns.raise(memory, columns.thread(i), known.execution()[columns.thread(i)]);
            }
        }
        return new Signal.Half(known.execution(), carried, memory);
    }

    private void barrier(
            QueueOrder order,
            AccessTrace.Action action,
            Barrier barrier,
            @Nullable List<Region> ranges,
            Signal.Half half,
            int within) {
        ImageTransition image = barrier.image();
        Ownership.Role role = Ownership.role(barrier, columns.family(order.queue()));
        carryOut(order, action, barrier, role, ranges, half, within);
        // what is found of the transition itself is told with the layout before it
        if (image != null && role != Ownership.Role.STRANGER) {
            layouts.enter(image);
        }
    }

    private void carryOut(
            QueueOrder order,
            AccessTrace.Action action,
            Barrier barrier,
            Ownership.Role role,
            @Nullable List<Region> ranges,
            Signal.Half half,
            int within) {
        if (ranges == null || role == Ownership.Role.NONE) {
            order.second(barrier, half, ranges == null, within);
            if (ranges != null) {
                ranged.barrier(order, action, ranges, barrier, half, within);
            }
            return;
        }
        switch (role) {
            case RELEASE -> {
                Barrier first = new Barrier(
                        barrier.srcStages(),
                        barrier.srcAccess(),
                        0,
                        0,
                        barrier.range(),
                        barrier.image(),
                        barrier.srcQueueFamily(),
                        barrier.dstQueueFamily());
                ranged.release(order, action, ranges, first, half);
                ownership.release(barrier, order);
            }
            case ACQUIRE -> {
                Signal.Half known = order.acquiring(barrier);
                order.second(barrier, known, false, within);
                if (ownership.acquire(barrier, known.execution(), columns)) {
                    ranged.acquire(order, ranges, barrier, known);
                } else {
                    ranged.take(order, action, ranges, barrier, known);
                }
            }
            case STRANGER, NONE ->
                notes.add(action.id() + ": an ownership transfer from " + barrier.srcQueueFamily() + " to "
                        + barrier.dstQueueFamily() + " does nothing on a queue of neither family");
        }
    }
}
