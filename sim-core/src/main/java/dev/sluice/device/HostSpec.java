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

    private static final long MOST_HERTZ = 1_000_000_000_000L;
    private static final int MOST_CORES = 1024;
    private static final int MOST_BUFFERS = 4096;

    public HostSpec {
        caches = List.copyOf(caches);
        between(clockHz, MOST_HERTZ, "clock");
        between(cores, MOST_CORES, "cores");
        between(writeCombiningBuffers, MOST_BUFFERS, "writeCombining", "buffers");
        if (Integer.bitCount(writeCombiningLine) != 1 || writeCombiningLine < 32 || writeCombiningLine > 256) {
            throw new InvalidSpecException(
                    "host.writeCombining.line must be a power of two from 32 to 256, not " + writeCombiningLine,
                    "writeCombining",
                    "line");
        }
        if (writeCombiningDrainPicos < 0) {
            throw new InvalidSpecException(
                    "host.writeCombining.drainAfter must not be negative", "writeCombining", "drainAfter");
        }
        if (submitPicos < 0) {
            throw new InvalidSpecException("host.submit must not be negative", "submit");
        }
        checkCaches(caches);
    }

    private static void between(long value, long most, String... keys) {
        if (value < 1 || value > most) {
            throw new InvalidSpecException(
                    "host." + String.join(".", keys) + " must be at least 1 and at most " + most + ", not " + value,
                    keys);
        }
    }

    /** Host caches keep whole lines of one size, the dirty ones too: a line moves between levels as it is. */
    private static void checkCaches(List<CacheSpec> caches) {
        for (CacheSpec cache : caches) {
            CacheSpec.Policy policy = cache.policy();
            String name = "host cache " + cache.name();
            int line = caches.get(0).geometry().line();
            if (cache.geometry().line() != line) {
                throw new InvalidSpecException(
                        name + ": line must be that of " + caches.get(0).name() + ", " + line
                                + " bytes: host caches pass whole lines to each other, not "
                                + cache.geometry().line(),
                        "caches",
                        cache.name(),
                        "line");
            }
            if (!policy.canBeDirty()) {
                throw new InvalidSpecException(
                        name + ": write must be back, and the cache not readOnly",
                        "caches",
                        cache.name(),
                        policy.readOnly() ? "readOnly" : "write");
            }
            if (policy.allocate() != CacheSpec.Allocation.FETCH_ON_WRITE) {
                throw new InvalidSpecException(
                        name + ": allocate must be fetchOnWrite", "caches", cache.name(), "allocate");
            }
            if (policy.dirty() != CacheSpec.DirtyTracking.LINE) {
                throw new InvalidSpecException(name + ": dirty must be line", "caches", cache.name(), "dirty");
            }
        }
    }
}
