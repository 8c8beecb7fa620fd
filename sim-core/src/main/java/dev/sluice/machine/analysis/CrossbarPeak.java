// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.analysis;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.Client;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.NetworkSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** How fast the ports between clients and a shared cache can be, with packets of whole lines, which have the fewest headers. */
final class CrossbarPeak {
    /** Those that compute units make; the others have one port for all units. */
    private static final Set<Client> OF_UNITS = Set.copyOf(Client.ofComputeUnits());

    private final GpuSpec device;
    private final CacheSpec cache;
    private final long slices;

    CrossbarPeak(GpuSpec device, CacheSpec cache, long slices) {
        this.device = device;
        this.cache = cache;
        this.slices = slices;
    }

    /** The core cycles that the busiest side takes at least for what is asked, dealt out evenly. */
    double cycles(Asked asked) {
        NetworkSpec network = device.network();
        int flit = network.flitBytes();
        int packet = packetBytes(asked.clients());
        int data = (packet + flit - 1) / flit;
        double reads = (double) asked.readBytes() / packet;
        double writes = (double) asked.writtenBytes() / packet;
        double there = flit * (reads + writes * (data + (network.requestHeader() ? 1 : 0)));
        double back = flit * (writes + reads * (data + (network.replyHeader() ? 1 : 0)));
        double cycles = Math.max(
                there / ((double) slices * flit),
                back / (ports(asked.clients()) * or(network.clientReplyBytes(), flit)));
        if (network.sliceReplyBytes() > 0) {
            cycles = Math.max(cycles, back / ((double) slices * network.sliceReplyBytes()));
        }
        NetworkSpec.Clusters clusters = network.clusters();
        if (clusters.count() > 0 && asked.clients().stream().anyMatch(OF_UNITS::contains)) {
            int reached = Math.min(clusters.count(), device.compute().count());
            cycles = Math.max(cycles, there / ((double) reached * or(clusters.requestBytes(), flit)));
            cycles = Math.max(cycles, back / ((double) reached * or(clusters.replyBytes(), flit)));
        }
        return cycles / network.clock().perCore();
    }

    private static int or(int bytesPerCycle, int flit) {
        return bytesPerCycle > 0 ? bytesPerCycle : flit;
    }

    /** The largest packet: a line of the cache, and of one above through which a client comes. */
    private int packetBytes(Set<Client> clients) {
        int line = cache.geometry().line();
        return clients.stream()
                .map(this::above)
                .mapToInt(above -> above.isEmpty()
                        ? line
                        : Math.min(line, device.cache(above).geometry().line()))
                .max()
                .orElse(line);
    }

    /** The ports through which clients are answered: one of each cache above, or of each unit where none is. */
    private double ports(Set<Client> clients) {
        Map<String, Integer> ports = new HashMap<>();
        for (Client client : clients) {
            if (!OF_UNITS.contains(client)) {
                ports.put("of " + client.key(), 1);
                continue;
            }
            String above = above(client);
            int units = device.compute().count();
            ports.put(above, above.isEmpty() ? units : device.cache(above).instancesFor(units));
        }
        return ports.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** The cache right above by which a client comes; empty for none. */
    private String above(Client client) {
        String above = "";
        String at = device.clients().getOrDefault(client, cache.name());
        while (!at.equals(cache.name()) && !at.equals(GpuSpec.VRAM)) {
            above = at;
            at = device.cache(at).parent();
        }
        return above;
    }
}
