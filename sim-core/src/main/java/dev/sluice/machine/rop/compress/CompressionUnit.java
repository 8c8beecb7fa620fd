// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.compress;

import dev.sluice.device.Client;
import dev.sluice.device.LayoutCompression;
import dev.sluice.device.RopSpec;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.Port;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.request.WaitingOnPaths;
import dev.sluice.machine.rop.FastClear;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.ViewTable;
import dev.sluice.program.image.Surface;
import org.jspecify.annotations.Nullable;

/**
 * Stands on a path to memory and makes compressed tiles look raw from above (Philip Taylor, Vulkan memory dependencies,
 * section Framebuffer compression).
 *
 * <p><b>Idea.</b> What is compressed is decided by metadata that lies in memory and travels in requests like everything else.
 * So nothing has to be modelled twice: metadata that a cache kept too long gives wrong pixels, a copy that goes past the unit
 * gets codes, a neighbour on a page that the page table calls compressed is misread, and a cleared tile costs no fetch.
 *
 * <p><b>An operation.</b> A read of tile bytes looks the tile's metadata up, then fetches nothing (cleared), the
 * transactions of its class, or just what was asked (raw), and is answered decoded. A write, at a render output unit,
 * is encoded, after the rest of the tile was fetched and decoded if it does not cover all of it, and changes the
 * metadata. Writes elsewhere go past: nobody but the render output units may write to compressed images.
 *
 * <p><b>Invariants.</b> Operations of which one changes what another touches (a byte of metadata, so mostly two tiles)
 * go one after the other in order of arrival; others overlap, {@value #OPERATIONS} at once; who comes then waits for a
 * credit. Requests outside compressible surfaces are handed to the path below at once. Encoded bytes that do not belong
 * to what the metadata says (both travel and lie in caches apart from each other) are decoded all the same, and are
 * nobody's bytes. Encoding and decoding keep versions: an encoded byte carries those of its whole tile, as a
 * {@link dev.sluice.machine.request.VersionBundles bundle}. No tile is stored in less than a transaction, because bandwidth
 * is counted in transactions. One unit owns both tiles of a byte of metadata.
 *
 * <p><b>Sources.</b> Beside the section named above: {@code docs/decisions/0010-tiles-are-cache-lines.md} and
 * {@code docs/decisions/0011-compression-stands-on-the-way.md}; for the codec see {@link TileCodec}.
 */
public final class CompressionUnit extends Component implements Downstream, FastClear {

    /** Requests in work at once. */
    public static final int OPERATIONS = 16;

    static final int DATA = 1;
    private static final int ARRIVE = 0;
    static final int METADATA = 2;
    static final int CODED = 3;
    static final int BEGIN = 4;
    static final int DATA_CREDIT = 5;
    static final int METADATA_CREDIT = 6;

    private final RequestPool pool;
    private final CompressionTable table;
    private final Downstream below;
    private final boolean writes;
    private final TileReaders readers;
    private final CompressionPaths paths;
    private final StoredTileRequests tiles;
    private final TileSteps steps;
    private final MetadataRequests metadata;
    private final Port port;
    private final int tileBytes;
    private final int maxRequestBytes;
    private final boolean acts;
    private final boolean splits;

    private final Operations operations;

    /**
     * A unit; add it to the engine before use.
     *
     * @param data the path to the tiles' bytes
     * @param metadata the path to the metadata, as a rule through a cache
     * @param writes whether it stands below a render output unit's cache: encodes writes, and takes every request for
     * an image's
     * @param readers whose reads it decodes, and whose of cleared tiles it answers itself; all others get what the memory holds
     * @param maxRequestBytes the longest request that it takes; never more than a tile
     * @param checker told when a part of a write meets older bytes; null for none
     */
    public CompressionUnit(
            Engine engine,
            String name,
            RequestPool pool,
            CompressionTable table,
            RopSpec spec,
            Downstream data,
            Downstream metadata,
            boolean writes,
            TileReaders readers,
            int maxRequestBytes,
            CompressionCounters counters,
            @Nullable AccessChecker checker) {
        super(engine, name);
        this.pool = pool;
        this.table = table;
        this.below = data;
        this.writes = writes;
        this.readers = readers;
        this.tileBytes = spec.tileBytes();
        this.maxRequestBytes = Math.min(maxRequestBytes, tileBytes);
        this.paths = new CompressionPaths(this, data, metadata, this::sent);
        this.tiles = new StoredTileRequests(this, pool, paths, tileBytes, data.maxRequestBytes());
        this.splits = tiles.pieceBytes() < this.maxRequestBytes;
        this.acts = writes || table.byPage();
        this.metadata = new MetadataRequests(this, pool, paths, table, counters);
        this.steps =
                new TileSteps(this, paths, spec, tiles, this.metadata, table.bundles(), readers, counters, checker);
        this.operations = new Operations(this, tileBytes);
        this.port = new Port(name + ".in", this, ARRIVE, OPERATIONS);
    }

