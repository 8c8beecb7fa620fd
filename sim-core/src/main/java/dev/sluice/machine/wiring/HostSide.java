// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.DramSpec;
import dev.sluice.device.GpuSpec;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.dram.DramSystem;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.host.HostCpu;
import dev.sluice.machine.host.HostMemoryPort;
import dev.sluice.machine.memory.AddressSpace;
import dev.sluice.machine.memory.Allocation;
import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.memory.MemoryAllocator;
import dev.sluice.machine.network.HostLink;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.queue.HostAccess;
import dev.sluice.machine.request.AtomicOperands;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.request.VersionRuns;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.machine.truth.CacheContents;
import dev.sluice.machine.usage.UsageMeter;
import dev.sluice.machine.view.Part;
import dev.sluice.machine.view.PartKind;
import dev.sluice.machine.view.Texts;
import dev.sluice.program.kernel.AtomicOp;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** The host beside the device: processor, caches, memory and the link, and what host threads may ask of them. */
final class HostSide extends Component implements HostAccess {

    private static final int DONE = 0;
    private static final int AT_DEVICE = 1;
    private static final int AT_HOST = 2;

    /** Device requests that find room at the host's memory at once; a choice. */
    private static final int PORT_CREDITS = 64;

    /** What an idle host memory reports on a device without one. */
    private static final RunResult.DramResult NO_RAM = new RunResult.DramResult(
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, new RunResult.LatencyHistogram(0, 0, 0, 0, 0, 0, 0));

    private final boolean functional;
    private final MemoryAllocator allocator;
    private final HostLink link;
    private final HostMemoryPort port;
    private final HostCpu cpu;
    private final @Nullable DramSystem ram;
    private final long submitCycles;
    private final Map<Integer, Runnable> waiting = new java.util.HashMap<>();
    private int nextTicket;
    private java.util.function.ToLongFunction<String> commitments = memory -> 0;

    HostSide(
            GpuSpec spec,
            Engine engine,
            RequestPool pool,
            MemoryAllocator allocator,
            Downstream deviceMemory,
            int threads,
            RunOptions options,
            @Nullable AccessChecker checker) {
        super(engine, "host side");
        engine.add(this);
        SimObserver observer = options.observer();
        this.functional = pool.functional();
        this.allocator = allocator;
        this.submitCycles = spec.cycles(spec.host().submitPicos());
        DramSpec hostMemory = spec.host().ram();
        ram = hostMemory == null
                ? null
                : new DramSystem(
                        engine,
                        "ram",
                        hostMemory,
                        spec.clockHz(),
                        AddressSpace.HOST_BASE,
                        new BackingStore(pool.blocks()),
                        pool,
                        observer,
                        checker);
        int longest = ram == null
                ? deviceMemory.maxRequestBytes()
                : Math.min(deviceMemory.maxRequestBytes(), ram.maxRequestBytes());
        link = engine.add(new HostLink(engine, "link", pool, spec.host().link(), spec.clockHz(), longest, observer));
        port = engine.add(new HostMemoryPort(
                engine, "host memory", pool, PORT_CREDITS, link.toDevice(), deviceMemory, ram, allocator.snooped()));
        link.connect(deviceMemory, port.entrance());
        cpu = engine.add(new HostCpu(
                engine,
                "cpu",
                pool,
                spec.host(),
                spec.clockHz(),
                threads,
                spec.limits().nonCoherentAtomSize(),
                port,
                link,
                options.seed(),
                observer,
                checker));
    }

    /** Where the device's requests to host memory go; with unified memory only snooping stands in the way. */
    Downstream entrance() {
        return ram == null ? port.entrance() : link.toHost();
    }

    /** Where the host's misses, write-backs and uncached accesses go. */
    HostMemoryPort port() {
        return port;
    }

    /** Its parts for somebody who looks between events, each with the component whose events change it. */
    void view(Texts texts, VersionRuns versions, BiConsumer<Part, Component> to, Runnable touched) {
        cpu.view(texts, versions, touched).forEach(part -> to.accept(part, cpu));
        to.accept(
                new Part(
                        "host memory",
                        PartKind.HOST_MEMORY,
                        "host memory",
                        "host memory",
                        below(),
                        Map.of(),
                        List.of()),
                port);
        to.accept(
                new Part("link", PartKind.LINK, "link", "link", List.of("host memory", "vram"), Map.of(), List.of()),
                link);
        if (ram != null) {
            ram.view(texts).forEach((channel, part) -> to.accept(part, channel));
        }
    }

