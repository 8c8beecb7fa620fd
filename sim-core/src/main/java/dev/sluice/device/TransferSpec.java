// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import org.jspecify.annotations.Nullable;

/**
 * The transfer (copy) engine.
 *
 * @param outstanding requests under way
 * @param requestBytes bytes per request, a power of two from 32 to 256
 * @param bytesPerCycle what the engine moves per core cycle at most
 * @param startCycles core cycles from a command's start to its first request
 * @param coherent whether transfers are coherent with the last shared cache (Philip Taylor, Vulkan memory dependencies,
 * section GPU memory architecture)
 * @param reads the cache, or {@code vram}, that reads enter; null for where writes go too, the target of client {@code transfer}
 */
public record TransferSpec(
        int outstanding,
        int requestBytes,
        int bytesPerCycle,
        int startCycles,
        boolean coherent,
        @Nullable String reads) {

    public TransferSpec {
        if (outstanding < 1
                || Integer.bitCount(requestBytes) != 1
                || requestBytes < 32
                || requestBytes > 256
                || bytesPerCycle < 1
                || startCycles < 0) {
            throw new IllegalArgumentException(
                    "transfer: outstanding and bytesPerCycle at least 1, requestBytes a power of two from 32 to 256");
        }
    }
}
