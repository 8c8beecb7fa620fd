// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.network;

import dev.sluice.device.NetworkSpec;
import dev.sluice.machine.engine.Port;
import dev.sluice.machine.usage.Gauge;
import dev.sluice.machine.usage.UsageMeter;
import dev.sluice.machine.view.Texts;
import dev.sluice.result.Resource;
import dev.sluice.result.RunResult.DistanceResult;
import dev.sluice.result.RunResult.PortResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What went through the ports of a crossbar, by the names of those whose ports they are. */
final class PortUsage {

    private final String cache;
    private final String[] slices;
    private final @Nullable String[] names;
    private final @Nullable String[] groups;
    private final FlitPorts inputs;
    private final FlitPorts clients;
    private final @Nullable FlitPorts replies;
    private final @Nullable ClusterPorts clusters;
    private final NetworkSpec spec;
    /** Cycles from a unit, or a slice, to the ports at the other end. */
    private final int way;

    PortUsage(
            String cache,
            Port[] slices,
            FlitPorts inputs,
            FlitPorts clients,
            @Nullable FlitPorts replies,
            @Nullable ClusterPorts clusters,
            NetworkSpec spec) {
        this.cache = cache;
        this.slices = new String[slices.length];
        for (int i = 0; i < slices.length; i++) {
            this.slices[i] = slices[i].owner().name();
        }
        this.names = new String[clients.ports()];
        this.groups = new String[clients.ports()];
        this.inputs = inputs;
        this.clients = clients;
        this.replies = replies;
        this.clusters = clusters;
        this.way = spec.latency() + spec.clusters().latency();
        this.spec = spec;
    }

    void name(int sender, String group, String name) {
        groups[sender] = group;
        names[sender] = name;
    }

    void gauges(UsageMeter meter) {
        meter.add(new Gauge(Resource.REQUEST_PORT, cache, List.of(slices), busy(inputs, way)));
        FlitPorts out = replies;
        if (out != null) {
            meter.add(new Gauge(Resource.SLICE_REPLY_PORT, cache, List.of(slices), busy(out, 0)));
        }
        ClusterPorts between = clusters;
        if (between != null) {
            List<String> own = new ArrayList<>();
            for (int cluster = 0; cluster < between.up().ports(); cluster++) {
                own.add(clusterName(cluster));
            }
            String of = cache + " clusters";
            meter.add(new Gauge(
                    Resource.REQUEST_PORT,
                    of,
                    own,
                    busy(between.up(), spec.clusters().latency())));
            meter.add(new Gauge(Resource.REPLY_PORT, of, own, busy(between.down(), spec.latency())));
        }
        Map<String, List<Integer>> members = new LinkedHashMap<>();
        for (int i = 0; i < names.length; i++) {
            String group = groups[i];
            if (group != null) {
                members.computeIfAbsent(group, g -> new ArrayList<>()).add(i);
            }
        }
        Gauge.Reader busy = busy(clients, way);
        members.forEach((group, ports) -> {
            List<String> own = new ArrayList<>();
            ports.forEach(port -> own.add(String.valueOf(names[port])));
            meter.add(new Gauge(Resource.REPLY_PORT, group, own, (i, now) -> busy.cycles(ports.get(i), now)));
        });
    }

    /** The ports, for somebody who looks. */
    PortTable view(Texts texts) {
        PortTable table = new PortTable(texts);
        table.add("request", List.of(slices), inputs);
        FlitPorts out = replies;
        if (out != null) {
            table.add("reply", List.of(slices), out);
        }
        ClusterPorts between = clusters;
        if (between != null) {
            List<String> own = new ArrayList<>();
            for (int cluster = 0; cluster < between.up().ports(); cluster++) {
                own.add("cluster[" + cluster + "]");
            }
            table.add("request", own, between.up());
            table.add("reply", own, between.down());
        }
        List<String> senders = new ArrayList<>();
        for (String name : names) {
            senders.add(String.valueOf(name));
        }
        table.add("reply", senders, clients);
        return table;
    }

    private String clusterName(int cluster) {
        return cache + " cluster[" + cluster + "]";
    }

    /** Packets come to their port {@code way} cycles after they were sent. */
    private static Gauge.Reader busy(FlitPorts ports, int way) {
        return (i, now) -> ports.busyCycles(i, now + way);
    }

    /** Every port through which anything went. */
    List<PortResult> ports() {
        List<PortResult> results = new ArrayList<>();
        for (int i = 0; i < slices.length; i++) {
            add(results, Resource.REQUEST_PORT, slices[i], inputs, i, spec.requestHeader());
        }
        FlitPorts out = replies;
        for (int i = 0; i < slices.length && out != null; i++) {
            add(results, Resource.SLICE_REPLY_PORT, slices[i], out, i, spec.replyHeader());
        }
        for (int i = 0; i < names.length; i++) {
            add(results, Resource.REPLY_PORT, String.valueOf(names[i]), clients, i, spec.replyHeader());
        }
        ClusterPorts between = clusters;
        for (int i = 0; between != null && i < between.up().ports(); i++) {
            add(results, Resource.REQUEST_PORT, clusterName(i), between.up(), i, spec.requestHeader());
            add(results, Resource.REPLY_PORT, clusterName(i), between.down(), i, spec.replyHeader());
        }
        return results;
    }

    private void add(List<PortResult> to, Resource kind, String name, FlitPorts ports, int port, boolean header) {
        long flits = ports.flits(port);
        if (flits > 0) {
            long packets = ports.packets(port);
            to.add(new PortResult(
                    cache,
                    kind.key(),
                    name,
                    packets,
                    flits,
                    header ? packets : 0,
                    flits * spec.flitBytes(),
                    Math.round(ports.cycles(flits))));
        }
    }

    /** Replies by the distance of their slice, where the device has near and far ones. */
    List<DistanceResult> distances(CrossbarPath[] paths) {
        long near = 0;
        long far = 0;
        for (CrossbarPath path : paths) {
            near += path.near();
            far += path.far();
        }
        return near + far == 0 ? List.of() : List.of(new DistanceResult(cache, near, far));
    }
}
