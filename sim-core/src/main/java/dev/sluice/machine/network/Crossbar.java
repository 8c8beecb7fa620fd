// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.network;

import dev.sluice.device.NetworkSpec;
import dev.sluice.machine.cache.SliceHash;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.Port;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Immediate;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.usage.UsageMeter;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.ViewTable;
import dev.sluice.result.RunResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The interconnect between caches or compute units and the slices of a shared cache.
 *
 * <p>A packet is one header flit, unless the device has none, and the flits of its sectors if it carries data; at least one
 * flit. It is under way for the network's latency and then enters its receiver flit by flit: each slice has one input, which
 * takes a flit a cycle, each sender one reply port. Stores and atomics carry their sectors towards the slice, reads and atomics
 * back. Credits are those of the slices' ports. Replies to one sender are serialised in the order in which the slices give them,
 * which is the order of their arrival as long as all slices have one latency. Where the device limits what a slice can
 * reply, {@link SliceReplies} orders them before.
 */
public final class Crossbar {

    private final CrossbarPath[] paths;
    private final Port[] slices;
    /** Who carries requests to each slice out at once; null where nobody does. */
    private final @Nullable Immediate[] receivers;

    private final Engine engine;
    private final SliceHash hash;
    private final int latency;
    private final int flitBytes;
    private final int requestHeader;
    private final int replyHeader;
    private final int maxRequestBytes;
    private final FlitPorts inputs;
    private final FlitPorts clients;
    private final @Nullable SliceReplies replies;
    /** Null where units reach the slices without a crossbar of their own. */
    private final @Nullable ClusterPorts clusters;

    private final PortUsage usage;
    private long requests;

    /**
     * @param cache the name of the cache
     * @param pool of the requests that come through
     * @param senders how many paths in there are
     * @param slices the inputs, in the order of the hash
     * @param maxRequestBytes the line size of the slices
     * @throws IllegalArgumentException if the slices are not those of the hash
     */
    public Crossbar(
            NetworkSpec spec,
            String cache,
            RequestPool pool,
            int senders,
            List<Port> slices,
            SliceHash hash,
            int maxRequestBytes) {
        if (slices.size() != hash.slices()) {
            throw new IllegalArgumentException(slices.size() + " ports for " + hash.slices() + " slices");
        }
        this.slices = slices.toArray(new Port[0]);
        this.engine = this.slices[0].owner().engine();
        this.receivers = new Immediate[this.slices.length];
        for (int i = 0; i < receivers.length; i++) {
            receivers[i] = this.slices[i].owner() instanceof Immediate immediate ? immediate : null;
        }
        this.hash = hash;
        this.latency = spec.latency();
        this.flitBytes = spec.flitBytes();
        this.requestHeader = spec.requestHeader() ? 1 : 0;
        this.replyHeader = spec.replyHeader() ? 1 : 0;
        this.maxRequestBytes = maxRequestBytes;
        this.inputs = new FlitPorts(this.slices.length, flitBytes, flitBytes, spec.clock());
        this.clients = new FlitPorts(
                senders, flitBytes, spec.clientReplyBytes() == 0 ? flitBytes : spec.clientReplyBytes(), spec.clock());
        this.clusters = ClusterPorts.of(spec);
        this.replies = spec.sliceReplyBytes() == 0
                ? null
                : engine.add(new SliceReplies(
                        engine,
                        cache + ".replies",
                        pool,
                        new FlitPorts(this.slices.length, flitBytes, spec.sliceReplyBytes(), spec.clock())));
        this.paths = new CrossbarPath[senders];
        for (int i = 0; i < senders; i++) {
            paths[i] = new CrossbarPath(this, i, replies);
        }
        this.usage = new PortUsage(
                cache, this.slices, inputs, clients, replies == null ? null : replies.ports(), clusters, spec);
    }

    /** The path of one sender, from 0. */
    public Downstream path(int sender) {
        return paths[sender];
    }

    /** Names a sender, by who it is and what it belongs to; one that has no name is not there. */
    public void name(int sender, String group, String name) {
        usage.name(sender, group, name);
    }

    /**
     * The path of one sender to slices that are not all equally far.
     *
     * @param extra cycles that an access of each slice takes longer, there and back together
     */
    public Downstream path(int sender, int[] extra) {
        paths[sender].reach(extra);
        return paths[sender];
    }

    /** Lets a sender read the lines of each slice through another. */
    public void readThrough(int sender, int[] slices) {
        paths[sender].readThrough(slices);
    }

