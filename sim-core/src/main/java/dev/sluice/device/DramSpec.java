// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import java.util.Locale;

/**
 * A DRAM subsystem: organisation, timing in memory-clock cycles, and controller.
 *
 * @param preset the preset's name, for reports
 * @param size bytes
 * @param channels independent channels
 * @param ranks ranks per channel
 * @param bankGroups bank groups per rank
 * @param banksPerGroup banks per group
 * @param rowBytes bytes of a row (page) of one bank
 * @param transactionBytes bytes of one burst: the unit in which bandwidth is counted
 * @param clockHz memory command clock in hertz
 * @param timing the timing set
 * @param protocol what the standard says beyond it
 * @param mapping from the most to the least significant part, of {@code Ro Ra Bg Ba Co Ch}, for example {@code RoBaRaCoCh}
 * @param interleave bytes that stay in one channel before the next
 * @param xorHash whether bank and channel bits are XORed with row bits
 * @param policy which of the waiting accesses goes first
 * @param queue read queue entries per channel
 * @param writeQueue write queue entries per channel
 * @param writeHigh write queue fill that starts draining
 * @param writeLow write queue fill that ends draining
 * @param controllerLatency core cycles added on the way in and out together, for what is not DRAM timing
 */
public record DramSpec(
        String preset,
        long size,
        int channels,
        int ranks,
        int bankGroups,
        int banksPerGroup,
        int rowBytes,
        int transactionBytes,
        long clockHz,
        DramTiming timing,
        DramProtocol protocol,
        String mapping,
        int interleave,
        boolean xorHash,
        Policy policy,
        int queue,
        int writeQueue,
        int writeHigh,
        int writeLow,
        int controllerLatency) {

    /** The most bytes: other memory of the machine has the addresses above. */
    public static final long MOST_BYTES = 1L << 50;

    private static final int MOST_PARTS = 4096;
    /** The most banks of all channels, each of which has queues of its own. */
    private static final int MOST_BANKS = 1 << 20;

    private static final int MOST_QUEUED_TOGETHER = 1 << 22;
    private static final int MOST_QUEUED = 1 << 16;

    /** Which of the waiting accesses the controller serves first. */
    public enum Policy {
        /** An access to an open row, else the oldest. */
        FRFCFS,
        /** The oldest. */
        FCFS;

        /**
         * The policy as device files spell it.
         *
         * @throws InvalidSpecException for anything else
         */
        public static Policy of(String key) {
            for (Policy policy : values()) {
                if (policy.key().equals(key)) {
                    return policy;
                }
            }
            throw new InvalidSpecException("policy must be frfcfs or fcfs, not " + key, "policy");
        }

        /** As device files spell it. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public DramSpec {
        between(size, MOST_BYTES, "size");
        between(channels, MOST_PARTS, "channels");
        between(ranks, MOST_PARTS, "ranks");
        between(bankGroups, MOST_PARTS, "bankGroups");
        between(banksPerGroup, MOST_PARTS, "banksPerGroup");
        between(clockHz, Long.MAX_VALUE, "clock");
        between(queue, MOST_QUEUED, "queue");
        between(writeQueue, MOST_QUEUED, "writeQueue");
        if (Integer.bitCount(transactionBytes) != 1 || transactionBytes < 32 || transactionBytes > 128) {
            throw new InvalidSpecException(
                    "transactionBytes must be 32, 64 or 128, not " + transactionBytes, "transactionBytes");
        }
        if (Integer.bitCount(rowBytes) != 1 || rowBytes < transactionBytes) {
            throw new InvalidSpecException(
                    "rowBytes must be a power of two of at least a transaction, not " + rowBytes, "rowBytes");
        }
        if (Integer.bitCount(interleave) != 1 || interleave < 256) {
            throw new InvalidSpecException(
                    "interleave must be a power of two of at least 256 bytes, not " + interleave, "interleave");
        }
        if (writeHigh > writeQueue) {
            throw new InvalidSpecException(
                    "writeHigh must be at most writeQueue, which is " + writeQueue + ", not " + writeHigh, "writeHigh");
        }
        if (writeLow < 0 || writeLow >= writeHigh) {
            throw new InvalidSpecException(
                    "writeLow must be from 0 to below writeHigh, which is " + writeHigh + ", not " + writeLow,
                    "writeLow");
        }
        if (controllerLatency < 0) {
            throw new InvalidSpecException("controllerLatency must not be negative", "controllerLatency");
        }
        long queued = (long) channels * (queue + writeQueue);
        if (queued > MOST_QUEUED_TOGETHER) {
            throw new InvalidSpecException(
                    "queue and writeQueue of all channels must be at most " + MOST_QUEUED_TOGETHER
                            + " entries together, not " + queued,
                    "queue");
        }
        long banks = (long) ranks * bankGroups * banksPerGroup;
        checkBanks(channels, banks);
        protocol.check(timing, ranks, (long) bankGroups * banksPerGroup);
    }

    private static void checkBanks(int channels, long banks) {
        if (banks > MOST_PARTS) {
            throw new InvalidSpecException(
                    "ranks x bankGroups x banksPerGroup must be at most " + MOST_PARTS + " banks of a channel, not "
                            + banks,
                    "banksPerGroup");
        }
        if (channels * banks > MOST_BANKS) {
            throw new InvalidSpecException(
                    "channels must be at most " + MOST_BANKS / banks + " of " + banks + " banks each (" + MOST_BANKS
                            + " banks together), not " + channels,
                    "channels");
        }
    }

    private static void between(long value, long most, String key) {
        if (value < 1 || value > most) {
            throw new InvalidSpecException(
                    key + " must be at least 1" + (most == Long.MAX_VALUE ? "" : " and at most " + most) + ", not "
                            + value,
                    key);
        }
    }

    /** Bytes per second over all channels at the burst rate. */
    public double peakBytesPerSecond() {
        return (double) channels * transactionBytes * clockHz / timing.burst();
    }
}
