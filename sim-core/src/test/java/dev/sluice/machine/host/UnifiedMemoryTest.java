// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.host;

import static dev.sluice.machine.host.HostBench.CLOCK;
import static dev.sluice.machine.host.HostBench.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.HostSpec;
import dev.sluice.device.LinkSpec;
import dev.sluice.device.MemoryHeap;
import dev.sluice.device.MemoryProperty;
import dev.sluice.device.MemoryType;
import dev.sluice.device.TransferSpec;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.memory.Allocation;
import dev.sluice.machine.memory.MemoryAllocator;
import dev.sluice.machine.network.HostLink;
import dev.sluice.machine.network.Router;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.machine.transfer.TransferEngine;
import dev.sluice.machine.transfer.TransferJob;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Host and device on one memory, wired as {@code Gpu} does where {@link HostSpec#ram} is null. */
final class UnifiedMemoryTest {

    private final Engine engine = new Engine();
    private final RequestPool pool = new RequestPool(true);
    private final MockMemory dram = new MockMemory(engine, "dram", pool, 40);
    private final MemoryAllocator allocator = new MemoryAllocator(
            List.of(new MemoryHeap(1 << 20, true)),
            List.of(
                    type(),
                    type(MemoryProperty.HOST_VISIBLE, MemoryProperty.HOST_COHERENT),
                    type(MemoryProperty.HOST_VISIBLE, MemoryProperty.HOST_CACHED, MemoryProperty.HOST_COHERENT)),
            true);
    private final LinkSpec linkSpec = new LinkSpec(LinkSpec.Kind.ONCHIP, 16, 64 * CLOCK, 10_000, 16, 256);
    private final HostLink link =
            engine.add(new HostLink(engine, "link", pool, linkSpec, CLOCK, 256, SimObserver.NONE));
    private final HostMemoryPort port = engine.add(new HostMemoryPort(
            engine, "hostMemory", pool, 8, link.toDevice(), dram.path(256), null, allocator.snooped()));
    private final HostCpu cpu = engine.add(new HostCpu(
            engine,
            "host",
            pool,
            new HostSpec(CLOCK, 1, List.of(HostBench.level("l1", 1024, 3)), 4, 64, 1_000_000, linkSpec, null, 0),
            CLOCK,
            1,
            64,
            port,
            link,
            0,
            SimObserver.NONE,
            null));
    private final Router router = Router.byAddress(dram.path(256), port.entrance(), allocator.snooped());
    private final MockRequester device = new MockRequester(engine, "device", pool, router);
    private final Component sink = engine.add(new Sink(engine));
    private long rungAt = -1;

    private final class Sink extends Component {
        Sink(Engine engine) {
            super(engine, "sink");
        }

        @Override
        public void onEvent(int kind, int argument) {
            if (kind == 1) {
                rungAt = now();
            }
        }
    }

    UnifiedMemoryTest() {
        link.connect(dram.path(256), port.entrance());
    }

    private static MemoryType type(MemoryProperty... more) {
        Set<MemoryProperty> all = new java.util.TreeSet<>(List.of(more));
        all.add(MemoryProperty.DEVICE_LOCAL);
        return new MemoryType(0, all);
    }

    @Test
    void should_show_the_device_what_the_hosts_caches_hold_coherently() {
        Allocation shared = allocator.allocate("shared", 4096, 2);
        cpu.store(0, shared.base() + 8, bytes(8, 1), 0, 8, shared.mode(), 3, sink, 0, 0);
        engine.run();
        MockRequester.Access read = device.read(engine.now(), shared.base() + 8, 8);
        engine.run();
        assertThat(read.data).isEqualTo(bytes(8, 1));
        engine.auditAtEnd();
    }

    @Test
    void should_show_the_host_what_the_device_wrote_coherently() {
        Allocation shared = allocator.allocate("shared", 4096, 2);
        byte[] loaded = new byte[4];
        cpu.load(0, shared.base(), loaded, 0, 4, shared.mode(), 3, sink, 0, 0);
        engine.run();
        device.write(engine.now(), shared.base(), bytes(4, 9));
        engine.run();
        cpu.load(0, shared.base(), loaded, 0, 4, shared.mode(), 3, sink, 0, 0);
        engine.run();
        assertThat(loaded).isEqualTo(bytes(4, 9));
    }

    private Request atOnce(int kind, long address, int size) {
        Request request = pool.acquire();
        request.start(kind, address, 0, 0, -1, 7);
        request.addBytes(0, size);
        return request;
    }

    @Test
    void should_show_accesses_at_once_what_the_hosts_caches_hold_coherently() {
        Allocation shared = allocator.allocate("shared", 4096, 2);
        cpu.store(0, shared.base(), bytes(8, 1), 0, 8, shared.mode(), 3, sink, 0, 0);
        engine.run();

        Request read = atOnce(Request.READ, shared.base(), 8);
        router.perform(read);

        assertThat(Arrays.copyOf(Objects.requireNonNull(read.payload).data(), 8))
                .isEqualTo(bytes(8, 1));
        pool.release(read);
        engine.auditAtEnd();
    }

    @Test
    void should_show_the_host_what_was_written_coherently_at_once() {
        Allocation shared = allocator.allocate("shared", 4096, 2);
        byte[] loaded = new byte[4];
        cpu.load(0, shared.base(), loaded, 0, 4, shared.mode(), 3, sink, 0, 0);
        engine.run();

        Request write = atOnce(Request.WRITE, shared.base(), 4);
        System.arraycopy(bytes(4, 9), 0, Objects.requireNonNull(write.payload).writable(), 0, 4);
        router.perform(write);
        pool.release(write);

        cpu.load(0, shared.base(), loaded, 0, 4, shared.mode(), 3, sink, 0, 0);
        engine.run();
        assertThat(loaded).isEqualTo(bytes(4, 9));
    }

    @Test
    void should_ring_after_write_combined_stores_have_landed() {
        Allocation shared = allocator.allocate("shared", 4096, 1);
        cpu.store(0, shared.base(), bytes(100, 0), 0, 100, shared.mode(), 3, sink, 0, 0);
        engine.runUntil(20);
        cpu.doorbell(0, 3, sink, 0, 0, sink, 1, 0);
        while (rungAt < 0) {
            engine.runUntil(engine.now() + 1);
        }
        for (int i = 0; i < 100; i++) {
            assertThat(dram.store.data(shared.base() + i)).isEqualTo((byte) i);
        }
    }

    @Test
    void should_copy_out_of_the_hosts_caches() {
        Allocation shared = allocator.allocate("shared", 4096, 2);
        Allocation local = allocator.allocate("local", 4096, 0);
        TransferEngine transfer = engine.add(new TransferEngine(
                engine,
                "transfer",
                pool,
                new TransferSpec(8, 128, 64, 0, false, null),
                router,
                SimObserver.NONE,
                null));
        cpu.store(0, shared.base(), bytes(1000, 0), 0, 1000, shared.mode(), 3, sink, 0, 0);
        engine.run();
        transfer.start(
                TransferJob.copy(new long[] {shared.base() + 1}, new long[] {local.base()}, new long[] {999}, 0, 5));
        engine.run();
        for (int i = 0; i < 999; i++) {
            assertThat(dram.store.data(local.base() + i)).isEqualTo((byte) (i + 1));
        }
        engine.auditAtEnd();
        assertThat(pool.inUse()).isZero();
    }
}
