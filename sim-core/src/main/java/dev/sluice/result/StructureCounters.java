// SPDX-License-Identifier: Apache-2.0
package dev.sluice.result;

/**
 * What a cache node did with what it has beside its lines, summed over its instances ({@code docs/cache-structure.md}).
 *
 * <p>Public fields because they are counted on a hot path.
 */
public final class StructureCounters {
    /** Lines of caches above that went because an inclusive cache evicted theirs. */
    public long backInvalidations;

    /** Write-backs that travelled with an earlier one of their line. */
    public long mergedWriteBacks;

    /** Look-ups whose line was in the victim cache. */
    public long victimHits;

    /** Lines that went to the victim cache. */
    public long victimInsertions;

    /** Sectors that left an exclusive cache with a read of a cache above. */
    public long handedUp;

    /** Clean sectors from above that an exclusive cache took in. */
    public long takenIn;

    /** Clean sectors from above that an exclusive cache did not take, because they may be old or their line is in use. */
    public long refusedVictims;

    /** Sectors that a half fetched from the one that answers for their line. */
    public long copiedSectors;

    /** Of these, sectors that were dropped because a store or an atomic changed them. */
    public long recalledCopies;

    /** Restarts the region of interest. */
    public void reset() {
        backInvalidations = 0;
        mergedWriteBacks = 0;
        victimHits = 0;
        victimInsertions = 0;
        handedUp = 0;
        takenIn = 0;
        refusedVictims = 0;
        copiedSectors = 0;
        recalledCopies = 0;
    }

    /** As they are now. */
    public StructureResult result() {
        return new StructureResult(
                backInvalidations,
                mergedWriteBacks,
                victimHits,
                victimInsertions,
                handedUp,
                takenIn,
                refusedVictims,
                copiedSectors,
                recalledCopies);
    }
}
