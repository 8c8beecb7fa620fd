package dev.sluice.core.network;

import dev.sluice.core.engine.Component;
import dev.sluice.core.engine.WaitGraph;
import dev.sluice.core.memory.AddressSpace;
import dev.sluice.core.memory.Downstream;
import dev.sluice.core.memory.Request;
import dev.sluice.core.memory.SnoopedRanges;

/**
 * The path down below a device's last cache: device memory or, for host addresses, the link.
 *
 * <p>Memory that the host's caches hold coherently takes the host's path too, wherever it lies, because only there are they
 * snooped. The router itself takes no time.
 */
public final class AddressRouter implements Downstream {

    private final Downstream deviceMemory;
    private final Downstream host;
    private final SnoopedRanges snooped;
    private final int maxRequestBytes;

    /**
     * @param deviceMemory the path of device addresses
     * @param host the path of host addresses and of snooped ranges
     * @param snooped ranges that go to the host though they lie in device memory
     */
    public AddressRouter(Downstream deviceMemory, Downstream host, SnoopedRanges snooped) {
        this.deviceMemory = deviceMemory;
        this.host = host;
        this.snooped = snooped;
        this.maxRequestBytes = Math.min(deviceMemory.maxRequestBytes(), host.maxRequestBytes());
    }

    @Override
    public int maxRequestBytes() {
        return maxRequestBytes;
    }

    @Override
    public boolean trySend(Request request) {
        return way(request).trySend(request);
    }

    @Override
    public void await(Request request, Component waiter, int kind, int argument) {
        way(request).await(request, waiter, kind, argument);
    }

    @Override
    public void sendAwaited(Request request) {
        way(request).sendAwaited(request);
    }

    @Override
    public void reply(Request request, long delay) {
        way(request).reply(request, delay);
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        deviceMemory.describeWaits(graph);
        host.describeWaits(graph);
    }

    private Downstream way(Request request) {
        long address = request.address;
        return AddressSpace.isHost(address) || snooped.contains(address) ? host : deviceMemory;
    }
}
