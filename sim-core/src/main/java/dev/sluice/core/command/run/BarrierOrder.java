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
        int sourceActions) {

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
