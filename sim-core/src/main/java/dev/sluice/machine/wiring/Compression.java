// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.Client;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.LayoutCompression;
import dev.sluice.device.RopSpec;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.rop.compress.CompressionCounters;
import dev.sluice.machine.rop.compress.CompressionTable;
import dev.sluice.machine.rop.compress.CompressionUnit;
import dev.sluice.machine.rop.compress.TileReaders;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.program.image.Surface;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The units that undo tile compression on the ways of a device that draws: below every tile cache, and below or in front of the
 * path of every client that reads compressed tiles.
 */
final class Compression {

    private final GpuSpec spec;
    private final Engine engine;
    private final RequestPool pool;
    private final Entrances entrances;
    private final CompressionTable table;
    private final @Nullable AccessChecker checker;
    private final CompressionCounters units = new CompressionCounters();
    private final CompressionCounters readers = new CompressionCounters();
    private final Map<String, List<CompressionUnit>> byCache = new LinkedHashMap<>();

    /** @param surfaces every image of the stream */
    Compression(
            GpuSpec spec,
            Engine engine,
            RequestPool pool,
            List<Surface> surfaces,
            Entrances entrances,
            @Nullable AccessChecker checker) {
        this.spec = spec;
        this.engine = engine;
        this.pool = pool;
        this.entrances = entrances;
        this.checker = checker;
        this.table = new CompressionTable(
                spec.rop(), spec.pages().compressionInPageTable() ? spec.pages().size() : 0);
        surfaces.forEach(this::add);
    }

    /** Adds an image. Nothing is compressed before a layout allows it: one that is never brought into such a layout stays raw. */
    void add(Surface surface) {
        table.add(surface);
        for (int level = 0; level < surface.spec().levels(); level++) {
            for (int layer = 0; layer < surface.spec().layers(); layer++) {
                table.storage(surface, level, layer, LayoutCompression.NONE);
            }
        }
    }

    /** States how the units may store the tiles of a layer of a level from now on. */
    void allow(Surface surface, int level, int layer, LayoutCompression allowed) {
        entrances.storage(surface, level, layer, allowed);
        table.storage(surface, level, layer, allowed);
    }

    CompressionTable table() {
        return table;
    }

    /** What render output units did to tiles. */
    CompressionCounters written() {
        return units;
    }

    /** What other readers of tiles did. */
    CompressionCounters read() {
        return readers;
    }

    void resetStatistics() {
        units.reset();
        readers.reset();
    }

    /** Whether a cache's misses go through a unit of its own. */
    boolean guards(CacheSpec cache) {
        return cache.geometry().tile()
                || cache.scope() == CacheSpec.Scope.COMPUTE_UNIT
                        && !clientsOf(cache.name()).isEmpty();
    }

    private List<Client> clientsOf(String target) {
        RopSpec rop = spec.rop();
        if (!rop.compresses()) {
            return List.of();
        }
        Map<Client, String> clients = new EnumMap<>(spec.clients());
        return clients.entrySet().stream()
                .filter(entry ->
                        entry.getValue().equals(target) && rop.readers().contains(entry.getKey()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The path below one instance of a cache. */
    Downstream below(CacheSpec cache, String name, Downstream data, Downstream metadata) {
        boolean writes = cache.geometry().tile();
        CompressionUnit unit = engine.add(new CompressionUnit(
                engine,
                name + " compression",
                pool,
                table,
                spec.rop(),
                data,
                metadata,
                writes,
                writes ? TileReaders.EVERYBODY : TileReaders.of(spec.rop()),
                cache.geometry().line(),
                writes ? units : readers,
                checker));
        byCache.computeIfAbsent(cache.name(), n -> new ArrayList<>()).add(unit);
        return unit;
    }

    /** The path of a client that enters no cache of its own. */
    Downstream inFrontOf(Client client, Downstream path) {
        if (!spec.rop().compresses() || !spec.rop().readers().contains(client)) {
            return path;
        }
        return engine.add(new CompressionUnit(
                engine,
                client.key() + " compression",
                pool,
                table,
                spec.rop(),
                path,
                path,
                false,
                TileReaders.of(spec.rop()),
                path.maxRequestBytes(),
                readers,
                checker));
    }

    /** The unit below an instance of a tile cache. */
    CompressionUnit unit(String cache, int instance) {
        return byCache.getOrDefault(cache, List.of()).get(instance);
    }
}
