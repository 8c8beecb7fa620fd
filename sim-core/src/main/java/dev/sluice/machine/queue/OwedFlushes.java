// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.Barrier;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.BarrierProfile;
import dev.sluice.program.sync.BarrierResolver;
import dev.sluice.program.sync.CacheAction;
import dev.sluice.program.sync.ImplicitPoint;
import dev.sluice.program.sync.QueueCapabilities;
import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.List;

/**
 * The flushes that a queue still owes to commands that will write past a cache ({@link ImplicitPoint#OVERWRITE_BEGIN}).
 *
 * <p>A write comes after an earlier one if that is available (Vulkan specification, section Location-Ordered); that it
 * be visible to the later write's access is not asked for. A profile whose flush belongs to the second half leaves
 * available bytes dirty until a second half names an access below the cache. Until then the flush is owed to every
 * stage that writes there, stage by stage, because a barrier's flush is over in time only for the stages that the
 * barrier holds back. See {@code docs/decisions/0016-overwrites-flush-what-is-owed.md}.
 */
final class OwedFlushes {

    private final BarrierResolver resolver;
    private final QueueCapabilities queue;
    private final List<Debt> debts = new ArrayList<>();
    private long written;
    private int generation;

    /** One of the profile's flushes: for each stage that may write past the cache, the stages of the writes that may be dirty. */
    private static final class Debt {
        final CacheAction flush;
        final long[] writers = new long[Clock.STAGES];

        Debt(CacheAction flush) {
            this.flush = flush;
        }
    }

    OwedFlushes(BarrierProfile profile, BarrierResolver resolver, QueueCapabilities queue) {
        this.resolver = resolver;
        this.queue = queue;
        for (CacheAction flush : profile.implicitActions(ImplicitPoint.OVERWRITE_BEGIN)) {
            debts.add(new Debt(flush));
        }
    }

    /** Notes that a command of a stage writes through caches. */
    void written(long stage) {
        written |= stage;
    }

    /** Notes that a first half makes writes available: those that went through a cache may be dirty there. */
    void available(Barrier half) {
        for (Debt debt : debts) {
            long stages = through(debt.flush, half.srcStages(), half.srcAccess()) & written;
            if (stages != 0) {
                generation++;
                for (int i = 0; i < Clock.STAGES; i++) {
                    debt.writers[i] |= stages;
                }
            }
        }
    }

    /**
     * Notes that actions maintain whole caches after everything of some stages and before anything later of others.
     *
     * @param first the stages waited for
     * @param second the stages held back
     */
    void maintained(List<CacheAction> actions, long first, long second) {
        for (Debt debt : debts) {
            if (actions.stream().anyMatch(action -> settles(action, debt.flush))) {
                for (long rest = second; rest != 0; rest &= rest - 1) {
                    debt.writers[Long.numberOfTrailingZeros(rest)] &= ~first;
                }
            }
        }
    }

    /**
     * Notes that everything later of some stages comes after everything earlier of others, and after what held those back:
     * flushes that were over in time for the first are so for the second.
     */
    void ordered(long first, long second) {
        for (Debt debt : debts) {
            long known = -1L;
            for (long rest = first; rest != 0; rest &= rest - 1) {
                known &= debt.writers[Long.numberOfTrailingZeros(rest)];
            }
            for (long rest = second; rest != 0; rest &= rest - 1) {
                debt.writers[Long.numberOfTrailingZeros(rest)] &= known;
            }
        }
    }

    /** What is owed to a write of a stage: nothing to one that goes through the cache itself. */
    List<CacheAction> owedTo(long stage, Access write) {
        if (debts.isEmpty()) {
            return List.of();
        }
        List<CacheAction> owed = new ArrayList<>();
        for (Debt debt : debts) {
            if (debt.writers[Long.numberOfTrailingZeros(stage)] != 0 && past(debt.flush, stage, write.mask())) {
                owed.add(debt.flush);
            }
        }
        return owed;
    }

    /** Counts up whenever something more is owed. */
    int generation() {
        return generation;
    }

    /** The stages of the writes named that go through the cache. */
    private long through(CacheAction flush, long stages, long access) {
        long found = 0;
        for (long rest = Stages.accessScope(stages, queue); rest != 0; rest &= rest - 1) {
            long stage = Long.lowestOneBit(rest);
            for (Access write : Accesses.list(Accesses.expand(Accesses.writes(access), stage))) {
                if (!past(flush, stage, write.mask())) {
                    found |= stage;
                }
            }
        }
        return found;
    }

    /** Whether an access lies below the cache: a second half that names it flushes. */
    private boolean past(CacheAction flush, long stage, long access) {
        return resolver.destinationActions(stage, access, queue).stream()
                .anyMatch(action -> action.immediate().equals(flush));
    }

    private static boolean settles(CacheAction action, CacheAction flush) {
        return !action.isWait()
                && action.prefix() == CacheAction.Prefix.NONE
                && action.target().equals(flush.target());
    }
}
