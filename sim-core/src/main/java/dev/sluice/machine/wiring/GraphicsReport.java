// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.ImageSight;
import dev.sluice.machine.display.DisplayResult;
import dev.sluice.machine.queue.LayoutTracker;
import dev.sluice.machine.rop.RenderOutputUnits;
import dev.sluice.machine.rop.RopResult;
import dev.sluice.machine.rop.compress.CompressionCounters;
import dev.sluice.machine.rop.transition.TransitionResult;
import dev.sluice.machine.truth.Agent;
import dev.sluice.machine.truth.AgentTable;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Picture;
import dev.sluice.program.image.Surface;
import dev.sluice.result.GraphicsResult;
import dev.sluice.result.ImageResult;
import dev.sluice.result.RunDetails;
import dev.sluice.result.TileStates;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The graphics part of a run's result. */
final class GraphicsReport {

    private final Bindings bindings;
    private final List<ImageDeclaration> declarations;
    private final Compression compression;
    private final GraphicsHardware hardware;
    private final ImageUnits images;
    private final ImageInspector inspector;

    GraphicsReport(
            Bindings bindings,
            List<ImageDeclaration> declarations,
            Compression compression,
            GraphicsHardware hardware,
            ImageUnits images,
            ImageInspector inspector) {
        this.bindings = bindings;
        this.declarations = declarations;
        this.compression = compression;
        this.hardware = hardware;
        this.images = images;
        this.inspector = inspector;
    }

    GraphicsResult.Rop rop() {
        RenderOutputUnits units = hardware.units;
        RopResult did = units == null ? RopResult.NONE : units.result();
        CompressionCounters written = compression.written();
        CompressionCounters read = compression.read();
        long stored = written.readBytes + written.writeBytes;
        long raw = written.rawReadBytes + written.rawWriteBytes;
        return new GraphicsResult.Rop(
                did.pixelsTested(),
                did.pixelsPassed(),
                did.pixelsWritten(),
                did.pixelsBlended(),
                did.samplesWritten(),
                did.tilesFastCleared(),
                did.tilesCleared(),
                did.pixelsResolved(),
                did.requests(),
                did.sectors(),
                did.busyCycles(),
                TileStates.of(written.tilesRead),
                TileStates.of(written.tilesWritten),
                stored,
                raw,
                raw - stored,
                stored == 0 ? 1 : (double) raw / stored,
                written.metadataReads,
                written.metadataWrites,
                new GraphicsResult.Readers(
                        TileStates.of(read.tilesRead),
                        read.readBytes,
                        read.rawReadBytes,
                        read.metadataReads,
                        read.garbledTiles),
                transitions(hardware.transitions.result()));
    }

    private static GraphicsResult.Transitions transitions(TransitionResult did) {
        return new GraphicsResult.Transitions(
                did.nothing(),
                did.initialised(),
                did.eliminated(),
                did.decompressed(),
                did.tilesVisited(),
                did.tilesChanged(),
                did.bytesRead(),
                did.bytesWritten(),
                did.metadataRead(),
                did.metadataWritten(),
                did.busyCycles());
    }

    GraphicsResult.@Nullable Display display() {
        DisplayResult did = hardware.display.result();
        return did.presents() == 0
                ? null
                : new GraphicsResult.Display(
                        did.presents(), did.bytesRead(), did.requests(), did.cycles(), did.checksum(), did.tornBytes());
    }

    List<ImageResult> images(LayoutTracker layouts) {
        List<ImageResult> list = new ArrayList<>();
        for (ImageDeclaration image : declarations) {
            list.add(inspector.summary(bindings.surface(image.name()), bindings.memory(image.name()), layouts));
        }
        return list;
    }

    List<RunDetails.TileMap> tileMaps() {
        List<RunDetails.TileMap> maps = new ArrayList<>();
        declarations.forEach(image -> maps.addAll(inspector.tileMaps(bindings.surface(image.name()))));
        return maps;
    }

    List<GraphicsResult.Tearing> tearing(AgentTable agents) {
        List<GraphicsResult.Tearing> list = new ArrayList<>();
        for (ImageUnits.Torn torn : images.torn()) {
            Agent display = agents.get(torn.agent());
            Agent writer = agents.get(torn.writer());
            list.add(new GraphicsResult.Tearing(
                    display.name(),
                    torn.image(),
                    writer.name(),
                    torn.run().firstAddress() - torn.base(),
                    torn.run().lastAddress() - torn.run().firstAddress() + 1,
                    torn.run().bytes(),
                    new Cure.Note(
                            "let " + display.name() + " wait for a semaphore that is signalled after " + writer.name()),
                    display.where(),
                    torn.cycle()));
        }
        return list;
    }

    /** The newest texels of all levels and layers of an image, one after the other. */
    byte[] texels(String image) {
        Surface surface = bindings.surface(image);
        ImageSpec spec = surface.spec();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int level = 0; level < spec.levels(); level++) {
            int layers = spec.depth() > 1 ? spec.depth(level) : spec.layers();
            for (int layer = 0; layer < layers; layer++) {
                all.writeBytes(inspector.texels(surface, level, layer, ImageSight.MACHINE));
            }
        }
        return all.toByteArray();
    }

    int[] pixels(String image, int level, int layer, ImageSight sight) {
        Surface surface = bindings.surface(image);
        ImageSpec spec = surface.spec();
        int layers = spec.depth() > 1 ? spec.depth(Math.min(level, spec.levels() - 1)) : spec.layers();
        if (level < 0 || level >= spec.levels() || layer < 0 || layer >= layers) {
            throw new IllegalArgumentException("image " + image + " has " + spec.levels() + " levels and " + layers
                    + " layers; there is no level " + level + ", layer " + layer);
        }
        byte[] texels = inspector.texels(surface, level, layer, sight);
        return Picture.argb(spec.format(), texels, spec.width(level) * spec.height(level));
    }
}
