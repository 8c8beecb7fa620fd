// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.CacheHalves;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.Client;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.NetworkSpec;
import dev.sluice.machine.cache.Cache;
import dev.sluice.machine.cache.HalfPath;
import dev.sluice.machine.cache.Interleave;
import dev.sluice.machine.cache.RefillLedger;
import dev.sluice.machine.cache.SliceHash;
import dev.sluice.machine.cache.SliceLinks;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.Port;
import dev.sluice.machine.memory.AddressSpace;
import dev.sluice.machine.network.Crossbar;
import dev.sluice.machine.network.Router;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.DirectPath;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.program.sync.CacheRole;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The device's caches, built from memory upwards by their {@code parent} names, and the paths into them.
 *
 * <p>A node of device scope is entered through the crossbar by everything that belongs to a compute unit or ROP and by
 * clients, and directly by another device-wide cache; a node of a compute unit is entered over a wire. Clients of the
 * front end (index, vertex, indirect fetch) have an instance of their own of whatever node they enter.
 */
final class Hierarchy {

    private static final int WIRE_LATENCY = 0;

    /** What all caches of a run share. */
    record Shared(
            Engine engine,
            RequestPool pool,
            RefillLedger ledger,
            long seed,
            SimObserver observer,
            @Nullable AccessChecker checker,
            @Nullable Compression compression) {}

    private final GpuSpec spec;
    private final CacheTopology topology;
    private final Shared shared;
    private final Map<String, CacheNode> nodes = new LinkedHashMap<>();
    private final Map<String, Crossbar> crossbars = new LinkedHashMap<>();
    private final Map<String, Integer> senders = new LinkedHashMap<>();
    private final Map<String, Map<Integer, List<Downstream>>> wires = new LinkedHashMap<>();
    private final Map<String, Router> ways = new LinkedHashMap<>();
    private Downstream memory;

    /** @param deviceMemory the DRAM below every cache */
    Hierarchy(GpuSpec spec, Shared shared, Downstream deviceMemory) {
        this.spec = spec;
        this.topology = new CacheTopology(spec);
        this.shared = shared;
        this.memory = deviceMemory;
    }

    /** Builds the memory-side caches; what is returned is how device memory is reached from then on. */
    Downstream buildMemorySide() {
        for (CacheSpec cache : topology.topDown()) {
            if (cache.role().equals(CacheRole.MALL)) {
                build(cache, List.of(memory));
                memory = directPath(cache.name());
            }
        }
        return memory;
    }

    /** Builds all other caches over the path to memory, which tells host addresses from device addresses. */
    void build(Downstream router) {
        memory = router;
        for (CacheSpec cache : topology.topDown()) {
            if (!cache.role().equals(CacheRole.MALL)) {
                List<Downstream> paths = new ArrayList<>();
                for (int i = 0; i < topology.instances(cache); i++) {
                    paths.add(guarded(cache, i, below(cache, i)));
                }
                build(cache, paths);
            }
        }
        include();
        exclude();
    }

    /** Tells inclusive caches whose lines must be in them too. */
    private void include() {
        for (CacheNode node : nodes.values()) {
            if (node.spec().structure().inclusive()) {
                List<Cache> above = new ArrayList<>();
                for (CacheNode other : nodes.values()) {
                    boolean holds = other != node && other.spec().scope() != CacheSpec.Scope.ROP;
                    if (holds && chain(other.spec().name()).contains(node.spec().name())) {
                        above.addAll(other.slices());
                    }
                }
                node.slices().forEach(slice -> SliceLinks.include(slice, above));
            }
        }
    }

    /** Has caches hand down what they evict to exclusive caches below; not through a unit that decompresses, which changes bytes. */
    private void exclude() {
        Compression compression = shared.compression();
        for (CacheNode node : nodes.values()) {
            for (int i = 0; node.spec().structure().exclusive() && i < topology.instances(node.spec()); i++) {
                List<Cache> above = new ArrayList<>();
                for (CacheNode other : nodes.values()) {
                    CacheSpec cache = other.spec();
                    boolean hands = cache.parent().equals(node.spec().name())
                            && cache.scope() != CacheSpec.Scope.ROP
                            && (compression == null || !compression.guards(cache));
                    for (int j = 0; hands && j < topology.instances(cache); j++) {
                        if (instanceBelow(cache, j, node.spec()) == i) {
                            above.addAll(other.instance(j));
                        }
                    }
                }
                SliceLinks.handDown(above, node.instance(i));
            }
        }
    }

