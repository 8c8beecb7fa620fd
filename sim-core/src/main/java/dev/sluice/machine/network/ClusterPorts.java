// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.network;

import dev.sluice.device.NetworkSpec;
import org.jspecify.annotations.Nullable;

/**
 * The ports of the crossbars between units and a top one: all packets of a cluster's units go through its port towards the
 * shared caches, all replies through its port back. A packet goes on as soon as its first flit is through.
 */
final class ClusterPorts {

    private final FlitPorts up;
    private final FlitPorts down;
    private final int latency;
    private int tail;

    private ClusterPorts(NetworkSpec spec) {
        NetworkSpec.Clusters clusters = spec.clusters();
        this.up = ports(spec, clusters.requestBytes());
        this.down = ports(spec, clusters.replyBytes());
        this.latency = clusters.latency();
    }

    private static FlitPorts ports(NetworkSpec spec, int bytes) {
        return new FlitPorts(
                spec.clusters().count(), spec.flitBytes(), bytes == 0 ? spec.flitBytes() : bytes, spec.clock());
    }

    /** Those of a network, or null if it has none. */
    static @Nullable ClusterPorts of(NetworkSpec spec) {
        return spec.clusters().count() == 0 ? null : new ClusterPorts(spec);
    }

    /** Cycles from {@code from} until the first flit of a request is through; {@link #tail} is about it then. */
    long request(int cluster, long from, int flits) {
        return pass(up, cluster, from + latency, flits) - from;
    }

    /** The cycle at which the first flit of a reply that comes at {@code from} has reached its unit's port. */
    long reply(int cluster, long from, int flits) {
        return pass(down, cluster, from, flits) + latency;
    }

    /** Cycles from the first to the last flit of the packet that went through last. */
    int tail() {
        return tail;
    }

    private long pass(FlitPorts ports, int cluster, long from, int flits) {
        long first = ports.start(cluster, from);
        tail = (int) (ports.take(cluster, from, flits) - first);
        return first;
    }

    /** The ports towards the shared caches. */
    FlitPorts up() {
        return up;
    }

    /** The ports back. */
    FlitPorts down() {
        return down;
    }

    long busiest() {
        return Math.max(up.busiest(), down.busiest());
    }

    void reset() {
        up.reset();
        down.reset();
    }
}
