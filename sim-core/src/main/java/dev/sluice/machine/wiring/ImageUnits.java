// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.GpuSpec;
import dev.sluice.device.LayoutCompression;
import dev.sluice.machine.display.TornRun;
import dev.sluice.machine.queue.CommandExecutor;
import dev.sluice.machine.queue.GraphicsExecutor;
import dev.sluice.machine.request.VersionBundles;
import dev.sluice.machine.rop.Target;
import dev.sluice.machine.rop.TexelBytes;
import dev.sluice.machine.rop.TileRanges;
import dev.sluice.machine.rop.transition.Discards;
import dev.sluice.machine.rop.transition.TransitionJob;
import dev.sluice.machine.rop.transition.TransitionPlan;
import dev.sluice.machine.transfer.TransferEngine;
import dev.sluice.machine.transfer.TransferJob;
import dev.sluice.machine.truth.HappensBefore;
import dev.sluice.program.Command;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.Rect;
import dev.sluice.program.image.Surface;
import dev.sluice.program.image.SurfaceLayout;
import dev.sluice.program.image.TileShape;
import dev.sluice.program.image.Tiling;
import dev.sluice.program.sync.AddressRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Carries out what concerns whole images: transfers, layout transitions, presentation, and contents that become undefined. */
final class ImageUnits {

    /** A present that showed what was not ordered before it. */
    record Torn(int agent, int writer, String image, long base, TornRun run, long cycle) {}

    private final GpuSpec spec;
    private final Bindings bindings;
    private final GraphicsHardware hardware;
    private final Compression compression;
    private final TransferEngine transfers;
    private final FunctionalExecutor functional;
    private final HappensBefore order;
    private final Discards discards;
    private final Discards returns;
    private final List<Torn> torn = new ArrayList<>();

    ImageUnits(
            GpuSpec spec,
            Bindings bindings,
            GraphicsHardware hardware,
            Compression compression,
            TransferEngine transfers,
            FunctionalExecutor functional,
            HappensBefore order,
            Discards discards,
            Discards returns) {
        this.spec = spec;
        this.bindings = bindings;
        this.hardware = hardware;
        this.compression = compression;
        this.transfers = transfers;
        this.functional = functional;
        this.order = order;
        this.discards = discards;
        this.returns = returns;
    }

    /** What presents showed that was still being written. */
    List<Torn> torn() {
        return torn;
    }

    /** Gives up aspects of the texels that lie in a rectangle, and of what a tile at the image's edge has beside them. */
    void discarded(Target target, Set<Aspect> aspects, Rect area, int agent) {
        tell(discards, target, aspects, area, agent);
    }

    /** What was given up of them for as long as an attachment was used is there again. */
    void restored(Target target, Set<Aspect> aspects, Rect area, int agent) {
        tell(returns, target, aspects, area, agent);
    }

    private void tell(Discards to, Target target, Set<Aspect> aspects, Rect area, int agent) {
        Surface surface = target.surface();
        Format format = surface.spec().format();
        TexelBytes part = TexelBytes.of(format, aspects);
        SurfaceLayout layout = surface.layout();
        Rect inside = area.intersect(target.area());
        if (surface.spec().tiling() == Tiling.LINEAR) {
            int bytes = surface.spec().format().texelBytes();
            for (int y = inside.y(); y < inside.y() + inside.height(); y++) {
                long from = surface.address(target.level(), target.layer(), inside.x(), y, 0);
                to.discard(from, (long) inside.width() * bytes, format, part, agent);
            }
            return;
        }
        TileShape tile = layout.tile();
        Reach across = new Reach(inside.x(), inside.x() + inside.width(), target.width(), tile.width());
        Reach down = new Reach(inside.y(), inside.y() + inside.height(), target.height(), tile.height());
        for (int y = down.first(); y < down.end; y += tile.height()) {
            int whole = 0;
            for (int x = across.first(); x < across.end; x += tile.width()) {
                if (across.covers(x) && down.covers(y)) {
                    whole++;
                    continue;
                }
                tiles(to, target, x, y, whole, part, agent);
                whole = 0;
                rows(to, target, x, y, inside, part, agent);
            }
            tiles(to, target, across.end, y, whole, part, agent);
        }
    }

    /**
     * The texels of an image that a rectangle reaches in one direction.
     *
     * @param end past the last of them
     * @param size of the image
     */
    private record Reach(int start, int end, int size, int tile) {

