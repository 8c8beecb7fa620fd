package dev.sluice.core.gpu;

import dev.sluice.core.cache.Cache;
import dev.sluice.core.cache.CacheSpec;
import dev.sluice.core.cache.Interleave;
import dev.sluice.core.cache.RefillLedger;
import dev.sluice.core.engine.Engine;
import dev.sluice.core.engine.Port;
import dev.sluice.core.memory.AddressSpace;
import dev.sluice.core.memory.Client;
import dev.sluice.core.memory.DirectPath;
import dev.sluice.core.memory.Downstream;
import dev.sluice.core.memory.RequestPool;
import dev.sluice.core.network.Crossbar;
import dev.sluice.core.observe.SimObserver;
import dev.sluice.core.truth.AccessChecker;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The device's caches, built from memory upwards by their {@code parent} names, and the ways into them.
 *
 * <p>A node of device scope is entered through the crossbar by everything that belongs to a compute unit or ROP and by
 * clients, and directly by another device-wide cache; a node of a compute unit is entered over a wire. Clients of the
 * front end (index, vertex, indirect fetch) have an instance of their own of whatever node they enter.
 */
final class Hierarchy {

    /** The role of a cache that belongs to memory: all device memory traffic goes through it, host memory's never. */
    static final String MEMORY_SIDE = "MALL";

    private static final int WIRE_LATENCY = 0;

    /** What all caches of a run share. */
    record Shared(
            Engine engine,
            RequestPool pool,
            RefillLedger ledger,
            long seed,
            SimObserver observer,
            @Nullable AccessChecker checker) {}

    private final GpuSpec spec;
    private final Shared shared;
    private final Map<String, CacheNode> nodes = new LinkedHashMap<>();
    private final Map<String, Crossbar> crossbars = new LinkedHashMap<>();
    private final Map<String, Integer> senders = new LinkedHashMap<>();
    private final Map<String, Map<Integer, List<Downstream>>> wires = new LinkedHashMap<>();
    private Downstream memory;

    /** @param deviceMemory the DRAM below every cache */
    Hierarchy(GpuSpec spec, Shared shared, Downstream deviceMemory) {
        this.spec = spec;
        this.shared = shared;
        this.memory = deviceMemory;
    }

    /** Builds the memory-side caches; what is returned is how device memory is reached from then on. */
    Downstream buildMemorySide() {
        for (CacheSpec cache : topDown()) {
            if (cache.role().equals(MEMORY_SIDE)) {
                build(cache, List.of(memory));
                memory = directWay(cache.name());
            }
        }
        return memory;
    }

    /** Builds all other caches over the way to memory, which tells host addresses from device addresses. */
    void build(Downstream router) {
        memory = router;
        for (CacheSpec cache : topDown()) {
            if (!cache.role().equals(MEMORY_SIDE)) {
                List<Downstream> ways = new ArrayList<>();
                for (int i = 0; i < instances(cache); i++) {
                    ways.add(below(cache, i));
                }
                build(cache, ways);
            }
        }
    }

    /** The way of a client of one compute unit. */
    Downstream unitWay(Client client, int unit) {
        return way(target(client), unit);
    }

    /** The way of a client that stands outside the compute units: transfer, display, the front end. */
    Downstream deviceWay(Client client) {
        String target = target(client);
        return target.equals(GpuSpec.VRAM) ? memory : way(target, spec.compute().count());
    }

    /** The transfer engine's way; a coherent engine goes through the cache where all units' accesses meet (model section 9). */
    Downstream transferWay() {
        return way(transferTarget(), spec.compute().count());
    }

    private String transferTarget() {
        String target = target(Client.TRANSFER);
        if (!spec.transfer().coherent() || !target.equals(GpuSpec.VRAM)) {
            return target;
        }
        String at = target(Client.STORAGE);
        while (!at.equals(GpuSpec.VRAM) && node(at).spec().scope() != CacheSpec.Scope.DEVICE) {
            at = node(at).spec().parent();
        }
        return at;
    }

