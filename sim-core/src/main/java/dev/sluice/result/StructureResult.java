// SPDX-License-Identifier: Apache-2.0
package dev.sluice.result;

/**
 * What a cache node did with what it has beside its lines; the counters are those of {@link StructureCounters}.
 *
 * @param backInvalidations lines of caches above that went because this inclusive cache evicted theirs
 * @param mergedWriteBacks write-backs that travelled with an earlier one of their line
 * @param victimHits look-ups whose line was in the victim cache, from which it came back
 * @param victimInsertions lines that went to the victim cache because a new line took their way; not those that went in exchange
 * @param handedUp sectors that left this exclusive cache with a read of a cache above
 * @param takenIn clean sectors from above that this exclusive cache took in
 * @param refusedVictims clean sectors from above that it did not take, because they may be old, are there, or their line is in use
 * @param copiedSectors sectors that a half fetched from the one that answers for their line
 * @param recalledCopies of these, sectors that were dropped because a store or an atomic changed them
 */
public record StructureResult(
        long backInvalidations,
        long mergedWriteBacks,
        long victimHits,
        long victimInsertions,
        long handedUp,
        long takenIn,
        long refusedVictims,
        long copiedSectors,
        long recalledCopies) {}
