// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.transition;

import dev.sluice.device.Client;
import dev.sluice.device.RopSpec;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.OrderedSender;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.rop.compress.StoredTiles;
import dev.sluice.program.image.Aspect;
import org.jspecify.annotations.Nullable;

/** The half of the {@link TransitionEngine} that makes tiles raw: reads what is stored of them, decodes, writes. */
final class TileRewriter {

    private static final int COLOR = Client.all().indexOf(Client.COLOR_ATTACHMENT);
    private static final int DEPTH = Client.all().indexOf(Client.DEPTH_STENCIL_ATTACHMENT);

    private final Component owner;
    private final RequestPool pool;
    private final RopSpec spec;
    private final StoredTiles tiles;
    private final TransitionCounters counters;
    private final OrderedSender sender;
    private final int partBytes;
    private final int readKind;
    private final int decodedKind;
    private final int writtenKind;

    private final TileRewrite[] rewrites;
    private final TileRewrite[] free;
    private int freeCount;

    /**
     * @param readKind the owner's event for {@link #read}
     * @param decodedKind the owner's event for {@link #decoded}
     * @param writtenKind the owner's event for {@link #written}
     * @param creditKind the owner's event for {@link #onCredit}
     */
    TileRewriter(
            Component owner,
            RequestPool pool,
            RopSpec spec,
            StoredTiles tiles,
            TransitionCounters counters,
            Downstream path,
            int places,
            int readKind,
            int decodedKind,
            int writtenKind,
            int creditKind) {
        this.owner = owner;
        this.pool = pool;
        this.spec = spec;
        this.tiles = tiles;
        this.counters = counters;
        this.sender = new OrderedSender(owner, path, creditKind);
        this.partBytes = Math.min(spec.tileBytes(), path.maxRequestBytes());
        this.readKind = readKind;
        this.decodedKind = decodedKind;
        this.writtenKind = writtenKind;
        this.rewrites = new TileRewrite[places];
        this.free = new TileRewrite[places];
        for (int i = 0; i < places; i++) {
            rewrites[i] = new TileRewrite(i);
            free[places - 1 - i] = rewrites[i];
        }
        this.freeCount = places;
    }

    boolean hasRoom() {
        return freeCount > 0;
    }

    /** Tiles that are being rewritten. */
    int underWay() {
        return rewrites.length - freeCount;
    }

    /** Begins to rewrite a tile of a sector; there must be room. */
    void begin(MetadataSector sector, int place, int code) {
        TileRewrite tile = free[--freeCount];
        tile.begin(sector);
        tile.code = code;
        tile.bit = sector.firstBit + place * spec.metadataBits();
        tile.address = sector.firstTile + (long) place * spec.tileBytes();
        sector.pending++;
        if (tiles.cleared(code)) {
            owner.engine().schedule(owner, spec.codecLatency(), decodedKind, tile.index);
            return;
        }
        int stored = tiles.storedBytes(code);
        for (int at = 0; at < stored; at += partBytes) {
            Request request = request(tile, Request.READ, at);
            request.addBytes(0, Math.min(partBytes, stored - at));
            request.replyTo(owner, readKind, tile.index);
            tile.add(request);
        }
        send(tile);
        counters.read(sector.job(), stored);
    }

    /** A read was answered. */
    void read(int index) {
        TileRewrite tile = rewrites[index];
        if (--tile.pending == 0) {
            owner.engine().schedule(owner, spec.codecLatency(), decodedKind, index);
        }
    }

    /** The codec is done: the raw tile is written. */
    void decoded(int index) {
        TileRewrite tile = rewrites[index];
        TransitionJob job = tile.sector().job();
        Request stored = pool.acquire();
        Request raw = pool.acquire();
        if (stored.payload != null && raw.payload != null) {
            restore(tile, stored.payload, raw.payload);
        }
        release(tile);
        for (int at = 0; at < spec.tileBytes(); at += partBytes) {
            Request request = request(tile, Request.WRITE, at);
            request.flags = Request.WRITE_BACK;
            request.addBytes(0, partBytes);
            if (request.payload != null && raw.payload != null) {
                for (int i = 0; i < partBytes / Request.SECTOR_BYTES; i++) {
                    request.payload.copySector(i, raw.payload, at / Request.SECTOR_BYTES + i);
                }
            }
            request.replyTo(owner, writtenKind, index);
            tile.add(request);
        }
        pool.release(stored);
        pool.release(raw);
        send(tile);
        counters.rewritten(job, spec.tileBytes());
    }

    /**
     * A write was answered.
     *
     * @return whether it was the tile's last: its metadata, not written yet, then says raw
     */
    boolean written(int index) {
        TileRewrite tile = rewrites[index];
        if (--tile.pending > 0) {
            return false;
        }
        release(tile);
        MetadataSector sector = tile.sector();
        Payload payload = sector.metadata().payload;
        if (payload != null) {
            tiles.setRaw(payload, tile.bit);
        }
        sector.changed |= 1 << tile.bit / Byte.SIZE;
        sector.pending--;
        free[freeCount++] = tile;
        return true;
    }

    /** The sector of the tile whose event this is. */
    MetadataSector sector(int index) {
        return rewrites[index].sector();
    }

    void onCredit() {
        sender.onCredit();
    }

    boolean nothingWaits() {
        return sender.isEmpty();
    }

    void describeWaits(WaitGraph graph) {
        sender.describeWaits(graph);
    }

    /** The client on whose path an image's tiles lie. */
    static int client(TransitionJob job) {
        return job.surface().spec().format().has(Aspect.COLOR) ? COLOR : DEPTH;
    }

    private Request request(TileRewrite tile, int kind, int offset) {
        TransitionJob job = tile.sector().job();
        Request request = pool.acquire();
        request.start(kind, tile.address + offset, 0, client(job), job.command, job.agent);
        return request;
    }

    private void send(TileRewrite tile) {
        for (int i = 0; i < tile.count; i++) {
            Request part = tile.part(i);
            counters.sent(part.sectorCount());
            sender.send(part);
        }
    }

    private void release(TileRewrite tile) {
        for (int i = 0; i < tile.count; i++) {
            pool.release(tile.part(i));
        }
        tile.count = 0;
    }

    private void restore(TileRewrite tile, Payload stored, Payload raw) {
        MetadataSector sector = tile.sector();
        Payload metadata = sector.metadata().payload;
        if (metadata != null) {
            gather(tile, stored);
            tiles.restore(sector.job().surface(), tile.code, metadata, tile.bit, stored, raw);
        }
    }

    private void gather(TileRewrite tile, Payload to) {
        int perPart = partBytes / Request.SECTOR_BYTES;
        for (int i = 0; i < tile.count; i++) {
            Request part = tile.part(i);
            Payload from = part.payload;
            for (int s = 0; from != null && s < part.sectorCount(); s++) {
                to.copySector(i * perPart + s, from, s);
            }
        }
    }

    /** The first request that waits for room, linked to those behind it, or null. */
    @Nullable
    Request firstWaiting() {
        return sender.first();
    }
}
