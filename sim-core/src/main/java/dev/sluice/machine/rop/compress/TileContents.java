// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.compress;

import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.machine.request.VersionBundles;
import dev.sluice.machine.truth.AccessChecker;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What a unit does to an operation's tile once its bytes are there: decodes, merges, encodes, versions included. */
final class TileContents {

    private final TileCodec codec;
    private final VersionBundles bundles;
    private final int tileBytes;
    private final CompressionCounters counters;
    private final @Nullable AccessChecker checker;
    /** The decoded sector under a part of a write, for the checker. */
    private final SectorStore under = new SectorStore(1);

    TileContents(
            TileCodec codec,
            VersionBundles bundles,
            int tileBytes,
            CompressionCounters counters,
            @Nullable AccessChecker checker) {
        this.codec = codec;
        this.bundles = bundles;
        this.tileBytes = tileBytes;
        this.counters = counters;
        this.checker = checker;
    }

    /** Decodes what was fetched. */
    void decode(CompressionOperation op) {
        CompressedSurface surface = op.surface;
        if (surface == null) {
            return;
        }
        codec.decode(op.coded, codec.storedBytes(op.code), surface.grid, op.bytes);
        if (op.garbled || bundles.size(op.bundle) != tileBytes || bundles.form(op.bundle) != op.code) {
            Arrays.fill(op.versions, 0);
            counters.garbledTiles++;
        } else {
            bundles.unpack(op.bundle, op.versions);
        }
    }

    /** Makes the tile what its metadata alone says. */
    void decodeClear(CompressionOperation op) {
        CompressedSurface surface = op.surface;
        if (surface == null) {
            return;
        }
        System.arraycopy(surface.clearTile(op.code), 0, op.bytes, 0, tileBytes);
        int version = MetadataBytes.version(op);
        if (VersionBundles.encoded(version) && bundles.size(version) == tileBytes) {
            bundles.unpack(version, op.versions);
        } else {
            Arrays.fill(op.versions, version);
        }
    }

    /** Puts the decoded bytes that a read asked for into it. */
    void answer(CompressionOperation op, Request request) {
        Payload payload = request.payload;
        if (payload == null) {
            return;
        }
        for (int rest = request.sectors; rest != 0; rest &= rest - 1) {
            int s = Integer.numberOfTrailingZeros(rest);
            int to = s * Request.SECTOR_BYTES;
            int from = to + op.shift * Request.SECTOR_BYTES;
            System.arraycopy(op.bytes, from, payload.writable(), to, Request.SECTOR_BYTES);
            payload.setVersions(s, op.versions, from);
        }
    }

    /** Tells the checker which decoded bytes a part of a tile is about to replace. */
    void check(CompressionOperation op, Request request) {
        AccessChecker judge = checker;
        if (judge == null || !request.has(Request.WRITE_BACK)) {
            return;
        }
        for (int rest = request.sectors; rest != 0; rest &= rest - 1) {
            int s = Integer.numberOfTrailingZeros(rest);
            int mask = request.sectorBytes(s);
            if (mask != 0) {
                int from = (s + op.shift) * Request.SECTOR_BYTES;
                for (int b = 0; b < Request.SECTOR_BYTES; b++) {
                    under.set(0, b, op.bytes[from + b], op.versions[from + b]);
                }
                judge.overwrites(request, s, mask, under, 0);
            }
        }
    }

    /** Merges a write into the decoded tile. */
    void merge(CompressionOperation op, Payload payload, Request request) {
        for (int rest = request.sectors; rest != 0; rest &= rest - 1) {
            int s = Integer.numberOfTrailingZeros(rest);
            int to = (s + op.shift) * Request.SECTOR_BYTES;
            byte[] bytes = payload.bytes(s);
            int offset = payload.offset(s);
            int version = payload.version(s);
            if (request.sectorBytes(s) == -1 && version != Payload.MIXED) {
                System.arraycopy(bytes, offset, op.bytes, to, Request.SECTOR_BYTES);
                Arrays.fill(op.versions, to, to + Request.SECTOR_BYTES, version);
                continue;
            }
            for (int mask = request.sectorBytes(s); mask != 0; mask &= mask - 1) {
                int b = Integer.numberOfTrailingZeros(mask);
                op.bytes[to + b] = bytes[offset + b];
                op.versions[to + b] = payload.byteVersion(s * Request.SECTOR_BYTES + b);
            }
        }
    }

    /** The version that the metadata of a tile stored with a code carries. */
    int metadataVersion(CompressionOperation op, int code) {
        if (code >= TileCodec.CLEAR) {
            int list = bundles.intern(op.versions, tileBytes, TileCodec.RAW);
            return bundles.uniform(list) ? op.versions[0] : list;
        }
        int newest = 0;
        int last = 0;
        for (int version : op.versions) {
            if (version != last) {
                last = version;
                newest = Math.max(newest, bundles.newest(version));
            }
        }
        return newest;
    }

    /** The version that the bytes of a tile encoded with a code carry. */
    int encodedVersion(CompressionOperation op, int code) {
        return bundles.intern(op.versions, tileBytes, code);
    }
}
