// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.machine.fault.OutOfRangeAccessException;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.program.image.ImageView;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.kernel.WaveInterpreter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An access of a wave at once: coalesced, sent down the path of its unit, and taken back. */
final class FunctionalAccess {

    private static final long[] NO_OFFSETS = new long[0];

    private final RequestPool pool;
    private final boolean functional;
    private final @Nullable AccessChecker checker;
    private final WaveInterpreter interpreter;
    private final Coalescer coalescer;
    private final WorkgroupMemoryAccess workgroupMemory;
    private final FunctionalGathers gathers;
    private final PendingAccess access = new PendingAccess(0);
    private final ImageLanes images = new ImageLanes();
    private final byte[] scratch = new byte[Request.MAX_BYTES];
    private final ComputeUnit[] units;
    private final int waveSize;
    private long requests;
    private long sectors;

    /** @param shortWay whether loads of many lines may take their short way */
    FunctionalAccess(ComputeArray array, List<ComputeUnit> units, WaveInterpreter interpreter, boolean shortWay) {
        this.gathers = new FunctionalGathers(array, units, interpreter, shortWay);
        this.pool = array.pool;
        this.functional = pool.functional();
        this.checker = array.checker;
        this.interpreter = interpreter;
        this.coalescer = new Coalescer(pool);
        this.workgroupMemory = new WorkgroupMemoryAccess(functional);
        this.units = units.toArray(new ComputeUnit[0]);
        this.waveSize = array.spec.waveSize();
    }

    long requests() {
        return requests + gathers.requests();
    }

    long sectors() {
        return sectors + gathers.sectors();
    }

    /** Performs the load, store or atomic that the wave stands at. */
    void perform(DispatchJob job, int unit, Wave wave, int operation) {
        WaveInterpreter at = interpreter;
        long active = at.activeMask();
        if (active == 0) {
            at.complete(at.destination());
            return;
        }
        int kind = switch (operation) {
            case WaveInterpreter.LOAD -> Request.READ;
            case WaveInterpreter.STORE -> Request.WRITE;
            default -> Request.ATOMIC;
        };
        AccessSite site = job.sites.at(at, kind);
        RequestPath path = units[unit].path(site.client);
        ImageView view = site.view;
        if (view != null) {
            find(wave, view);
        }
        if (kind == Request.READ && gather(job, unit, site, path)) {
            at.complete(site.destination);
            return;
        }
        if (kind != Request.ATOMIC && view == null && at.regular()) {
            long touched = Coalescer.line(site, at.firstOffset(), at.offsetStride(), active, path.lineBytes);
            if (touched >= 0) {
                performRun(job, unit, site, path, touched);
                at.complete(site.destination);
                return;
            }
        }
        performAny(job, unit, wave, site, path);
        at.complete(kind == Request.WRITE ? -1 : at.destination());
    }

    private boolean gather(DispatchJob job, int unit, AccessSite site, RequestPath path) {
        ImageView view = site.view;
        return view == null
                ? gathers.take(job, unit, site, path, site.size, interpreter.offsets())
                : gathers.take(job, unit, site, path, view.surface().layout().size(), images.offsets);
    }

    /** Performs a load or store of consecutive elements in one line, given as {@link Coalescer#line} gives it: as one request. */
    private void performRun(DispatchJob job, int unit, AccessSite site, RequestPath path, long touched) {
        WaveInterpreter at = interpreter;
        Request request = pool.acquire();
        ByteRun.start(request, job, site, at, touched, path.lineBytes);
        request.origin(unit, site.site);
        count(job, request, request.byteCount());
        Payload payload = request.payload;
        if (payload != null && site.kind == Request.WRITE) {
            ByteRun.put(request, payload, site, at);
            if (checker != null) {
                checker.wrote(request);
            }
        }
        path.perform(request);
        if (payload != null && site.kind == Request.READ) {
            ByteRun.take(request, at, site.destination, scratch);
            if (checker != null) {
                request.replyTo = units[unit]; // who reads, for the explanation of a finding
                checker.read(request);
            }
        }
        pool.release(request);
    }

