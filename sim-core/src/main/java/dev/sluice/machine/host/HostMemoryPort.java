// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.host;

import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.Port;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.memory.AddressSpace;
import dev.sluice.machine.memory.SnoopedRanges;
import dev.sluice.machine.request.DirectPath;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Immediate;
import dev.sluice.machine.request.OrderedSender;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The point where host memory orders its accesses: the host's own misses, write-backs and uncached accesses, and what the
 * device sends across the link.
 *
 * <p>Requests leave for memory in the order in which they come here, host addresses to host RAM and the others across the
 * link to device memory. A device's access to memory that is HOST_CACHED and HOST_COHERENT first snoops the host's caches:
 * dirty lines are written back in front of it, and a write takes the host's copy away (Philip Taylor, Vulkan memory
 * dependencies, section Host CPU accesses). Any other access of the device goes straight to memory, whatever the host's
 * caches hold.
 */
public final class HostMemoryPort extends Component implements Immediate {

    private static final int FROM_HOST = 0;
    private static final int FROM_DEVICE = 1;

    private static final int ARRIVE = 0;
    private static final int SNOOP = 1;
    private static final int RAM_CREDIT = 2;
    private static final int DEVICE_CREDIT = 3;

    private final RequestPool pool;
    private final Port port;
    private final DirectPath entrance;
    private final OrderedSender deviceQueue;
    private final Downstream deviceMemory;
    private final @Nullable Downstream ram;
    private final @Nullable OrderedSender ramQueue;
    private final SnoopedRanges snooped;
    private final int maxRequestBytes;
    private final int deviceMaxRequestBytes;
    private @Nullable HostCaches caches;
    private int snooping;
    private @Nullable Consumer<Request> onSend;

    /**
     * @param credits device requests that find room here at once
     * @param toDevice the host's path to device memory
     * @param deviceMemory what that path leads to, for what is carried out at once
     * @param ram the path to host memory; null on a device with unified memory
     * @param snooped the ranges whose device accesses snoop, see {@code MemoryAllocator.snooped()}
     */
    public HostMemoryPort(
            Engine engine,
            String name,
            RequestPool pool,
            int credits,
            Downstream toDevice,
            Downstream deviceMemory,
            @Nullable Downstream ram,
            SnoopedRanges snooped) {
        super(engine, name);
        this.pool = pool;
        this.snooped = snooped;
        this.port = new Port(name + ".in", this, ARRIVE, credits);
        this.deviceQueue = new OrderedSender(this, toDevice, DEVICE_CREDIT, this::sent);
        this.deviceMemory = deviceMemory;
        this.ram = ram;
        this.ramQueue = ram == null ? null : new OrderedSender(this, ram, RAM_CREDIT, this::sent);
        this.deviceMaxRequestBytes = toDevice.maxRequestBytes();
        this.maxRequestBytes =
                ram == null ? deviceMaxRequestBytes : Math.min(deviceMaxRequestBytes, ram.maxRequestBytes());
        this.entrance = new DirectPath(port, 0, 0, maxRequestBytes);
    }

    /** Where the device's requests arrive, from the link or an on-chip router. */
    public Downstream entrance() {
        return entrance;
    }

    /** Tells somebody of every request of the host. */
    public void onSend(Consumer<Request> listener) {
        onSend = listener;
    }

    /** The longest request that every memory behind this port takes. */
    public int maxRequestBytes() {
        return maxRequestBytes;
    }

    /** Sends a request of the host; it will be answered at its requester. */
    public void send(Request request) {
        Consumer<Request> told = onSend;
        if (told != null) {
            told.accept(request);
        }
        request.holder = FROM_HOST;
        forward(request);
    }

    /** Of the device's requests. */
    @Override
    public void perform(Request request) {
        if (snooped.contains(request.address)) {
            snoop(request, true);
        }
        memory(request).perform(request);
    }

    /** Carries a write-back of the host out at once, and gives it back. */
    void writeBackAtOnce(Request request) {
        memory(request).perform(request);
        pool.release(request);
    }

    private Downstream memory(Request request) {
        Downstream hostMemory = ram;
        return hostMemory != null && AddressSpace.isHost(request.address) ? hostMemory : deviceMemory;
    }

    void attach(HostCaches hostCaches) {
        caches = hostCaches;
    }

    @Override
    protected int requestOf(int kind, int argument) {
        return kind == ARRIVE || kind == SNOOP ? argument : NO_REQUEST;
    }

    @Override
    protected boolean ofHierarchy() {
        return true;
    }

    @Override
    public void onEvent(int kind, int argument) {
        switch (kind) {
            case ARRIVE -> arrive(pool.get(argument));
            case SNOOP -> {
                snooping--;
                snoopAndForward(pool.get(argument));
            }
            case RAM_CREDIT -> {
                OrderedSender queue = ramQueue;
                if (queue != null) {
                    queue.onCredit();
                }
            }
            case DEVICE_CREDIT -> deviceQueue.onCredit();
            default -> throw new IllegalStateException("event " + kind);
        }
    }

    private void sent(Request request, int holder) {
        if (holder == FROM_DEVICE) {
            port.release();
        }
    }

    private void arrive(Request request) {
        request.next = null;
        request.holder = FROM_DEVICE;
        HostCaches target = caches;
        if (target != null && snooped.contains(request.address)) {
            snooping++;
            wake(target.snoopLatency(), SNOOP, request.index);
        } else {
            forward(request);
        }
    }

    private void snoopAndForward(Request request) {
        snoop(request, false);
        request.next = null;
        request.holder = FROM_DEVICE;
        forward(request);
    }

    private void snoop(Request request, boolean atOnce) {
        HostCaches target = caches;
        if (target != null) {
            boolean write = request.kind != Request.READ;
            int line = target.lineBytes();
            int perLine = line / Request.SECTOR_BYTES;
            long base = request.address & -line;
            int shift = (int) (request.address - base) / Request.SECTOR_BYTES;
            long touched = (long) request.sectors << shift;
            while (touched != 0) {
                int i = Long.numberOfTrailingZeros(touched) / perLine;
                target.snoop(base + (long) i * line, write, atOnce);
                touched &= -1L << ((i + 1) * perLine);
            }
        }
    }

    private void forward(Request request) {
        OrderedSender ram = ramQueue;
        if (ram != null && AddressSpace.isHost(request.address)) {
            ram.send(request);
        } else {
            deviceQueue.send(request);
        }
    }

    @Override
    public void audit(Audit audit) {
        OrderedSender ram = ramQueue;
        audit.held(this, "credits", port.used());
        audit.held(this, "snoops", snooping);
        audit.held(this, "queues", (deviceQueue.isEmpty() ? 0 : 1) + (ram == null || ram.isEmpty() ? 0 : 1));
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        port.describeWaits(graph);
        deviceQueue.describeWaits(graph);
        OrderedSender ram = ramQueue;
        if (ram != null) {
            ram.describeWaits(graph);
        }
    }
}
