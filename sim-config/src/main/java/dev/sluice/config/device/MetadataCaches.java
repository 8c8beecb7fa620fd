// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.bind.Assembler;
import dev.sluice.config.bind.Binder;
import dev.sluice.config.bind.Located;
import dev.sluice.config.bind.Quantities;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.units.Size;
import dev.sluice.device.AtomicRate;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheStructure;
import dev.sluice.device.Client;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.InvalidSpecException;
import dev.sluice.device.PersistingSpec;
import dev.sluice.device.RopSpec;
import dev.sluice.plugin.Choice;
import dev.sluice.program.sync.CacheRole;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The caches of compression metadata that a device has beside those of its file: one for the colour and one for the depth
 * tiles of each render output unit, and one beside each cache of the compute units through which a client reads compressed
 * tiles.
 */
final class MetadataCaches {
    private static final String COLOR = "ropColorMeta";
    private static final String DEPTH = "ropDepthMeta";
    private static final String SUFFIX = "Meta";
    private static final int LINE = 64;
    private static final int SECTOR = 32;
    private static final long SIZE = 4096;
    private static final long READER_SIZE = 1024;

    /** What follows from a metadata cache being one. */
    private static final List<String> FIXED = List.of(
            "role",
            "scope",
            "sharedBy",
            "carveOut",
            "parent",
            "readOnly",
            "write",
            "allocate",
            "fillAtEviction",
            "dirty",
            "atomics",
            "atomicRates",
            "prefetch",
            "bypass",
            "partition",
            "inclusive",
            "exclusive",
            "victim",
            "compression",
            "clock",
            "writeBuffer",
            "tile");

    /** What a cache of metadata cannot choose, and what it has where its keys do not say. */
    private record Fixed(
            String name,
            CacheRole role,
            CacheSpec.Scope scope,
            int sharedBy,
            String parent,
            boolean readOnly,
            long size,
            int line,
            int sector,
            CacheSpec.WritePolicy write,
            CacheSpec.Allocation allocate,
            CacheSpec.DirtyTracking dirty,
            boolean rangedMaintenance,
            int fetch,
            boolean fillAtEviction,
            Choice replacement,
            Choice sliceHash,
            PersistingSpec persisting,
            Map<String, AtomicRate> atomicRates,
            CacheStructure structure) {}

    private final DeviceFile file;
    private final Located where;
    private final Assembler specs;
    private final Quantities quantities;
    private final Catalog catalog;
    private final RopSpec rop;
    private final Map<Client, String> clients;
    private final Map<String, CacheSpec> caches = new LinkedHashMap<>();

    MetadataCaches(
            DeviceFile file,
            Located where,
            Catalog catalog,
            RopSpec rop,
            Map<Client, String> clients,
            List<CacheSpec> caches) {
        this.catalog = catalog;
        this.file = file;
        this.where = where;
        this.specs = new Assembler(file.clock(), where);
        this.quantities = new Quantities(file.clock(), where);
        this.rop = rop;
        this.clients = clients;
        caches.forEach(cache -> this.caches.put(cache.name(), cache));
    }

    /** The further caches; none for a device that compresses nothing. */
    List<CacheSpec> resolve() {
        List<CacheSpec> further = new ArrayList<>();
        DeviceFile.Rop units = file.rop();
        CacheFile written = units == null ? null : units.metadata().cache();
        if (written == null && !rop.compresses()) {
            return further;
        }
        if (written != null) {
            checkKeys(written);
        }
        units(Client.COLOR_ATTACHMENT, COLOR, CacheRole.ROP_COLOR, written, further);
        units(Client.DEPTH_STENCIL_ATTACHMENT, DEPTH, CacheRole.ROP_DEPTH, written, further);
        if (!rop.compresses()) {
            return List.of(); // what is written of them is checked all the same
        }
        for (Client client : Client.all()) {
            CacheSpec entered = rop.readers().contains(client) ? caches.get(clients.get(client)) : null;
            if (entered != null
                    && entered.scope() == CacheSpec.Scope.COMPUTE_UNIT
                    && further.stream().noneMatch(cache -> cache.name().equals(entered.name() + SUFFIX))) {
                further.add(reader(entered));
            }
        }
        for (CacheSpec cache : further) {
            if (caches.containsKey(cache.name())) {
                throw where.error(
                        file,
                        "caches",
                        "caches: the name '" + cache.name() + "' is that of the cache of compression metadata");
            }
        }
        return further;
    }