    /** Lets a sender's packets go through a cluster's ports. */
    public void cluster(int sender, int cluster) {
        paths[sender].cluster(cluster);
    }

    /** What went through. */
    public RunResult.NetworkResult result() {
        long busiest = Math.max(inputs.busiest(), clients.busiest());
        if (clusters != null) {
            busiest = Math.max(busiest, clusters.busiest());
        }
        return new RunResult.NetworkResult(
                requests,
                inputs.sum(),
                clients.sum(),
                replies == null ? busiest : Math.max(busiest, replies.busiestFlits()),
                usage.ports(),
                usage.distances(paths));
    }

    /** The paths of all senders. */
    public List<Downstream> paths() {
        return List.of(paths);
    }

    /** The table of its ports, for somebody who looks between events. */
    public ViewTable view(Texts texts) {
        return usage.view(texts);
    }

    /** Adds what it knows of its ports. */
    public void gauges(UsageMeter meter) {
        usage.gauges(meter);
    }

    /** The flits that went through each port. */
    public long[] portFlits() {
        FlitPorts third = replies == null ? null : replies.ports();
        long[] flits = new long
                [inputs.ports()
                        + clients.ports()
                        + (third == null ? 0 : third.ports())
                        + (clusters == null ? 0 : 2 * clusters.up().ports())];
        int at = clients.copyTo(flits, inputs.copyTo(flits, 0));
        if (third != null) {
            at = third.copyTo(flits, at);
        }
        if (clusters != null) {
            clusters.down().copyTo(flits, clusters.up().copyTo(flits, at));
        }
        return flits;
    }

    /** Restarts the region of interest. */
    public void reset() {
        requests = 0;
        inputs.reset();
        clients.reset();
        if (clusters != null) {
            clusters.reset();
        }
        for (CrossbarPath path : paths) {
            path.reset();
        }
        if (replies != null) {
            replies.reset();
        }
    }

    int maxRequestBytes() {
        return maxRequestBytes;
    }

    int slice(Request request) {
        return hash.slice(request.address);
    }

    /** Carries a request out at once in a slice. */
    void perform(Request request, int slice) {
        Immediate receiver = receivers[slice];
        if (receiver == null) {
            throw new UnsupportedOperationException("a slice takes requests in simulated time only");
        }
        receiver.perform(request);
    }

    Port port(int slice) {
        return slices[slice];
    }

    /** Cycles until a request that is sent now has entered its slice. */
    long delayOfRequest(Request request, int slice, int cluster) {
        long now = engine.now();
        requests++;
        int flits = request.kind == Request.READ ? 1 : requestHeader + dataFlits(request);
        if (clusters != null && cluster >= 0) {
            return delayOfRequest(clusters, cluster, slice, flits);
        }
        return inputs.take(slice, now + latency, flits) - now;
    }

    private long delayOfRequest(ClusterPorts between, int cluster, int slice, int flits) {
        long now = engine.now();
        long first = now + latency + between.request(cluster, now, flits);
        return Math.max(inputs.take(slice, first, flits), first + between.tail()) - now;
    }

    /**
     * Cycles until a reply has entered its sender.
     *
     * @param delay cycles from now until its slice gives it
     * @param tail cycles after which its last flit leaves the slice, where that takes time
     */
    long delayOfReply(Request request, int sender, int cluster, long delay, int tail) {
        long now = engine.now();
        long first = now + delay + latency;
        int flits = replyFlits(request);
        if (clusters != null && cluster >= 0) {
            return delayOfReply(clusters, cluster, sender, first, flits, tail) - now;
        }
        return Math.max(clients.take(sender, first, flits), first + tail) - now;
    }

    private long delayOfReply(ClusterPorts between, int cluster, int sender, long earliest, int flits, int tail) {
        long first = between.reply(cluster, earliest, flits);
        return Math.max(clients.take(sender, first, flits), first + Math.max(tail, between.tail()));
    }

    int replyFlits(Request request) {
        return request.kind == Request.WRITE ? 1 : replyHeader + dataFlits(request);
    }

    private int dataFlits(Request request) {
        int bytes = Integer.bitCount(request.sectors) * Request.SECTOR_BYTES;
        return flitBytes == Request.SECTOR_BYTES ? bytes >>> 5 : (bytes + flitBytes - 1) / flitBytes;
    }

    void describeWaits(dev.sluice.machine.engine.WaitGraph graph) {
        for (Port port : slices) {
            port.describeWaits(graph);
        }
    }
}