    private int instanceBelow(CacheSpec cache, int instance, CacheSpec below) {
        return below.scope() == CacheSpec.Scope.DEVICE ? 0 : topology.instanceOf(below, unitOf(cache, instance));
    }

    /** The unit, or what stands outside them, to which an instance belongs. */
    private int unitOf(CacheSpec cache, int instance) {
        boolean frontEnd = cache.scope() == CacheSpec.Scope.COMPUTE_UNIT && instance >= topology.units(cache);
        return frontEnd ? spec.compute().count() : instance * cache.sharedBy();
    }

    /** The path below an instance, through the unit that undoes compression where there is one. */
    private Downstream guarded(CacheSpec cache, int instance, Downstream path) {
        Compression compression = shared.compression();
        if (compression == null || !compression.guards(cache)) {
            return path;
        }
        CacheSpec metadata = topology.metadataOf(cache);
        Downstream metadataPath = path;
        if (metadata != null) {
            CacheNode node = node(metadata.name());
            metadataPath = wires.computeIfAbsent(metadata.name(), n -> new LinkedHashMap<>())
                    .computeIfAbsent(instance, i -> wiresTo(node, i))
                    .get(0);
        }
        return compression.below(cache, cache.name() + "[" + instance + "]", path, metadataPath);
    }

    /** The path of a render output unit to its tile cache. */
    Downstream unitCachePath(Client client, int unit) {
        return path(target(client), unit, "rop", "rop[" + unit + "] " + client.key());
    }

    /** The tile cache of a render output unit. */
    Cache unitCache(Client client, int unit) {
        return node(target(client)).instance(unit).get(0);
    }

    /** The cache of the metadata of a render output unit's tiles, or null. */
    @Nullable
    Cache unitMetadata(Client client, int unit) {
        CacheSpec metadata = topology.metadataOf(node(target(client)).spec());
        return metadata == null ? null : node(metadata.name()).instance(unit).get(0);
    }

    /** The slices of shared caches through which images are read, though what render output units write goes past them. */
    List<Cache> besideUnits() {
        List<String> below = chain(target(Client.COLOR_ATTACHMENT));
        Set<String> beside = new LinkedHashSet<>();
        for (Client client : List.of(Client.STORAGE, Client.SAMPLED, Client.INPUT_ATTACHMENT)) {
            beside.addAll(chain(target(client)));
        }
        beside.addAll(chain(transferReadTarget()));
        List<Cache> slices = new ArrayList<>();
        for (String name : beside) {
            boolean shared = node(name).spec().scope() == CacheSpec.Scope.DEVICE && !memorySide(name);
            if (shared && !below.contains(name)) {
                slices.addAll(node(name).slices());
            }
        }
        return slices;
    }

    /** Caches that hold metadata of tiles for readers, down to the level that they share with render output units. */
    List<Cache> readersOfMetadata() {
        List<String> below = chain(target(Client.COLOR_ATTACHMENT));
        Set<String> holders = new LinkedHashSet<>();
        for (CacheSpec cache : spec.caches()) {
            CacheSpec metadata = cache.geometry().tile() ? null : topology.metadataOf(cache);
            if (metadata != null) {
                for (String name : chain(metadata.name())) {
                    if (!below.contains(name) && !memorySide(name)) {
                        holders.add(name);
                    }
                }
            }
        }
        List<Cache> slices = new ArrayList<>();
        holders.forEach(name -> slices.addAll(node(name).slices()));
        return slices;
    }

    /** A cache and all below it. */
    List<String> chain(String from) {
        List<String> chain = new ArrayList<>();
        for (String at = from; !at.equals(GpuSpec.VRAM); at = node(at).spec().parent()) {
            chain.add(at);
        }
        return chain;
    }

    /** The path past a client's own cache: that of the level where it enters the shared part of the hierarchy. */
    Downstream pathBelow(Client client) {
        String parent = node(target(client)).spec().parent();
        return path(parent, spec.compute().count(), client.key(), client.key());
    }

    /** The path of a client of one compute unit. */
    Downstream unitPath(Client client, int unit) {
        return path(target(client), unit, "cu", "cu[" + unit + "] " + client.key());
    }

    /** The path of a client that stands outside the compute units: transfer, display, the front end. */
    Downstream devicePath(Client client) {
        return path(target(client), spec.compute().count(), client.key(), client.key());
    }

    /** The transfer engine's path; a coherent engine goes through the cache where all units' accesses meet. */
    Downstream transferPath() {
        return transferPath(transferTarget(), "transfer");
    }

