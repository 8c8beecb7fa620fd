// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.network;

import dev.sluice.device.NetworkSpec;
import dev.sluice.machine.cache.SliceHash;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.Port;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Request;
import dev.sluice.result.RunResult;
import java.util.Arrays;
import java.util.List;

/**
 * The interconnect between caches or compute units and the slices of a shared cache.
 *
 * <p>A packet is one header flit and, if it carries data, the flits of its sectors. It is under way for the network's latency
 * and then enters its receiver flit by flit, one a cycle: each slice has one input, each sender one reply input. Stores and
 * atomics carry their sectors towards the slice, reads and atomics back. Credits are those of the slices' ports.
 * Replies to one sender are serialised in the order in which the slices give them, which is the order of their arrival as
 * long as all slices have one latency.
 */
public final class Crossbar {

    private final CrossbarPath[] paths;
    private final Port[] slices;
    private final Engine engine;
    private final SliceHash hash;
    private final int latency;
    private final int flitBytes;
    private final int maxRequestBytes;
    private final long[] sliceFree;
    private final long[] senderFree;
    private final long[] sliceFlits;
    private final long[] senderFlits;
    private long requests;

    /**
     * @param senders how many paths in there are
     * @param slices the inputs, in the order of the hash
     * @param maxRequestBytes the line size of the slices
     * @throws IllegalArgumentException if the slices are not those of the hash
     */
    public Crossbar(NetworkSpec spec, int senders, List<Port> slices, SliceHash hash, int maxRequestBytes) {
        if (slices.size() != hash.slices()) {
            throw new IllegalArgumentException(slices.size() + " ports for " + hash.slices() + " slices");
        }
        this.slices = slices.toArray(new Port[0]);
        this.engine = this.slices[0].owner().engine();
        this.hash = hash;
        this.latency = spec.latency();
        this.flitBytes = spec.flitBytes();
        this.maxRequestBytes = maxRequestBytes;
        this.sliceFree = new long[this.slices.length];
        this.sliceFlits = new long[this.slices.length];
        this.senderFree = new long[senders];
        this.senderFlits = new long[senders];
        this.paths = new CrossbarPath[senders];
        for (int i = 0; i < senders; i++) {
            paths[i] = new CrossbarPath(this, i);
        }
    }

    /** The path of one sender, from 0. */
    public Downstream path(int sender) {
        return paths[sender];
    }

    /** What went through. */
    public RunResult.NetworkResult result() {
        long busiest = Math.max(
                Arrays.stream(sliceFlits).max().orElse(0),
                Arrays.stream(senderFlits).max().orElse(0));
        return new RunResult.NetworkResult(
                requests,
                Arrays.stream(sliceFlits).sum(),
                Arrays.stream(senderFlits).sum(),
                busiest);
    }

    /** Restarts the region of interest. */
    public void reset() {
        requests = 0;
        Arrays.fill(sliceFlits, 0);
        Arrays.fill(senderFlits, 0);
    }

    int maxRequestBytes() {
        return maxRequestBytes;
    }

    int slice(Request request) {
        return hash.slice(request.address);
    }

    Port port(int slice) {
        return slices[slice];
    }

    /** Cycles until a request that is sent now has entered its slice. */
    long delayOfRequest(Request request, int slice) {
        int flits = request.kind == Request.READ ? 1 : 1 + dataFlits(request);
        long now = engine.now();
        long start = Math.max(now + latency, sliceFree[slice]);
        sliceFree[slice] = start + flits;
        sliceFlits[slice] += flits;
        requests++;
        return start + flits - 1 - now;
    }

    /** Cycles until a reply that its slice gives {@code delay} cycles from now has entered its sender. */
    long delayOfReply(Request request, int sender, long delay) {
        int flits = request.kind == Request.WRITE ? 1 : 1 + dataFlits(request);
        long now = engine.now();
        long start = Math.max(now + delay + latency, senderFree[sender]);
        senderFree[sender] = start + flits;
        senderFlits[sender] += flits;
        return start + flits - 1 - now;
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
