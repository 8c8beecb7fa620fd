// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.request.AtomicOperands;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.request.VersionBundles;
import dev.sluice.machine.trace.PageMap;
import dev.sluice.machine.trace.TraceAtomic;
import dev.sluice.machine.trace.TraceKind;
import dev.sluice.machine.trace.TraceRecord;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes requests of a trace's accesses: one for each line of the receiver, each where the access's pages lie on the device. */
final class TraceRequests {

    /** The command index of all that a trace does. */
    static final int COMMAND = 0;

    private static final int SECTOR = Request.SECTOR_BYTES;
    private static final int SECTORS_OF_WORD = Long.SIZE / SECTOR;

    /** What lies in one page of a trace, whatever their size, lies together. */
    private static final int SMALLEST_PAGE = 4096;

    private final RequestPool pool;
    private final @Nullable PageMap pages;
    private final int units;
    private final ReplayedBytes payloads;
    private long count;
    private long sectors;

    /**
     * Makes them of a pool.
     *
     * @param pages where the trace's pages lie; null if its addresses are the device's
     * @param units compute units of the device
     * @param bundles in which lists of versions are known to whoever codes tiles
     */
    TraceRequests(RequestPool pool, @Nullable PageMap pages, int units, VersionBundles bundles) {
        this.pool = pool;
        this.payloads = new ReplayedBytes(bundles);
        this.pages = pages;
        this.units = units;
    }

    /** The site of an instruction's address, which predictors keep in 32 bits. */
    static int site(long instruction) {
        int folded = (int) (instruction ^ instruction >>> Integer.SIZE);
        return folded == Request.NO_SITE && instruction != 0 ? 1 : folded;
    }

    /** Requests made so far. */
    long count() {
        return count;
    }

    /** Sectors that they address. */
    long sectors() {
        return sectors;
    }

    /** Counting begins anew. */
    void reset() {
        count = 0;
        sectors = 0;
    }

    /** Counts a request that somebody made. */
    void counted(Request request) {
        count++;
        sectors += request.sectorCount();
    }

    /** Where an address of the trace lies on the device. */
    long place(long address) {
        return pages == null ? address : pages.map(address);
    }

    /** Puts what a trace says of memory there. */
    void store(TraceRecord contents, HostSide host, BackingStore vram) {
        for (int at = 0; at < contents.data.length; ) {
            long from = contents.address + at;
            int here = (int) Math.min(contents.data.length - at, SMALLEST_PAGE - (from & SMALLEST_PAGE - 1));
            long address = place(from);
            payloads.store(contents, at, here, address, host.memoryOf(address, vram));
            at += here;
        }
    }

    /**
     * Gives the requests of an access to somebody, who says whom to answer and sends them.
     *
     * @param longest the most bytes that the receiver takes
     * @return how many they are
     */
    int of(TraceRecord access, int longest, Consumer<Request> send) {
        return access.masked || access.sectors != 0
                ? parts(access, longest, send)
                : runs(access, access.address, access.size, longest, send);
    }

    /** An access of one run of bytes. */
    private int runs(TraceRecord access, long address, int bytes, int longest, Consumer<Request> send) {
        int made = 0;
        long from = address;
        int left = bytes;
        while (left > 0) {
            int length = (int) Math.min(left, longest - (from & longest - 1));
            long at = place(from);
            long base = base(access, at, longest);
            int within = (int) (at - base);
            Request request = start(access, base);
            request.addBytes(within, length);
            operands(access, request, (int) (from - (address & -SECTOR)) - within);
            payloads.fill(access, (int) (from - address), request);
            finish(request, send);
            made++;
            from += length;
            left -= length;
        }
        return made;
    }

    /** An access of bytes with holes, or of sectors of which no bytes are named. */
    private int parts(TraceRecord access, int longest, Consumer<Request> send) {
        int wanted = access.sectors != 0 ? access.sectors : named(access);
        int made = 0;
        int taken = 0;
        int sector = 0;
        while (wanted >>> sector != 0) {
            long from = access.address + (long) sector * SECTOR;
            int end = Math.min(Request.MAX_SECTORS, sector + (int) (longest - (from & longest - 1)) / SECTOR);
            int here = wanted >>> sector & (1 << end - sector) - 1;
            if (here != 0) {
                long at = place(from);
                long base = base(access, at, longest);
                int first =
                        sector - (int) (at - base) / SECTOR; // the access's sector with which the request would begin
                Request request = start(access, base);
                request.sectors = (short) (here << sector - first);
                for (int i = sector; i < end; i++) {
                    int bits = (int) (access.mask[i / SECTORS_OF_WORD] >>> (i % SECTORS_OF_WORD) * SECTOR);
                    if (bits != 0) {
                        request.addSectorBytes(i - first, bits);
                    }
                }
                operands(access, request, first * SECTOR);
                payloads.fill(access, taken, request);
                taken += request.byteCount();
                finish(request, send);
                made++;
            }
            sector = end;
        }
        return made;
    }

    /** Where the request of an access begins: caches cut a request by that, and compute units have theirs begin with the line. */
    private static long base(TraceRecord access, long at, int longest) {
        return at & -(access.entrance.ofComputeUnit() ? longest : SECTOR);
    }

    private static int named(TraceRecord access) {
        int named = 0;
        for (int i = 0; i < Request.MAX_SECTORS; i++) {
            if ((int) (access.mask[i / SECTORS_OF_WORD] >>> (i % SECTORS_OF_WORD) * SECTOR) != 0) {
                named |= 1 << i;
            }
        }
        return named;
    }

    private Request start(TraceRecord access, long base) {
        Request request = pool.acquire();
        request.start(
                access.kind.ordinal(), base, 0, access.entrance.client().ordinal(), COMMAND, access.writers.first());
        request.flags = (byte) (access.flags & 0x7F & ~TraceRecord.EXACT);
        if (access.entrance.ofComputeUnit()) {
            request.origin(access.unit % units, site(access.site));
        }
        return request;
    }

    private void finish(Request request, Consumer<Request> send) {
        counted(request);
        send.accept(request);
    }

    /** @param from where the request begins, counted from the access's first sector */
    private static void operands(TraceRecord access, Request request, int from) {
        if (access.kind != TraceKind.ATOMIC) {
            return;
        }
        AtomicOperands operands = request.newAtomics();
        TraceAtomic atomic = access.atomic;
        operands.clear(AtomicOperands.MAX_LANES);
        operands.operation = AtomicOperands.Operation.valueOf(atomic == null ? "ADD" : atomic.operation());
        operands.elementBytes = atomic == null ? Integer.BYTES : atomic.type().bytes();
        operands.signed = atomic != null && atomic.type() == TraceAtomic.Type.I32;
        operands.floating = atomic != null && atomic.type() == TraceAtomic.Type.F32;
        if (atomic == null) {
            for (int at = 0; at < Request.MAX_BYTES; at += Integer.BYTES) {
                if (request.takesByte(at)) {
                    operands.add(at, 0, 0, 0);
                }
            }
            return;
        }
        for (int i = 0; i < atomic.offsets().size(); i++) {
            int at = atomic.offsets().get(i) - from;
            if (at >= 0 && at < Request.MAX_BYTES && request.takesByte(at)) {
                operands.add(at, at(atomic.operands(), i), at(atomic.compares(), i), 0);
            }
        }
    }

    private static long at(List<Long> numbers, int index) {
        return index < numbers.size() ? numbers.get(index) : 0;
    }
}