        /** Where the first tile begins. */
        int first() {
            return start / tile * tile;
        }

        /** Whether the tile that begins there is covered, as far as it has texels of the image. */
        boolean covers(int at) {
            return at >= start && (at + tile <= end || end >= size);
        }
    }

    /** Gives up the last whole tiles of a row before a place. */
    private void tiles(Discards to, Target target, int end, int y, int count, TexelBytes part, int agent) {
        if (count > 0) {
            Surface surface = target.surface();
            SurfaceLayout layout = surface.layout();
            int last = (end - 1) / layout.tile().width();
            int first = (last - count + 1) * layout.tile().width();
            long from = surface.base() + layout.tileOffset(target.level(), target.layer(), first, y);
            to.discard(
                    from, (long) count * layout.tile().bytes(), surface.spec().format(), part, agent);
        }
    }

    /** Gives up what a rectangle has of the tile that begins at a place. */
    private void rows(Discards to, Target target, int tileX, int tileY, Rect area, TexelBytes part, int agent) {
        Surface surface = target.surface();
        Format format = surface.spec().format();
        TileShape tile = surface.layout().tile();
        Rect inside = area.intersect(new Rect(tileX, tileY, tile.width(), tile.height()));
        long bytes = (long) inside.width() * format.texelBytes();
        for (int sample = 0; sample < surface.spec().samples(); sample++) {
            for (int y = inside.y(); y < inside.y() + inside.height(); y++) {
                long from = surface.address(target.level(), target.layer(), inside.x(), y, sample);
                to.discard(from, bytes, format, part, agent);
            }
        }
    }

    List<AddressRange> written(Command.ImageTransfer transfer) {
        return new ImageTransfers(bindings).written(transfer);
    }

    void transfer(
            String name,
            Command command,
            GraphicsExecutor.Who who,
            boolean atOnce,
            CommandExecutor.Completion completion) {
        TransferJob job = new ImageTransfers(bindings).job(command, who);
        boolean[] ranAtOnce = new boolean[1];
        int ticket = hardware.tickets.take(
                () -> completion.done(new CommandExecutor.Work(job.bytesRead(), job.bytesWritten(), 0, ranAtOnce[0])));
        job.replyTo(hardware.tickets, 0, ticket);
        if (atOnce) {
            functional.transfer(name, command.origin(), job, () -> {
                ranAtOnce[0] = true;
                hardware.tickets.use(ticket);
            });
        } else {
            transfers.start(job);
        }
    }

    void transition(
            ImageTransition transition,
            Set<ImageLayout> beside,
            GraphicsExecutor.Who who,
            GraphicsExecutor.TransitionCompletion completion) {
        ImageRange range = transition.range();
        Surface surface = bindings.surface(range.image());
        TransitionJob job = TransitionJob.of(
                surface,
                range.aspects(),
                transition.oldLayout(),
                transition.newLayout(),
                beside,
                spec.rop(),
                range.level(),
                range.levels(),
                range.layer(),
                range.layers(),
                who.attribution(),
                who.agent());
        Runnable begin = () -> {
            int ticket = hardware.tickets.take(() -> forget(surface, range, job, who, () -> {
                allow(surface, range, transition.newLayout(), beside);
                completion.done(new GraphicsExecutor.TransitionWork(
                        job.kind().text(),
                        surface.name(),
                        job.tilesVisited(),
                        job.tilesChanged(),
                        job.bytesWritten() + job.metadataBytes()));
            }));
            hardware.transitions.start(job.replyTo(hardware.tickets, 0, ticket));
        };
        if (job.kind() == TransitionPlan.Kind.NOTHING) {
            begin.run();
        } else {
            writeBack(surface, bindings.addresses(range), who, false, begin);
        }
    }

    /**
     * Takes what a transition rewrote out of the shared caches that it went past: its writes are automatically
     * available (Vulkan specification, section Image Layout Transitions), and a metadata operation invalidates the
     * caches of metadata on both sides.
     */
    private void forget(Surface surface, ImageRange range, TransitionJob job, GraphicsExecutor.Who who, Runnable then) {
        if (job.kind() == TransitionPlan.Kind.NOTHING || !surface.compressible()) {
            then.run();
            return;
        }
        TileRanges stale = new TileRanges();
        List<AddressRange> ranges = bindings.addresses(range);
        for (int i = 0; i + 1 < ranges.size(); i += 2) {
            if (job.tilesChanged() > 0) {
                stale.add(ranges.get(i).address(), ranges.get(i).end());
            }
            stale.add(ranges.get(i + 1).address(), ranges.get(i + 1).end());
        }
        invalidate(hardware.bypassed, stale, who, then);
    }

