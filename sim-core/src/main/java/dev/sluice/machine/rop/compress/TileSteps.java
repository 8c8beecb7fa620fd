// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.compress;

import dev.sluice.device.LayoutCompression;
import dev.sluice.device.RopSpec;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.VersionBundles;
import dev.sluice.machine.truth.AccessChecker;
import org.jspecify.annotations.Nullable;

/** What a {@link CompressionUnit} does with a tile once its metadata is known: fetches, decodes, merges, encodes and stores it. */
final class TileSteps {

    private final CompressionUnit unit;
    private final CompressionPaths paths;
    private final StoredTileRequests tiles;
    private final MetadataRequests metadata;
    private final CompressionCounters counters;
    private final TileCodec codec;
    private final TileContents contents;
    private final TileReaders readers;
    private final int tileBytes;
    private final int codecLatency;

    TileSteps(
            CompressionUnit unit,
            CompressionPaths paths,
            RopSpec spec,
            StoredTileRequests tiles,
            MetadataRequests metadata,
            VersionBundles bundles,
            TileReaders readers,
            CompressionCounters counters,
            @Nullable AccessChecker checker) {
        this.unit = unit;
        this.paths = paths;
        this.tiles = tiles;
        this.metadata = metadata;
        this.counters = counters;
        this.readers = readers;
        this.tileBytes = spec.tileBytes();
        this.codecLatency = spec.codecLatency();
        this.codec = new TileCodec(tileBytes, spec.transaction(), spec.ratios());
        this.contents = new TileContents(codec, bundles, tileBytes, counters, checker);
    }

    /** The metadata is known: fetches what is needed, or goes on at once. */
    void act(CompressionOperation op, Request request) {
        boolean compressed = op.code > TileCodec.RAW && op.code < TileCodec.CLEAR;
        if (op.kind == CompressionOperation.READ) {
            int asked = Integer.bitCount(op.sectors) * Request.SECTOR_BYTES;
            counters.tilesRead[CompressionCounters.state(op.code)]++;
            counters.rawReadBytes += asked;
            if (compressed) {
                fetch(op);
            } else if (op.code >= TileCodec.CLEAR && readers.cleared(request.client)) {
                contents.decodeClear(op);
                answer(op, request);
            } else {
                counters.readBytes += asked;
                tiles.read(op, op.sectors);
            }
            return;
        }
        boolean whole = request.byteCount() == tileBytes;
        if (request.payload == null || (op.code == TileCodec.RAW && !whole)) {
            counters.tilesWritten[TileCodec.RAW]++;
            counters.writeBytes += request.byteCount();
            counters.rawWriteBytes += request.byteCount();
            tiles.writeRequest(op, request);
        } else if (compressed && !whole) {
            fetch(op);
        } else {
            if (!whole) {
                contents.decodeClear(op);
                contents.check(op, request);
            }
            encode(op, request);
        }
    }

    /** Fetches a compressed tile to decode it. */
    private void fetch(CompressionOperation op) {
        int bytes = codec.storedBytes(op.code);
        op.decodes = true;
        counters.readBytes += bytes;
        tiles.read(op, (1 << bytes / Request.SECTOR_BYTES) - 1);
    }

    /** Takes what came back for an operation, and goes on when nothing is missing. */
    void take(CompressionOperation op, Request reply) {
        Request request = op.request;
        op.pending--;
        if (request != null && reply.kind == Request.READ) {
            if (op.decodes) {
                tiles.collect(op, reply);
            } else {
                tiles.answer(op, reply, request);
            }
            request.servedBy(reply.servedBy());
        }
        if (op.pending > 0 || request == null) {
            return;
        }
        if (!op.decodes || op.kind == CompressionOperation.WRITE && reply.kind == Request.WRITE) {
            if (op.garbled && !op.decodes) {
                counters.garbledTiles++;
            }
            unit.finish(op, 0);
            return;
        }
        contents.decode(op);
        if (op.kind == CompressionOperation.READ) {
            answer(op, request);
        } else {
            contents.check(op, request);
            encode(op, request);
        }
    }

    /** Answers a read with the decoded tile. */
    private void answer(CompressionOperation op, Request request) {
        contents.answer(op, request);
        unit.finish(op, codecLatency);
    }

    /** Merges a write into the decoded tile and encodes it. */
    private void encode(CompressionOperation op, Request request) {
        Payload payload = request.payload;
        CompressedSurface surface = op.surface;
        if (payload == null || surface == null) {
            return;
        }
        contents.merge(op, payload, request);
        LayoutCompression allowed = surface.storage(op.tile);
        int code = readers.cleared(request.client) && allowed == LayoutCompression.CLEARED
                ? surface.clearCode(op.bytes)
                : -1;
        if (code < 0) {
            code = allowed == LayoutCompression.NONE ? TileCodec.RAW : codec.encode(op.bytes, surface.grid, op.coded);
        }
        op.newCode = code;
        op.decodes = true;
        paths.after(codecLatency, CompressionUnit.CODED, op.index);
    }

    /** Sends an encoded tile and its metadata down. */
    void store(CompressionOperation op) {
        Request request = op.request;
        if (request == null) {
            return;
        }
        int code = op.newCode;
        int bytes = code >= TileCodec.CLEAR ? 0 : code == TileCodec.RAW ? tileBytes : codec.storedBytes(code);
        counters.tilesWritten[CompressionCounters.state(code)]++;
        counters.writeBytes += bytes;
        counters.rawWriteBytes += request.byteCount();
        int version = contents.metadataVersion(op, code);
        if (code == TileCodec.RAW) {
            tiles.writeRaw(op);
        } else if (code < TileCodec.CLEAR) {
            tiles.writeCoded(op, bytes, contents.encodedVersion(op, code));
        }
        if (code != op.code || (code >= TileCodec.CLEAR && version != MetadataBytes.version(op))) {
            metadata.write(op, code, version);
        }
        if (op.pending == 0) {
            unit.finish(op, 0);
        }
    }
}
