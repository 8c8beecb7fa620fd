// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The host: cores, caches, write-combining buffers, link and memory. Latencies are converted to core cycles of the device
 * once, at load.
 *
 * @param clockHz host clock in hertz
 * @param cores host threads that can run at once
 * @param caches the levels a cached access goes through, nearest first; sizes and latencies in device core cycles
 * @param writeCombiningBuffers buffers
 * @param writeCombiningLine bytes of a buffer
 * @param writeCombiningDrainPicos idle time after which a buffer drains by itself
 * @param link the link to the device
 * @param ram host memory; null on a device with unified memory
 * @param submitPicos from a queue submission to the device's first look at it (doorbell, command fetch)
 */
public record HostSpec(
        long clockHz,
        int cores,
        List<CacheSpec> caches,
        int writeCombiningBuffers,
        int writeCombiningLine,
        long writeCombiningDrainPicos,
        LinkSpec link,
        @Nullable DramSpec ram,
        long submitPicos) {

    public HostSpec {
        caches = List.copyOf(caches);
        if (clockHz < 1 || cores < 1 || writeCombiningBuffers < 1) {
            throw new IllegalArgumentException("host: clock, cores and writeCombining.buffers must be at least 1");
        }
        if (Integer.bitCount(writeCombiningLine) != 1 || writeCombiningLine < 32 || writeCombiningLine > 256) {
            throw new IllegalArgumentException("host.writeCombining.line must be a power of two from 32 to 256");
        }
        if (writeCombiningDrainPicos < 0 || submitPicos < 0) {
            throw new IllegalArgumentException("host: times must not be negative");
        }
    }
}
