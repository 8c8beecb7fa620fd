// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.order.Columns;
import dev.sluice.check.order.Ownership;
import dev.sluice.check.order.QueueOrder;
import dev.sluice.check.order.Signal;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.MemoryAccess;
import dev.sluice.check.trace.Region;
import dev.sluice.program.Barrier;
import dev.sluice.program.BufferRange;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.image.ImageLayout;
import java.util.List;
import java.util.function.Function;

/** What barriers that are limited to some places make of the writes there: buffer and image barriers, ownership transfers. */
final class RangedBarriers {
    private final Columns columns;
    private final SpaceMap[] maps;
    private final Judge judge;

    RangedBarriers(Columns columns, SpaceMap[] maps, Judge judge) {
        this.columns = columns;
        this.maps = maps;
        this.judge = judge;
    }

    /**
     * A barrier with both halves on one queue, and its layout transition.
     *
     * @param within the island that it is limited to, or {@link MemoryAccess#NO_SUBPASS}
     */
    void barrier(
            QueueOrder order,
            AccessTrace.Action action,
            List<Region> regions,
            Barrier barrier,
            Signal.Half half,
            int within) {
        apply(order, action, regions, barrier, half, order.secondScope(barrier), within);
    }

    /**
     * The half of an ownership transfer that gives places up. Its second scope is empty (Vulkan specification, section
     * Queue Family Ownership Transfer): only what waits for all commands comes after it.
     */
    @SuppressWarnings("ReferenceEquality") // an action is itself only
    void release(QueueOrder order, AccessTrace.Action action, List<Region> regions, Barrier barrier, Signal.Half half) {
        if (Ownership.outside(barrier.dstQueueFamily())) {
            TransitionKnowledge knowledge = new TransitionKnowledge(half, order, true, columns);
            regions.forEach(region -> judge.handedOut(order, action, region, resource(barrier), knowledge));
        }
        apply(order, action, regions, barrier, half, Columns.ALL_DONE, MemoryAccess.NO_SUBPASS);
        Transfers.Half released = half(Transfers.Role.RELEASED, order, barrier, Columns.ALL_DONE);
        change(regions, written -> {
            Occurrence write = written.write();
            boolean own = write.action() == action && write.position() == order.position();
            return write.queue() >= 0 && (own || written.before(half.execution(), columns))
                    ? written.facts().transferred(released)
                    : written.facts();
        });
    }

    private static String resource(Barrier barrier) {
        ImageTransition image = barrier.image();
        BufferRange range = barrier.range();
        return image != null ? image.range().image() : range != null ? range.buffer() : "";
    }

    /** The half that takes over what a matching release gave up. */
    void acquire(QueueOrder order, List<Region> regions, Barrier barrier, Signal.Half half) {
        Facts.Visible visible = visible(order, barrier, MemoryAccess.NO_SUBPASS);
        Transfers.Half acquired = half(Transfers.Role.ACQUIRED, order, barrier, scope(order, barrier));
        // what the release did not come after stays with the family that wrote it
        Transfers.Half taken = half(Transfers.Role.TAKEN, order, barrier, scope(order, barrier));
        change(regions, written -> {
            Facts facts = written.facts();
            if (written.availableIn(half, columns)) {
                facts = facts.with(acquired.point(), visible);
            }
            return facts.transferred(facts.transfers().released(acquired) ? acquired : taken);
        });
    }

    /** An acquire that no release matches: nothing reaches its queue family by it, unless it comes from outside. */
    void take(QueueOrder order, AccessTrace.Action action, List<Region> regions, Barrier barrier, Signal.Half half) {
        apply(order, action, regions, barrier, half, order.secondScope(barrier), MemoryAccess.NO_SUBPASS);
        boolean outside = Ownership.outside(barrier.srcQueueFamily());
        Transfers.Half taken =
                half(outside ? Transfers.Role.ACQUIRED : Transfers.Role.TAKEN, order, barrier, scope(order, barrier));
        change(
                regions,
                written -> !outside || written.before(half.execution(), columns)
                        ? written.facts().transferred(taken)
                        : written.facts());
    }

    private static Transfers.Half half(Transfers.Role role, QueueOrder order, Barrier barrier, long scope) {
        return new Transfers.Half(
                role,
                String.valueOf(barrier.srcQueueFamily()),
                String.valueOf(barrier.dstQueueFamily()),
                new Facts.Available(order.queue(), order.position(), scope, MemoryAccess.NO_SUBPASS));
    }

    private static long scope(QueueOrder order, Barrier barrier) {
        return order.secondScope(barrier) | Columns.ALL_DONE;
    }

    private static Facts.Visible visible(QueueOrder order, Barrier barrier, int within) {
        return new Facts.Visible(
                order.queue(), order.position(), order.secondNamed(barrier), barrier.dstAccess(), within);
    }

    private void apply(
            QueueOrder order,
            AccessTrace.Action action,
            List<Region> regions,
            Barrier barrier,
            Signal.Half half,
            long scope,
            int within) {
        Facts.Available available = new Facts.Available(order.queue(), order.position(), scope, within);
        Facts.Available made = new Facts.Available(order.queue(), order.position(), scope | Columns.ALL_DONE, within);
        Facts.Visible visible = visible(order, barrier, within);
        ImageTransition image = barrier.image();
        boolean transition = image != null && image.oldLayout() != image.newLayout();
        for (Region region : regions) {
            if (image != null && transition) {
                // what comes from outside belongs to no family of the device before
                boolean contents =
                        image.oldLayout() != ImageLayout.UNDEFINED && !Ownership.outside(barrier.srcQueueFamily());
                judge.transition(
                        order,
                        action,
                        region,
                        image.range().image(),
                        new TransitionKnowledge(half, order, contents, columns),
                        Facts.made(made, visible));
            } else {
                change(
                        List.of(region),
                        written -> written.availableIn(half, columns)
                                ? written.facts().with(available, visible)
                                : written.facts());
            }
        }
    }

    private void change(List<Region> regions, Function<LocationState.Written, Facts> facts) {
        for (Region region : regions) {
            maps[region.space().id()].change(region.where(), false, (state, start, end) -> changed(state, facts));
        }
    }

    @SuppressWarnings("ReferenceEquality") // unchanged facts are the same object
    private static LocationState changed(LocationState state, Function<LocationState.Written, Facts> facts) {
        boolean changed = false;
        LocationState.Written[] writes = state.writes().toArray(new LocationState.Written[0]);
        for (int i = 0; i < writes.length; i++) {
            Facts now = facts.apply(writes[i]);
            if (now != writes[i].facts()) {
                writes[i] = new LocationState.Written(writes[i].write(), now);
                changed = true;
            }
        }
        return changed ? new LocationState(List.of(writes), state.reads()) : state;
    }
}
