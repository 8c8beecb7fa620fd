// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.program.kernel.WaveInterpreter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The short way of loads at once by which the lanes of a wave take elements of many lines: line by line, and where a line is in the
 * first cache and is what the program means, without a request. It has the same effects as {@link FunctionalAccess}, to which whatever
 * else comes up is left.
 */
final class FunctionalGathers {

    private final RequestPool pool;
    private final boolean functional;
    private final @Nullable AccessChecker checker;
    private final WaveInterpreter wave;
    private final ComputeUnit[] units;
    private final LaneLines lines = new LaneLines();
    private final long[] values = new long[WaveInterpreter.MAX_WAVE_SIZE];
    private final boolean on;
    /** Of the load under way, by lane: where its element lies from the site's base. */
    private long[] offsets = values;

    private long requests;
    private long sectors;

    /** @param on whether it takes any access at all */
    FunctionalGathers(ComputeArray array, List<ComputeUnit> units, WaveInterpreter interpreter, boolean on) {
        this.pool = array.pool;
        this.functional = pool.functional();
        this.checker = array.checker;
        this.wave = interpreter;
        this.units = units.toArray(new ComputeUnit[0]);
        this.on = on;
    }

    /** What are requests in the counts of the run, whether they were made or not. */
    long requests() {
        return requests;
    }

    /** Sectors of them. */
    long sectors() {
        return sectors;
    }

    /**
     * Performs the load that the wave stands at, whose operands are known, but for the end of it.
     *
     * @param size bytes that may be loaded from the site's base on
     * @param elements by lane: where its element lies from there
     * @return whether it did; if not, nothing was changed
     */
    boolean take(DispatchJob job, int unit, AccessSite site, RequestPath path, long size, long[] elements) {
        WaveInterpreter at = wave;
        long active = at.activeMask();
        if (!on
                || site.kind != Request.READ
                || site.width > 1
                || (site.base & (1L << site.shift) - 1) != 0
                || seemsRun(elements, active, site.shift)
                || !lines.find(site.base, size, elements, active, site.shift, path.lineBytes)) {
            return false;
        }
        offsets = elements;
        boolean delivers = functional && at.delivers(site.destination);
        SectorStore contents = path.contents();
        for (int k = 0; k < lines.count; k++) {
            count(job, k);
            int wanted = lines.sectors[k];
            int first = Integer.numberOfTrailingZeros(wanted);
            long address = lines.addresses[k];
            int slot = path.readInPlace(site, address + ((long) first << 5), wanted >>> first, job.command, checker);
            if (slot < 0) {
                request(job, unit, site, path, k, delivers);
            } else if (delivers && contents != null) {
                takeInPlace(contents, slot - first, address, site, lines.lanes[k]);
            }
        }
        if (delivers) {
            at.deliver(site.destination, active, values);
        }
        return true;
    }

    /** Whether lanes probably take elements one after the other, which those do faster that do all of them together. */
    private static boolean seemsRun(long[] offsets, long active, int shift) {
        int first = Long.numberOfTrailingZeros(active);
        int last = Long.SIZE - 1 - Long.numberOfLeadingZeros(active);
        long run = active >>> first;
        return first < last && (run & run + 1) == 0 && offsets[last] - offsets[first] == (long) last - first << shift;
    }

    private void count(DispatchJob job, int k) {
        int wanted = Integer.bitCount(lines.sectors[k]);
        requests++;
        sectors += wanted;
        job.requests++;
        job.sectors += wanted;
        job.bytesRead += lines.bytes(k);
    }

    private void takeInPlace(SectorStore from, int slot, long line, AccessSite site, long lanes) {
        long start = site.base - line;
        int size = 1 << site.shift;
        int at = slot << 5;
        for (long rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            values[lane] = from.read(at + (int) (start + offsets[lane]), size);
        }
    }

    private void request(DispatchJob job, int unit, AccessSite site, RequestPath path, int k, boolean delivers) {
        Request request = pool.acquire();
        long line = lines.addresses[k];
        request.start(Request.READ, line, lines.sectors[k], site.client, job.command, job.agent);
        request.flags = site.flags;
        request.origin(unit, site.site);
        Payload payload = request.payload;
        if (payload != null) {
            lines.addBytes(k, request);
        }
        path.perform(request);
        if (payload != null) {
            payload.lanes = lines.lanes[k];
            if (delivers) {
                takeAnswer(payload, line, site, lines.lanes[k]);
            }
            if (checker != null) {
                request.replyTo = units[unit]; // who reads, for the explanation of a finding
                checker.read(request, site.meant);
            }
        }
        pool.release(request);
    }

    private void takeAnswer(Payload payload, long line, AccessSite site, long lanes) {
        long start = site.base - line;
        int size = 1 << site.shift;
        for (long rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            values[lane] = payload.read((int) (start + offsets[lane]), size);
        }
    }
}
