// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.Client;
import dev.sluice.device.RopSpec;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.fault.StreamException;
import dev.sluice.machine.rop.compress.CompressionUnit;
import dev.sluice.machine.trace.TraceRecord;
import dev.sluice.machine.trace.TraceStorage;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Surface;
import dev.sluice.result.Counted;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The images of a trace whose tiles may lie compressed, on a device that stores them so as the run's device did. */
final class ReplayedImages {

    private final Gpu gpu;
    private final Map<Integer, Surface> surfaces = new HashMap<>();
    private int raw;
    private long leftOut;

    /** Tells the device of the images. */
    ReplayedImages(Gpu gpu, List<OpenedTrace.CodedImage> images) {
        this.gpu = gpu;
        RopSpec rop = gpu.spec.rop();
        for (OpenedTrace.CodedImage image : images) {
            Surface surface = image.surface();
            if (gpu.compression == null
                    || !gpu.pool.functional()
                    || !rop.compresses()
                    || !DrawCheck.draws(gpu.spec)
                    || rop.tileBytes() != image.tileBytes()
                    || rop.metadataBits() != image.metadataBits()) {
                raw++;
                continue;
            }
            check(image);
            if (surfaces.put(surface.id(), surface) != null) {
                throw new StreamException(image.where(), "there are two images " + surface.id());
            }
            gpu.compression.add(surface);
        }
    }

    private void check(OpenedTrace.CodedImage image) {
        Surface surface = image.surface();
        long beside = gpu.spec.pages().size()
                / image.tileBytes()
                * image.metadataBits()
                / Byte.SIZE; // of the rest of its pages
        long tiles = surface.layout().size() / image.tileBytes();
        long end = surface.metadata() + tiles * image.metadataBits() / Byte.SIZE + beside;
        if (surface.base() % surface.layout().alignment() != 0
                || surface.end() > gpu.spec.vram().size()
                || surface.metadata() < beside
                || end > gpu.spec.vram().size()) {
            throw new StreamException(
                    image.where(),
                    "the image does not lie in the memory of " + gpu.spec.name() + ", on a multiple of "
                            + surface.layout().alignment() + " bytes, with its metadata");
        }
    }

    /** What is to be said of images and clears that this device has otherwise. */
    void addNotes(List<String> to) {
        if (raw > 0) {
            to.add(Counted.of(raw, "image") + " of the trace could be compressed, and " + gpu.spec.name()
                    + " does not store tiles like that: what is of them moves as it is");
        }
        if (leftOut > 0) {
            to.add(Counted.of(leftOut, "clear") + " through metadata left out");
        }
    }

    /** An image's tiles may be stored otherwise from now on. */
    void allow(TraceRecord record, String where) {
        TraceStorage storage = Objects.requireNonNull(record.storage);
        Compression compression = gpu.compression;
        Surface surface = surfaces.get(record.unit);
        if (surface == null || compression == null) {
            return;
        }
        ImageSpec spec = surface.spec();
        if (storage.level() >= spec.levels() || storage.layer() >= spec.layers()) {
            throw new StreamException(
                    where,
                    "image " + record.unit + " has " + Counted.of(spec.levels(), "level") + " and "
                            + Counted.of(spec.layers(), "layer"));
        }
        compression.allow(surface, storage.level(), storage.layer(), storage.allowed());
    }

    /**
     * Clears tiles through their metadata.
     *
     * @return whether somebody will be told
     */
    boolean clear(TraceRecord record, String where, Component replyTo, int kind) {
        Surface surface = surfaceAt(record.address);
        if (surface == null) {
            leftOut++;
            return false;
        }
        int tile = surface.layout().tile().bytes();
        int code = record.data.length == 1 ? record.data[0] & 0xFF : -1;
        if (code < 0 || code >= 1 << gpu.spec.rop().metadataBits()) {
            throw new StreamException(where, "a clear has one byte of data, the code of a tile's metadata");
        }
        if (record.size < tile || record.size % tile != 0 || (record.address - surface.base()) % tile != 0) {
            throw new StreamException(where, "a clear is of whole tiles of " + tile + " bytes");
        }
        try {
            unit(surface, record.unit)
                    .clear(
                            surface,
                            record.address,
                            record.size / tile,
                            code,
                            TraceRequests.COMMAND,
                            record.writers.first(),
                            replyTo,
                            kind,
                            0);
        } catch (IllegalArgumentException e) {
            throw new StreamException(where, String.valueOf(e.getMessage()));
        }
        return true;
    }

    private @Nullable Surface surfaceAt(long address) {
        Compression compression = gpu.compression;
        return compression == null ? null : compression.table().find(address);
    }

    private CompressionUnit unit(Surface surface, int unit) {
        Client client = surface.spec().format().color() ? Client.COLOR_ATTACHMENT : Client.DEPTH_STENCIL_ATTACHMENT;
        String cache = String.valueOf(gpu.spec.clients().get(client));
        return Objects.requireNonNull(gpu.compression)
                .unit(cache, unit % gpu.spec.rop().count());
    }
}