    private List<String> below() {
        return ram == null ? List.of("vram") : List.of("ram", "link");
    }

    /** The bytes of host memory; null where there is none of its own. */
    @Nullable
    BackingStore ram() {
        return ram == null ? null : ram.store();
    }

    /** The host's processor. */
    Component cpu() {
        return cpu;
    }

    /** Every host cache and write-combining buffer. */
    List<CacheContents> contents() {
        return new ArrayList<>(cpu.contents());
    }

    /** The memory that holds an address, device memory being {@code vram}. */
    BackingStore memoryOf(long address, BackingStore vram) {
        DramSystem hostMemory = ram;
        return AddressSpace.isHost(address) && hostMemory != null ? hostMemory.store() : vram;
    }

    RunResult.HostResult result() {
        return cpu.result(ram == null ? NO_RAM : ram.result());
    }

    void gauges(UsageMeter meter) {
        link.gauges(meter);
        DramSystem own = ram;
        if (own != null) {
            own.gauges(meter);
        }
    }

    /** Latencies of host memory; null without any. */
    @Nullable
    Histogram latencies() {
        return ram == null ? null : ram.counters().latencies();
    }

    RunResult.LinkResult link() {
        return link.result();
    }

    long requests() {
        return cpu.requests();
    }

    long sectors() {
        return cpu.sectors();
    }

    void resetStatistics() {
        cpu.resetStatistics();
        link.resetStatistics();
        if (ram != null) {
            ram.resetStatistics();
        }
    }

    @Override
    public void store(Who who, String memory, long offset, byte[] data, Runnable done) {
        Allocation at = allocator.get(memory);
        cpu.store(
                who.thread(),
                at.base() + offset,
                data,
                0,
                data.length,
                at.mode(),
                who.agent(),
                this,
                DONE,
                ticket(done));
    }

    @Override
    public void load(Who who, String memory, long offset, byte[] into, Runnable done) {
        Allocation at = allocator.get(memory);
        cpu.load(
                who.thread(),
                at.base() + offset,
                into,
                0,
                into.length,
                at.mode(),
                who.agent(),
                this,
                DONE,
                ticket(done));
    }

    @Override
    public void atomic(
            Who who,
            String memory,
            long offset,
            AtomicOp operation,
            int bytes,
            long operand,
            long compare,
            Runnable done) {
        Allocation at = allocator.get(memory);
        cpu.atomic(
                who.thread(),
                at.base() + offset,
                bytes,
                AtomicOperands.Operation.valueOf(operation.name()),
                operand,
                compare,
                at.mode(),
                who.agent(),
                this,
                DONE,
                ticket(done));
    }

    @Override
    public void storeFence(Who who, Runnable done) {
        cpu.storeFence(who.thread(), who.agent(), this, DONE, ticket(done));
    }

    @Override
    public void flush(Who who, String memory, long offset, long size, Runnable done) {
        cpu.flushRange(
                who.thread(), allocator.get(memory).base() + offset, size, who.agent(), this, DONE, ticket(done));
    }

    @Override
    public void invalidate(Who who, String memory, long offset, long size, Runnable done) {
        cpu.invalidateRange(
                who.thread(), allocator.get(memory).base() + offset, size, who.agent(), this, DONE, ticket(done));
    }

    @Override
    public void ringDoorbell(Who who, Runnable atDevice, Runnable done) {
        cpu.doorbell(who.thread(), who.agent(), this, DONE, ticket(done), this, AT_DEVICE, ticket(atDevice));
    }

    @Override
    public void interrupt(Runnable atHost) {
        link.interrupt(this, AT_HOST, ticket(atHost));
    }

    @Override
    public boolean functional() {
        return functional;
    }

    @Override
    public void onEvent(int kind, int argument) {
        if (kind == AT_DEVICE && submitCycles > 0) {
            wake(submitCycles, DONE, argument);
            return;
        }
        Objects.requireNonNull(waiting.remove(argument)).run();
    }

    private int ticket(Runnable then) {
        waiting.put(nextTicket, then);
        return nextTicket++;
    }

    @Override
    public void audit(Audit audit) {
        audit.held(this, "operations not ended", waiting.size());
    }

    @Override
    public long commitment(String memory) {
        return commitments.applyAsLong(memory);
    }

    /** Says who knows how much of a memory is committed. */
    void commitments(java.util.function.ToLongFunction<String> known) {
        commitments = known;
    }
}
