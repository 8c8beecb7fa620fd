// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.network;

import dev.sluice.device.LinkSpec;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.BandwidthServer;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Immediate;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.usage.Gauge;
import dev.sluice.machine.usage.UsageMeter;
import dev.sluice.result.Resource;
import dev.sluice.result.RunResult.LinkResult;
import java.math.BigInteger;
import java.util.List;

/**
 * The link between host and device: PCIe, or the on-chip fabric of a device with unified memory.
 *
 * <p>Each direction is a wire of its own, first in first out, with the spec's latency and bandwidth. {@link
 * LinkSpec#bytesPerSecond} is what packets of the largest payload reach; a packet costs its payload plus a header of {@value
 * LinkPackets#PCIE_HEADER_BYTES} bytes (none on chip), so smaller packets reach less.
 *
 * <ul>
 *   <li>Reads are round trips: a header out, the data back on the other wire.
 *   <li>Writes are posted. The host's write is acknowledged when its last byte has left; the device's write when host memory
 *       has taken it over, plus the latency back. Acknowledgements and credits use no bandwidth.
 *   <li>A doorbell or interrupt arrives after every earlier write of its direction was taken over at the far end.
 *   <li>A write's credit returns when the far end has accepted it, a read's with its completion.
 * </ul>
 */
public final class HostLink extends Component implements Immediate {

    static final int TO_DEVICE = 0;
    static final int TO_HOST = 8;

    private static final long PICOS_PER_SECOND = 1_000_000_000_000L;

    private final SimObserver observer;
    private final boolean observed;
    private final int maxRequestBytes;
    private final LinkDirection towardsDevice;
    private final LinkDirection towardsHost;

    /**
     * A link that is still open at both ends; {@link #connect} it and add it to the engine.
     *
     * @param clockHz the core clock, the time base
     * @param maxRequestBytes the longest request it takes, a power of two that both far ends take too
     */
    public HostLink(
            Engine engine,
            String name,
            RequestPool pool,
            LinkSpec spec,
            long clockHz,
            int maxRequestBytes,
            SimObserver observer) {
        super(engine, name);
        this.observer = observer;
        this.observed = observer != SimObserver.NONE;
        this.maxRequestBytes = maxRequestBytes;
        LinkPackets packets = new LinkPackets(spec);
        long latency = cycles(spec.latencyPicos(), clockHz);
        towardsDevice = new LinkDirection(
                this, pool, spec, packets, wire(spec, packets, clockHz), latency, maxRequestBytes, false);
        towardsHost = new LinkDirection(
                this, pool, spec, packets, wire(spec, packets, clockHz), latency, maxRequestBytes, true);
    }

    /**
     * Names the far ends.
     *
     * @param deviceMemory where the host's requests arrive, below the device's caches
     * @param hostMemory where the device's requests arrive
     * @throws IllegalArgumentException if one of them takes only shorter requests
     */
    public void connect(Downstream deviceMemory, Downstream hostMemory) {
        if (deviceMemory.maxRequestBytes() < maxRequestBytes || hostMemory.maxRequestBytes() < maxRequestBytes) {
            throw new IllegalArgumentException(
                    name() + ": a far end takes less than " + maxRequestBytes + " bytes at once");
        }
        towardsDevice.connect(deviceMemory, towardsHost);
        towardsHost.connect(hostMemory, towardsDevice);
    }

    /** The host's path to device memory. */
    public Downstream toDevice() {
        return towardsDevice.entrance();
    }

    /** The device's path to host memory. */
    public Downstream toHost() {
        return towardsHost.entrance();
    }

    /** Sends an event to a component of the device, behind all earlier writes of the host; needs no credit. */
    public void doorbell(Component to, int kind, int argument) {
        towardsDevice.message(to, kind, argument);
    }

    /** Sends an event to a component of the host, behind all earlier writes of the device; needs no credit. */
    public void interrupt(Component to, int kind, int argument) {
        towardsHost.message(to, kind, argument);
    }

    /** What crossed, by direction: requests begun there, and bytes of data with completions included. */
    public LinkResult result() {
        return new LinkResult(
                towardsDevice.requests(),
                towardsDevice.payloadBytes,
                towardsHost.requests(),
                towardsHost.payloadBytes,
                towardsDevice.busyCycles(),
                towardsHost.busyCycles());
    }

    /** Adds what it knows of its two wires. */
    public void gauges(UsageMeter meter) {
        meter.add(new Gauge(
                Resource.LINK,
                name(),
                List.of("to device", "to host"),
                (i, now) -> (i == 0 ? towardsDevice : towardsHost).busyCycles(now)));
    }

    /** Begins a region of interest. */
    public void resetStatistics() {
        towardsDevice.resetStatistics();
        towardsHost.resetStatistics();
    }

    /** Of the device's requests: those of the host are carried out in simulated time only. */
    @Override
    public void perform(Request request) {
        towardsHost.perform(request);
    }

    @Override
    public void onEvent(int kind, int argument) {
        if (kind < TO_HOST) {
            towardsDevice.onEvent(kind, argument);
        } else {
            towardsHost.onEvent(kind - TO_HOST, argument);
        }
    }

    @Override
    public void audit(Audit audit) {
        towardsDevice.audit(audit);
        towardsHost.audit(audit);
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        towardsDevice.describeWaits(graph);
        towardsHost.describeWaits(graph);
    }

    void schedule(long delay, int kind, int argument) {
        wake(delay, kind, argument);
    }

    void crossed(Request request, boolean toHost) {
        if (observed) {
            observer.link(now(), request, toHost);
        }
    }

    void carries(int bytes, boolean toHost) {
        if (observed) {
            observer.payload(now(), bytes, toHost);
        }
    }

    private static long cycles(long picos, long clockHz) {
        BigInteger[] parts = BigInteger.valueOf(picos)
                .multiply(BigInteger.valueOf(clockHz))
                .divideAndRemainder(BigInteger.valueOf(PICOS_PER_SECOND));
        return parts[0].longValueExact() + (parts[1].signum() == 0 ? 0 : 1);
    }

    private static BandwidthServer wire(LinkSpec spec, LinkPackets packets, long clockHz) {
        long bytes = Math.multiplyExact(spec.bytesPerSecond(), (long) spec.maxPayload() + packets.headerBytes());
        return BandwidthServer.of(bytes, Math.multiplyExact(clockHz, (long) spec.maxPayload()));
    }
}
