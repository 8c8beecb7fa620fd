// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.Client;
import dev.sluice.device.LinkSpec;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.memory.AddressSpace;
import dev.sluice.machine.memory.SnoopedRanges;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.AtomicOperands;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.machine.testing.MockRequester;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HostLinkTest {

    private static final long CLOCK = 1_000_000_000; // a cycle is a nanosecond
    private static final int HEADER = LinkPackets.PCIE_HEADER_BYTES;

    private final Engine engine = new Engine();
    private final RequestPool pool = new RequestPool(true);

    /** Notes when it was called. */
    private static final class Bell extends Component {
        final List<Long> rung = new ArrayList<>();

        Bell(Engine engine) {
            super(engine, "bell");
            engine.add(this);
        }

        @Override
        public void onEvent(int kind, int argument) {
            rung.add(now());
        }
    }

    private final class Setup {
        final MockMemory vram;
        final MockMemory ram;
        final HostLink link;

        /** Wire: 88 bytes a cycle where payloads are 64 bytes: a write of 64 bytes takes one cycle. */
        Setup(int credits, int vramCredits) {
            vram = new MockMemory(engine, "vram", pool, 5, vramCredits);
            ram = new MockMemory(engine, "ram", pool, 7);
            vram.recording = true;
            ram.recording = true;
            link = engine.add(new HostLink(
                    engine,
                    "link",
                    pool,
                    new LinkSpec(LinkSpec.Kind.PCIE4, 16, 64 * CLOCK, 100_000, credits, 64),
                    CLOCK,
                    128,
                    SimObserver.NONE));
            link.connect(vram.path(128), ram.path(128));
        }

        MockRequester host() {
            return new MockRequester(engine, "host", pool, link.toDevice());
        }

        MockRequester device() {
            return new MockRequester(engine, "device", pool, link.toHost());
        }
    }

    private static byte[] bytes(int n) {
        byte[] data = new byte[n];
        for (int i = 0; i < n; i++) {
            data[i] = (byte) (i + 1);
        }
        return data;
    }

    @Test
    void should_acknowledge_a_host_write_when_it_has_left() {
        Setup s = new Setup(8, 8);
        MockRequester.Access write = s.host().write(10, 64, bytes(64));
        engine.run();
        assertThat(write.answered).isEqualTo(11);
        assertThat(s.vram.seen).extracting(MockMemory.Seen::cycle).containsExactly(111L);
        assertThat(s.vram.store.data(64 + 63)).isEqualTo((byte) 64);
        engine.auditAtEnd();
    }

    @Test
    void should_acknowledge_a_device_write_when_host_memory_has_it() {
        Setup s = new Setup(8, 8);
        MockRequester.Access write = s.device().write(10, AddressSpace.HOST_BASE, bytes(64));
        engine.run();
        assertThat(write.answered).isEqualTo(10 + 1 + 100 + 7 + 100);
        assertThat(s.ram.store.data(AddressSpace.HOST_BASE + 1)).isEqualTo((byte) 2);
        engine.auditAtEnd();
    }

    @Test
    void should_make_a_read_a_round_trip() {
        Setup s = new Setup(8, 8);
        s.vram.store.set(32, (byte) 42, 9);
        MockRequester.Access read = s.host().read(0, 32, 32);
        engine.run();
        // header out: 24/88 of a cycle; memory: 5; 32 + 24 bytes back: 56/88 of a cycle
        assertThat(read.answered).isEqualTo(1 + 100 + 5 + 1 + 100);
        assertThat(read.data[0]).isEqualTo((byte) 42);
        assertThat(read.versions[0]).isEqualTo(9);
        assertThat(read.servedBy).isSameAs(s.vram);
        engine.auditAtEnd();
    }

    @Test
    void should_execute_atomics_at_the_far_end() {
        Setup s = new Setup(8, 8);
        MockRequester device = s.device();
        MockRequester.Access first = device.atomicAdd(0, AddressSpace.HOST_BASE, 3);
        MockRequester.Access second = device.atomicAdd(1, AddressSpace.HOST_BASE, 4);
        engine.run();
        assertThat(second.result - first.result).isEqualTo(3);
        engine.auditAtEnd();
    }

    @Test
    void should_reach_its_bandwidth_in_both_directions_at_once() {
        Setup s = new Setup(256, 1024);
        MockRequester host = s.host();
        MockRequester device = s.device();
        int count = 2000;
        for (int i = 0; i < count; i++) {
            host.write(0, i * 64L, bytes(64));
            device.write(0, AddressSpace.HOST_BASE + i * 64L, bytes(64));
        }
        engine.run();
        assertThat(s.vram.seen.get(count - 1).cycle()).isEqualTo(count + 100);
        assertThat(s.ram.seen.get(count - 1).cycle()).isEqualTo(count + 100);
        assertThat(s.link.result().toDeviceBytes()).isEqualTo(count * 64L);
        assertThat(s.link.result().busyCyclesToHost()).isEqualTo(count);
        engine.auditAtEnd();
    }

    @Test
    void should_keep_a_fractional_bandwidth_exact_in_the_long_run() {
        MockMemory vram = new MockMemory(engine, "vram", pool, 0);
        vram.recording = true;
        HostLink link = engine.add(new HostLink(
                engine,
                "link",
                pool,
                new LinkSpec(LinkSpec.Kind.ONCHIP, 16, 27 * CLOCK, 0, 1024, 256),
                CLOCK,
                128,
                SimObserver.NONE));
        link.connect(vram.path(128), vram.path(128));
        MockRequester host = new MockRequester(engine, "host", pool, link.toDevice());
        int count = 2700;
        for (int i = 0; i < count; i++) {
            host.write(0, i * 64L, bytes(64));
        }
        engine.run();
        assertThat(vram.seen.get(count - 1).cycle()).isEqualTo(count * 64L / 27);
    }

    @Test
    void should_split_a_payload_into_packets_with_a_header_each() {
        LinkPackets packets = new LinkPackets(new LinkSpec(LinkSpec.Kind.PCIE4, 16, 1, 0, 1, 64));
        assertThat(packets.run(64)).isEqualTo(64 + HEADER);
        assertThat(packets.run(65)).isEqualTo(65 + 2 * HEADER);
        assertThat(packets.run(256)).isEqualTo(256 + 4 * HEADER);
    }

    @Test
    void should_send_a_write_with_holes_as_a_packet_per_run() {
        LinkPackets packets = new LinkPackets(new LinkSpec(LinkSpec.Kind.PCIE4, 16, 1, 0, 1, 256));
        Request request = pool.acquire();
        request.start(Request.WRITE, 0, 0, Client.HOST.ordinal(), -1, 1);
        request.addBytes(0, 1);
        request.addBytes(6, 4);
        request.addBytes(60, 10); // one run across two words of the mask
        assertThat(packets.request(request)).isEqualTo(4 + 8 + 12 + 3L * HEADER);
        pool.release(request);
    }

    @Test
    void should_take_the_time_of_the_least_payload_for_each_run_of_a_write() {
        LinkPackets packets = new LinkPackets(new LinkSpec(LinkSpec.Kind.PCIE4, 16, 1, 0, 1, 256, 16));
        Request request = pool.acquire();
        request.start(Request.WRITE, 0, 0, Client.HOST.ordinal(), -1, 1);
        request.addBytes(0, 1);
        request.addBytes(8, 4);
        request.addBytes(52, 24); // one run across two words of the mask
        assertThat(packets.request(request)).isEqualTo(16 + 16 + 24 + 3L * HEADER);
        pool.release(request);
    }

    @Test
    void should_take_the_time_of_the_least_payload_for_an_atomic_and_of_no_more_than_it_has_for_its_answer() {
        LinkPackets packets = new LinkPackets(new LinkSpec(LinkSpec.Kind.PCIE4, 16, 1, 0, 1, 256, 16));
        Request request = pool.acquire();
        request.start(Request.ATOMIC, 0, 0, Client.STORAGE.ordinal(), -1, 1);
        request.addBytes(0, 4);
        AtomicOperands lanes = request.newAtomics();
        lanes.clear(1);
        lanes.elementBytes = 4;
        lanes.add(0, 1, 0, 0);
        assertThat(packets.request(request)).isEqualTo(16 + HEADER);
        assertThat(packets.completion(request)).isEqualTo(4 + HEADER);
        pool.release(request);
    }

    @Test
    void should_hold_back_senders_without_a_credit() {
        Setup s = new Setup(2, 8);
        MockRequester host = s.host();
        MockRequester.Access first = host.read(0, 0, 32);
        MockRequester.Access second = host.read(0, 32, 32);
        MockRequester.Access third = host.read(0, 64, 32);
        engine.run();
        assertThat(second.sent).isZero();
        assertThat(third.sent).isEqualTo(first.answered);
        engine.auditAtEnd();
    }

    @Test
    void should_keep_a_credit_until_a_blocked_far_end_takes_the_write() {
        Setup s = new Setup(2, 1);
        s.vram.pause();
        MockRequester host = s.host();
        for (int i = 0; i < 4; i++) {
            host.write(0, i * 64L, bytes(64));
        }
        engine.run();
        assertThat(s.vram.heldCount()).isEqualTo(1);
        assertThat(host.accesses.get(2).sent)
                .as("credit of the write that memory holds")
                .isEqualTo(101);
        assertThat(host.accesses.get(3).sent).as("no credit is left").isEqualTo(-1);
        s.vram.resume();
        engine.run();
        assertThat(host.outstanding()).isZero();
        engine.auditAtEnd();
    }

    @Test
    void should_not_let_a_doorbell_pass_posted_writes() {
        Setup s = new Setup(8, 1);
        s.vram.pause();
        Bell bell = new Bell(engine);
        MockRequester host = s.host();
        host.write(0, 0, bytes(64));
        host.write(0, 64, bytes(64));
        engine.runUntil(1);
        s.link.doorbell(bell, 0, 0);
        engine.run();
        assertThat(bell.rung).isEmpty();
        s.vram.serveOne();
        engine.run();
        assertThat(bell.rung).as("one write is still unacknowledged").isEmpty();
        s.vram.resume();
        engine.run();
        assertThat(bell.rung).hasSize(1);
        engine.auditAtEnd();
    }

    @Test
    void should_not_let_an_interrupt_pass_the_devices_writes() {
        Setup s = new Setup(8, 8);
        Bell bell = new Bell(engine);
        s.device().write(0, AddressSpace.HOST_BASE, bytes(64));
        engine.runUntil(0);
        s.link.interrupt(bell, 0, 0);
        engine.run();
        assertThat(bell.rung).containsExactly(1L + 100 + 7);
    }

    @Test
    void should_deliver_requests_in_order() {
        Setup s = new Setup(16, 2);
        MockRequester host = s.host();
        host.write(0, 0, bytes(64));
        MockRequester.Access read = host.read(0, 0, 32);
        engine.run();
        assertThat(read.data[0]).isEqualTo((byte) 1);
        assertThat(s.vram.seen).extracting(MockMemory.Seen::kind).containsExactly(Request.WRITE, Request.READ);
    }

    @Test
    void should_take_the_same_time_with_and_without_bytes() {
        long[] ends = new long[2];
        for (int run = 0; run < 2; run++) {
            Engine own = new Engine();
            RequestPool requests = new RequestPool(run == 0);
            MockMemory vram = new MockMemory(own, "vram", requests, 5, 3);
            HostLink link = own.add(new HostLink(
                    own,
                    "link",
                    requests,
                    new LinkSpec(LinkSpec.Kind.PCIE4, 16, 20 * CLOCK, 33_000, 5, 128),
                    CLOCK,
                    128,
                    SimObserver.NONE));
            link.connect(vram.path(128), vram.path(128));
            MockRequester host = new MockRequester(own, "host", requests, link.toDevice());
            for (int i = 0; i < 100; i++) {
                host.write(i, i * 128L + i % 100, bytes(i % 28 + 1));
                host.read(i, i * 128L, i % 128 + 1);
            }
            own.run();
            own.auditAtEnd();
            ends[run] = own.now();
        }
        assertThat(ends[0]).isEqualTo(ends[1]).isPositive();
    }

    @Test
    void should_give_every_request_back() {
        Setup s = new Setup(16, 16);
        MockRequester host = s.host();
        for (int i = 0; i < 3000; i++) {
            host.write(i * 4L, i * 64L, bytes(64));
        }
        engine.run();
        assertThat(pool.inUse()).isZero();
    }

    @Test
    void should_route_by_address_and_by_snooped_range() {
        MockMemory device = new MockMemory(engine, "device", pool, 0);
        MockMemory host = new MockMemory(engine, "host", pool, 0);
        device.recording = true;
        host.recording = true;
        SnoopedRanges snooped = new SnoopedRanges();
        snooped.add(4096, 8192);
        Router router = Router.byAddress(device.path(256), host.path(128), snooped);
        MockRequester requester = new MockRequester(engine, "requester", pool, router);
        requester.read(0, 0, 32);
        requester.read(0, 4096, 32);
        requester.read(0, 8192, 32);
        requester.read(0, AddressSpace.HOST_BASE, 32);
        engine.run();
        assertThat(router.maxRequestBytes()).isEqualTo(128);
        assertThat(device.seen).extracting(MockMemory.Seen::address).containsExactly(0L, 8192L);
        assertThat(host.seen).extracting(MockMemory.Seen::address).containsExactly(4096L, AddressSpace.HOST_BASE);
        assertThat(requester.outstanding()).isZero();
    }

    @Test
    void should_wait_at_the_way_that_is_full() {
        MockMemory device = new MockMemory(engine, "device", pool, 0, 1);
        MockMemory host = new MockMemory(engine, "host", pool, 0, 1);
        host.pause();
        Router router = Router.byAddress(device.path(256), host.path(256), new SnoopedRanges());
        MockRequester requester = new MockRequester(engine, "requester", pool, router);
        requester.read(0, AddressSpace.HOST_BASE, 32);
        requester.read(0, AddressSpace.HOST_BASE + 32, 32);
        engine.run();
        assertThat(requester.outstanding()).isEqualTo(2);
        host.resume();
        engine.run();
        assertThat(requester.outstanding()).isZero();
        engine.auditAtEnd();
    }
}
