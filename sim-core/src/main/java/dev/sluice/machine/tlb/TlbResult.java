// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.tlb;

/**
 * What translation cost since the region of interest began, over all look-aside buffers.
 *
 * @param lookups requests that were translated
 * @param hits of those, by the buffer of their own path
 * @param sharedHits misses of a path's buffer that the second level answered, each page once however many requests wait
 * @param walks walks of the page table
 * @param merged misses that joined a walk already under way or waiting
 * @param walkReads reads of page table entries
 * @param walkBytes bytes of those entries; memory moves a sector for each
 * @param stallCycles cycles by which requests left later than a hit would have, summed over requests
 */
public record TlbResult(
        long lookups,
        long hits,
        long sharedHits,
        long walks,
        long merged,
        long walkReads,
        long walkBytes,
        long stallCycles) {}
