// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.transition;

import dev.sluice.device.RopSpec;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.OrderedSender;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.request.WaitingOnPaths;
import dev.sluice.machine.rop.compress.StoredTiles;
import dev.sluice.machine.rop.transition.TransitionPlan.Kind;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.ViewTable;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Carries out layout transitions: sets metadata up, writes cleared tiles out, decompresses (Vulkan specification,
 * section Image Layout Transitions).
 *
 * <p>It works below the units' caches, between a barrier's source flushes and its destination invalidations. Metadata is read
 * and written a sector at a time, {@value #SECTORS} sectors at once; at most one sector is begun and one tile visited per
 * cycle, and at most {@value #TILES} tiles are being rewritten. A sector's metadata is written after the tiles that it speaks
 * of. Rewriting is no new write of the program: bytes keep their versions, and the requests say {@link Request#WRITE_BACK}.
 * Jobs begin in order of {@link #start} and may overlap. See
 * {@code docs/decisions/0013-the-transition-writes-back.md}.
 */
public final class TransitionEngine extends Component {

    /** Sectors of metadata that are worked on at once: a choice. */
    public static final int SECTORS = 8;

    /** Tiles that are rewritten at once: a choice. */
    public static final int TILES = 32;

    private static final int PUMP = 0;
    private static final int METADATA_READ = 1;
    private static final int METADATA_WRITTEN = 2;
    private static final int TILE_READ = 3;
    private static final int TILE_DECODED = 4;
    private static final int TILE_WRITTEN = 5;
    private static final int DATA_CREDIT = 6;
    private static final int METADATA_CREDIT = 7;

    private static final int SECTOR_BITS = Request.SECTOR_BYTES * Byte.SIZE;

    private final RequestPool pool;
    private final RopSpec spec;
    private final StoredTiles tiles;
    private final Discards discards;
    private final TransitionCounters counters = new TransitionCounters();
    private final TileRewriter rewriter;
    private final OrderedSender metadata;

    /** Jobs with tiles that no sector has taken yet. */
    private final Deque<TransitionJob> issuing = new ArrayDeque<>();

    private final MetadataSector[] sectors = new MetadataSector[SECTORS];
    private final MetadataSector[] freeSectors = new MetadataSector[SECTORS];
    private int freeSectorCount = SECTORS;
    /** Sectors with tiles to visit, in order of their arrival. */
    private @Nullable MetadataSector firstReady;

    private @Nullable MetadataSector lastReady;

    private boolean pumpScheduled;
    private long nextPump;
    private int running;
    private long started;
    private long ended;

    /**
     * @param tiles how stored tiles become raw bytes
     * @param data the path of tiles, which must not undo compression
     * @param metadata the path of their metadata, past the caches of those who compress
     * @param discards told of contents that become undefined; not called in a run without bytes
     */
    public TransitionEngine(
            Engine engine,
            String name,
            RequestPool pool,
            RopSpec spec,
            StoredTiles tiles,
            Downstream data,
            Downstream metadata,
            Discards discards) {
        super(engine, name);
        this.pool = pool;
        this.spec = spec;
        this.tiles = tiles;
        this.discards = discards;
        this.rewriter = new TileRewriter(
                this, pool, spec, tiles, counters, data, TILES, TILE_READ, TILE_DECODED, TILE_WRITTEN, DATA_CREDIT);
        this.metadata = new OrderedSender(this, metadata, METADATA_CREDIT);
        for (int i = 0; i < SECTORS; i++) {
            sectors[i] = new MetadataSector(i);
            freeSectors[SECTORS - 1 - i] = sectors[i];
        }
    }

    /**
     * Begins a job now, or after those that were started before.
     *
     * @throws IllegalStateException if the job was started before
     */
    public void start(TransitionJob job) {
        if (job.started) {
            throw new IllegalStateException("a transition job runs once");
        }
        job.started = true;
        started++;
        counters.started(job.kind());
        if (pool.functional()) {
            job.discard(discards);
        }
        if (job.done()) {
            ended++;
            job.reply();
            return;
        }
        if (running++ == 0) {
            counters.busyFrom(now());
        }
        issuing.add(job);
        schedulePump();
    }

    /** What transitions cost since the region of interest began. */
    public TransitionResult result() {
        return counters.result(now(), running > 0);
    }

    /** Begins a region of interest. */
    public void resetStatistics() {
        counters.reset(now());
    }

    @Override
    public void onEvent(int kind, int argument) {
        switch (kind) {
            case PUMP -> {
                pumpScheduled = false;
                pump();
            }
            case METADATA_READ -> arrived(sectors[argument]);
            case METADATA_WRITTEN -> end(sectors[argument]);
            case TILE_READ -> rewriter.read(argument);
            case TILE_DECODED -> rewriter.decoded(argument);
            case TILE_WRITTEN -> {
                if (rewriter.written(argument)) {
                    finishIfDone(rewriter.sector(argument));
                    schedulePump();
                }
            }
            case DATA_CREDIT -> rewriter.onCredit();
            case METADATA_CREDIT -> metadata.onCredit();
            default -> throw new IllegalStateException("event " + kind);
        }
    }

    /** The table of what waits for room on its way, for somebody who looks between events. */
    public ViewTable view(Texts texts) {
        return new WaitingOnPaths(texts, List.of(metadata::first, rewriter::firstWaiting));
    }

    @Override
    public void audit(Audit audit) {
        audit.balance(this, "transitions", started, ended);
        audit.held(this, "metadata sectors", SECTORS - freeSectorCount);
        audit.held(this, "tiles", rewriter.underWay());
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        rewriter.describeWaits(graph);
        metadata.describeWaits(graph);
        if (running > 0 && rewriter.nothingWaits() && metadata.isEmpty()) {
            graph.edge(name(), "memory", rewriter.underWay() + " tiles of " + running + " layout transitions");
        }
    }

    /** What one cycle does: begins a sector of metadata and visits a tile. */
    private void pump() {
        nextPump = now() + 1;
        TransitionJob job = issuing.peek();
        if (job != null && freeSectorCount > 0) {
            begin(job, freeSectors[--freeSectorCount]);
            if (job.allIssued()) {
                issuing.remove();
            }
        }
        MetadataSector ready = firstReady;
        if (ready != null && rewriter.hasRoom()) {
            visit(ready);
        }
        if ((!issuing.isEmpty() && freeSectorCount > 0) || (firstReady != null && rewriter.hasRoom())) {
            schedulePump();
        }
    }

    private void schedulePump() {
        if (!pumpScheduled) {
            pumpScheduled = true;
            wake(Math.max(0, nextPump - now()), PUMP, 0);
        }
    }

    private void begin(TransitionJob job, MetadataSector sector) {
        long bit = job.surface().metadata() * Byte.SIZE + job.nextTile() * spec.metadataBits();
        Request request = pool.acquire();
        sector.begin(job, request);
        sector.firstTile = job.surface().base() + job.nextTile() * spec.tileBytes();
        sector.firstBit = (int) (bit & (SECTOR_BITS - 1));
        sector.count = job.take((SECTOR_BITS - sector.firstBit) / spec.metadataBits());
        job.sectorsUnderWay++;
        long address = bit / Byte.SIZE & -Request.SECTOR_BYTES;
        int from = sector.firstBit / Byte.SIZE;
        int bytes = sector.count * spec.metadataBits() / Byte.SIZE; // rows of tiles are even: no byte is cut
        boolean initialises = job.kind() == Kind.INITIALISE;
        request.start(
                initialises ? Request.WRITE : Request.READ,
                address,
                0,
                TileRewriter.client(job),
                job.command,
                job.agent);
        request.addBytes(from, bytes);
        if (initialises) {
            counters.visited(job, sector.count);
            sector.next = sector.count;
            Payload payload = request.payload;
            if (payload != null) {
                Arrays.fill(payload.writable(), 0, Request.SECTOR_BYTES, (byte) 0);
                payload.setVersion(0, job.agent);
            }
            sendBack(sector);
            return;
        }
        request.replyTo(this, METADATA_READ, sector.index);
        counters.readMetadata(job, bytes);
        counters.sent(request.sectorCount());
        metadata.send(request);
    }

    /** A sector's metadata is there: its tiles can be visited. */
    private void arrived(MetadataSector sector) {
        sector.following = null;
        MetadataSector last = lastReady;
        if (last == null) {
            firstReady = sector;
        } else {
            last.following = sector;
        }
        lastReady = sector;
        schedulePump();
    }

    private void visit(MetadataSector sector) {
        int place = sector.next++;
        counters.visited(sector.job(), 1);
        int code = code(sector, place);
        if (tiles.cleared(code) || (sector.job().kind() == Kind.DECOMPRESS && !tiles.raw(code))) {
            rewriter.begin(sector, place, code);
        }
        if (sector.next == sector.count) {
            firstReady = sector.following;
            if (firstReady == null) {
                lastReady = null;
            }
            finishIfDone(sector);
        }
    }

    /** Without bytes every tile counts as raw; a machine that compresses has them. */
    private int code(MetadataSector sector, int place) {
        Payload payload = sector.metadata().payload;
        return payload == null ? 0 : tiles.code(payload, sector.firstBit + place * spec.metadataBits());
    }

    /** Writes a sector's metadata back, if it has changed, once all its tiles are written. */
    private void finishIfDone(MetadataSector sector) {
        if (sector.next < sector.count || sector.pending > 0) {
            return;
        }
        if (sector.changed == 0) {
            end(sector);
            return;
        }
        TransitionJob job = sector.job();
        Request request = sector.metadata();
        request.start(Request.WRITE, request.address, 1, TileRewriter.client(job), job.command, job.agent);
        request.addSectorBytes(0, sector.changed);
        sendBack(sector);
    }

    private void sendBack(MetadataSector sector) {
        Request request = sector.metadata();
        request.replyTo(this, METADATA_WRITTEN, sector.index);
        counters.wroteMetadata(sector.job(), request.byteCount());
        counters.sent(request.sectorCount());
        metadata.send(request);
    }

    private void end(MetadataSector sector) {
        TransitionJob job = sector.job();
        pool.release(sector.metadata());
        sector.end();
        freeSectors[freeSectorCount++] = sector;
        job.sectorsUnderWay--;
        if (job.done()) {
            ended++;
            if (--running == 0) {
                counters.idleFrom(now());
            }
            job.reply();
        }
        schedulePump();
    }
}
