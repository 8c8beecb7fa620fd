// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.analysis;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.ClockRatio;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.NetworkSpec;

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

    /** Bytes of a core cycle that all instances of a cache answer: what look-ups, data ports and the way back let through. */
    double bytes(CacheSpec cache, int instances) {
        long slices = (long) instances * cache.geometry().slices();
        double lookups = (double) cache.geometry().banks() * cache.timing().throughput();
        if (cache.rates().tagsPerCycle() > 0) {
            lookups = Math.min(lookups, cache.rates().tagsPerCycle());
        }
        double slice = lookups * cache.geometry().line();
        if (cache.rates().readBytesPerCycle() > 0) {
            slice = Math.min(slice, cache.rates().readBytesPerCycle());
        }
        slice *= ofCore(cache.structure().clock());
        if (cache.scope() == CacheSpec.Scope.COMPUTE_UNIT) {
            double sent = (double) device.compute().count()
                    * device.compute().requestsPerCycle()
                    * cache.geometry().line();
            return Math.min(slices * slice, sent);
        }
        NetworkSpec network = device.network();
        double clock = ofCore(network.clock());
        if (network.sliceReplyBytes() > 0) {
            slice = Math.min(slice, network.sliceReplyBytes() * clock);
        }
        int client = network.clientReplyBytes() > 0 ? network.clientReplyBytes() : network.flitBytes();
        return Math.min(slices * slice, device.compute().count() * client * clock);
    }

    /** Cycles of a clock in one of the core's. */
    private static double ofCore(ClockRatio clock) {
        return (double) clock.own() / clock.core();
    }
}
