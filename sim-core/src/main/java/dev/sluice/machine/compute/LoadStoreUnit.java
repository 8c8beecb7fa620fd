// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.device.Client;
import dev.sluice.device.ComputeSpec;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.AtomicOperands;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.request.WaitingOnPaths;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.machine.view.Texts;
import dev.sluice.program.image.ImageView;
import dev.sluice.program.kernel.BindingKind;
import dev.sluice.program.kernel.WaveInterpreter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The part of a compute unit between the issue of an access and its reply: coalescer, queue and outstanding requests.
 *
 * <p>An access is taken when fewer than {@code loadStoreQueue} requests wait; all of its requests are then queued, so
 * that the queue's last access may exceed it (they wait in the coalescer). Requests leave oldest first, in order on each
 * path; a path without room holds up its own requests only.
 */
final class LoadStoreUnit {

    private final ComputeUnit unit;
    /** By ordinal of {@link Client}; clients that share a path share the path. */
    private final RequestPath[] pathOfClient;

    private final RequestPool pool;
    private final WaveInterpreter interpreter;
    private final WaveTable waves;
    private final Places places;
    private final SimObserver observer;
    private final boolean observed;
    private final boolean functional;
    /** Whether nobody wants to see more of a load's reply than its tag. */
    private final boolean tagsOnly;

    private final @Nullable AccessChecker checker;
    private final Coalescer coalescer;
    private final AccessAddresses addresses;
    private final AccessPool accesses;
    private final StoresUnderWay stores;
    private final byte[] scratch;
    /** The unit's first place in what all units share. */
    private final int first;

    private final int capacity;
    private final int requestsPerCycle;
    private final RequestPath[] paths;

    private int queued;
    private int sequence;
    private long sendCycle = -1;
    private int sentInCycle;

    private long issued;
    private long answered;
    private long sectors;

    LoadStoreUnit(ComputeUnit unit, ComputeArray array, Places places, @Nullable Downstream[] paths) {
        this.unit = unit;
        this.places = places;
        this.pool = array.pool;
        this.observer = array.observer;
        this.observed = observer != SimObserver.NONE;
        this.functional = pool.functional();
        this.tagsOnly = !functional && !observed;
        this.checker = array.checker;
        this.interpreter = array.interpreter;
        this.waves = array.waves;
        this.coalescer = array.coalescer;
        this.addresses = new AccessAddresses(unit, array, places);
        this.accesses = array.accesses;
        this.stores = array.stores;
        this.scratch = array.scratch;
        ComputeSpec spec = array.spec;
        this.first = unit.index() * spec.wavesPerUnit();
        this.capacity = spec.loadStoreQueue();
        this.requestsPerCycle = spec.requestsPerCycle();
        this.pathOfClient = new RequestPath[Client.all().size()];
        RequestPath[] found = new RequestPath[BindingKind.values().length];
        int count = 0;
        for (BindingKind kind : BindingKind.values()) {
            Client client = AccessQualifiers.client(kind);
            Downstream down = client.ordinal() < paths.length ? paths[client.ordinal()] : null;
            if (down == null) {
                throw new IllegalArgumentException(unit.name() + ": no path down for client " + client.key());
            }
            RequestPath path = null;
            for (int i = 0; i < count; i++) {
                path = found[i].down == down ? found[i] : path;
            }
            if (path == null) {
                path = new RequestPath(down, count);
                found[count++] = path;
            }
            pathOfClient[client.ordinal()] = path;
        }
        this.paths = Arrays.copyOf(found, count);
    }

    /** Whether the queue takes another access now. */
    boolean accepts() {
        return queued < capacity;
    }

    /** Whether requests wait to leave. */
    boolean waits() {
        return queued > 0;
    }

    /** The path of a client, given as its ordinal. */
    RequestPath path(int client) {
        return pathOfClient[client];
    }

    /** The table of what waits for room on its way, for somebody who looks. */
    WaitingOnPaths view(Texts texts) {
        List<Supplier<@Nullable Request>> firsts = new ArrayList<>();
        for (RequestPath path : paths) {
            firsts.add(path::first);
        }
        return new WaitingOnPaths(texts, firsts);
    }

    /** Coalesced requests so far. */
    long issued() {
        return issued;
    }

    /** Requests that have left. */
    long sent() {
        return issued - queued;
    }

    /** Sectors that those requests address. */
    long sectors() {
        return sectors;
    }

