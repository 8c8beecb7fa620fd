// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.Origin;
import dev.sluice.program.sync.AddressRange;
import dev.sluice.program.sync.CacheAction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a barrier of a queue is to do, written down by the program or implied by a profile.
 *
 * @param cause whose barrier it is
 * @param parts the barriers of its dependency; none for an implied one
 * @param drains the stages whose tasks and gates come first
 * @param gate what it holds back; null for nothing
 * @param caches what it does to caches
 * @param transitions its layout transitions
 * @param overheads what the profile charges it with beside these
 */
record BarrierOrder(
        Cause cause,
        List<BarrierPart> parts,
        long drains,
        @Nullable Gate gate,
        CacheWork caches,
        Transitions transitions,
        Overheads overheads) {

    /**
     * Where a barrier comes from.
     *
     * @param id as results name the barrier
     * @param command the command or submission that it belongs to
     * @param implicit whether the program did not write it down
     * @param kind as results call it
     * @param says what it orders, in short; empty for what orders nothing by itself
     * @param frame the frame in which it was submitted
     */
    record Cause(
            String id, String command, Origin origin, boolean implicit, String kind, List<String> says, int frame) {
        /** A command that the program wrote down as a dependency, or a part of one. */
        static Cause declared(CommandRecord record, Origin origin, List<String> says) {
            return new Cause(
                    record.id(), record.id(), origin, false, record.command().kind(), says, record.frame());
        }

        /** A part of a command that the program did not write down. */
        static Cause implied(CommandRecord record, String part, String kind) {
            return new Cause(
                    record.id() + part, record.id(), record.command().origin(), true, kind, List.of(), record.frame());
        }

        /** A part of a submission or of another host operation. */
        static Cause implied(
                String operation, String part, Origin origin, BarrierKind kind, List<String> says, int frame) {
            return new Cause(operation + part, operation, origin, true, kind.text(), says, frame);
        }
    }

    /**
     * Cache actions of a barrier.
     *
     * @param actions in order
     * @param sourceActions how many of them come before the transitions
     * @param ranges the bytes concerned; null for whole caches
     * @param exact whether they look up the lines of the ranges one by one, in caches that do not honour ranges as well
     */
    record CacheWork(
            List<CacheAction> actions,
            int sourceActions,
            @Nullable List<AddressRange> ranges,
            boolean exact) {
        /** Actions on whole caches. */
        static CacheWork whole(List<CacheAction> actions) {
            return new CacheWork(actions, 0, null, false);
        }
    }

    private static BarrierOrder implied(Cause cause, @Nullable Gate gate, CacheWork caches) {
        return new BarrierOrder(cause, List.of(), 0, gate, caches, Transitions.NONE, Overheads.NONE);
    }

    /** What a command does to caches before its work begins, without anybody having written it down. */
    static BarrierOrder before(
            CommandRecord record,
            String part,
            BarrierKind kind,
            List<CacheAction> actions,
            @Nullable List<AddressRange> ranges) {
        Cause cause = Cause.implied(record, part, kind.text());
        return implied(cause, null, new CacheWork(actions, 0, ranges, ranges != null));
    }

    /** What a command does to caches as for a barrier of some bytes that the program need not write down. */
    static BarrierOrder between(
            CommandRecord record, String part, BarrierKind kind, List<CacheAction> actions, List<AddressRange> ranges) {
        return implied(Cause.implied(record, part, kind.text()), null, new CacheWork(actions, 0, ranges, false));
    }

    /** A barrier of a submission that nobody wrote down. */
    static BarrierOrder of(
            Submission submission,
            String part,
            BarrierKind kind,
            List<String> says,
            @Nullable Gate gate,
            List<CacheAction> actions) {
        Cause cause = Cause.implied(submission.id(), part, submission.origin(), kind, says, submission.frame());
        return of(cause, gate, actions);
    }

    /** A barrier of a host operation that nobody wrote down. */
    static BarrierOrder of(Cause cause, @Nullable Gate gate, List<CacheAction> actions) {
        return implied(cause, gate, CacheWork.whole(actions));
    }

    /** A barrier without cache actions of its own that comes with a command: it only waits. */
    static BarrierOrder waiting(CommandRecord record) {
        return implied(Cause.implied(record, "", record.command().kind()), null, CacheWork.whole(List.of()));
    }

    /** The same with layout transitions. */
    BarrierOrder with(Transitions changes) {
        return new BarrierOrder(cause, parts, drains, gate, caches, changes, overheads);
    }

    /** The same with other actions, on whole caches. */
    BarrierOrder with(List<CacheAction> actions) {
        return new BarrierOrder(cause, parts, drains, gate, CacheWork.whole(actions), transitions, overheads);
    }

    /** The same, with which the front end is busy for some cycles. */
    BarrierOrder busying(long cycles) {
        return cycles == 0
                ? this
                : new BarrierOrder(cause, parts, drains, gate, caches, transitions, overheads.withFrontEnd(cycles));
    }

    /** Whether the layout transitions before it come first. */
    boolean afterTransitions() {
        return !transitions.none()
                || parts.stream().anyMatch(part -> part.scope().afterTransitions());
    }

    /** The stages that it holds back. */
    long destinationStages() {
        return gate == null ? 0 : gate.stages();
    }
}
