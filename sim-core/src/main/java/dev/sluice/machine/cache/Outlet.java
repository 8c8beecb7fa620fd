// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.request.AtomicOperands;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.program.sync.CacheRole;
import org.jspecify.annotations.Nullable;

/**
 * The path out of a cache slice towards the next level: a bounded first-in first-out queue.
 *
 * <p>Being one queue, it keeps the order of everything that concerns a line: a write-back before the fetch of the same line,
 * a store before the fetch that must see it. A look-up is taken only while there is room; the few requests that one look-up
 * makes (a write-back and a fetch, in pieces) may then exceed the capacity.
 */
final class Outlet {

    private final Cache cache;
    private final RequestPool pool;
    private final Downstream down;
    private final int capacity;
    private final int pieceBytes;
    private final boolean splits;
    /** Whether answers go back through a network, which is before this cache and not before the next level. */
    final boolean behindNetwork;
    /** Whether write-backs are carried out at once. */
    boolean immediate;

    private final int atomicBytes;
    /** Null where write-backs are not kept back. */
    private final @Nullable WriteBuffer buffer;

    private Request[] ring = new Request[16];
    private int first;
    private int count;
    private int openPieces;

    Outlet(Cache cache, RequestPool pool, Downstream down, int capacity, int lineBytes) {
        this.cache = cache;
        this.pool = pool;
        this.down = down;
        this.capacity = capacity;
        this.pieceBytes = Math.min(down.maxRequestBytes(), lineBytes);
        this.splits = pieceBytes < lineBytes;
        this.behindNetwork = cache.spec().scope() == CacheSpec.Scope.DEVICE
                && !cache.spec().role().equals(CacheRole.MALL);
        this.buffer = WriteBuffer.of(cache, pool, this);
        this.atomicBytes = Math.min(down.maxAtomicBytes(), lineBytes);
    }

    /** Bytes of the longest request that the next level takes, at most a line. */
    int pieceBytes() {
        return pieceBytes;
    }

    boolean hasRoom() {
        return count < capacity;
    }

    int queued() {
        return count;
    }

    /** Requests passed on in pieces whose pieces are not all answered. */
    int openPieces() {
        return openPieces;
    }

    void push(Request request) {
        if (buffer != null) {
            buffer.letPast(request.address);
        }
        enqueue(request);
    }

    /** Sends a write-back, at once or later; returns whether it was added to an earlier one. */
    boolean pushWriteBack(Request request) {
        if (buffer != null) {
            return buffer.take(request);
        }
        enqueue(request);
        return false;
    }

    /** Sends all write-backs that were kept back. */
    void drain() {
        if (buffer != null) {
            buffer.drain();
        }
    }

    /** Kept-back write-backs whose time is over go. */
    void onTime() {
        if (buffer != null) {
            buffer.onTime();
        }
    }

    /** Sends a request behind those that wait. */
    void enqueue(Request request) {
        if (count == 0 && down.trySend(request)) {
            return;
        }
        if (count == ring.length) {
            grow();
        }
        ring[first + count++ & ring.length - 1] = request;
        if (count == 1) {
            down.await(request, cache, Cache.OUT, 0);
        }
    }

    /** The head's place below is there. */
    void onCredit() {
        down.sendAwaited(pop());
        while (count > 0) {
            Request head = ring[first];
            if (!down.trySend(head)) {
                down.await(head, cache, Cache.OUT, 0);
                return;
            }
            pop();
        }
    }

    /** Reads of the first requests that wait what {@link #onCredit} will need; returns anything made of it. */
    long touch() {
        long made = 0;
        for (int place = 0; place < Math.min(count, 2); place++) {
            Request request = waiting(place);
            made += request.touch() + down.announce(request);
        }
        return made;
    }

    private Request pop() {
        Request head = ring[first];
        first = first + 1 & ring.length - 1;
        count--;
        return head;
    }

    private void grow() {
        Request[] grown = new Request[ring.length * 2];
        for (int i = 0; i < count; i++) {
            grown[i] = ring[first + i & ring.length - 1];
        }
        ring = grown;
        first = 0;
    }

    /**
     * Passes somebody's request on; its answer goes straight to the requester unless it must be cut into pieces, or go back through
     * the network that the request came by.
     */
    void forward(Request request) {
        int longest = request.kind == Request.ATOMIC ? atomicBytes : pieceBytes;
        if (behindNetwork) {
            forwardInPieces(request, longest);
            return;
        }
        if (splits || longest < pieceBytes) {
            int from = (int) request.address & longest - 1;
            int end = from + (32 - Integer.numberOfLeadingZeros(request.sectors)) * Request.SECTOR_BYTES;
            if (end > longest) {
                forwardInPieces(request, longest);
                return;
            }
        }
        push(request);
    }