    /** Reads what the answer of a request will need; returns anything made of it. */
    long touch(int index) {
        Request request = pool.get(index);
        Payload payload = request.payload;
        return request.tag + (payload == null ? 0 : payload.lanes);
    }

    /** Issues the access that a wave stands at; {@code kind} is one of {@link Request}. */
    void access(int wave, int kind, long now) {
        WaveInterpreter at = interpreter;
        at.selectRunning(wave);
        at.operands();
        if (at.activeMask() == 0) {
            at.complete(at.destination());
            return;
        }
        DispatchJob job = waves.job(wave);
        AccessSite site = job.sites.at(at, kind);
        if (!tagsOnly || kind != Request.READ || !at.regular() || site.view != null) {
            access(wave, job, site, now);
            return;
        }
        RequestPath path = pathOfClient[site.client];
        long active = at.activeMask();
        long line = Coalescer.line(site, at.firstOffset(), at.offsetStride(), active, path.lineBytes);
        if (line < 0) {
            access(wave, job, site, now);
            return;
        }
        waves.addLoad(wave);
        int tag = ~((wave - first) << ComputeUnit.REGISTER_BITS | site.destination);
        Request request = load(job, site, line & -path.lineBytes, (int) line & path.lineBytes - 1, tag);
        request.issuedAt(now);
        count(job, Integer.bitCount(request.sectors));
        job.bytesRead += (long) Long.bitCount(active) << site.shift;
        leave(request, path, now);
    }

    /** Makes the request of a load of consecutive elements in one line, of which nobody wants to see more than its tag. */
    private Request load(DispatchJob job, AccessSite site, long line, int touched, int tag) {
        Request request = pool.acquire();
        request.startLoad(line, touched, site.client, job.command, job.agent, unit, ComputeUnit.LOADED);
        request.flags = site.flags;
        request.tag = tag;
        if (pool.keepsOrigins()) {
            request.origin(unit.index(), site.site);
        }
        return request;
    }

    /** Counts a request. */
    private void count(DispatchJob job, int sectorCount) {
        issued++;
        sectors += sectorCount;
        job.requests++;
        job.sectors += sectorCount;
    }

    /** Sends a request if it may leave in this cycle, as it does if none is there before it. */
    private void leave(Request request, RequestPath path, long now) {
        if (queued > 0 || !mayLeave(now)) {
            enqueue(request, path);
            send(now);
        } else if (path.sendOnly(request, unit)) {
            sentInCycle++;
        } else {
            queued++;
        }
    }

    /** Issues any access. */
    private void access(int wave, DispatchJob job, AccessSite site, long now) {
        WaveInterpreter at = interpreter;
        int kind = site.kind;
        RequestPath path = pathOfClient[site.client];
        ImageView view = site.view;
        if (functional && kind == Request.READ && !observed && view == null && loadRun(wave, job, site, path, now)) {
            return;
        }
        if (kind == Request.WRITE && !observed && view == null && storeRun(wave, job, site, path, now)) {
            return;
        }
        coalescer.begin(kind, site.client, job.command, job.agent);
        long[] offsets = view == null
                ? addresses.coalesce(wave, at, site, path.lineBytes)
                : addresses.coalesce(wave, at, view, path.lineBytes);
        int destination = site.destination;
        if (destination >= 0) {
            waves.addLoad(wave);
        }
        if (pool.keepsOrigins()) {
            for (int k = 0; k < coalescer.count; k++) {
                coalescer.requests[k].origin(unit.index(), site.site);
            }
        }
        if (kind == Request.READ && coalescer.count == 1 && !functional) {
            // the reply needs to know the register only
            Request request = coalescer.requests[0];
            request.flags = site.flags;
            request.tag = ~((wave - first) << ComputeUnit.REGISTER_BITS | destination);
            queue(request, coalescer.bytes[0], path, job);
            send(now);
            return;
        }
        PendingAccess access = accesses.acquire();
        access.start(places.wave(wave), job, site, destination);
        if (functional || kind == Request.ATOMIC) {
            access.locate(coalescer, site.base, offsets, at.activeMask(), path.lineBytes);
        }
        access.outstanding = coalescer.count;
        if (kind != Request.READ) {
            job.liveAccesses++;
            places.wave(wave).stores++;
        }
        for (int k = 0; k < coalescer.count; k++) {
            Request request = coalescer.requests[k];
            request.flags = site.flags;
            request.tag = access.index;
            Payload payload = request.payload;
            if (payload != null) {
                payload.lanes = coalescer.lanes[k];
            }
            if (kind != Request.READ) {
                fill(request, access, coalescer.lanes[k], at, checker);
            }
            queue(request, coalescer.bytes[k], path, job);
        }
        send(now);
    }

