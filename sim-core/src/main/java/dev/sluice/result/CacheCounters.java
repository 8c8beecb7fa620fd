// SPDX-License-Identifier: Apache-2.0
package dev.sluice.result;

/**
 * The counters of a cache node, summed over its instances; reads, writes, hits and misses count sectors
 * ({@code docs/formats.md}, Result files).
 *
 * <p>Public fields because they are counted on the hottest path. For every cache {@code reads = readHits + readMisses}
 * and {@code writes = writeHits + writeMisses}; a request merged into an MSHR counts as misses and as one merge.
 */
public final class CacheCounters {
    private static final int SECTOR = 32;

    public long reads;
    public long writes;
    public long readHits;
    public long writeHits;
    public long readMisses;
    public long writeMisses;
    /** Of the misses, sectors whose line was present. */
    public long sectorMisses;
    /** Of the read misses, sectors that were under way for an earlier one, so that nothing more goes down. */
    public long readJoined;

    public long mshrMerges;
    public long mshrStalls;
    /** Sectors filled. */
    public long fills;

    public long fillBytes;
    /** Lines evicted to make room. */
    public long evictions;

    public long dirtyEvictions;
    /** Bytes of dirty data sent down, for any reason. */
    public long writebackBytes;
    /** Bytes of stores passed down by a write-through cache. */
    public long writeThroughBytes;

    public long flushedLines;
    public long invalidatedLines;
    /** Tag look-ups, one a request. */
    public long lookups;
    /** Atomic requests executed here. */
    public long atomics;
    /** Requests passed through without looking (bypass, coherent at a first level), and misses that the policy refused a line. */
    public long bypasses;
    /** Sectors of reads among them that no look-up counted. */
    public long bypassedReads;
    /** Sectors of stores and atomics among them. */
    public long bypassedWrites;
    /** Of the read misses, sectors that got no line (the policy refused one, or it was lost): they are read from below and fill nothing. */
    public long refusedReads;
    /** Sectors of bypassed and refused reads that went to the level below: those that another half of the cache had or fetches did not. */
    public long passedReads;
    /** Sectors sent down with bytes: written back or through. */
    public long writtenSectors;

    /** Bytes of the sectors that are read from above. */
    public long aboveReadBytes() {
        return (reads + bypassedReads) * SECTOR;
    }

    /** Bytes of the sectors that are written from above. */
    public long aboveWriteBytes() {
        return (writes + bypassedWrites) * SECTOR;
    }

    /** Bytes of the sectors that are read from below. */
    public long belowReadBytes() {
        return fillBytes + passedReads * SECTOR;
    }

    /** Bytes of the sectors that are written below. */
    public long belowWriteBytes() {
        return (writtenSectors + bypassedWrites) * SECTOR;
    }

    /** Adds another node's counters. */
    public void add(CacheCounters other) {
        reads += other.reads;
        writes += other.writes;
        readHits += other.readHits;
        writeHits += other.writeHits;
        readMisses += other.readMisses;
        writeMisses += other.writeMisses;
        sectorMisses += other.sectorMisses;
        mshrMerges += other.mshrMerges;
        mshrStalls += other.mshrStalls;
        fills += other.fills;
        fillBytes += other.fillBytes;
        evictions += other.evictions;
        dirtyEvictions += other.dirtyEvictions;
        writebackBytes += other.writebackBytes;
        writeThroughBytes += other.writeThroughBytes;
        flushedLines += other.flushedLines;
        invalidatedLines += other.invalidatedLines;
        lookups += other.lookups;
        atomics += other.atomics;
        bypasses += other.bypasses;
        readJoined += other.readJoined;
        bypassedReads += other.bypassedReads;
        bypassedWrites += other.bypassedWrites;
        refusedReads += other.refusedReads;
        passedReads += other.passedReads;
        writtenSectors += other.writtenSectors;
    }

    /** Restarts the region of interest. */
    public void reset() {
        reads = 0;
        writes = 0;
        readHits = 0;
        writeHits = 0;
        readMisses = 0;
        writeMisses = 0;
        sectorMisses = 0;
        mshrMerges = 0;
        mshrStalls = 0;
        fills = 0;
        fillBytes = 0;
        evictions = 0;
        dirtyEvictions = 0;
        writebackBytes = 0;
        writeThroughBytes = 0;
        flushedLines = 0;
        invalidatedLines = 0;
        lookups = 0;
        atomics = 0;
        bypasses = 0;
        readJoined = 0;
        bypassedReads = 0;
        bypassedWrites = 0;
        refusedReads = 0;
        passedReads = 0;
        writtenSectors = 0;
    }
}