    private void checkKeys(CacheFile written) {
        if (where.node(written) instanceof MapNode map) {
            for (MapNode.Entry entry : map.entries()) {
                if (FIXED.contains(entry.key())) {
                    throw entry.keyPosition()
                            .error("rop.metadata.cache: '" + entry.key()
                                    + "' cannot be chosen; it follows from the tiles' cache");
                }
            }
        }
    }

    private void units(Client client, String name, CacheRole of, @Nullable CacheFile written, List<CacheSpec> further) {
        CacheSpec tiles = caches.get(clients.getOrDefault(client, GpuSpec.VRAM));
        if (tiles == null || tiles.scope() != CacheSpec.Scope.ROP) {
            return;
        }
        try {
            further.add(tileCodes(name, of.metadata(), tiles, written));
        } catch (InvalidSpecException e) {
            throw where.at(written == null ? file : written, e.keys())
                    .error("rop.metadata.cache" + e.problem().substring(("cache " + name).length()));
        }
    }

    /** One beside a tile cache of the units, from the keys under {@code rop.metadata.cache}. */
    private CacheSpec tileCodes(String name, CacheRole role, CacheSpec tiles, @Nullable CacheFile written) {
        CacheFile cache = written == null ? Binder.defaults(CacheFile.class) : written;
        Size size = cache.size();
        String path = "rop.metadata.cache";
        int line = bytes(path, cache, "line", cache.line(), LINE);
        int sector = bytes(path, cache, "sector", cache.sector(), Math.min(SECTOR, line));
        Node node = where.node(written == null ? file : written);
        return specs.assemble(
                "rop.metadata.cache",
                CacheSpec.class,
                new Fixed(
                        name,
                        role,
                        CacheSpec.Scope.ROP,
                        1,
                        tiles.parent(),
                        false,
                        size == null ? SIZE : size.bytes(),
                        line,
                        sector,
                        CacheSpec.WritePolicy.BACK,
                        CacheSpec.Allocation.FETCH_ON_WRITE,
                        CacheSpec.DirtyTracking.BYTE,
                        written == null ? tiles.upkeep().rangedMaintenance() : cache.rangedMaintenance(),
                        bytes(path, cache, "fetch", cache.fetch(), sector),
                        false,
                        Choices.replacement(catalog, cache, path, node),
                        Choices.sliceHash(catalog, cache, path, node),
                        CacheTree.persisting(cache.persisting()),
                        Map.of(),
                        CacheStructure.NONE),
                cache);
    }

    /** One beside the cache through which a compute unit's client reads. */
    private CacheSpec reader(CacheSpec entered) {
        return specs.assemble(
                "rop.metadata.cache",
                CacheSpec.class,
                new Fixed(
                        entered.name() + SUFFIX,
                        entered.role(),
                        CacheSpec.Scope.COMPUTE_UNIT,
                        entered.sharedBy(),
                        entered.parent(),
                        true,
                        READER_SIZE,
                        LINE,
                        SECTOR,
                        CacheSpec.WritePolicy.THROUGH,
                        CacheSpec.Allocation.NO_WRITE,
                        CacheSpec.DirtyTracking.NONE,
                        entered.upkeep().rangedMaintenance(),
                        SECTOR,
                        false,
                        Choice.of("lru"),
                        Choice.of(CacheSpec.Hash.MODULO.key()),
                        PersistingSpec.NONE,
                        Map.of(),
                        CacheStructure.NONE),
                Binder.defaults(CacheFile.class));
    }

    private int bytes(String path, CacheFile cache, String key, @Nullable Size written, int fallback) {
        return written == null ? fallback : quantities.bytes(cache, key, path + "." + key, written);
    }
}
