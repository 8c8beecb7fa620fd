// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.bind.Assembler;
import dev.sluice.config.bind.Located;
import dev.sluice.config.bind.Nearest;
import dev.sluice.config.bind.Quantities;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.units.Size;
import dev.sluice.device.AtomicRate;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheStructure;
import dev.sluice.device.Client;
import dev.sluice.device.ClockRatio;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.InvalidSpecException;
import dev.sluice.device.PersistingSpec;
import dev.sluice.device.PrefetchSpec;
import dev.sluice.device.RopSpec;
import dev.sluice.machine.cache.prefetch.PrefetcherProvider;
import dev.sluice.plugin.Choice;
import dev.sluice.plugin.InvalidParameterException;
import dev.sluice.plugin.ParameterValues;
import dev.sluice.program.sync.CacheRole;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The caches of a device and of its host: defaults filled in, parents checked. */
final class CacheTree {
    /** The name under which the last host cache knows what is below it. */
    private static final String RAM = "ram";

    private static final int LINE = 128;
    private static final int SECTOR = 32;

    private final DeviceFile file;
    private final Located where;
    private final Assembler specs;
    private final Quantities quantities;
    private final OwnClocks clocks;
    private final IdleKeys idle;
    private final Catalog catalog;
    private final RopSpec rop;

    /** What a cache's keys leave to its place and to each other. */
    private record Resolved(
            String name,
            CacheRole role,
            CacheSpec.Scope scope,
            String parent,
            int line,
            int sector,
            int fetch,
            CacheSpec.WritePolicy write,
            CacheSpec.Allocation allocate,
            CacheSpec.DirtyTracking dirty,
            Choice replacement,
            Choice sliceHash,
            PersistingSpec persisting,
            Map<String, AtomicRate> atomicRates,
            Map<Client, Long> partition,
            ClockRatio clock,
            @Nullable Integer latency,
            @Nullable Integer atomicLatency,
            int ways,
            CacheStructure.Split split,
            long size) {}

    CacheTree(DeviceFile file, Located where, Catalog catalog, RopSpec rop) {
        this.file = file;
        this.where = where;
        this.specs = new Assembler(file.clock(), where);
        this.quantities = new Quantities(file.clock(), where);
        this.clocks = new OwnClocks(file.clock(), where);
        this.idle = new IdleKeys(where);
        this.catalog = catalog;
        this.rop = rop;
    }

    /** The device's caches in file order. */
    List<CacheSpec> resolve() {
        Map<String, CacheFile> caches = file.caches();
        CacheNames.DEVICE.check(where.written(file, "caches"));
        for (Map.Entry<String, CacheFile> entry : caches.entrySet()) {
            checkParent(entry.getKey(), entry.getValue());
        }
        List<CacheSpec> specs = new ArrayList<>();
        caches.forEach((name, cache) -> {
            checkCircle(name);
            CacheSpec.Scope scope = cache.scope();
            if (scope == null) {
                throw where.node(cache)
                        .error("caches." + name + ": missing key 'scope', one of computeUnit, device, rop");
            }
            if (scope == CacheSpec.Scope.HOST) {
                throw where.error(cache, "scope", "caches." + name + ".scope: host caches stand under host.caches");
            }
            specs.add(spec("caches." + name, name, cache, Objects.requireNonNull(cache.parent()), scope));
        });
        return specs;
    }