    private void forwardInPieces(Request request, int longest) {
        openPieces++;
        int made = 0;
        long last = request.address + Request.MAX_BYTES;
        for (long base = request.address & -longest; base < last; base += longest) {
            int shift = (int) ((base - request.address) >> 5);
            int width = (1 << longest / Request.SECTOR_BYTES) - 1;
            int sectors = (shift >= 0 ? request.sectors >>> shift : request.sectors << -shift) & width;
            if (sectors != 0) {
                made++;
                push(piece(request, base, sectors, shift, longest));
            }
        }
        request.holder = made;
    }

    private Request piece(Request parent, long base, int sectors, int shift, int longest) {
        Request piece = pool.acquire();
        piece.start(parent.kind, base, sectors, parent.client, parent.command, parent.agent);
        piece.flags = parent.flags;
        piece.originOf(parent);
        pool.madeFor(piece, parent);
        piece.tag = parent.index;
        piece.replyTo(cache, Cache.PIECE, piece.index);
        for (int rest = sectors; rest != 0; rest &= rest - 1) {
            int s = Integer.numberOfTrailingZeros(rest);
            piece.addSectorBytes(s, parent.sectorBytes(s + shift));
            Payload to = piece.payload;
            Payload from = parent.payload;
            if (to != null && from != null) {
                to.copySector(s, from, s + shift);
            }
        }
        AtomicOperands operands = parent.atomics();
        if (parent.kind == Request.ATOMIC && operands != null) {
            cutOperands(operands, piece, shift * Request.SECTOR_BYTES, longest);
        }
        return piece;
    }

    private static void cutOperands(AtomicOperands from, Request piece, int offset, int longest) {
        AtomicOperands to = piece.newAtomics();
        to.takeOperation(from);
        to.clear(from.count);
        for (int i = 0; i < from.count; i++) {
            int at = from.offsets[i] - offset;
            if (at >= 0 && at < longest) {
                to.add(at, from.operands[i], from.compares[i], i);
            }
        }
    }

    /** A piece was answered; the whole is answered with its last piece. */
    void onPiece(Request piece) {
        Request parent = pool.get(piece.tag);
        merge(parent, piece);
        if (parent.holder == 1) {
            parent.waitedFor(piece);
        }
        pool.release(piece);
        if (--parent.holder == 0) {
            openPieces--;
            cache.passed(parent);
            parent.reply(0);
        }
    }

    private static void merge(Request parent, Request piece) {
        int shift = (int) ((piece.address - parent.address) >> 5);
        if (piece.kind != Request.WRITE) {
            Payload to = parent.payload;
            Payload from = piece.payload;
            if (to != null && from != null) {
                for (int rest = piece.sectors; rest != 0; rest &= rest - 1) {
                    int s = Integer.numberOfTrailingZeros(rest);
                    to.copySector(s + shift, from, s);
                }
            }
            parent.servedBy(piece.servedBy());
        }
        AtomicOperands part = piece.atomics();
        AtomicOperands whole = parent.atomics();
        if (piece.kind == Request.ATOMIC && part != null && whole != null) {
            for (int i = 0; i < part.count; i++) {
                whole.results[part.lanes[i]] = part.results[i];
            }
        }
    }

    /** Has the next level carry a request out at once that it takes as one. */
    void performWhole(Request request) {
        down.perform(request);
    }

    /** Has the next level carry a request out at once, in pieces if it must be. */
    void perform(Request request) {
        int longest = request.kind == Request.ATOMIC ? atomicBytes : pieceBytes;
        int from = (int) request.address & longest - 1;
        int end = from + (32 - Integer.numberOfLeadingZeros(request.sectors)) * Request.SECTOR_BYTES;
        if (end <= longest) {
            down.perform(request);
            return;
        }
        long last = request.address + Request.MAX_BYTES;
        for (long base = request.address & -longest; base < last; base += longest) {
            int shift = (int) ((base - request.address) >> 5);
            int width = (1 << longest / Request.SECTOR_BYTES) - 1;
            int sectors = (shift >= 0 ? request.sectors >>> shift : request.sectors << -shift) & width;
            if (sectors != 0) {
                Request piece = piece(request, base, sectors, shift, longest);
                down.perform(piece);
                merge(request, piece);
                pool.release(piece);
            }
        }
    }

    /** A request that waits for room below, by its place in the queue. */
    Request waiting(int place) {
        return ring[first + place & ring.length - 1];
    }

    /** Write-backs that are kept back; null where none are. */
    @Nullable
    WriteBuffer buffer() {
        return buffer;
    }

    void describeWaits(WaitGraph graph) {
        if (count > 0) {
            down.describeWaits(graph);
        }
    }
}
