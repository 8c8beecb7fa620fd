// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.Client;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import org.jspecify.annotations.Nullable;

/**
 * Sends dirty bytes of a cache slice down, in the unit that the cache tracks (Philip Taylor, Vulkan memory
 * dependencies, section GPU memory architecture).
 *
 * <p>Dirty per line writes every valid granule of the line, which is how stale neighbours overwrite newer bytes below; dirty
 * per sector writes whole dirty sectors; dirty per byte writes just those bytes.
 */
final class WriteBacks {

    /** In {@link #settledAt()}: nobody knows yet. */
    static final long NEVER = Long.MAX_VALUE;

    private final Cache cache;
    private final RequestPool pool;
    private final TagArray tags;
    private final DataArray data;
    private final MshrTable mshrs;
    private final Outlet outlet;
    private final CacheSpec.DirtyTracking tracking;
    private int epoch;
    /** Write-backs of before and since the last {@link #closeEpoch()} that were not answered, and the last cycles in which others are. */
    private int before;

    private int since;
    private long beforeArrival;
    private long sinceArrival;
    private final boolean fills;
    private final int sectorGranules;
    private final int lineShift;
    /** Granules of the longest request that the next level takes, at most a line's, and their mask. */
    private final int pieceGranules;

    private final int pieceMask;
    private int inVain;

    WriteBacks(Cache cache, RequestPool pool, TagArray tags, DataArray data, MshrTable mshrs, Outlet outlet) {
        this.cache = cache;
        this.pool = pool;
        this.tags = tags;
        this.data = data;
        this.mshrs = mshrs;
        this.outlet = outlet;
        this.tracking = cache.spec().policy().dirty();
        this.fills = cache.spec().policy().fillAtEviction();
        this.lineShift = Integer.numberOfTrailingZeros(cache.spec().geometry().line());
        this.pieceGranules = outlet.pieceBytes() / Request.SECTOR_BYTES;
        this.pieceMask = (1 << pieceGranules) - 1;
        this.sectorGranules = cache.spec().geometry().sector() / Request.SECTOR_BYTES;
    }

    /** Writes a dirty line's bytes down and makes it clean; returns the bytes. */
    int write(int line, int client, int command, SimObserver.WriteBackReason reason) {
        return write(line, client, command, reason, null);
    }

    /** The same, counted by resource where there is a tally. */
    int write(int line, int client, int command, SimObserver.WriteBackReason reason, @Nullable WriteBackTally tally) {
        return write(line, TagArray.VALID, client, command, reason, tally);
    }

    /** Writes what is dirty of some granules of a line down and makes them clean. */
    void write(int line, int granules, int client, int command, SimObserver.WriteBackReason reason) {
        write(line, granules, client, command, reason, null);
    }

    private int write(
            int line,
            int granules,
            int client,
            int command,
            SimObserver.WriteBackReason reason,
            @Nullable WriteBackTally tally) {
        int state = tags.state(line);
        int mask = granules & dirty(state);
        poisonFills(state, mask);
        long address = tags.lineNumber(line) << lineShift;
        if (tally != null) {
            count(tally, line, address, mask);
        }
        if (fills) {
            fill(address, partly(mask, state), client, command);
        }
        int bytes = 0;
        int from = 0;
        for (int rest = mask; rest != 0; rest >>>= pieceGranules) {
            int sectors = rest & pieceMask;
            if (outlet.immediate) { // what a level below gives up meanwhile is written when it does
                sectors &= dirty(tags.state(line)) >>> from;
            }
            if (sectors != 0) {
                bytes += send(line, address, from, sectors, client, command);
            }
            from += pieceGranules;
        }
        clean(line, mask);
        shrunk(line, mask);
        cache.stats().counters().writebackBytes += bytes;
        if (cache.observed) {
            cache.observer.writeBack(
                    cache.now(), cache.name(), cache.setOf(line), cache.wayOf(line), address, mask, command, reason);
        }
        return bytes;
    }

    /** The granules of a line that are written when it is. */
    private int dirty(int state) {
        return tracking == CacheSpec.DirtyTracking.LINE
                ? state & TagArray.VALID
                : (state & TagArray.DIRTY) >>> TagArray.DIRTY_SHIFT;
    }

    private void clean(int line, int granules) {
        tags.setClean(line, granules);
        data.clearDirtyBytes(line, granules);
    }

    /** The granules that are missing in the sectors of dirty ones. */
    private int partly(int mask, int state) {
        int partly = 0;
        int sector = (1 << sectorGranules) - 1;
        for (int from = 0; from < Request.MAX_SECTORS; from += sectorGranules) {
            if ((mask >>> from & sector) != 0) {
                partly |= sector << from;
            }
        }
        return partly & ~state;
    }

    /**
     * Reads what is missing in partly written sectors, ahead of their write-back on the same path. Nobody needs the bytes: the level
     * below merges what is written.
     */
    private void fill(long address, int missing, int client, int command) {
        int from = 0;
        for (int rest = missing; rest != 0; rest >>>= pieceGranules) {
            int sectors = rest & pieceMask;
            if (sectors != 0) {
                Request request = pool.acquire();
                request.start(Request.READ, address + (long) from * Request.SECTOR_BYTES, sectors, client, command, 0);
                request.flags = Request.FILL;
                cache.counters.fills += Integer.bitCount(sectors);
                cache.counters.fillBytes += (long) Integer.bitCount(sectors) * Request.SECTOR_BYTES;
                if (outlet.immediate) {
                    outlet.perform(request);
                    pool.release(request);
                } else {
                    request.replyTo(cache, Cache.FILLED_IN_VAIN, request.index);
                    inVain++;
                    outlet.push(request);
                }
            }
            from += pieceGranules;
        }
    }