    /** The transfer engine's path for reads, which is the same unless the device says otherwise. */
    Downstream transferReadPath() {
        return transferPath(transferReadTarget(), "transfer reads");
    }

    /** One sender, or as many as the device has for transfers, each for every so many requests of an address. */
    private Downstream transferPath(String target, String who) {
        int ports = spec.transfer().ports();
        if (ports == 1 || !crossbars.containsKey(target)) {
            return path(target, spec.compute().count(), "transfer", who);
        }
        List<Downstream> paths = new ArrayList<>();
        for (int i = 0; i < ports; i++) {
            paths.add(path(target, spec.compute().count(), "transfer", who + "[" + i + "]"));
        }
        return new Interleave(paths, new SliceHash(ports, spec.transfer().requestBytes(), CacheSpec.Hash.MODULO));
    }

    private String transferReadTarget() {
        String reads = spec.transfer().reads();
        return reads == null ? transferTarget() : reads;
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

    /** The slices of the instance of a cache that serves a compute unit or render output unit. */
    List<Cache> instance(CacheSpec cache, int unit) {
        CacheNode node = node(cache.name());
        return node.instance(topology.instanceOf(node.spec(), unit));
    }

    /** The caches that a client's accesses go through, nearest first. */
    List<Cache> path(Client client, int unit, long address) {
        List<Cache> path = new ArrayList<>();
        String at = client == Client.TRANSFER ? transferReadTarget() : target(client);
        while (!at.equals(GpuSpec.VRAM) && !(AddressSpace.isHost(address) && memorySide(at))) {
            CacheNode node = node(at);
            path.add(node.sliceFor(topology.instanceOf(node.spec(), unit), address));
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
        return node(name).spec().role().equals(CacheRole.MALL);
    }

    /** The caches between a compute unit's storage accesses and the first cache that all units share, from the unit on. */
    List<List<Cache>> privateCaches(int unit) {
        List<List<Cache>> list = new ArrayList<>();
        String at = target(Client.STORAGE);
        while (!at.equals(GpuSpec.VRAM) && node(at).spec().scope() == CacheSpec.Scope.COMPUTE_UNIT) {
            list.add(node(at).instance(topology.instanceOf(node(at).spec(), unit)));
            at = node(at).spec().parent();
        }
        return list;
    }

    /** The slices of a compute unit whose share of an array with workgroup memory kernels choose. */
    List<Cache> sharingArray(int unit) {
        List<Cache> list = new ArrayList<>();
        for (CacheNode node : nodes.values()) {
            if (node.spec().structure().split().on()) {
                list.addAll(node.instance(topology.instanceOf(node.spec(), unit)));
            }
        }
        return list;
    }

    List<CacheNode> nodes() {
        return new ArrayList<>(nodes.values());
    }

    /** Tells every crossbar, with the name of the cache whose slices it leads to. */
    void crossbars(BiConsumer<String, Crossbar> to) {
        crossbars.forEach(to);
    }

    /** Whether a crossbar leads to a cache. */
    boolean hasCrossbar(String cache) {
        return crossbars.containsKey(cache);
    }

    List<Crossbar> crossbars() {
        return new ArrayList<>(crossbars.values());
    }

    /** What went through all crossbars. */
    RunResult.NetworkResult network() {
        RunResult.NetworkResult sum = new RunResult.NetworkResult(0, 0, 0, 0, List.of(), List.of());
        for (var crossbar : crossbars.values()) {
            RunResult.NetworkResult one = crossbar.result();
            sum = new RunResult.NetworkResult(
                    sum.requests() + one.requests(),
                    sum.requestFlits() + one.requestFlits(),
                    sum.replyFlits() + one.replyFlits(),
                    Math.max(sum.busiestPortFlits(), one.busiestPortFlits()),
                    joined(sum.ports(), one.ports()),
                    joined(sum.distances(), one.distances()));
        }
        return sum;
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
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

    private void build(CacheSpec cache, List<Downstream> paths) {
        int count = topology.instances(cache);
        CacheNode node = new CacheNode(cache, count);
        for (int i = 0; i < count; i++) {
            List<Cache> slices = new ArrayList<>();
            List<HalfPath> halves = new ArrayList<>();
            for (int s = 0; s < cache.geometry().slices(); s++) {
                Downstream down = paths.get(i);
                if (cache.halves().copies()) {
                    HalfPath path = new HalfPath(down, node.hash(), s);
                    halves.add(path);
                    down = path;
                }
                slices.add(shared.engine()
                        .add(new Cache(
                                shared.engine(),
                                topology.name(cache, count, i, s),
                                cache,
                                node.hash(),
                                s,
                                shared.pool(),
                                down,
                                node.stats(),
                                shared.ledger(),
                                shared.seed(),
                                shared.observer(),
                                shared.checker())));
            }
            SliceLinks.join(slices);
            if (cache.halves().copies()) {
                SliceLinks.copies(slices, halves, node.hash(), cache.halves());
            }
            node.addInstance(slices);
        }
        nodes.put(cache.name(), node);
        if (cache.scope() == CacheSpec.Scope.DEVICE && !cache.role().equals(CacheRole.MALL)) {
            List<Port> inputs = node.instance(0).stream().map(Cache::newPort).toList();
            crossbars.put(
                    cache.name(),
                    new Crossbar(
                            spec.network(),
                            cache.name(),
                            shared.pool(),
                            topology.countSenders(cache),
                            inputs,
                            node.hash(),
                            cache.geometry().line()));
            senders.put(cache.name(), 0);
        }
    }

    /** The way to memory of a cache or a client, which tells what they send apart. */
    private Downstream memory(String who) {
        return memory instanceof Router router ? ways.computeIfAbsent(who, name -> router.fork()) : memory;
    }

    /** The ways to memory, by the cache or client whose they are. */
    Map<String, Router> waysToMemory() {
        return Collections.unmodifiableMap(ways);
    }

    private Downstream below(CacheSpec cache, int instance) {
        if (cache.parent().equals(GpuSpec.VRAM)
                || spec.cache(cache.parent()).role().equals(CacheRole.MALL)) {
            return memory(cache.name());
        }
        CacheSpec parent = spec.cache(cache.parent());
        int unit = unitOf(cache, instance);
        if (cache.scope() == CacheSpec.Scope.DEVICE && parent.scope() == CacheSpec.Scope.DEVICE) {
            return directPath(parent.name());
        }
        String who = topology.name(cache, topology.instances(cache), instance);
        if (cache.scope() == CacheSpec.Scope.ROP) {
            return path(parent.name(), unit, spec.rop().count(), cache.name(), who);
        }
        return path(parent.name(), unit, cache.name(), who);
    }

    /** The path of a compute unit, or, with a number that none has, of what stands outside them. */
    private Downstream path(String name, int unit, String group, String who) {
        return path(name, unit, spec.compute().count(), group, who);
    }

    /** The path of one of so many units of its kind, and what its port is called in reports. */
    private Downstream path(String name, int unit, int units, String group, String who) {
        if (name.equals(GpuSpec.VRAM) || memorySide(name)) {
            return memory(group);
        }
        CacheNode node = node(name);
        Crossbar crossbar = crossbars.get(name);
        if (crossbar != null) {
            int sender = senders.merge(name, 1, Integer::sum) - 1;
            NetworkSpec.Clusters clusters = spec.network().clusters();
            if (clusters.count() > 0 && unit < units) {
                crossbar.cluster(sender, clusters.of(unit, units));
            }
            crossbar.name(sender, group, who);
            CacheHalves halves = node.spec().halves();
            if (halves.copies() && unit < units) {
                crossbar.readThrough(
                        sender,
                        halves.readThrough(
                                halves.halfOfUnit(unit, units),
                                node.spec().geometry().slices()));
            }
            return halves.count() == 1 || unit >= units
                    ? crossbar.path(sender)
                    : crossbar.path(
                            sender,
                            halves.extra(unit, units, node.spec().geometry().slices()));
        }
        return wires.computeIfAbsent(name, n -> new LinkedHashMap<>())
                .computeIfAbsent(topology.instanceOf(node.spec(), unit), i -> wiresTo(node, i))
                .get(0);
    }

    /** Whoever enters a private cache shares its input. */
    private List<Downstream> wiresTo(CacheNode node, int instance) {
        int line = node.spec().geometry().line();
        // a cache above may be in the middle of a look-up of which this one's could change something
        boolean clientsOnly = spec.caches().stream()
                .noneMatch(cache -> cache.parent().equals(node.spec().name()));
        List<DirectPath> paths = node.instance(instance).stream()
                .map(slice -> clientsOnly
                        ? DirectPath.atOnce(slice.newPort(), line)
                        : new DirectPath(slice.newPort(), WIRE_LATENCY, WIRE_LATENCY, line))
                .toList();
        return List.of(paths.size() == 1 ? paths.get(0) : new Interleave(paths, node.hash()));
    }

    private Downstream directPath(String name) {
        return wiresTo(node(name), 0).get(0);
    }
}
