// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.truth;

import dev.sluice.device.Client;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.machine.request.VersionBundles;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A monitor with a hand-made order, hand-made caches and two resources, to be fed requests. */
final class TruthRig implements HappensBefore, ByteCopies {

    /** A cache that holds what a test says. */
    record FakeCache(String name, String role, long address, int version, boolean dirtyThere) implements CacheContents {
        @Override
        public int versionOf(long at) {
            return at == address ? version : ABSENT;
        }

        @Override
        public boolean dirty(long at) {
            return at == address && dirtyThere;
        }
    }

    /** A component with a name only. */
    static final class Named extends Component {
        Named(String name) {
            super(new Engine(), name);
        }

        @Override
        public void onEvent(int kind, int argument) {}
    }

    static final long BASE = 0x1000;

    final AgentTable agents = new AgentTable();
    final ResourceMap resources = new ResourceMap();
    final List<CacheContents> path = new ArrayList<>();
    final List<CacheContents> caches = new ArrayList<>();
    final FindingLog findings;
    final TruthMonitor monitor;
    private final Set<Long> order = new HashSet<>();
    private final RequestPool pool = new RequestPool(true);
    long cycle = 7;
    /** The version of every byte in memory but those of {@link #memoryVersions}. */
    int inMemory;

    final Map<Long, Integer> memoryVersions = new HashMap<>();
    final VersionBundles bundles = new VersionBundles();

    TruthRig() {
        resources.addMemory("local", 0, 0x10_000);
        resources.addBuffer("x", BASE, 0x200, "local", 0);
        resources.addBuffer("y", BASE + 0x200, 0x200, "local", 0);
        findings = new FindingLog(agents, resources, new Diagnosis(this, this, resources, 64, bundles), () -> cycle);
        monitor = new TruthMonitor(this, findings, pool.blocks());
    }

    Agent compute(String name) {
        return agents.add(
                name,
                "dispatch k",
                Stage.COMPUTE_SHADER.mask(),
                Access.SHADER_STORAGE_WRITE.mask(),
                false,
                "s.yaml:1:1");
    }

    Agent copy(String name) {
        return agents.add(name, "copyBuffer", Stage.COPY.mask(), Access.TRANSFER_WRITE.mask(), false, "s.yaml:2:2");
    }

    Agent host(String name) {
        return agents.add(name, "hostWrite", Stage.HOST.mask(), Access.HOST_WRITE.mask(), true, "s.yaml:3:3");
    }

    /** States that each agent happens-before all later ones. */
    void ordered(Agent... chain) {
        for (int i = 0; i < chain.length; i++) {
            for (int j = i + 1; j < chain.length; j++) {
                order.add((long) chain[i].id() << 32 | chain[j].id());
            }
        }
    }

    @Override
    public boolean before(int first, int second) {
        return first == 0 ? second != 0 : order.contains((long) first << 32 | second);
    }

    @Override
    public List<CacheContents> path(Request read) {
        return path;
    }

    @Override
    public List<CacheContents> all() {
        return caches;
    }

    @Override
    public int memoryVersion(long address) {
        return memoryVersions.getOrDefault(address, inMemory);
    }

    FakeCache cache(String name, String role, long address, int version, boolean dirty) {
        FakeCache cache = new FakeCache(name, role, address, version, dirty);
        caches.add(cache);
        return cache;
    }

    FakeCache cacheOnPath(String name, String role, long address, int version, boolean dirty) {
        FakeCache cache = cache(name, role, address, version, dirty);
        path.add(cache);
        return cache;
    }

    Request request(int kind, Client client, Agent agent, long address, int size, int value, int version) {
        Request request = pool.acquire();
        request.start(kind, address & -32, 0, client.ordinal(), -1, agent.id());
        request.addBytes((int) (address & 31), size);
        Payload payload = Objects.requireNonNull(request.payload);
        for (int s = 0; s < Request.MAX_SECTORS; s++) {
            payload.setVersion(s, version);
        }
        for (int b = 0; b < size; b++) {
            payload.writable()[(int) (address & 31) + b] = (byte) value;
        }
        return request;
    }

    void write(Agent agent, long address, int size, int value) {
        monitor.wrote(request(Request.WRITE, Client.STORAGE, agent, address, size, value, agent.id()));
    }

    /** A storage read that returned bytes of one version. */
    void read(Agent agent, long address, int size, int value, int version) {
        monitor.read(request(Request.READ, Client.STORAGE, agent, address, size, value, version));
    }

    void read(Request request, String servedBy) {
        request.servedBy(new Named(servedBy));
        monitor.read(request);
    }

    /** A write-back of the sector of {@code address} by a cache meets a store that holds another version. */
    void writeBack(String cache, long address, int version, int value, int presentVersion, int presentValue) {
        Request request = request(Request.WRITE, Client.MAINTENANCE, agents.get(0), address & -32, 32, value, version);
        request.flags = Request.WRITE_BACK;
        request.replyTo(new Named(cache), 0, 0);
        writeBack(request, presentVersion, presentValue);
    }

    void writeBack(Request request, int presentVersion, int presentValue) {
        SectorStore store = new SectorStore(1);
        for (int b = 0; b < 32; b++) {
            store.set(0, b, (byte) presentValue, presentVersion);
        }
        store.setVersion(0, presentVersion);
        for (int rest = request.sectors; rest != 0; rest &= rest - 1) {
            int sector = Integer.numberOfTrailingZeros(rest);
            monitor.overwrites(request, sector, request.sectorBytes(sector), store, 0);
        }
    }
}
