// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import org.jspecify.annotations.Nullable;

/**
 * The transfer (copy) engine.
 *
 * @param outstanding requests under way
 * @param requestBytes bytes per request, a power of two from 32 to 256
 * @param bytesPerCycle what the engine moves per core cycle at most
 * @param ports senders on the network among which its requests are divided by address, 1 to 64: copies that many units make
 * @param startCycles core cycles from a command's start to its first request
 * @param coherent whether transfers are coherent with the last shared cache (Philip Taylor, Vulkan memory dependencies,
 * section GPU memory architecture)
 * @param reads the cache, or {@code vram}, that reads enter; null for where writes go too, the target of client {@code transfer}
 */
public record TransferSpec(
        int outstanding,
        int requestBytes,
        int bytesPerCycle,
        int ports,
        int startCycles,
        boolean coherent,
        @Nullable String reads) {

    private static final int MOST_OUTSTANDING = 1 << 16;
    private static final int MOST_PORTS = 64;

    public TransferSpec {
        least(outstanding, 1, "outstanding");
        if (outstanding > MOST_OUTSTANDING) {
            throw new InvalidSpecException(
                    "transfer.outstanding must be at most " + MOST_OUTSTANDING + ", not " + outstanding, "outstanding");
        }
        if (Integer.bitCount(requestBytes) != 1 || requestBytes < 32 || requestBytes > 256) {
            throw new InvalidSpecException(
                    "transfer.requestBytes must be a power of two from 32 to 256, not " + requestBytes, "requestBytes");
        }
        least(bytesPerCycle, 1, "bytesPerCycle");
        least(ports, 1, "ports");
        if (ports > MOST_PORTS) {
            throw new InvalidSpecException("transfer.ports must be at most " + MOST_PORTS + ", not " + ports, "ports");
        }
        least(startCycles, 0, "startCycles");
    }

    /** An engine with one port. */
    public TransferSpec(
            int outstanding,
            int requestBytes,
            int bytesPerCycle,
            int startCycles,
            boolean coherent,
            @Nullable String reads) {
        this(outstanding, requestBytes, bytesPerCycle, 1, startCycles, coherent, reads);
    }

    private static void least(int value, int least, String key) {
        if (value < least) {
            throw new InvalidSpecException("transfer." + key + " must be at least " + least + ", not " + value, key);
        }
    }
}