    @Override
    public int maxRequestBytes() {
        return maxRequestBytes;
    }

    /** Nobody splits an atomic here: it must be one that the level below takes. */
    @Override
    public int maxAtomicBytes() {
        return Math.min(maxRequestBytes, below.maxAtomicBytes());
    }

    @Override
    public void perform(Request request) {
        if (takes(request)) {
            int within = paths.begin();
            arrive(request);
            paths.finish(within);
        } else {
            below.perform(request);
        }
    }

    @Override
    public boolean trySend(Request request) {
        if (!takes(request)) {
            return below.trySend(request);
        }
        if (!port.hasCredit()) {
            return false;
        }
        request.via = this;
        port.send(0, request.index);
        return true;
    }

    @Override
    public void await(Request request, Component waiter, int kind, int argument) {
        if (takes(request)) {
            port.await(waiter, kind, argument);
        } else {
            below.await(request, waiter, kind, argument);
        }
    }

    @Override
    public void sendAwaited(Request request) {
        if (takes(request)) {
            request.via = this;
            port.sendPromised(0, request.index);
        } else {
            below.sendAwaited(request);
        }
    }

    /** Whether a request needs an operation: it may concern tiles, or must not overtake one that is cut for the path below. */
    private boolean takes(Request request) {
        return splits || table.entry(request.address) != null;
    }

    @Override
    public void reply(Request request, long delay) {
        request.deliverReply(delay);
    }

    /** The table of what waits for room on its way, for somebody who looks between events. */
    public ViewTable view(Texts texts) {
        return new WaitingOnPaths(texts, paths.waiting());
    }

    @Override
    protected boolean ofHierarchy() {
        return true;
    }

    @Override
    protected int requestOf(int kind, int argument) {
        return kind == ARRIVE ? argument : NO_REQUEST;
    }

    @Override
    public void onEvent(int kind, int argument) {
        switch (kind) {
            case ARRIVE -> arrive(pool.get(argument));
            case DATA -> {
                Request reply = pool.get(argument);
                steps.take(operations.get(reply.tag), reply);
                pool.release(reply);
            }
            case METADATA -> onMetadata(pool.get(argument));
            case CODED -> steps.store(operations.get(argument));
            case BEGIN -> begin(operations.get(argument));
            case DATA_CREDIT -> paths.onDataCredit();
            case METADATA_CREDIT -> paths.onMetadataCredit();
            default -> throw new IllegalStateException(name() + ": event " + kind);
        }
    }

    private void arrive(Request request) {
        CompressedSurface surface = table.entry(request.address);
        CompressionOperation op = operations.take(kind(request, surface));
        op.request = request;
        op.changes = request.kind != Request.READ;
        op.surface = surface;
        op.tile = request.address & -tileBytes;
        op.shift = (int) (request.address - op.tile) / Request.SECTOR_BYTES;
        op.sectors = request.sectors << op.shift;
        if (surface != null) {
            op.metadataFirst = surface.metadataAddress(op.tile);
            op.metadataLast = op.metadataFirst;
            op.nibble = surface.nibble(op.tile);
        }
        if (operations.enter(op)) {
            begin(op);
        }
    }

    private int kind(Request request, @Nullable CompressedSurface surface) {
        if (surface == null || !acts && !request.has(Request.IMAGE)) {
            return CompressionOperation.PASS;
        }
        if (request.kind == Request.READ) {
            return readers.compressed(request.client) ? CompressionOperation.READ : CompressionOperation.PASS;
        }
        return writes && request.kind == Request.WRITE ? CompressionOperation.WRITE : CompressionOperation.PASS;
    }

    @Override
    public boolean allows(Surface surface, long tileAddress) {
        CompressedSurface found = table.entry(tileAddress);
        return found != null
                && found.surface.id() == surface.id()
                && found.storage(tileAddress) == LayoutCompression.CLEARED;
    }

