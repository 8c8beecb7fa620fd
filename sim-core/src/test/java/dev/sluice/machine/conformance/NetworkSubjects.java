// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.FixedLatencySpec;
import dev.sluice.device.LinkSpec;
import dev.sluice.device.NetworkSpec;
import dev.sluice.machine.cache.Interleave;
import dev.sluice.machine.cache.SliceHash;
import dev.sluice.machine.engine.Port;
import dev.sluice.machine.host.HostMemoryPort;
import dev.sluice.machine.memory.AddressSpace;
import dev.sluice.machine.memory.SnoopedRanges;
import dev.sluice.machine.network.Crossbar;
import dev.sluice.machine.network.HostLink;
import dev.sluice.machine.network.Router;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.DirectPath;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.standalone.IdealMemory;
import dev.sluice.machine.testing.MockMemory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Paths: wires, forks, crossbars, the link to the host, the port of host memory; and the ideal memory that paths end at. */
final class NetworkSubjects {

    private static final int MEMORY = Bench.MEMORY_LATENCY;
    private static final int LINE = 128;

    private NetworkSubjects() {}

    static List<Subject> all() {
        return List.of(
                new Wire(0, 0),
                new Wire(3, 5),
                new Interleaved(1, CacheSpec.Hash.MODULO),
                new Interleaved(5, CacheSpec.Hash.XOR),
                new Switch(1, 1, 20, 32),
                new Switch(3, 4, 20, 32),
                new Switch(4, 1, 0, 16),
                new ByAddress(),
                new ByDirection(),
                new Link(LinkSpec.Kind.PCIE4, true, 256),
                new Link(LinkSpec.Kind.PCIE4, false, 256),
                new Link(LinkSpec.Kind.ONCHIP, true, 1),
                new Link(LinkSpec.Kind.ONCHIP, false, 1),
                new HostMemory(),
                new Ideal());
    }

    /** A private wire. */
    private static final class Wire extends Subject {
        private final int there;
        private final int back;

        Wire(int there, int back) {
            super("wire " + there + "/" + back);
            this.there = there;
            this.back = back;
        }

        @Override
        List<Downstream> wire(Bench bench) {
            Port port = bench.memory("memory").port();
            return List.of(new DirectPath(port, there, back, LINE), new DirectPath(port, there, back, LINE));
        }

        @Override
        int read() {
            return there + MEMORY + back;
        }

        @Override
        int write() {
            return there + MEMORY + back;
        }
    }

    /** Wires to the slices that an address belongs to. */
    private static final class Interleaved extends Subject {
        private final SliceHash hash;

        Interleaved(int slices, CacheSpec.Hash kind) {
            super("interleave of " + slices + " " + kind);
            this.hash = new SliceHash(slices, LINE, kind);
        }

        @Override
        List<Downstream> wire(Bench bench) {
            List<DirectPath> paths = new ArrayList<>();
            for (int i = 0; i < hash.slices(); i++) {
                paths.add(bench.memory("memory" + i).path(LINE));
            }
            Downstream way = new Interleave(paths, hash);
            return List.of(way, way);
        }

        @Override
        int read() {
            return MEMORY;
        }

        @Override
        int write() {
            return MEMORY;
        }

        @Override
        int memoryOf(long address) {
            return hash.slice(address);
        }
    }

    /** A crossbar: latency each way, and a cycle for each flit of data. */
    private static final class Switch extends Subject {
        private final int senders;
        private final SliceHash hash;
        private final NetworkSpec spec;
        private @Nullable Crossbar crossbar;

        Switch(int senders, int slices, int latency, int flit) {
            super("crossbar " + senders + " to " + slices + " latency " + latency + " flits of " + flit);
            this.senders = senders;
            this.hash = new SliceHash(slices, LINE, CacheSpec.Hash.XOR);
            this.spec = new NetworkSpec("crossbar", latency, flit);
        }

        @Override
        List<Downstream> wire(Bench bench) {
            List<Port> ports = new ArrayList<>();
            for (int i = 0; i < hash.slices(); i++) {
                ports.add(bench.memory("memory" + i).port());
            }
            Crossbar built = new Crossbar(spec, "l2", bench.pool, senders, ports, hash, LINE);
            crossbar = built;
            List<Downstream> ways = new ArrayList<>();
            for (int i = 0; i < senders; i++) {
                ways.add(built.path(i));
            }
            return ways;
        }

        private int flits() {
            return 32 / spec.flitBytes();
        }

        @Override
        int read() {
            return 2 * spec.latency() + MEMORY + flits();
        }

        @Override
        int write() {
            return 2 * spec.latency() + MEMORY + flits();
        }

        @Override
        double interval() {
            return 1 + flits(); // of the answers, header included
        }

        @Override
        int memoryOf(long address) {
            return hash.slice(address);
        }

        @Override
        void checkCounters(Bench bench, Sent sent) {
            var result = java.util.Objects.requireNonNull(crossbar).result();
            assertThat(result.requests()).isEqualTo(sent.requests());
            assertThat(result.requestFlits()).isEqualTo(sent.requests() + flits() * sent.writtenSectors());
            assertThat(result.replyFlits()).isEqualTo(sent.requests() + flits() * sent.readSectors());
        }
    }

    /** The fork between device and host memory. */
    private static final class ByAddress extends Subject {
        ByAddress() {
            super("router by address");
        }

