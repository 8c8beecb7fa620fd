// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.program.kernel.RunOperands;
import dev.sluice.program.kernel.WaveInterpreter;
import dev.sluice.program.kernel.WaveRuns;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The short way of loads and stores at once by which all lanes of a wave take consecutive elements of one line ({@link WaveRuns}):
 * one request, with the same effects as {@link FunctionalAccess}, to which whatever else comes up is left.
 */
final class FunctionalRuns {

    private final RequestPool pool;
    private final @Nullable AccessChecker checker;
    private final WaveRuns wave;
    private final ComputeUnit[] units;
    private final boolean on;
    private final byte[] scratch = new byte[Request.MAX_BYTES];
    private long requests;
    private long sectors;

    /** @param on whether it takes any access at all */
    FunctionalRuns(ComputeArray array, List<ComputeUnit> units, WaveInterpreter interpreter, boolean on) {
        this.on = on;
        this.pool = array.pool;
        this.checker = array.checker;
        this.wave = interpreter.runs();
        this.units = units.toArray(new ComputeUnit[0]);
    }

    long requests() {
        return requests;
    }

    long sectors() {
        return sectors;
    }

    /**
     * Performs the access of the instruction that the wave has come to, before anybody asked for its operands.
     *
     * @return whether it did; if not, nothing was changed
     */
    boolean take(DispatchJob job, int unit, int instruction) {
        AccessSite site = job.sites.known(instruction);
        if (site == null || site.kind == Request.ATOMIC || site.view != null || !on) {
            return false;
        }
        long index = wave.firstIndex(site.operands);
        if (index == WaveRuns.NONE) {
            return false;
        }
        RequestPath path = units[unit].path(site.client);
        int lineBytes = path.lineBytes;
        int length = wave.lanes() << site.shift;
        long start = index << site.shift;
        long touched = Coalescer.line(site, start, length, lineBytes);
        if (touched < 0) {
            return false;
        }
        perform(job, unit, site, path, touched, (int) (site.base + start) & lineBytes - 1, length);
        return true;
    }

    private void perform(
            DispatchJob job, int unit, AccessSite site, RequestPath path, long touched, int within, int length) {
        int lineMask = path.lineBytes - 1;
        int mask = (int) touched & lineMask;
        if (site.kind == Request.READ && readInPlace(job, site, path, touched & ~lineMask, mask, within, length)) {
            return;
        }
        Request request = pool.acquire();
        request.start(site.kind, touched & ~lineMask, mask, site.client, job.command, job.agent);
        request.run(within, length);
        request.flags = site.flags;
        request.origin(unit, site.site);
        count(job, mask);
        Payload payload = request.payload;
        if (site.kind == Request.READ) {
            job.bytesRead += length;
            path.perform(request);
            if (payload == null || !site.operands.delivers) {
                wave.load(site.operands);
            } else {
                deliver(payload, site.operands, within, length);
            }
            if (payload != null && checker != null) {
                request.replyTo = units[unit]; // who reads, for the explanation of a finding
                checker.read(request);
            }
        } else {
            job.bytesWritten += length;
            if (payload != null) {
                put(request, payload, site.operands, within, length);
            }
            path.perform(request);
        }
        pool.release(request);
    }

    private void count(DispatchJob job, int mask) {
        int count = Integer.bitCount(mask);
        requests++;
        sectors += count;
        job.requests++;
        job.sectors += count;
    }

    /** Performs a load whose line is in the first cache and is what the program means; false, with nothing changed, if it takes a request. */
    private boolean readInPlace(
            DispatchJob job, AccessSite site, RequestPath path, long line, int mask, int within, int length) {
        int sector = within / Request.SECTOR_BYTES;
        int slot = path.readInPlace(site, line + ((long) sector << 5), mask >>> sector, job.command, checker);
        if (slot < 0) {
            return false;
        }
        count(job, mask);
        job.bytesRead += length;
        SectorStore from = path.contents();
        if (from == null || !site.operands.delivers) {
            wave.load(site.operands);
            return true;
        }
        int first = within % Request.SECTOR_BYTES;
        if (from.runs(slot, Integer.bitCount(mask))) {
            wave.load(site.operands, from.bytes(slot), from.offset(slot) + first);
        } else {
            from.copyTo(slot, first, length, scratch);
            wave.load(site.operands, scratch, 0);
        }
        return true;
    }

    private void put(Request request, Payload payload, RunOperands values, int within, int length) {
        int sector = within / Request.SECTOR_BYTES;
        boolean whole = ((within | length) & Request.SECTOR_BYTES - 1) == 0;
        if (whole && payload.begin(sector, length / Request.SECTOR_BYTES, request.agent)) {
            wave.store(values, payload.bytes(sector), payload.offset(sector));
        } else {
            wave.store(values, payload.writable(), within);
            for (int rest = request.sectors; rest != 0; rest &= rest - 1) {
                payload.setVersion(Integer.numberOfTrailingZeros(rest), request.agent);
            }
        }
        if (checker != null) {
            checker.wrote(request);
        }
    }

    private void deliver(Payload payload, RunOperands to, int within, int length) {
        if (payload.runs(within, length)) {
            int sector = within / Request.SECTOR_BYTES;
            int from = payload.offset(sector) + within % Request.SECTOR_BYTES;
            wave.load(to, payload.bytes(sector), from);
        } else {
            payload.copyTo(scratch, within, length);
            wave.load(to, scratch, 0);
        }
    }
}