    /** Sends what a clean line holds to an exclusive cache below; whether it takes it is its own business. */
    void handDown(int line, int client, int command, int since) {
        int valid = tags.state(line) & TagArray.VALID;
        long address = tags.lineNumber(line) << lineShift;
        int from = 0;
        for (int rest = valid; rest != 0; rest >>>= pieceGranules) {
            int sectors = rest & pieceMask;
            if (sectors != 0) {
                Request request = pool.acquire();
                request.start(
                        Request.WRITE, address + (long) from * Request.SECTOR_BYTES, sectors, client, command, since);
                request.flags = (byte) Request.EXCHANGE;
                request.coverSectors();
                data.load(line, request, sectors << from, from);
                if (outlet.immediate) {
                    outlet.perform(request);
                    pool.release(request);
                } else {
                    request.replyTo(cache, Cache.FILLED_IN_VAIN, request.index);
                    inVain++;
                    outlet.push(request);
                }
            }
            from += pieceGranules;
        }
    }

    /** A fill that nobody waits for came, or a line that was handed down is there. */
    void onFillInVain(Request request) {
        inVain--;
        pool.release(request);
    }

    private void count(WriteBackTally tally, int line, long address, int mask) {
        tally.line(address + (long) Integer.numberOfTrailingZeros(mask) * Request.SECTOR_BYTES);
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            int s = Integer.numberOfTrailingZeros(rest);
            tally.bytes(address + (long) s * Request.SECTOR_BYTES, Integer.bitCount(bytesOf(line, s)));
        }
    }

    /** The bytes of a granule that are written when it is. */
    private int bytesOf(int line, int granule) {
        return tracking == CacheSpec.DirtyTracking.BYTE ? data.dirtyBytes(line, granule) : -1;
    }

    /** A fill under way lacks the dirty bytes that it was to be merged under. */
    private void poisonFills(int state, int mask) {
        if ((state & TagArray.PINNED) != 0) {
            mshrs.addPoison(TagArray.mshr(state), mask & ~state);
        }
    }

    /** Whether write-backs are carried out without time now. */
    boolean atOnce() {
        return outlet.immediate;
    }

    /** Makes a dirty line clean without writing its bytes anywhere. */
    void forget(int line) {
        int state = tags.state(line);
        poisonFills(state, (state & TagArray.DIRTY) >>> TagArray.DIRTY_SHIFT);
        clean(line, TagArray.VALID);
        shrunk(line, (state & TagArray.DIRTY) >>> TagArray.DIRTY_SHIFT);
    }

    /** Bytes of granules that are not valid as a whole are not held any more. */
    private void shrunk(int line, int granules) {
        CompressedLines packed = cache.compressed;
        if (packed != null) {
            packed.shrunk(line, granules);
        }
    }

    private int send(int line, long lineAddress, int from, int sectors, int client, int command) {
        Request request = pool.acquire();
        request.start(Request.WRITE, lineAddress + (long) from * Request.SECTOR_BYTES, sectors, client, command, 0);
        request.flags = Request.WRITE_BACK;
        if (tracking == CacheSpec.DirtyTracking.BYTE) {
            for (int rest = sectors; rest != 0; rest &= rest - 1) {
                int s = Integer.numberOfTrailingZeros(rest);
                request.addSectorBytes(s, data.dirtyBytes(line, from + s));
            }
        } else {
            request.coverSectors();
        }
        data.load(line, request, sectors << from, from);
        cache.counters.writtenSectors += Integer.bitCount(sectors);
        int bytes = request.byteCount();
        request.replyTo(cache, Cache.WRITE_BACK_ACK, request.index); // at once, too: whose bytes these are
        if (outlet.immediate) {
            // first: an inclusive cache below may ask for the line again to make room for this
            clean(line, sectors << from);
            outlet.perform(request);
            pool.release(request);
            return bytes;
        }
        request.tag = epoch;
        since++;
        if (outlet.pushWriteBack(request)) {
            since--;
        }
        return bytes;
    }

    /** A flush has sent its last write-back: {@link #settledAt()} is now about everything sent so far. */
    void closeEpoch() {
        outlet.drain();
        before += since;
        since = 0;
        beforeArrival = Math.max(beforeArrival, sinceArrival);
        epoch++;
    }

    /** The cycle by which all write-backs before the last {@link #closeEpoch()} are answered, perhaps past; {@link #NEVER} if not all are. */
    long settledAt() {
        return before == 0 ? beforeArrival : NEVER;
    }

    /** A write-back is answered, and the answer will come in a cycle; returns whether it was the last that {@link #settledAt()} awaits. */
    boolean answered(Request request, long arrival) {
        if (request.tag == epoch) {
            since--;
            sinceArrival = Math.max(sinceArrival, arrival);
            return false;
        }
        before--;
        beforeArrival = Math.max(beforeArrival, arrival);
        return before == 0;
    }

    int outstanding() {
        return before + since + inVain;
    }

    /** The client to which maintenance traffic is charged. */
    static int maintenanceClient() {
        return Client.MAINTENANCE.ordinal();
    }
}