        @Override
        List<Downstream> wire(Bench bench) {
            Downstream device = bench.memory("device").path(LINE);
            Downstream host = bench.memory("host").path(256);
            Router router = Router.byAddress(device, host, new SnoopedRanges());
            return List.of(router, router);
        }

        @Override
        long window(int way) {
            return way == 0 ? 0 : AddressSpace.HOST_BASE;
        }

        @Override
        int memoryOf(long address) {
            return AddressSpace.isHost(address) ? 1 : 0;
        }

        @Override
        int read() {
            return MEMORY;
        }

        @Override
        int write() {
            return MEMORY;
        }
    }

    /** The fork between reads and writes. */
    private static final class ByDirection extends Subject {
        ByDirection() {
            super("router by direction");
        }

        @Override
        List<Downstream> wire(Bench bench) {
            MockMemory memory = bench.memory("memory");
            Downstream way = Router.byDirection(memory.path(LINE), memory.path(LINE));
            return List.of(way, way);
        }

        @Override
        int read() {
            return MEMORY;
        }

        @Override
        int write() {
            return MEMORY;
        }
    }

    /** One direction of the link: 64 bytes a cycle in packets of 64, so that a sector with its header takes part of a cycle. */
    private static final class Link extends Subject {
        private static final int LATENCY = 100;
        private static final long CLOCK = 1_000_000_000;

        private final LinkSpec spec;
        private final boolean toHost;
        private @Nullable HostLink link;

        Link(LinkSpec.Kind kind, boolean toHost, int credits) {
            super("link " + kind + (toHost ? " to host" : " to device") + " credits " + credits);
            this.spec = new LinkSpec(kind, 16, 64 * CLOCK, 100_000, credits, 64);
            this.toHost = toHost;
        }

        @Override
        List<Downstream> wire(Bench bench) {
            Downstream far = bench.memory("memory").path(LINE);
            Downstream unused = new MockMemory(bench.engine, "unused", bench.pool, 1).path(LINE);
            HostLink built = bench.engine.add(
                    new HostLink(bench.engine, "link", bench.pool, spec, CLOCK, LINE, SimObserver.NONE));
            built.connect(toHost ? unused : far, toHost ? far : unused);
            link = built;
            Downstream way = toHost ? built.toHost() : built.toDevice();
            return List.of(way, way);
        }

        @Override
        int read() {
            return 1 + LATENCY + MEMORY + 1 + LATENCY;
        }

        @Override
        int write() {
            return toHost ? 1 + LATENCY + MEMORY + LATENCY : 1; // the host's are posted
        }

        @Override
        double interval() {
            if (spec.credits() == 1) {
                return read();
            }
            // a credit comes back with each completion: 256 at a time, unless the answers' wire is what limits
            return Math.max((double) read() / spec.credits(), 56.0 / 88);
        }

        @Override
        int jitter() {
            return read();
        }

        @Override
        void checkCounters(Bench bench, Sent sent) {
            var result = java.util.Objects.requireNonNull(link).result();
            long read = 32 * sent.readSectors();
            assertThat(toHost ? result.toHostRequests() : result.toDeviceRequests())
                    .isEqualTo(sent.requests());
            assertThat(toHost ? result.toHostBytes() : result.toDeviceBytes()).isEqualTo(sent.writtenBytes());
            assertThat(toHost ? result.toDeviceBytes() : result.toHostBytes()).isEqualTo(read);
        }
    }

    /** Where the device's requests come out of the link. */
    private static final class HostMemory extends Subject {
        HostMemory() {
            super("host memory port");
        }

        @Override
        List<Downstream> wire(Bench bench) {
            Downstream device = bench.memory("device").path(LINE);
            Downstream ram = bench.memory("ram").path(LINE);
            HostMemoryPort port = bench.engine.add(
                    new HostMemoryPort(bench.engine, "port", bench.pool, 8, device, device, ram, new SnoopedRanges()));
            return List.of(port.entrance(), port.entrance());
        }

        @Override
        long window(int way) {
            return way == 0 ? 0 : AddressSpace.HOST_BASE;
        }

        @Override
        int memoryOf(long address) {
            return AddressSpace.isHost(address) ? 1 : 0;
        }

        @Override
        int read() {
            return MEMORY;
        }

        @Override
        int write() {
            return MEMORY;
        }
    }

    /** The memory of a fixed latency that stands below caches alone. */
    private static final class Ideal extends Subject {
        private @Nullable IdealMemory memory;

        Ideal() {
            super("ideal memory");
        }

        @Override
        List<Downstream> wire(Bench bench) {
            IdealMemory built = new IdealMemory(bench.engine, bench.pool, new FixedLatencySpec(300, 16));
            memory = built;
            return List.of(built.path(), built.path());
        }

        @Override
        boolean hasMemoryBelow() {
            return false;
        }

        @Override
        int read() {
            return 300 + 2;
        }

        @Override
        int write() {
            return 300 + 2;
        }

        @Override
        double interval() {
            return 2;
        }

        @Override
        boolean storesPlainly() {
            return false; // it shows its bytes to readers only
        }

        @Override
        void checkCounters(Bench bench, Sent sent) {
            assertThat(java.util.Objects.requireNonNull(memory).bytes())
                    .isEqualTo(32 * sent.readSectors() + sent.writtenBytes());
        }
    }
}