    /** The host's caches, nearest first, each the parent of the one before it. */
    List<CacheSpec> resolveHost() {
        CacheNames.HOST.check(where.written(file.host(), "caches"));
        List<String> names = new ArrayList<>(file.host().caches().keySet());
        List<CacheSpec> specs = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            CacheFile cache = Objects.requireNonNull(file.host().caches().get(name));
            String below = i + 1 < names.size() ? names.get(i + 1) : RAM;
            String path = "host.caches." + name;
            if (!below.equals(Objects.requireNonNullElse(cache.parent(), below))) {
                throw where.error(
                        cache,
                        "parent",
                        path + ".parent: host caches are listed nearest first, so the parent here is '" + below + "'");
            }
            if (cache.scope() != null && cache.scope() != CacheSpec.Scope.HOST) {
                throw where.error(cache, "scope", path + ".scope: a host cache has scope host");
            }
            specs.add(spec(path, name, cache, below, CacheSpec.Scope.HOST));
        }
        return specs;
    }

    /** A role that is written must be one that a profile can name; a name in capitals that is none is no profile's. */
    private CacheRole role(String name, CacheFile cache) {
        if (cache.role() == null) {
            return new CacheRole(name.toUpperCase(Locale.ROOT));
        }
        try {
            return CacheRole.parse(cache.role());
        } catch (IllegalArgumentException e) {
            throw where.error(cache, "role", "caches." + name + ".role: " + e.getMessage());
        }
    }

    private void checkParent(String name, CacheFile cache) {
        Set<String> targets = new LinkedHashSet<>(file.caches().keySet());
        targets.add(GpuSpec.VRAM);
        targets.remove(name);
        String parent = cache.parent();
        if (parent == null) {
            throw where.node(cache)
                    .error("caches." + name + ": missing key 'parent', the next level down: a cache's name or vram");
        }
        if (parent.equals(name)) {
            throw where.error(cache, "parent", "caches." + name + ".parent: a cache cannot be its own parent");
        }
        if (!targets.contains(parent)) {
            throw where.error(
                    cache,
                    "parent",
                    "caches." + name + ".parent: unknown cache '" + parent + "'" + Nearest.hint(parent, targets));
        }
    }

    private void checkCircle(String name) {
        Set<String> path = new LinkedHashSet<>();
        String at = name;
        while (!at.equals(GpuSpec.VRAM)) {
            CacheFile cache = Objects.requireNonNull(file.caches().get(at));
            if (!path.add(at)) {
                List<String> circle = new ArrayList<>(path);
                circle = circle.subList(circle.indexOf(at), circle.size());
                CacheFile closing = Objects.requireNonNull(file.caches().get(circle.get(circle.size() - 1)));
                throw where.error(
                        closing,
                        "parent",
                        "caches: the parents form a circle: " + String.join(" -> ", circle) + " -> " + at);
            }
            at = Objects.requireNonNull(cache.parent());
        }
    }

    private CacheSpec spec(String path, String name, CacheFile cache, String parent, CacheSpec.Scope scope) {
        boolean back =
                cache.write() == null ? cache.tile() && !cache.readOnly() : cache.write() == CacheSpec.WritePolicy.BACK;
        checkPrefetcher(path, cache);
        idle.check(path, cache, scope);
        long size = size(path, cache, scope);
        int ways = ways(path, cache, size);
        int line = bytes(path, cache, "line", cache.line(), cache.tile() ? rop.tileBytes() : LINE);
        int sector = bytes(path, cache, "sector", cache.sector(), cache.tile() ? line : Math.min(SECTOR, line));
        if (cache.tile() && line != rop.tileBytes()) {
            throw where.error(
                    cache,
                    "line",
                    path + ".line: a line of a tile cache holds one tile, which has " + rop.tileBytes()
                            + " bytes here, not " + line);
        }
        CacheSpec.DirtyTracking dirty =
                or(cache.dirty(), back ? CacheSpec.DirtyTracking.LINE : CacheSpec.DirtyTracking.NONE);
        if (back && scope == CacheSpec.Scope.COMPUTE_UNIT && dirty != CacheSpec.DirtyTracking.BYTE) {
            // units that write neighbouring bytes of a line without order must both land
            throw where.error(
                    cache,
                    "dirty",
                    path
                            + ": dirty: byte is needed in a write-back cache of a compute unit, or a line written back would"
                            + " put old bytes over those that another unit has written");
        }
        ClockRatio clock = clocks.ratio(path, cache.clock(), cache);
        Resolved resolved = new Resolved(
                name,
                role(name, cache),
                scope,
                parent,
                line,
                sector,
                bytes(path, cache, "fetch", cache.fetch(), sector),
                back ? CacheSpec.WritePolicy.BACK : CacheSpec.WritePolicy.THROUGH,
                or(cache.allocate(), back ? CacheSpec.Allocation.FETCH_ON_WRITE : CacheSpec.Allocation.NO_WRITE),
                dirty,
                Choices.replacement(catalog, cache, path, where.node(cache)),
                Choices.sliceHash(catalog, cache, path, where.node(cache)),
                persisting(cache.persisting()),
                atomicRates(cache),
                partition(path, cache),
                clock,
                clock.isCore() ? null : clocks.latency(path, "latency", cache.latency(), cache.clock(), cache),
                clock.isCore()
                        ? null
                        : clocks.latency(path, "atomicLatency", cache.atomicLatency(), cache.clock(), cache),
                ways,
                split(cache),
                ways == cache.ways() ? size : size / cache.ways() * ways);
        try {
            return specs.assemble(path, CacheSpec.class, resolved, cache);
        } catch (InvalidSpecException e) {
            throw where.at(cache, e.keys()).error(path + e.problem().substring(("cache " + name).length()));
        }
    }

    /** The array that a cache shares with workgroup memory; none where kernels cannot divide it otherwise. */
    private CacheStructure.Split split(CacheFile cache) {
        Size array = cache.carveOut();
        return array == null || splits().isEmpty()
                ? CacheStructure.Split.NONE
                : new CacheStructure.Split(
                        array.bytes(), file.computeUnits().sharedMemory().size().bytes());
    }

    /** The bytes of an instance: its own, or what workgroup memory leaves of an array. */
    private long size(String path, CacheFile cache, CacheSpec.Scope scope) {
        Size own = cache.size();
        Size array = cache.carveOut();
        if (array == null) {
            if (own == null) {
                throw where.node(cache).error(path + ": missing key 'size'");
            }
            return own.bytes();
        }
        if (own != null) {
            throw where.error(
                    cache, "carveOut", path + ".carveOut: stands in the place of size; leave one of them out");
        }
        if (scope != CacheSpec.Scope.COMPUTE_UNIT || cache.sharedBy() != 1) {
            throw where.error(
                    cache,
                    "carveOut",
                    path + ".carveOut: only a cache of one compute unit shares an array with workgroup memory");
        }
        long rest = array.bytes() - file.computeUnits().sharedMemory().size().bytes();
        if (rest <= 0) {
            throw where.error(
                    cache,
                    "carveOut",
                    path + ".carveOut: " + array + " leaves nothing beside the workgroup memory of "
                            + file.computeUnits().sharedMemory().size());
        }
        return rest;
    }

    private List<Size> splits() {
        return file.computeUnits().sharedMemory().splits();
    }

    /** The ways beside the least workgroup memory that kernels can choose; each way has as many bytes as the device's own have. */
    private int ways(String path, CacheFile cache, long size) {
        Size array = cache.carveOut();
        if (array == null || splits().isEmpty() || size % cache.ways() != 0) {
            return cache.ways();
        }
        long way = size / cache.ways();
        for (Size split : splits()) {
            if (array.bytes() - split.bytes() < way) {
                throw where.error(
                        cache,
                        "carveOut",
                        path + ".carveOut: " + array + " leaves no way of " + new Size(way)
                                + " beside the workgroup memory of " + split
                                + " in computeUnits.sharedMemory.splits");
            }
        }
        return (int)
                Math.min(Integer.MAX_VALUE, (array.bytes() - splits().get(0).bytes()) / way);
    }

    private void checkPrefetcher(String path, CacheFile cache) {
        String kind = cache.prefetch().kind();
        List<String> kinds = new ArrayList<>(catalog.prefetchers());
        kinds.add(PrefetchSpec.OFF);
        if (kinds.size() > 1 && !kinds.contains(kind)) {
            boolean keys = where.node(cache.prefetch()) instanceof MapNode map && map.entry("kind") != null;
            throw (keys ? where.at(cache.prefetch(), List.of("kind")) : where.at(cache, List.of("prefetch")))
                    .error(path + ".prefetch: unknown prefetcher '" + kind + "'" + Nearest.hint(kind, kinds));
        }
        PrefetcherProvider provider = catalog.prefetcher(kind);
        if (provider == null && kinds.size() == 1) {
            return; // any is taken
        }
        try {
            ParameterValues.of(
                    provider == null ? List.of() : provider.ownParameters(),
                    cache.prefetch().parameters());
        } catch (InvalidParameterException e) {
            throw where.at(cache.prefetch(), List.of("parameters", e.parameter()))
                    .error(path + ".prefetch.parameters." + e.parameter() + ": prefetcher '" + kind + "': "
                            + e.problem());
        }
    }

    /** The ways of each client as a mask. */
    private Map<Client, Long> partition(String path, CacheFile cache) {
        Map<Client, Long> masks = new LinkedHashMap<>();
        cache.partition().forEach((client, text) -> {
            long mask = WayList.mask(text);
            if (mask == 0) {
                throw where.at(cache, List.of("partition", client))
                        .error(path + ".partition." + client
                                + ": ways are numbers and ranges from 0 to 63, such as '0-3,6', not '" + text + "'");
            }
            masks.put(client(path, cache, client), mask);
        });
        return masks;
    }

    private Client client(String path, CacheFile cache, String key) {
        List<String> keys = Client.all().stream().map(Client::key).toList();
        int at = keys.indexOf(key);
        if (at < 0) {
            throw where.at(cache, List.of("partition", key))
                    .error(path + ".partition: unknown client '" + key + "'" + Nearest.hint(key, keys));
        }
        return Client.all().get(at);
    }

    static PersistingSpec persisting(CacheFile.Persisting file) {
        return new PersistingSpec(
                file.share(),
                file.windows().stream()
                        .map(window -> new PersistingSpec.Window(
                                window.from().bytes(),
                                window.from().bytes() + window.size().bytes()))
                        .toList());
    }

    private static Map<String, AtomicRate> atomicRates(CacheFile cache) {
        Map<String, AtomicRate> rates = new LinkedHashMap<>();
        cache.atomicRates().forEach((name, rate) -> rates.put(name, new AtomicRate(rate.lanes(), rate.wordCycles())));
        return rates;
    }

    private int bytes(String path, CacheFile cache, String key, @Nullable Size written, int fallback) {
        return written == null ? fallback : quantities.bytes(cache, key, path + "." + key, written);
    }

    private static <T> T or(@Nullable T value, T fallback) {
        return value == null ? fallback : value;
    }
}