    @Override
    public void clear(
            Surface surface,
            long firstTileAddress,
            int count,
            int code,
            int command,
            int agent,
            Component replyTo,
            int kind,
            int argument) {
        CompressionOperation op = clearing(surface, firstTileAddress, count, code, command, agent);
        op.replyTo = replyTo;
        op.replyKind = kind;
        op.replyArgument = argument;
        if (operations.enter(op)) {
            begin(op);
        }
    }

    @Override
    public void clearAtOnce(Surface surface, long firstTileAddress, int count, int code, int command, int agent) {
        int within = paths.begin();
        CompressionOperation op = clearing(surface, firstTileAddress, count, code, command, agent);
        if (operations.enter(op)) {
            begin(op);
        }
        paths.finish(within);
    }

    private CompressionOperation clearing(
            Surface surface, long firstTileAddress, int count, int code, int command, int agent) {
        // not by address: a transition of an image that shares the memory may have come since the clear began
        CompressedSurface found = table.entry(surface);
        if (found == null || !found.has(firstTileAddress)) {
            throw new IllegalArgumentException(
                    name() + ": address " + firstTileAddress + " is no tile of a compressible image " + surface.name());
        }
        CompressionOperation op = operations.take(CompressionOperation.CLEAR);
        op.surface = found;
        op.tile = firstTileAddress;
        op.count = count;
        op.newCode = code;
        op.client =
                (surface.spec().format().color() ? Client.COLOR_ATTACHMENT : Client.DEPTH_STENCIL_ATTACHMENT).ordinal();
        op.command = command;
        op.agent = agent;
        op.metadataFirst = found.metadataAddress(firstTileAddress);
        op.metadataLast = found.metadataAddress(op.lastTile());
        if (op.metadataFirst >>> 5 != op.metadataLast >>> 5) {
            throw new IllegalArgumentException(name() + ": the metadata of " + count + " tiles from address "
                    + firstTileAddress + " is not in one sector");
        }
        return op;
    }

    private void begin(CompressionOperation op) {
        Request request = op.request;
        if (op.kind == CompressionOperation.CLEAR) {
            if (MetadataRequests.halves(op)) {
                metadata.read(op);
            } else {
                metadata.clear(op, null);
            }
        } else if (op.kind != CompressionOperation.PASS) {
            metadata.read(op);
        } else if (request != null && request.kind == Request.ATOMIC) {
            if (paths.passOn(request)) {
                finish(op, 0);
            }
        } else if (request != null && request.kind == Request.READ) {
            tiles.read(op, op.sectors);
        } else if (request != null) {
            tiles.writeRequest(op, request);
        }
    }

    private void onMetadata(Request reply) {
        CompressionOperation op = operations.get(reply.tag);
        op.pending--;
        if (reply.kind == Request.READ) {
            Payload payload = reply.payload;
            if (op.kind == CompressionOperation.CLEAR) {
                metadata.clear(op, payload);
            } else {
                if (payload != null) {
                    metadata.take(op, payload);
                }
                Request request = op.request;
                if (request != null) {
                    request.servedBy(reply.servedBy());
                    steps.act(op, request);
                }
            }
        } else if (op.pending == 0) {
            finish(op, 0);
        }
        pool.release(reply);
    }

    /** A request left towards the path below; one that is not the unit's own is somebody else's to answer from here on. */
    private void sent(Request request, int holder) {
        if (request.replyTo == this) {
            return;
        }
        CompressionOperation op = operations.of(request);
        if (op != null) {
            op.request = null;
            finish(op, 0);
        }
    }

    /** Answers what is to be answered and lets those begin who waited for this operation alone. */
    void finish(CompressionOperation op, long delay) {
        Request request = op.request;
        Component told = op.replyTo;
        if (paths.atOnce()) {
            operations.leave(op);
            operations.free(op);
            return;
        }
        if (request != null) {
            request.reply(delay);
        } else if (told != null) {
            engine().schedule(told, 0, op.replyKind, op.replyArgument);
        }
        operations.leave(op);
        if (op.kind != CompressionOperation.CLEAR) {
            port.release();
        }
        operations.free(op);
    }

    @Override
    public void audit(Audit audit) {
        audit.balance(this, "operations", operations.began(), operations.ended());
        paths.audit(audit);
        audit.held(this, "credits of " + port.name(), port.used());
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        port.describeWaits(graph);
        paths.describeWaits(graph);
        if (operations.active() > 0) {
            graph.edge(name(), "the level below " + name(), operations.active() + " operations on tiles");
        }
    }
}
