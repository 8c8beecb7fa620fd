// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.compress;

import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import org.jspecify.annotations.Nullable;

/** The requests that a {@link CompressionUnit} makes for metadata: one sector each, of which one byte or a run of tiles counts. */
final class MetadataRequests {

    private final CompressionUnit unit;
    private final RequestPool pool;
    private final CompressionPaths paths;
    private final MetadataBytes bytes;
    private final CompressionCounters counters;
    private final boolean nibbles;

    MetadataRequests(
            CompressionUnit unit,
            RequestPool pool,
            CompressionPaths paths,
            CompressionTable table,
            CompressionCounters counters) {
        this.unit = unit;
        this.pool = pool;
        this.paths = paths;
        this.bytes = new MetadataBytes(table.bundles(), table.spec().metadataBits());
        this.counters = counters;
        this.nibbles = table.spec().metadataBits() == 4;
    }

    /** Asks for the first byte's sector. */
    void read(CompressionOperation op) {
        Request request = request(op, Request.READ);
        request.sectors = 1;
        counters.metadataReads++;
        paths.metadata(request);
    }

    /** Takes what was asked for. */
    void take(CompressionOperation op, Payload from) {
        bytes.take(op, from, offset(op.metadataFirst));
    }

    /** Writes a tile's new code. */
    void write(CompressionOperation op, int code, int version) {
        Request write = request(op, Request.WRITE);
        bytes.put(op, code, version, write, offset(op.metadataFirst));
        counters.metadataWrites++;
        paths.metadata(write);
    }

    /** Whether a clear sets one half of a byte, whose other half must be known. */
    static boolean halves(CompressionOperation op) {
        return lowIsKept(op) || highIsKept(op);
    }

    private static boolean lowIsKept(CompressionOperation op) {
        CompressedSurface surface = op.surface;
        return surface != null && surface.nibble(op.tile) == 1;
    }

    private static boolean highIsKept(CompressionOperation op) {
        CompressedSurface surface = op.surface;
        return surface != null && surface.nibbles() && surface.nibble(op.lastTile()) == 0;
    }

    /** Writes the metadata of a clear; {@code old} is its sector as it was, where half bytes need it. */
    void clear(CompressionOperation op, @Nullable Payload old) {
        Request write = request(op, Request.WRITE);
        int first = offset(op.metadataFirst);
        int last = offset(op.metadataLast);
        int code = op.newCode;
        for (int offset = first; offset <= last; offset++) {
            boolean low = offset == first && lowIsKept(op);
            boolean high = offset == last && highIsKept(op);
            if (old != null && (low || high)) {
                op.nibble = low ? 1 : 0;
                bytes.take(op, old, offset);
                bytes.put(op, code, op.agent, write, offset);
            } else {
                bytes.write(write, offset, nibbles ? code | code << 4 : code, op.agent, op.agent);
            }
        }
        counters.metadataWrites++;
        counters.clearedTiles += op.count;
        paths.metadata(write);
    }

    private static int offset(long address) {
        return (int) address & Request.SECTOR_BYTES - 1;
    }

    private Request request(CompressionOperation op, int kind) {
        Request of = op.request;
        Request request = pool.acquire();
        long address = op.metadataFirst & -Request.SECTOR_BYTES;
        if (of == null) {
            request.start(kind, address, 0, op.client, op.command, op.agent);
        } else {
            request.start(kind, address, 0, of.client, of.command, of.agent);
        }
        request.flags = (byte) (kind == Request.READ ? Request.FILL : 0);
        request.tag = op.index;
        request.replyTo(unit, CompressionUnit.METADATA, request.index);
        op.pending++;
        return request;
    }
}