    private void performAny(DispatchJob job, int unit, Wave wave, AccessSite site, RequestPath path) {
        WaveInterpreter at = interpreter;
        int kind = site.kind;
        coalescer.begin(kind, site.client, job.command, job.agent);
        ImageView view = site.view;
        long[] offsets = view == null
                ? coalesce(wave, kind, site.base, site.size, path.lineBytes)
                : images.coalesce(at, view, coalescer, path.lineBytes);
        int destination = kind == Request.WRITE ? -1 : at.destination();
        boolean carries = functional || kind == Request.ATOMIC;
        if (carries) {
            access.start(wave, job, site, destination);
            access.locate(coalescer, site.base, offsets, at.activeMask(), path.lineBytes);
        }
        for (int k = 0; k < coalescer.count; k++) {
            Request request = coalescer.requests[k];
            request.origin(unit, site.site);
            request.flags = site.flags;
            count(job, request, coalescer.bytes[k]);
            if (carries && kind != Request.READ) {
                LoadStoreUnit.fill(request, access, coalescer.lanes[k], at, checker);
            }
            path.perform(request);
            Payload payload = request.payload;
            if (payload != null) {
                payload.lanes = coalescer.lanes[k];
                if (destination >= 0) {
                    LoadStoreUnit.take(access, request, payload, scratch);
                }
                if (checker != null && kind == Request.READ) {
                    request.replyTo = units[unit];
                    checker.read(request, site.meant);
                }
            }
            pool.release(request);
        }
        if (functional && destination >= 0) {
            access.deliverSplit();
        }
    }

    private void count(DispatchJob job, Request request, int bytes) {
        int count = request.sectorCount();
        requests++;
        sectors += count;
        job.requests++;
        job.sectors += count;
        if (request.kind != Request.WRITE) {
            job.bytesRead += bytes;
        }
        if (request.kind != Request.READ) {
            job.bytesWritten += bytes;
        }
    }

    private long[] coalesce(Wave wave, int kind, long base, long size, int lineBytes) {
        WaveInterpreter at = interpreter;
        int elementBytes = at.elementBytes();
        long active = at.activeMask();
        if (at.regular()
                && coalescer.coalesceRegular(
                        base, size, at.firstOffset(), at.offsetStride(), active, elementBytes, lineBytes)) {
            return NO_OFFSETS;
        }
        long[] offsets = at.offsets();
        int outside = coalescer.coalesce(base, size, offsets, active, elementBytes, lineBytes);
        if (outside >= 0) {
            throw outOfRange(wave, outside, binding(wave), size, null);
        }
        if (kind == Request.ATOMIC && (base & (elementBytes - 1)) != 0) {
            int lane = Long.numberOfTrailingZeros(active);
            throw KernelFaults.misaligned(wave, lane, invocation(wave, lane), binding(wave), base + offsets[lane]);
        }
        return offsets;
    }

    /** Finds the elements of an image that the lanes access: {@link #images} has them. */
    private void find(Wave wave, ImageView view) {
        int outside = images.find(interpreter, view);
        if (outside >= 0) {
            throw outOfRange(wave, outside, binding(wave), view.size(), view);
        }
    }

    /** Performs the load or store of workgroup memory that the wave stands at. */
    void shared(DispatchJob job, Workgroup group, Wave wave) {
        int bytes = job.program.sharedBytes();
        int outside = workgroupMemory.perform(interpreter, group.memory, bytes);
        if (outside >= 0) {
            throw outOfRange(wave, outside, "shared", bytes, null);
        }
        interpreter.complete(interpreter.destination());
    }

    private OutOfRangeAccessException outOfRange(
            Wave wave, int lane, String binding, long size, @Nullable ImageView view) {
        return KernelFaults.outOfRange(wave, lane, invocation(wave, lane), binding, size, view);
    }

    private long invocation(Wave wave, int lane) {
        if (wave.fragments != null) {
            return -1;
        }
        return wave.group().linear * wave.job().program.localSize().count()
                + (long) wave.indexInGroup * waveSize
                + lane;
    }

    private static String binding(Wave wave) {
        KernelProgram program = wave.job().program;
        return program.bindings().get(wave.interpreter().binding()).name();
    }
}
