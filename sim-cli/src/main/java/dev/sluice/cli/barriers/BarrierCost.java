// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.barriers;

import dev.sluice.result.RunResult;

/**
 * What barriers cost, one or several together; the names are those of {@code result.json} where it has the same.
 *
 * @param barriers how many
 * @param actions cache actions and layout transitions
 * @param flushes of these, flushes
 * @param invalidates of these, invalidations
 * @param transitions of these, layout transitions
 * @param heldBack tasks and barriers that waited for one of these last of all
 * @param heldBackCycles by how much earlier each of them would have been ready, summed
 */
public record BarrierCost(
        long barriers,
        long stallCycles,
        long drainCycles,
        long actionCycles,
        long actions,
        long flushes,
        long invalidates,
        long transitions,
        long heldBack,
        long heldBackCycles,
        long writtenBackBytes,
        long invalidatedLines,
        long invalidatedBytes,
        long refillMisses,
        long refillBytes) {

    /** No barrier at all. */
    static final BarrierCost NONE = new BarrierCost(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    static BarrierCost of(RunResult.BarrierResult barrier) {
        long flushes = 0;
        long invalidates = 0;
        long transitions = 0;
        long writtenBackBytes = 0;
        long invalidatedLines = 0;
        long invalidatedBytes = 0;
        for (RunResult.ActionResult action : barrier.actions()) {
            flushes += action.kind().startsWith("flush:") ? 1 : 0;
            invalidates += action.kind().startsWith("invalidate:") ? 1 : 0;
            transitions += action.transition() != null ? 1 : 0;
            writtenBackBytes += action.writtenBackBytes();
            invalidatedLines += action.invalidatedLines();
            invalidatedBytes += action.invalidatedBytes();
        }
        return new BarrierCost(
                1,
                barrier.stallCycles(),
                barrier.drainCycles(),
                barrier.actionCycles(),
                barrier.actions().size(),
                flushes,
                invalidates,
                transitions,
                barrier.heldBack().size(),
                barrier.heldBack().stream()
                        .mapToLong(RunResult.HeldBack::cycles)
                        .sum(),
                writtenBackBytes,
                invalidatedLines,
                invalidatedBytes,
                barrier.refillMisses(),
                barrier.refillBytes());
    }

    BarrierCost plus(BarrierCost other) {
        return new BarrierCost(
                barriers + other.barriers,
                stallCycles + other.stallCycles,
                drainCycles + other.drainCycles,
                actionCycles + other.actionCycles,
                actions + other.actions,
                flushes + other.flushes,
                invalidates + other.invalidates,
                transitions + other.transitions,
                heldBack + other.heldBack,
                heldBackCycles + other.heldBackCycles,
                writtenBackBytes + other.writtenBackBytes,
                invalidatedLines + other.invalidatedLines,
                invalidatedBytes + other.invalidatedBytes,
                refillMisses + other.refillMisses,
                refillBytes + other.refillBytes);
    }

    /** Bytes written back, dropped and fetched again. */
    long movedBytes() {
        return writtenBackBytes + invalidatedBytes + refillBytes;
    }
}