    /** The caches that a client's accesses go through, nearest first. */
    List<Cache> path(Client client, int unit, long address) {
        List<Cache> path = new ArrayList<>();
        String at = client == Client.TRANSFER ? transferTarget() : target(client);
        while (!at.equals(GpuSpec.VRAM) && !(AddressSpace.isHost(address) && memorySide(at))) {
            CacheNode node = node(at);
            path.add(node.sliceFor(instanceOf(node.spec(), unit), address));
            at = node.spec().parent();
        }
        if (at.equals(GpuSpec.VRAM) && path.isEmpty() && !AddressSpace.isHost(address)) {
            nodes.values().stream()
                    .filter(node -> memorySide(node.spec().name()))
                    .forEach(node -> path.add(node.sliceFor(0, address)));
        }
        return path;
    }

    private boolean memorySide(String name) {
        return node(name).spec().role().equals(MEMORY_SIDE);
    }

    /** The caches between a compute unit's storage accesses and the first cache that all units share. */
    List<Cache> privateCaches(int unit) {
        List<Cache> list = new ArrayList<>();
        String at = target(Client.STORAGE);
        while (!at.equals(GpuSpec.VRAM) && node(at).spec().scope() == CacheSpec.Scope.COMPUTE_UNIT) {
            list.addAll(node(at).instance(instanceOf(node(at).spec(), unit)));
            at = node(at).spec().parent();
        }
        return list;
    }

    List<CacheNode> nodes() {
        return new ArrayList<>(nodes.values());
    }

    List<Crossbar> crossbars() {
        return new ArrayList<>(crossbars.values());
    }

    private CacheNode node(String name) {
        CacheNode node = nodes.get(name);
        if (node == null) {
            throw new IllegalArgumentException("no cache named " + name);
        }
        return node;
    }

    private String target(Client client) {
        String target = spec.clients().get(client);
        if (target == null) {
            throw new IllegalArgumentException("the device does not say where client " + client.key() + " goes");
        }
        return target;
    }

    private void build(CacheSpec cache, List<Downstream> ways) {
        int count = instances(cache);
        CacheNode node = new CacheNode(cache, count);
        for (int i = 0; i < count; i++) {
            List<Cache> slices = new ArrayList<>();
            for (int s = 0; s < cache.slices(); s++) {
                slices.add(shared.engine()
                        .add(new Cache(
                                shared.engine(),
                                name(cache, count, i, s),
                                cache,
                                node.hash(),
                                s,
                                shared.pool(),
                                ways.get(i),
                                node.stats(),
                                shared.ledger(),
                                shared.seed(),
                                shared.observer(),
                                shared.checker())));
            }
            node.addInstance(slices);
        }
        nodes.put(cache.name(), node);
        if (cache.scope() == CacheSpec.Scope.DEVICE && !cache.role().equals(MEMORY_SIDE)) {
            List<Port> inputs = node.instance(0).stream().map(Cache::newPort).toList();
            crossbars.put(
                    cache.name(), new Crossbar(spec.network(), countSenders(cache), inputs, node.hash(), cache.line()));
            senders.put(cache.name(), 0);
        }
    }

    private String name(CacheSpec cache, int count, int instance, int slice) {
        if (cache.scope() == CacheSpec.Scope.DEVICE) {
            return cache.slices() == 1 ? cache.name() : cache.name() + "[" + slice + "]";
        }
        boolean frontEnd = cache.scope() == CacheSpec.Scope.COMPUTE_UNIT && instance == count - 1 && hasFrontEnd(cache);
        String base = cache.name() + "[" + (frontEnd ? "fe" : String.valueOf(instance)) + "]";
        return cache.slices() == 1 ? base : base + "." + slice;
    }

    /** Compute-unit instances, one more where the front end needs its own. */
    private int instances(CacheSpec cache) {
        return switch (cache.scope()) {
            case COMPUTE_UNIT -> units(cache) + (hasFrontEnd(cache) ? 1 : 0);
            case ROP -> Math.max(1, spec.rop().count());
            case DEVICE, HOST -> 1;
        };
    }

