// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.analysis;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.GpuSpec;
import dev.sluice.program.sync.CacheRole;

/**
 * The most that a device can do in a cycle, by what its file says.
 *
 * @param operations operations of all lanes of all units
 * @param memory bytes of device memory
 */
public record Peaks(GpuSpec device, double operations, double memory) {

    /** The peaks of a device whose memory moves so many bytes in a cycle. */
    public static Peaks of(GpuSpec device, double memory) {
        double operations = (double) device.compute().count()
                * device.compute().issuePerCycle()
                * device.compute().waveSize();
        return new Peaks(device, operations, memory);
    }

    /**
     * Bytes of a core cycle that all instances of a cache take and answer at the most, of what was asked of it: look-ups are
     * common to reads and writes, data ports and the ways there and back are not.
     */
    double bytes(CacheSpec cache, int instances, Asked asked) {
        long slices = (long) instances * cache.geometry().slices();
        double own = slices * cache.structure().clock().perCore();
        double all = own * lookups(cache) * cache.geometry().line();
        if (cache.scope() == CacheSpec.Scope.COMPUTE_UNIT) {
            double sent = (double) device.compute().count()
                    * device.compute().requestsPerCycle()
                    * cache.geometry().line();
            all = Math.min(all, sent);
        }
        double cycles = asked.bytes() / all;
        cycles = Math.max(cycles, asked.readBytes() / (own * limit(cache.rates().readBytesPerCycle())));
        cycles = Math.max(
                cycles, asked.writtenBytes() / (own * limit(cache.rates().writeBytesPerCycle())));
        if (hasCrossbar(cache)) {
            cycles = Math.max(cycles, new CrossbarPeak(device, cache, slices).cycles(asked));
        }
        return asked.bytes() / cycles;
    }

    private static double lookups(CacheSpec cache) {
        double banks = (double) cache.geometry().banks() * cache.timing().throughput();
        double tags = cache.rates().tagsPerCycle();
        return tags > 0 ? Math.min(banks, tags) : banks;
    }

    /** A rate of which 0 says that there is no limit. */
    private static double limit(int bytesPerCycle) {
        return bytesPerCycle > 0 ? bytesPerCycle : Double.POSITIVE_INFINITY;
    }

    /** Whether clients come through ports: what is in front of memory or below another shared cache is reached by wires. */
    private boolean hasCrossbar(CacheSpec cache) {
        return cache.scope() == CacheSpec.Scope.DEVICE
                && !cache.role().equals(CacheRole.MALL)
                && device.caches().stream()
                        .noneMatch(above -> above.scope() == CacheSpec.Scope.DEVICE
                                && above.parent().equals(cache.name()));
    }
}
