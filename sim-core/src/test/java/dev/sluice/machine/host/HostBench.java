// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.host;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.HostSpec;
import dev.sluice.device.LinkSpec;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.memory.AddressSpace;
import dev.sluice.machine.memory.MemoryMode;
import dev.sluice.machine.memory.SnoopedRanges;
import dev.sluice.machine.network.HostLink;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.AtomicOperands;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.program.image.MeantTexels;
import java.util.ArrayList;
import java.util.List;

/**
 * A host between mocks: ideal RAM and VRAM, a link without headers, a scripted device. A cycle is a nanosecond; the host runs
 * at the same clock, so a core moves 32 bytes a cycle.
 */
final class HostBench extends Component {

    static final long CLOCK = 1_000_000_000;
    static final long RAM = AddressSpace.HOST_BASE;
    static final int RAM_LATENCY = 20;
    static final int LINK_LATENCY = 100;
    static final int LINE = 64;
    static final int BUFFERS = 3;
    static final int DRAIN_AFTER = 500;
    static final int L1_LATENCY = 3;
    static final int L2_LATENCY = 10;
    static final int AGENT = 7;

    final Engine engine;
    final RequestPool pool;
    final MockMemory ram;
    final MockMemory vram;
    final SnoopedRanges snooped = new SnoopedRanges();
    final HostLink link;
    final HostMemoryPort port;
    final HostCpu cpu;
    final MockRequester device;
    final Recorder checker = new Recorder();
    /** Cycles at which operations ended. */
    final List<Long> ended = new ArrayList<>();
    /** Cycles at which doorbells arrived. */
    final List<Long> rung = new ArrayList<>();

    /** Counts what the checker was told. */
    static final class Recorder implements AccessChecker {
        int wrote;
        int read;

        @Override
        public boolean isMeant(long address, int sectors, SectorStore store, int slot) {
            return false;
        }

        @Override
        public void wrote(Request request) {
            wrote += request.byteCount();
        }

        @Override
        public void read(Request request, MeantTexels meant) {
            read += request.byteCount();
        }

        @Override
        public void overwrites(Request request, int sector, int mask, SectorStore store, int slot) {
            throw new IllegalStateException("the host merges nothing into a memory");
        }
    }

    HostBench() {
        this(1, 64, true, List.of(level("l1", 1024, L1_LATENCY), level("l2", 4096, L2_LATENCY)));
    }

    HostBench(int threads, long atom, boolean functional, List<CacheSpec> caches) {
        this(new Engine(), threads, atom, functional, caches);
    }

    private HostBench(Engine engine, int threads, long atom, boolean functional, List<CacheSpec> caches) {
        super(engine, "bench");
        this.engine = engine;
        engine.add(this);
        pool = new RequestPool(functional);
        ram = new MockMemory(engine, "ram", pool, RAM_LATENCY);
        vram = new MockMemory(engine, "vram", pool, 30);
        ram.recording = true;
        vram.recording = true;
        LinkSpec linkSpec = new LinkSpec(LinkSpec.Kind.ONCHIP, 16, 64 * CLOCK, LINK_LATENCY * 1000L, 64, 256);
        link = engine.add(new HostLink(engine, "link", pool, linkSpec, CLOCK, 256, SimObserver.NONE));
        port = engine.add(new HostMemoryPort(
                engine, "hostMemory", pool, 64, link.toDevice(), vram.path(256), ram.path(256), snooped));
        HostSpec spec = new HostSpec(CLOCK, threads, caches, BUFFERS, LINE, DRAIN_AFTER * 1000L, linkSpec, null, 0);
        cpu = engine.add(new HostCpu(
                engine, "host", pool, spec, CLOCK, threads, atom, port, link, 0, SimObserver.NONE, checker));
        link.connect(vram.path(256), port.entrance());
        device = new MockRequester(engine, "device", pool, link.toHost());
        device.agent = 50;
    }

    static CacheSpec level(String name, long size, int latency) {
        return level(name, size, latency, "lru");
    }

    static CacheSpec level(String name, long size, int latency, String replacement) {
        CacheSpecs spec = CacheSpecs.host(name, size, LINE);
        spec.latency = latency;
        spec.replacement = replacement;
        return spec.build();
    }

    static byte[] bytes(int count, int first) {
        byte[] data = new byte[count];
        for (int i = 0; i < count; i++) {
            data[i] = (byte) (first + i);
        }
        return data;
    }

    void store(long address, byte[] data, MemoryMode mode) {
        cpu.store(0, address, data, 0, data.length, mode, AGENT, this, 0, 0);
    }

    /** Stores and runs until the store has ended, no further. */
    void storeAndFinish(long address, byte[] data, MemoryMode mode) {
        store(address, data, mode);
        finish();
    }

    byte[] loadAndFinish(int thread, long address, int count, MemoryMode mode) {
        byte[] into = new byte[count];
        cpu.load(thread, address, into, 0, count, mode, AGENT + 1, this, 0, 0);
        finish();
        return into;
    }

    void flushAndFinish(long address, long size) {
        cpu.flushRange(0, address, size, AGENT, this, 0, 0);
        finish();
    }

    void invalidateAndFinish(long address, long size) {
        cpu.invalidateRange(0, address, size, AGENT, this, 0, 0);
        finish();
    }

    long atomicAddAndFinish(int thread, long address, long operand, MemoryMode mode) {
        cpu.atomic(thread, address, 4, AtomicOperands.Operation.ADD, operand, 0, mode, AGENT, this, 0, 0);
        finish();
        return cpu.atomicResult(thread);
    }

    void fence() {
        cpu.storeFence(0, AGENT, this, 0, 0);
    }

    void doorbell() {
        cpu.doorbell(0, AGENT, this, 0, 0, this, 1, 0);
    }

    void deviceWrite(long address, byte... data) {
        device.write(engine.now(), address, data);
        run();
    }

    byte[] deviceRead(long address, int count) {
        MockRequester.Access access = device.read(engine.now(), address, count);
        run();
        return access.data;
    }

    /** Runs cycle by cycle until one more operation has ended. */
    void finish() {
        int before = ended.size();
        long cycle = engine.now();
        while (ended.size() == before) {
            if (!engine.runUntil(cycle++) && ended.size() == before) {
                throw new IllegalStateException("the operation never ends");
            }
        }
    }

    void run() {
        engine.run();
    }

    void runUntil(long cycle) {
        engine.runUntil(cycle);
    }

    @Override
    public void onEvent(int kind, int argument) {
        (kind == 0 ? ended : rung).add(now());
    }
}
