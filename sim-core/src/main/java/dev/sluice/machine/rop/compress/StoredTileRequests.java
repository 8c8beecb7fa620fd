// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.compress;

import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.request.VersionBundles;

/** The requests that a {@link CompressionUnit} makes for a tile's bytes, cut to what the path below takes, and their bytes. */
final class StoredTileRequests {

    private final CompressionUnit unit;
    private final RequestPool pool;
    private final CompressionPaths paths;
    private final int tileBytes;
    private final int pieceBytes;
    private final int pieceMask;

    StoredTileRequests(
            CompressionUnit unit, RequestPool pool, CompressionPaths paths, int tileBytes, int maxRequestBytes) {
        this.unit = unit;
        this.pool = pool;
        this.paths = paths;
        this.tileBytes = tileBytes;
        this.pieceBytes = Math.min(tileBytes, maxRequestBytes);
        this.pieceMask = (1 << pieceBytes / Request.SECTOR_BYTES) - 1;
    }

    /** Bytes of the longest request. */
    int pieceBytes() {
        return pieceBytes;
    }

    /** Asks for sectors of an operation's tile. */
    void read(CompressionOperation op, int sectors) {
        for (int from = 0; from < tileBytes; from += pieceBytes) {
            int mask = sectors >>> from / Request.SECTOR_BYTES & pieceMask;
            if (mask != 0) {
                send(op, piece(op, Request.READ, from, mask));
            }
        }
    }

    /** Writes the bytes of an operation's request as they are. */
    void writeRequest(CompressionOperation op, Request request) {
        for (int from = 0; from < tileBytes; from += pieceBytes) {
            int first = from / Request.SECTOR_BYTES;
            int mask = op.sectors >>> first & pieceMask;
            if (mask == 0) {
                continue;
            }
            Request piece = piece(op, Request.WRITE, from, mask);
            for (int rest = mask; rest != 0; rest &= rest - 1) {
                int s = Integer.numberOfTrailingZeros(rest);
                int source = first + s - op.shift;
                piece.addSectorBytes(s, request.sectorBytes(source));
                if (piece.payload != null && request.payload != null) {
                    piece.payload.copySector(s, request.payload, source);
                }
            }
            send(op, piece);
        }
    }

    /** Writes the first bytes of an operation's encoded tile, all with one version. */
    void writeCoded(CompressionOperation op, int length, int version) {
        for (int from = 0; from < length; from += pieceBytes) {
            int count = Math.min(pieceBytes, length - from);
            Request piece = piece(op, Request.WRITE, from, (1 << count / Request.SECTOR_BYTES) - 1);
            piece.coverSectors();
            Payload payload = piece.payload;
            if (payload != null) {
                System.arraycopy(op.coded, from, payload.writable(), 0, count);
                for (int s = 0; s < count / Request.SECTOR_BYTES; s++) {
                    payload.setVersion(s, version);
                }
            }
            send(op, piece);
        }
    }

    /** Writes an operation's whole tile as it is. */
    void writeRaw(CompressionOperation op) {
        for (int from = 0; from < tileBytes; from += pieceBytes) {
            Request piece = piece(op, Request.WRITE, from, pieceMask);
            piece.coverSectors();
            Payload payload = piece.payload;
            if (payload != null) {
                System.arraycopy(op.bytes, from, payload.writable(), 0, pieceBytes);
                for (int s = 0; s < pieceBytes / Request.SECTOR_BYTES; s++) {
                    payload.setVersions(s, op.versions, from + s * Request.SECTOR_BYTES);
                }
            }
            send(op, piece);
        }
    }

    private Request piece(CompressionOperation op, int kind, int from, int sectors) {
        Request request = op.request;
        if (request == null) {
            throw new IllegalStateException(unit.name() + ": tile data without a request");
        }
        Request piece = pool.acquire();
        piece.start(kind, op.tile + from, sectors, request.client, request.command, request.agent);
        piece.originOf(request);
        piece.flags = (byte) (request.flags & ~Request.IMAGE);
        if (request.kind == Request.WRITE && kind == Request.READ) {
            piece.flags = Request.FILL;
        }
        if (kind == Request.WRITE) {
            piece.heldIn(
                    request.heldIn() == null && request.replyTo != null ? request.replyTo.name() : request.heldIn());
        }
        piece.tag = op.index;
        piece.replyTo(unit, CompressionUnit.DATA, piece.index);
        return piece;
    }

    private void send(CompressionOperation op, Request piece) {
        op.pending++;
        paths.data(piece);
    }

    /** Puts fetched sectors into the request that asked, as they are. */
    void answer(CompressionOperation op, Request piece, Request request) {
        Payload to = request.payload;
        Payload from = piece.payload;
        request.servedBy(piece.servedBy());
        if (to == null || from == null) {
            return;
        }
        int first = (int) (piece.address - op.tile) / Request.SECTOR_BYTES - op.shift;
        for (int rest = piece.sectors; rest != 0; rest &= rest - 1) {
            int s = Integer.numberOfTrailingZeros(rest);
            to.copySector(first + s, from, s);
            if (op.kind == CompressionOperation.READ && op.code == TileCodec.RAW) {
                op.garbled |= disown(to, first + s);
            }
        }
    }

    /** Encoded bytes taken for raw ones are nobody's; says whether there were any. */
    private static boolean disown(Payload payload, int sector) {
        int version = payload.version(sector);
        if (version != Payload.MIXED) {
            if (VersionBundles.encoded(version)) {
                payload.setVersion(sector, 0);
                return true;
            }
            return false;
        }
        boolean any = false;
        for (int b = sector * Request.SECTOR_BYTES; b < (sector + 1) * Request.SECTOR_BYTES; b++) {
            if (VersionBundles.encoded(payload.byteVersion(b))) {
                payload.setByteVersion(b, 0);
                any = true;
            }
        }
        return any;
    }

    /** Keeps fetched sectors to be decoded, and whether all are of one encoding. */
    void collect(CompressionOperation op, Request piece) {
        Payload from = piece.payload;
        if (from == null) {
            return;
        }
        int first = (int) (piece.address - op.tile);
        for (int rest = piece.sectors; rest != 0; rest &= rest - 1) {
            int s = Integer.numberOfTrailingZeros(rest);
            int version = from.version(s);
            System.arraycopy(
                    from.bytes(s), from.offset(s), op.coded, first + s * Request.SECTOR_BYTES, Request.SECTOR_BYTES);
            if (op.bundle == 0) {
                op.bundle = version;
            }
            op.garbled |= version != op.bundle || !VersionBundles.encoded(version);
        }
    }
}
