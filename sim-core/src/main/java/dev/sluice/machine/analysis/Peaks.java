// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.analysis;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.Client;
import dev.sluice.device.ClockRatio;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.NetworkSpec;
import dev.sluice.program.sync.CacheRole;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

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
        double own = ofCore(cache.structure().clock());
        double all = slices * lookups(cache) * cache.geometry().line() * own;
        double read = slices * limit(cache.rates().readBytesPerCycle()) * own;
        double written = slices * limit(cache.rates().writeBytesPerCycle()) * own;
        if (cache.scope() == CacheSpec.Scope.COMPUTE_UNIT) {
            double sent = (double) device.compute().count()
                    * device.compute().requestsPerCycle()
                    * cache.geometry().line();
            all = Math.min(all, sent);
        } else if (hasCrossbar(cache)) {
            NetworkSpec network = device.network();
            double clock = ofCore(network.clock());
            int client = network.clientReplyBytes() > 0 ? network.clientReplyBytes() : network.flitBytes();
            read = Math.min(read, slices * limit(network.sliceReplyBytes()) * clock);
            read = Math.min(read, replyPorts(cache, asked.clients()) * client * clock);
            written = Math.min(written, slices * network.flitBytes() * clock);
        }
        double bytes = asked.bytes();
        double cycles = Math.max(bytes / all, Math.max(asked.readBytes() / read, asked.writtenBytes() / written));
        return bytes / cycles;
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

    /** The ports through which a shared cache answers clients: one of each cache above, or of each unit where none is. */
    private long replyPorts(CacheSpec cache, Set<Client> clients) {
        Map<String, Integer> ports = new HashMap<>();
        for (Client client : clients) {
            String above = "";
            String at = device.clients().getOrDefault(client, cache.name());
            while (!at.equals(cache.name()) && !at.equals(GpuSpec.VRAM)) {
                above = at;
                at = device.cache(at).parent();
            }
            int sharedBy = above.isEmpty() ? 1 : device.cache(above).sharedBy();
            ports.put(above, (device.compute().count() + sharedBy - 1) / sharedBy);
        }
        return ports.values().stream().mapToLong(Integer::longValue).sum();
    }

    /** Cycles of a clock in one of the core's. */
    private static double ofCore(ClockRatio clock) {
        return (double) clock.own() / clock.core();
    }
}