    /** From now on the units store tiles as everyone who may access the image in its new layout understands. */
    private void allow(Surface surface, ImageRange range, ImageLayout layout, Set<ImageLayout> beside) {
        LayoutCompression storage = TransitionPlan.allowed(surface, layout, beside, spec.rop());
        for (int level = range.level(); level < range.level() + range.levels(); level++) {
            for (int layer = range.layer(); layer < range.layer() + range.layers(); layer++) {
                compression.allow(surface, level, layer, storage);
            }
        }
    }

    /** Stores what the units hold of an attachment, with its metadata, and frees their memory of it. */
    void release(ImageSlice slice, GraphicsExecutor.Who who, boolean atOnce, Runnable then) {
        writeBack(bindings.surface(slice.image()), bindings.addresses(slice), who, atOnce, then);
    }

    /**
     * Brings what the units hold to where the transition works: drivers run it through the units themselves, with their caches
     * written back around it (RADV, layout_transitions of the profile).
     *
     * @param ranges of texels; behind each that of its metadata, where the surface has any
     */
    private void writeBack(
            Surface surface, List<AddressRange> ranges, GraphicsExecutor.Who who, boolean atOnce, Runnable then) {
        TileRanges tiles = new TileRanges();
        TileRanges metadata = new TileRanges();
        int step = surface.compressible() ? 2 : 1;
        for (int i = 0; i < ranges.size(); i += step) {
            tiles.add(ranges.get(i).address(), ranges.get(i).end());
            if (step > 1) {
                metadata.add(ranges.get(i + 1).address(), ranges.get(i + 1).end());
            }
        }
        boolean color = surface.spec().format().color();
        List<TileCaches> data = new ArrayList<>();
        List<TileCaches> codes = new ArrayList<>();
        for (GraphicsHardware.UnitCaches unit : hardware.caches) {
            data.add(color ? unit.color() : unit.depth());
            TileCaches own = color ? unit.colorMetadata() : unit.depthMetadata();
            if (own != null) {
                codes.add(own);
            }
        }
        if (atOnce) {
            data.forEach(cache -> cache.invalidateAtOnce(tiles, who.attribution()));
            codes.forEach(cache -> cache.invalidateAtOnce(metadata, who.attribution()));
            then.run();
        } else {
            invalidate(data, tiles, who, () -> invalidate(codes, metadata, who, then));
        }
    }

    private void invalidate(List<TileCaches> caches, TileRanges ranges, GraphicsExecutor.Who who, Runnable then) {
        if (caches.isEmpty()) {
            then.run();
            return;
        }
        int[] left = {caches.size()};
        for (TileCaches cache : caches) {
            int ticket = hardware.tickets.take(() -> {
                if (--left[0] == 0) {
                    then.run();
                }
            });
            cache.invalidate(ranges, who.attribution(), hardware.tickets, 0, ticket);
        }
    }

    /** The agent behind a version: of a tile that is stored compressed the one that wrote last. */
    private int writer(int version) {
        return VersionBundles.encoded(version) ? compression.table().bundles().newest(version) : version;
    }

    void present(String image, GraphicsExecutor.Who who, CommandExecutor.Completion completion) {
        Surface surface = bindings.surface(image);
        int ticket = hardware.tickets.take(() -> {
            for (TornRun run : hardware.display.torn()) {
                torn.add(new Torn(
                        who.agent(), writer(run.version()), image, surface.base(), run, hardware.display.now()));
            }
            SurfaceLayout layout = surface.layout();
            long bytes = (long) surface.spec().width()
                    * surface.spec().height()
                    * layout.spec().format().texelBytes();
            completion.done(new CommandExecutor.Work(bytes, 0, 0));
        });
        hardware.display.scanOut(
                surface,
                who.attribution(),
                who.agent(),
                version -> !order.before(writer(version), who.agent()),
                hardware.tickets,
                0,
                ticket);
    }
}