    /** Issues a load with bytes if it is of consecutive elements in one line; returns whether it is, else nothing was changed. */
    private boolean loadRun(int wave, DispatchJob job, AccessSite site, RequestPath path, long now) {
        WaveInterpreter at = interpreter;
        if (!at.regular()) {
            return false;
        }
        long active = at.activeMask();
        long touched = Coalescer.line(site, at.firstOffset(), at.offsetStride(), active, path.lineBytes);
        if (touched < 0) {
            return false;
        }
        waves.addLoad(wave);
        Request request = pool.acquire();
        ByteRun.start(request, job, site, at, touched, path.lineBytes);
        request.origin(unit.index(), site.site);
        request.tag = ~((wave - first) << ComputeUnit.REGISTER_BITS | site.destination);
        request.replyTo(unit, ComputeUnit.REPLY, request.index);
        request.issuedAt(now);
        int sectorCount = request.sectorCount();
        issued++;
        sectors += sectorCount;
        job.requests++;
        job.sectors += sectorCount;
        job.bytesRead += (long) Long.bitCount(active) << site.shift;
        leave(request, path, now);
        return true;
    }

    /**
     * Issues a store if it is of consecutive elements in one line: all that its reply needs to say is whose it was. Returns whether it
     * is, else nothing was changed.
     */
    private boolean storeRun(int wave, DispatchJob job, AccessSite site, RequestPath path, long now) {
        WaveInterpreter at = interpreter;
        if (!at.regular()) {
            return false;
        }
        long active = at.activeMask();
        long touched = Coalescer.line(site, at.firstOffset(), at.offsetStride(), active, path.lineBytes);
        if (touched < 0) {
            return false;
        }
        Request request = pool.acquire();
        ByteRun.start(request, job, site, at, touched, path.lineBytes);
        if (pool.keepsOrigins()) {
            request.origin(unit.index(), site.site);
        }
        request.tag = stores.add(wave, job);
        request.replyTag(unit, ComputeUnit.STORED);
        request.issuedAt(now);
        Payload payload = request.payload;
        if (payload != null) {
            ByteRun.put(request, payload, site, at);
            if (checker != null) {
                checker.wrote(request);
            }
        }
        job.liveAccesses++;
        count(job, request.sectorCount());
        job.bytesWritten += (long) Long.bitCount(active) << site.shift;
        leave(request, path, now);
        return true;
    }

    private void queue(Request request, int bytes, RequestPath path, DispatchJob job) {
        count(job, request.sectorCount());
        if (request.kind != Request.WRITE) {
            job.bytesRead += bytes;
        }
        if (request.kind != Request.READ) {
            job.bytesWritten += bytes;
        }
        request.issuedAt(unit.now());
        if (request.kind == Request.READ && tagsOnly) {
            request.replyTag(unit, ComputeUnit.LOADED);
        } else {
            request.replyTo(unit, ComputeUnit.REPLY, request.index);
        }
        if (observed) {
            observer.issue(unit.now(), unit.name(), request);
        }
        enqueue(request, path);
    }

    private void enqueue(Request request, RequestPath path) {
        request.holder = sequence++;
        path.add(request);
        queued++;
    }

    /** Gives a store or an atomic what the lanes write. */
    static void fill(
            Request request, PendingAccess access, long lanes, WaveInterpreter at, @Nullable AccessChecker checker) {
        Payload payload = request.payload;
        if (access.kind == Request.ATOMIC) {
            AtomicOperands atomics = request.newAtomics();
            AccessQualifiers.describe(atomics, at.atomicOp(), access.type);
            access.put(request, atomics, lanes, at.values(), at.compares());
        }
        if (payload == null) {
            return;
        }
        if (access.kind == Request.ATOMIC || !access.putWhole(request, payload, lanes, at)) {
            if (access.kind != Request.ATOMIC) {
                access.put(request, payload, lanes, at);
            }
            for (int rest = request.sectors; rest != 0; rest &= rest - 1) {
                payload.setVersion(Integer.numberOfTrailingZeros(rest), request.agent);
            }
        }
        if (checker != null) {
            checker.wrote(request);
        }
    }

    /** A path has kept a place for its oldest request. */
    void onPathReady(int path) {
        paths[path].promised();
    }

