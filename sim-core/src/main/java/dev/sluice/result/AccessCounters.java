// SPDX-License-Identifier: Apache-2.0
package dev.sluice.result;

/** Sectors read and written, with hits and misses, of one client or one command at one cache node. */
public final class AccessCounters {
    public long reads;
    public long writes;
    public long readHits;
    public long writeHits;
    public long readMisses;
    public long writeMisses;
    /** Of the read misses, sectors that were under way for an earlier one. */
    public long readJoined;
}
