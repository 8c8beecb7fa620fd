// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.network;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.memory.AddressSpace;
import dev.sluice.machine.memory.SnoopedRanges;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Request;
import org.jspecify.annotations.Nullable;

/** A fork on the way down: each request goes one of two paths. It takes no time and keeps no order between the two. */
public final class Router implements Downstream {

    private static final int WAYS = 2;

    @FunctionalInterface
    private interface Choice {
        boolean first(Request request);
    }

    private final Downstream first;
    private final Downstream second;
    private final Choice choice;
    private final int maxRequestBytes;
    /** Bytes read and written by the first path, then by the second; null where nobody counts. */
    private long @Nullable [] traffic;

    private Router(Downstream first, Downstream second, Choice choice) {
        this.first = first;
        this.second = second;
        this.choice = choice;
        this.maxRequestBytes = Math.min(first.maxRequestBytes(), second.maxRequestBytes());
    }

    /**
     * The path down below a device's last cache: device memory or, for host addresses, the link.
     *
     * <p>Memory that the host's caches hold coherently takes the host's path too, wherever it lies, because only there are
     * they snooped.
     *
     * @param deviceMemory the path of device addresses
     * @param host the path of host addresses and of snooped ranges
     * @param snooped ranges that go to the host though they lie in device memory
     */
    public static Router byAddress(Downstream deviceMemory, Downstream host, SnoopedRanges snooped) {
        return new Router(
                deviceMemory,
                host,
                request -> !AddressSpace.isHost(request.address) && !snooped.contains(request.address));
    }

    /**
     * The path down of a client that reads through one level and writes past it, as the copies of Adreno do (profile turnip:
     * reads through UCHE, writes through the colour cache to memory).
     *
     * @param reads the path of reads
     * @param writes the path of writes and atomics
     */
    public static Router byDirection(Downstream reads, Downstream writes) {
        return new Router(reads, writes, request -> request.kind == Request.READ);
    }

    /** Another router of the same kind onto the same paths, for a sender that is told apart from others. */
    public Router fork() {
        return new Router(first, second, choice);
    }

    /** Has bytes counted from now on. */
    public void watch() {
        traffic = new long[2 * WAYS];
    }

    /** Bytes of whole sectors that were read and written by the first path, then by the second, while somebody counts. */
    public long[] traffic() {
        long[] counted = traffic;
        return counted == null ? new long[2 * WAYS] : counted.clone();
    }

    @Override
    public int maxRequestBytes() {
        return maxRequestBytes;
    }

    @Override
    public void perform(Request request) {
        path(request).perform(request);
    }

    @Override
    public long announce(Request request) {
        return path(request).announce(request);
    }

    @Override
    public boolean trySend(Request request) {
        Downstream path = path(request);
        long[] counted = traffic;
        if (counted == null) {
            return path.trySend(request);
        }
        int kind = request.kind;
        int sectors = request.sectorCount();
        boolean sent = path.trySend(request);
        if (sent) {
            count(counted, path, kind, sectors);
        }
        return sent;
    }

    @Override
    public void await(Request request, Component waiter, int kind, int argument) {
        path(request).await(request, waiter, kind, argument);
    }

    @Override
    public void sendAwaited(Request request) {
        Downstream path = path(request);
        long[] counted = traffic;
        if (counted != null) {
            count(counted, path, request.kind, request.sectorCount());
        }
        path.sendAwaited(request);
    }

    @Override
    public void reply(Request request, long delay) {
        path(request).reply(request, delay);
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        first.describeWaits(graph);
        second.describeWaits(graph);
    }

    private void count(long[] counted, Downstream path, int kind, int sectors) {
        int way = path == first ? 0 : WAYS;
        long bytes = (long) sectors * Request.SECTOR_BYTES;
        if (kind != Request.WRITE) {
            counted[way] += bytes;
        }
        if (kind != Request.READ) {
            counted[way + 1] += bytes;
        }
    }

    private Downstream path(Request request) {
        return choice.first(request) ? first : second;
    }
}