    private int units(CacheSpec cache) {
        return (spec.compute().count() + cache.sharedBy() - 1) / cache.sharedBy();
    }

    private boolean hasFrontEnd(CacheSpec cache) {
        return List.of(Client.INDEX, Client.VERTEX_ATTRIBUTE, Client.INDIRECT).stream()
                .anyMatch(client -> onPath(spec.clients().get(client), cache.name()));
    }

    private boolean onPath(@Nullable String from, String name) {
        String at = from;
        while (at != null && !at.equals(GpuSpec.VRAM)) {
            if (at.equals(name)) {
                return true;
            }
            at = spec.cache(at).parent();
        }
        return false;
    }

    /** The instance of a node that serves a compute unit; the front end counts as one more unit. */
    private int instanceOf(CacheSpec cache, int unit) {
        return switch (cache.scope()) {
            case COMPUTE_UNIT -> unit >= spec.compute().count() ? units(cache) : unit / cache.sharedBy();
            case ROP -> unit;
            case DEVICE, HOST -> 0;
        };
    }

    private Downstream below(CacheSpec cache, int instance) {
        if (cache.parent().equals(GpuSpec.VRAM)
                || spec.cache(cache.parent()).role().equals(MEMORY_SIDE)) {
            return memory;
        }
        CacheSpec parent = spec.cache(cache.parent());
        boolean frontEnd = cache.scope() == CacheSpec.Scope.COMPUTE_UNIT && instance >= units(cache);
        int unit = frontEnd ? spec.compute().count() : instance * cache.sharedBy();
        if (cache.scope() == CacheSpec.Scope.DEVICE && parent.scope() == CacheSpec.Scope.DEVICE) {
            return directWay(parent.name());
        }
        return way(parent.name(), unit);
    }

    private Downstream way(String name, int unit) {
        if (name.equals(GpuSpec.VRAM)) {
            return memory;
        }
        CacheNode node = node(name);
        Crossbar crossbar = crossbars.get(name);
        if (crossbar != null) {
            int sender = senders.merge(name, 1, Integer::sum) - 1;
            return crossbar.way(sender);
        }
        return wires.computeIfAbsent(name, n -> new LinkedHashMap<>())
                .computeIfAbsent(instanceOf(node.spec(), unit), i -> wiresTo(node, i))
                .get(0);
    }

    /** Whoever enters a private cache shares its input. */
    private static List<Downstream> wiresTo(CacheNode node, int instance) {
        List<DirectPath> paths = node.instance(instance).stream()
                .map(slice -> new DirectPath(
                        slice.newPort(), WIRE_LATENCY, WIRE_LATENCY, node.spec().line()))
                .toList();
        return List.of(paths.size() == 1 ? paths.get(0) : new Interleave(paths, node.hash()));
    }

    private Downstream directWay(String name) {
        return wiresTo(node(name), 0).get(0);
    }

    /** Every cache below which this one stands directly, instance by instance, and every client that enters it. */
    private int countSenders(CacheSpec cache) {
        int count = 0;
        for (CacheSpec child : spec.caches()) {
            if (child.parent().equals(cache.name())) {
                count += instances(child);
            }
        }
        for (Map.Entry<Client, String> entry : spec.clients().entrySet()) {
            if (entry.getValue().equals(cache.name())) {
                count += spec.compute().count() + 1;
            }
        }
        return count + 1; // one for a coherent transfer engine
    }

    /** Parents before children. */
    private List<CacheSpec> topDown() {
        List<CacheSpec> ordered = new ArrayList<>();
        List<CacheSpec> left = new ArrayList<>(spec.caches());
        while (!left.isEmpty()) {
            for (CacheSpec cache : List.copyOf(left)) {
                boolean ready = cache.parent().equals(GpuSpec.VRAM)
                        || ordered.stream().anyMatch(c -> c.name().equals(cache.parent()));
                if (ready) {
                    ordered.add(cache);
                    left.remove(cache);
                }
            }
        }
        return ordered;
    }
}
