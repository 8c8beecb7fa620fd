package dev.sluice.core.command.run;

import dev.sluice.core.barrier.AddressRange;
import dev.sluice.core.barrier.CacheAction;
import dev.sluice.core.command.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a barrier is to do, once what it waits for is done.
 *
 * @param id as results name it
 * @param command the command or submission that it belongs to
 * @param implicit whether the program did not write it down
 * @param gate what it holds back; null for nothing
 * @param actions cache actions in order
 * @param ranges the bytes concerned; null for whole caches
 * @param transitions layout transitions
 * @param sourceActions how many of the actions come before the transitions
 * @param exact whether the actions look up the lines of the ranges one by one, in caches that do not honour ranges as well
 */
record BarrierOrder(
        String id,
        String command,
        Origin origin,
        boolean implicit,
        @Nullable Gate gate,
        List<CacheAction> actions,
        @Nullable List<AddressRange> ranges,
        Transitions transitions,
        int sourceActions,
        boolean exact) {

    /** One that keeps to the ranges only where a cache does. */
    BarrierOrder(
            String id,
            String command,
            Origin origin,
            boolean implicit,
            @Nullable Gate gate,
            List<CacheAction> actions,
            @Nullable List<AddressRange> ranges,
            Transitions transitions,
            int sourceActions) {
        this(id, command, origin, implicit, gate, actions, ranges, transitions, sourceActions, false);
    }

    /** What a command does to caches before its work begins, without anybody having written it down. */
    static BarrierOrder before(
            CommandRecord record, String part, List<CacheAction> actions, @Nullable List<AddressRange> ranges) {
        return new BarrierOrder(
                record.id() + part,
                record.id(),
                record.command().origin(),
                true,
                null,
                actions,
                ranges,
                Transitions.NONE,
                0,
                ranges != null);
    }

    /** A barrier of a submission that nobody wrote down. */
    static BarrierOrder of(Submission submission, String part, @Nullable Gate gate, List<CacheAction> actions) {
        return new BarrierOrder(
                submission.id() + part,
                submission.id(),
                submission.origin(),
                true,
                gate,
                actions,
                null,
                Transitions.NONE,
                0);
    }

    /** A barrier without cache actions of its own that comes with a command: it only waits. */
    static BarrierOrder waiting(CommandRecord record) {
        return new BarrierOrder(
                record.id(), record.id(), record.command().origin(), true, null, List.of(), null, Transitions.NONE, 0);
    }
}