    /** A request was answered. */
    void onReply(int index) {
        Request request = pool.get(index);
        int tag = request.tag;
        answered++;
        if (tag < 0) {
            if (functional) {
                loaded(request, ~tag);
            }
            observer.complete(unit.now(), unit.name(), request);
            pool.release(request);
            unit.registerReady(~tag);
            return;
        }
        PendingAccess access = accesses.get(tag);
        Payload payload = request.payload;
        if (payload != null) {
            if (access.destination >= 0) {
                take(access, request, payload, scratch);
            }
            if (checker != null && access.kind == Request.READ) {
                checker.read(request, access.meant);
            }
        }
        if (observed) {
            observer.complete(unit.now(), unit.name(), request);
        }
        pool.release(request);
        if (--access.outstanding == 0) {
            if (payload != null) {
                access.deliverSplit();
            }
            complete(access);
        }
    }

    /** The request of a load with bytes was answered that {@link #loadRun} issued, for a wave's place and a register. */
    private void loaded(Request request, int waveAndRegister) {
        WaveInterpreter at = interpreter;
        at.select(first + (waveAndRegister >>> ComputeUnit.REGISTER_BITS));
        ByteRun.take(request, at, waveAndRegister & (1 << ComputeUnit.REGISTER_BITS) - 1, scratch);
        if (checker != null) {
            checker.read(request);
        }
    }

    /** A request of a load of which nobody wants to see more than its tag was answered. */
    void onLoaded(int tag) {
        answered++;
        if (tag < 0) {
            unit.registerReady(~tag);
            return;
        }
        PendingAccess access = accesses.get(tag);
        if (--access.outstanding == 0) {
            complete(access);
        }
    }

    /**
     * A store was answered of which only the number of its wave's count was kept.
     *
     * @param arrival the cycle in which the answer comes, or this one
     */
    void stored(int number, long arrival) {
        answered++;
        DispatchJob job = stores.job(number);
        job.answeredAt = Math.max(job.answeredAt, arrival);
        int wave = stores.acknowledged(number, arrival);
        job.liveAccesses--;
        if (wave >= 0) {
            unit.accessDone(wave, -1);
        }
        unit.finishIfDone(job);
    }

    /** Takes what a load or an atomic brings. */
    static void take(PendingAccess access, Request request, Payload payload, byte[] scratch) {
        AtomicOperands atomics = request.atomics();
        if (access.kind == Request.READ) {
            access.take(request, payload, payload.lanes, scratch);
        } else if (atomics != null) {
            access.take(atomics);
        }
    }

    private void complete(PendingAccess access) {
        Wave wave = access.wave();
        boolean resident = wave.serial == access.serial;
        int destination = access.destination;
        boolean stored = access.kind != Request.READ;
        DispatchJob job = access.job();
        accesses.release(access);
        if (stored) {
            job.liveAccesses--;
        }
        if (resident) {
            if (stored) {
                wave.stores--;
            }
            unit.accessDone(wave.slot, destination);
        }
        if (stored) {
            unit.finishIfDone(job); // a wave stays until its loads are back, and asks when it goes
        }
    }

    /** Sends what may leave in this cycle. */
    void send(long now) {
        while (queued > 0 && mayLeave(now)) {
            RequestPath path = oldest();
            if (path == null) {
                return;
            }
            if (path.send(unit)) {
                queued--;
                sentInCycle++;
            }
        }
    }

    /** Whether one more request may leave in this cycle. */
    private boolean mayLeave(long now) {
        if (sendCycle != now) {
            sendCycle = now;
            sentInCycle = 0;
        }
        return sentInCycle < requestsPerCycle;
    }

    /** Of requests that wait: whether one could leave in the next cycle. */
    boolean sendsNext() {
        return oldest() != null;
    }

    private @Nullable RequestPath oldest() {
        RequestPath best = null;
        Request bestHead = null;
        for (RequestPath path : paths) {
            Request head = path.sendable();
            if (head == null) {
                continue;
            }
            // the requests themselves are looked at only where paths compete: they are rarely in the host's caches
            if (best == null || bestHead != null && head.holder - bestHead.holder < 0) {
                best = path;
                bestHead = head;
            }
        }
        return best;
    }

    void audit(Audit audit) {
        audit.balance(unit, "requests", issued, answered);
        audit.held(unit, "queued requests", queued);
    }

    void describeWaits(WaitGraph graph) {
        for (RequestPath path : paths) {
            path.down.describeWaits(graph);
        }
        long waiting = issued - answered - queued;
        if (waiting > 0) {
            graph.edge(unit.name(), "the levels below", "replies to " + waiting + " requests");
        }
    }
}
