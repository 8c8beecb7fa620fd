// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.Client;
import dev.sluice.device.GpuSpec;
import dev.sluice.machine.cache.Cache;
import dev.sluice.machine.display.Display;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.rop.FastClear;
import dev.sluice.machine.rop.RenderOutputUnit;
import dev.sluice.machine.rop.RenderOutputUnits;
import dev.sluice.machine.rop.RopPath;
import dev.sluice.machine.rop.compress.StoredTiles;
import dev.sluice.machine.rop.transition.Discards;
import dev.sluice.machine.rop.transition.TransitionEngine;
import dev.sluice.machine.trace.Entrance;
import dev.sluice.machine.truth.AccessChecker;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The units of a device that only a stream with images needs: render output units, transition engine, display, fetchers. */
final class GraphicsHardware {

    /** What one unit holds of tiles: its caches of colours and of depth, each with the metadata's. */
    record UnitCaches(
            TileCaches color,
            @Nullable TileCaches colorMetadata,
            TileCaches depth,
            @Nullable TileCaches depthMetadata) {}

    /** Puts a look-aside buffer before a path, where translation costs time. */
    @FunctionalInterface
    interface Translated {
        Downstream path(String who, Downstream path);
    }

    final @Nullable RenderOutputUnits units;
    final List<UnitCaches> caches = new ArrayList<>();

    /** Shared caches of others that what the units and transitions write goes past. */
    final List<TileCaches> bypassed = new ArrayList<>();

    final TransitionEngine transitions;
    final Display display;
    final GeometryFetcher indirect;
    final GeometryFetcher index;
    final GeometryFetcher attribute;
    final Tickets tickets;

    GraphicsHardware(
            GpuSpec spec,
            Engine engine,
            RequestPool pool,
            Hierarchy hierarchy,
            Compression compression,
            Discards discards,
            Translated translated,
            Entrances entrances,
            SimObserver observer,
            @Nullable AccessChecker checker) {
        tickets = engine.add(new Tickets(engine, "graphics work"));
        List<TileCaches> readers = new ArrayList<>();
        hierarchy.readersOfMetadata().forEach(cache -> readers.add(control(engine, cache)));
        List<RenderOutputUnit> list = new ArrayList<>();
        int count = DrawCheck.draws(spec) ? spec.rop().count() : 0;
        for (int i = 0; i < count; i++) {
            TileCaches color = control(engine, hierarchy.unitCache(Client.COLOR_ATTACHMENT, i));
            TileCaches depth = control(engine, hierarchy.unitCache(Client.DEPTH_STENCIL_ATTACHMENT, i));
            TileCaches colorCodes = metadata(engine, hierarchy, Client.COLOR_ATTACHMENT, i);
            TileCaches depthCodes = metadata(engine, hierarchy, Client.DEPTH_STENCIL_ATTACHMENT, i);
            if (colorCodes != null) {
                color.with(new TileCodes(compression.table(), colorCodes, readers));
            }
            if (depthCodes != null) {
                depth.with(new TileCodes(compression.table(), depthCodes, readers));
            }
            caches.add(new UnitCaches(color, colorCodes, depth, depthCodes));
            list.add(engine.add(new RenderOutputUnit(
                    engine,
                    "rop[" + i + "]",
                    i,
                    spec.rop(),
                    pool,
                    path(spec, hierarchy, compression, translated, entrances, Client.COLOR_ATTACHMENT, i, color),
                    path(
                            spec,
                            hierarchy,
                            compression,
                            translated,
                            entrances,
                            Client.DEPTH_STENCIL_ATTACHMENT,
                            i,
                            depth),
                    observer,
                    checker)));
        }
        hierarchy.besideUnits().forEach(cache -> bypassed.add(control(engine, cache)));
        units = list.isEmpty() ? null : new RenderOutputUnits(list);
        Downstream below = entrances.addTransitions(
                count == 0 ? hierarchy.devicePath(Client.TRANSFER) : hierarchy.pathBelow(Client.COLOR_ATTACHMENT));
        transitions = engine.add(new TransitionEngine(
                engine,
                "layout transitions",
                pool,
                spec.rop(),
                new StoredTiles(compression.table()),
                below,
                below,
                discards));
        display = engine.add(new Display(
                engine,
                "display",
                pool,
                spec.display(),
                entrances.add(
                        Entrance.DISPLAY,
                        0,
                        translated.path(
                                "display",
                                compression.inFrontOf(Client.DISPLAY, hierarchy.devicePath(Client.DISPLAY)))),
                observer,
                checker));
        indirect = fetcher(engine, pool, hierarchy, translated, entrances, Client.INDIRECT, observer, checker);
        index = fetcher(engine, pool, hierarchy, translated, entrances, Client.INDEX, observer, checker);
        attribute = fetcher(engine, pool, hierarchy, translated, entrances, Client.VERTEX_ATTRIBUTE, observer, checker);
    }

    private static TileCaches control(Engine engine, Cache cache) {
        return engine.add(new TileCaches(engine, cache));
    }

    private static @Nullable TileCaches metadata(Engine engine, Hierarchy hierarchy, Client client, int unit) {
        Cache cache = hierarchy.unitMetadata(client, unit);
        return cache == null ? null : control(engine, cache);
    }

    private static RopPath path(
            GpuSpec spec,
            Hierarchy hierarchy,
            Compression compression,
            Translated translated,
            Entrances entrances,
            Client client,
            int unit,
            TileCaches control) {
        String cache = String.valueOf(spec.clients().get(client));
        Entrance entrance = Entrance.all().get(client.ordinal());
        FastClear fast =
                spec.rop().compresses() ? entrances.clears(entrance, unit, compression.unit(cache, unit)) : null;
        String name = "rop[" + unit + "] " + client.key();
        return new RopPath(
                entrances.add(entrance, unit, translated.path(name, hierarchy.unitCachePath(client, unit))),
                control,
                fast,
                spec.rop().count() > 1 && control.writesMoreThanWasWritten());
    }

    private static GeometryFetcher fetcher(
            Engine engine,
            RequestPool pool,
            Hierarchy hierarchy,
            Translated translated,
            Entrances entrances,
            Client client,
            SimObserver observer,
            @Nullable AccessChecker checker) {
        return engine.add(new GeometryFetcher(
                engine,
                client.key() + " fetch",
                pool,
                entrances.add(
                        Entrance.all().get(client.ordinal()),
                        0,
                        translated.path(client.key(), hierarchy.devicePath(client))),
                client,
                observer,
                checker));
    }

    long requests() {
        long sum = transitions.result().requests() + display.result().requests();
        sum += indirect.requests() + index.requests() + attribute.requests();
        return sum + (units == null ? 0 : units.requests());
    }

    long sectors() {
        long sum = transitions.result().sectors() + display.sectors();
        sum += indirect.sectors() + index.sectors() + attribute.sectors();
        return sum + (units == null ? 0 : units.sectors());
    }

    void resetStatistics() {
        transitions.resetStatistics();
        display.resetStatistics();
        if (units != null) {
            units.resetStatistics();
        }
    }
}
