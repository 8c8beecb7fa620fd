// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.AtomicRate;
import dev.sluice.device.CacheRates;
import dev.sluice.machine.request.AtomicOperands;
import dev.sluice.machine.request.Request;
import dev.sluice.program.kernel.AtomicOp;
import dev.sluice.program.kernel.ElementType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The unit of a slice that performs atomics, as fast as the device says of each operation and type.
 *
 * <p>Lanes of a request on different words of its line go side by side, up to so many a cycle; those on one word go one after
 * the other. A request takes the longer of the two, and the next one begins when it is done. Time is kept in millionths of a
 * cycle, so that a rate that is no whole number holds in the long run.
 */
final class AtomicPipeline {

    private static final int PARTS = 1_000_000;
    private static final ElementType[] TYPES = {ElementType.U32, ElementType.I32, ElementType.U64, ElementType.F32};
    private static final int SMALLEST_WORD = 4;

    /** By operation and type: parts of a cycle that a lane takes, and those that a lane on the same word as another takes. */
    private final int[] laneParts = new int[AtomicOp.values().length * TYPES.length];

    private final int[] wordParts = new int[laneParts.length];
    private final int[] lanesOfWord = new int[Request.MAX_BYTES / SMALLEST_WORD];
    private long freeAt;
    private long busyParts;

    private AtomicPipeline(CacheRates rates) {
        for (AtomicOp operation : AtomicOp.values()) {
            for (int t = 0; t < TYPES.length; t++) {
                AtomicRate rate = rates.atomicRate(operation, TYPES[t]);
                if (rate != null) {
                    int at = operation.ordinal() * TYPES.length + t;
                    laneParts[at] = rate.lanes() == 0 ? 0 : Math.max(1, (int) Math.round(PARTS / rate.lanes()));
                    wordParts[at] = (int) Math.round(rate.wordCycles() * PARTS);
                }
            }
        }
    }

    /** One at these rates, or null if no operation takes time. */
    static @Nullable AtomicPipeline of(CacheRates rates) {
        return rates.atomicRates().isEmpty() ? null : new AtomicPipeline(rates);
    }

    /** The first cycle from {@code now} on in which it can begin. */
    long readyAt(long now) {
        return Math.max(now, freeAt / PARTS);
    }

    /** Performs a request as soon as those before it are done; returns by how many cycles that is later than at once. */
    long take(Request request, long now) {
        AtomicOperands lanes = request.atomics();
        if (lanes == null) {
            return 0;
        }
        int at = lanes.operation.ordinal() * TYPES.length + type(lanes);
        long parts = Math.max((long) lanes.count * laneParts[at], (long) mostOnAWord(lanes) * wordParts[at]);
        freeAt = Math.max(freeAt, now * PARTS) + parts;
        busyParts += parts;
        return Math.max(0, (freeAt + PARTS - 1) / PARTS - 1 - now);
    }

    /** Cycles that it performed atomics up to now. */
    double busyCycles(long now) {
        return (double) (busyParts - Math.max(0, freeAt - now * PARTS)) / PARTS;
    }

    private static int type(AtomicOperands lanes) {
        if (lanes.floating) {
            return 3;
        }
        if (lanes.elementBytes == Long.BYTES) {
            return 2;
        }
        return lanes.signed ? 1 : 0;
    }

    private int mostOnAWord(AtomicOperands lanes) {
        Arrays.fill(lanesOfWord, 0);
        int most = 0;
        for (int i = 0; i < lanes.count; i++) {
            most = Math.max(most, ++lanesOfWord[lanes.offsets[i] / SMALLEST_WORD]);
        }
        return most;
    }
}
