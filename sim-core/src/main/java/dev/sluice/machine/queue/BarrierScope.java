// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.sync.AddressRange;
import dev.sluice.program.sync.CacheAction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a dependency of a queue covers at the moment when the queue reaches it: tasks and gates to wait for, and what is
 * known once they are done.
 */
final class BarrierScope {

    private final long sourceStages;
    private final long destinationStages;
    private final Clock base;
    /** By source stage, what the closed gates will pass on. */
    private final List<Knowledge> coming = new ArrayList<>();

    private final Clock covered;
    private final int transitionStrand;
    private final int position;
    private final boolean afterTransitions;

    /**
     * @param position commands of the queue so far
     * @param firstStrand the queue's first strand
     */
    BarrierScope(StageScoreboard scoreboard, long sourceStages, long destinationStages, int firstStrand, int position) {
        this.sourceStages = sourceStages;
        this.destinationStages = destinationStages;
        this.base = scoreboard.settled(sourceStages).withStages(firstStrand, sourceStages, position);
        Clock earlier = Clock.ZERO.withStages(0, sourceStages, scoreboard.closings());
        for (long rest = sourceStages; rest != 0; rest &= rest - 1) {
            long stage = Long.lowestOneBit(rest);
            earlier = earlier.join(scoreboard.covered(stage));
            Knowledge known = scoreboard.coming(stage);
            if (known != null) {
                coming.add(known);
            }
        }
        this.covered = earlier;
        this.transitionStrand = firstStrand + Clock.TRANSITIONS;
        this.position = position;
        this.afterTransitions = false;
    }

    private BarrierScope(BarrierScope of, Clock base, boolean afterTransitions) {
        this.sourceStages = of.sourceStages;
        this.destinationStages = of.destinationStages;
        this.base = base;
        this.coming.addAll(of.coming);
        this.covered = of.covered;
        this.transitionStrand = of.transitionStrand;
        this.position = of.position;
        this.afterTransitions = afterTransitions;
    }

    /**
     * The scope of an acquire, which no earlier command is in (Vulkan specification, section Queue Family Ownership
     * Transfer): it comes after what the stages wait for already.
     *
     * @param sourceStages the stages by which it is ordered after its release
     */
    static BarrierScope acquiring(
            StageScoreboard scoreboard, long sourceStages, long destinationStages, int firstStrand, int position) {
        BarrierScope scope = new BarrierScope(scoreboard, sourceStages, destinationStages, firstStrand, position);
        return new BarrierScope(scope, scoreboard.settled(sourceStages), false);
    }

    /**
     * The same for one that waits for all stages, and so for the layout transitions and transfers of ownership before it, which are of
     * none.
     *
     * @param commands up to which command of the queue
     */
    BarrierScope afterTransitions(int commands) {
        return new BarrierScope(this, base.with(transitionStrand, commands), true);
    }

    /** Whether it comes after the layout transitions before it. */
    boolean afterTransitions() {
        return afterTransitions;
    }

    /** What happens-before the second scope, once everything waited for is done. */
    Clock clock() {
        Clock clock = base;
        for (Knowledge known : coming) {
            clock = clock.join(known.clock());
        }
        return clock;
    }

    /** Tells the second scope what it comes after: a clock, and a barrier's layout transitions and transfers. */
    void pass(Clock clock, @Nullable Gate gate, boolean withTransitions) {
        if (gate != null && destinationStages != 0) {
            gate.pass(destinationStages, withTransitions ? clock.with(transitionStrand, position) : clock);
        }
    }

    /** Tells a gate, which is not closed yet, that the second scope will come after all gates that this comes after. */
    void cover(@Nullable Gate gate) {
        if (gate != null && destinationStages != 0) {
            gate.covers(destinationStages, covered);
        }
    }

    long sourceStages() {
        return sourceStages;
    }

    long destinationStages() {
        return destinationStages;
    }

    /** The stages whose tasks a profile's wait actions ask to be done, beyond what the program declared. */
    static long waitStages(Collection<CacheAction> actions) {
        long stages = 0;
        for (CacheAction action : actions) {
            if (action.isWait()) {
                stages |= WaitStages.of(action.target());
            }
        }
        return stages;
    }

    /** The ranges of a barrier if every part has one, else null: the whole cache. */
    static @Nullable List<AddressRange> ranges(List<@Nullable AddressRange> parts) {
        List<AddressRange> ranges = new ArrayList<>();
        for (AddressRange part : parts) {
            if (part == null) {
                return null;
            }
            ranges.add(part);
        }
        return ranges.isEmpty() ? null : ranges;
    }
}
