// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

/**
 * A memory that answers every request after the same time, as fast as its bandwidth allows.
 *
 * @param latency cycles of the core clock from a request's arrival to the begin of its answer, 0 or more
 * @param bytesPerCycle what it reads and writes a cycle, at least 1
 * @param queue requests that may be with it at a time, at least 1; more wait in front of it
 */
public record FixedLatencySpec(int latency, int bytesPerCycle, int queue) {

    private static final int QUEUE = 1024;

    /** @throws IllegalArgumentException for a number out of its range */
    public FixedLatencySpec {
        if (latency < 0 || bytesPerCycle < 1 || queue < 1) {
            throw new IllegalArgumentException("a memory needs latency >= 0, bytesPerCycle >= 1 and queue >= 1, not "
                    + latency + ", " + bytesPerCycle + " and " + queue);
        }
    }

    /** A memory with a queue of 1024 requests, in practice without limit. */
    public FixedLatencySpec(int latency, int bytesPerCycle) {
        this(latency, bytesPerCycle, QUEUE);
    }
}
