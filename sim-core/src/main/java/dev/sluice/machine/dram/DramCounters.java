// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import dev.sluice.result.RunResult.LatencyHistogram;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * What the channels of a memory counted since the region of interest began; reads, writes and row outcomes count transactions.
 *
 * <p>Public fields because they are counted on the hottest path.
 */
public final class DramCounters {

    /** Longest latency that is told apart, in core cycles. */
    private static final long LONGEST = 1L << 32;

    private static final int DIGITS = 3;
    /** Latencies below are counted one by one at first, which is faster. */
    private static final int SHORT = 2048;

    /** Requests that arrived. */
    public long requests;

    public long reads;
    public long writes;
    public long rowHits;
    public long rowMisses;
    public long rowConflicts;
    /** Transactions read out of the write queue, without touching the DRAM. */
    public long forwardedReads;
    /** Written transactions that met a write to the same transaction in the write queue. */
    public long coalescedWrites;
    /** Atomic requests executed here. */
    public long atomics;

    private final Histogram latencies = new Histogram(LONGEST, DIGITS);
    /** How often each short latency occurred since it was last added to the histogram. */
    private final long[] shortLatencies = new long[SHORT];

    private long latencySum;
    private long longest;
    private long shortest = Long.MAX_VALUE;

    void latency(long cycles) {
        if (cycles >= 0 && cycles < SHORT) {
            shortLatencies[(int) cycles]++;
        } else {
            latencies.recordValue(Math.min(cycles, LONGEST));
        }
        latencySum += cycles;
        longest = Math.max(longest, cycles);
        shortest = Math.min(shortest, cycles);
    }

    /** Latencies of reads, from arrival to reply, in core cycles; percentiles to three digits, the rest exact. */
    public LatencyHistogram latencyHistogram() {
        addShortLatencies();
        long count = latencies.getTotalCount();
        if (count == 0) {
            return new LatencyHistogram(0, 0, 0, 0, 0, 0, 0);
        }
        return new LatencyHistogram(
                count, shortest, percentile(50), percentile(90), percentile(99), longest, (double) latencySum / count);
    }

    /** A copy of all latencies, to three digits. */
    public Histogram latencies() {
        addShortLatencies();
        return latencies.copy();
    }

    void reset() {
        requests = 0;
        reads = 0;
        writes = 0;
        rowHits = 0;
        rowMisses = 0;
        rowConflicts = 0;
        forwardedReads = 0;
        coalescedWrites = 0;
        atomics = 0;
        Arrays.fill(shortLatencies, 0);
        latencies.reset();
        latencySum = 0;
        longest = 0;
        shortest = Long.MAX_VALUE;
    }

    private void addShortLatencies() {
        for (int cycles = 0; cycles < SHORT; cycles++) {
            if (shortLatencies[cycles] > 0) {
                latencies.recordValueWithCount(cycles, shortLatencies[cycles]);
                shortLatencies[cycles] = 0;
            }
        }
    }

    private long percentile(double percent) {
        return Math.min(longest, Math.max(shortest, latencies.getValueAtPercentile(percent)));
    }
}
