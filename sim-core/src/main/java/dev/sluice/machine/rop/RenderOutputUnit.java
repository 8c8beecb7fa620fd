// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.device.RopSpec;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.BandwidthServer;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.ViewTable;
import dev.sluice.machine.view.WholeTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One render output unit: tests, blends and writes pixels, a tile at a time, through its own caches of tiles.
 *
 * <p>It serves what it is given in order, {@link RopSpec#pixelsPerCycle} pixels a cycle (per colour target; the samples of a
 * pixel are served together). Each operation becomes tile operations, of which up to {@value #OUTSTANDING} are under way at a
 * time; one that touches a tile which an earlier one has yet to write waits for that write to be sent, and the path's order
 * does the rest. So every pixel sees its fragments in order, whatever overlaps.
 */
public final class RenderOutputUnit extends Component {

    /** Batches that wait, at most. */
    public static final int INPUT_BATCHES = 16;

    /** Tile operations under way, at most. */
    public static final int OUTSTANDING = 32;

    static final int PUMP = 0;
    static final int REPLY = 1;
    static final int COLOR_CREDIT = 2;
    static final int DEPTH_CREDIT = 3;
    static final int DONE = 4;
    static final int MAINTAINED = 5;
    static final int FAST_CLEARED = 6;

    private final int number;
    private final int units;
    private final TileRequests requests;
    private final BandwidthServer server;
    private final TileWork tiles;
    private final RopQueue queue = new RopQueue();
    private final BatchIssue batches;
    private final BatchesAtOnce atOnce;
    private final JobsAtOnce jobsAtOnce;
    private final JobIssue jobs;
    private final RoomWaiters waiters = new RoomWaiters();

    private RopCounters counters = new RopCounters();
    private long busyBefore;
    private long pumpAt = -1;
    /** Operations begun and not done. */
    private int active;
    /** A job that nothing else may overtake or overlap. */
    private @Nullable RopOperation alone;
    /** The operation at the queue's head, once it has begun. */
    private @Nullable RopOperation begun;

    private long started;
    private long ended;
    /** Told of what comes from outside; null where nobody looks. */
    private @Nullable List<WholeTable> viewed;

    /**
     * @param number its number among the device's units
     * @param spec of all units
     * @param color path of colour tiles
     * @param depth path of depth and stencil tiles
     * @throws IllegalArgumentException if a path takes no whole tile
     */
    public RenderOutputUnit(
            Engine engine,
            String name,
            int number,
            RopSpec spec,
            RequestPool pool,
            RopPath color,
            RopPath depth,
            SimObserver observer,
            @Nullable AccessChecker checker) {
        super(engine, name);
        this.number = number;
        this.units = spec.count();
        if (Math.min(color.path().maxRequestBytes(), depth.path().maxRequestBytes()) < spec.tileBytes()) {
            throw new IllegalArgumentException(
                    name + ": its caches take no request of a tile's " + spec.tileBytes() + " bytes");
        }
        this.requests = new TileRequests(this, pool, color, depth, observer, checker);
        this.server = BandwidthServer.of(spec.pixelsPerCycle(), 1);
        JobsInTime orders = new JobsInTime(this);
        this.jobs = new JobIssue(this, orders, number, spec, color, depth);
        this.tiles = new TileWork(this, requests, jobs);
        orders.with(tiles);
        this.batches = new BatchIssue(this, tiles, spec.tileBytes());
        this.atOnce = new BatchesAtOnce(this, requests, spec.tileBytes());
        this.jobsAtOnce = new JobsAtOnce(this, requests, number, spec, color, depth);
    }

    /** Its number among the device's units. */
    public int number() {
        return number;
    }

    /** Whether it is unit {@code index} of {@code count}. */
    boolean stands(int index, int count) {
        return number == index && units == count;
    }

    /** The tables of what it holds, for somebody who looks between events. */
    public List<ViewTable> view(Texts texts) {
        List<WholeTable> tables = new RopTables(texts, queue, tiles.table()).all(requests);
        viewed = tables;
        return List.copyOf(tables);
    }

    // ---- what it is given

    boolean accepts() {
        return queue.batches() < INPUT_BATCHES;
    }

    void await(Component waiter, int kind, int argument) {
        if (accepts()) {
            waiter.engine().schedule(waiter, 0, kind, argument);
        } else {
            waiters.add(waiter, kind, argument);
        }
    }

    void test(PixelBatch batch, PixelSink sink) {
        accept(RopOperation.Kind.TEST, batch, sink);
    }

    void write(PixelBatch batch, PixelSink sink) {
        accept(RopOperation.Kind.WRITE, batch, sink);
    }

    private void accept(RopOperation.Kind kind, PixelBatch batch, PixelSink sink) {
        if (!accepts()) {
            throw new IllegalStateException(name() + ": was given a batch when it had no room");
        }
        add(kind, batch, sink, null);
    }

    /** What it does with batches outside simulated time. */
    BatchesAtOnce atOnce() {
        return atOnce;
    }

    /** Whether it has nothing to do. */
    boolean quiet() {
        return active == 0 && queue.size() == 0;
    }

    /** Carries its part of a job out outside simulated time. */
    void perform(RopJob job) {
        jobsAtOnce.perform(job);
    }

    void start(RopJob job) {
        add(RopOperation.Kind.JOB, null, null, job);
    }

    private void add(
            RopOperation.Kind kind, @Nullable PixelBatch batch, @Nullable PixelSink sink, @Nullable RopJob job) {
        queue.add(kind, batch, sink, job);
        started++;
        List<WholeTable> told = viewed;
        if (told != null) {
            told.forEach(WholeTable::touch);
        }
        if (queue.size() == 1) {
            pumpIn(0);
        }
    }

    // ---- what it did

    double busyCycles(long now) {
        return server.busyCycles(now);
    }

    RopResult result() {
        return counters.result(server.busyCycles() - busyBefore);
    }

    void resetStatistics() {
        counters = new RopCounters();
        busyBefore = server.busyCycles();
    }

    RopCounters counters() {
        return counters;
    }

    // ---- events

    @Override
    public void onEvent(int kind, int argument) {
        switch (kind) {
            case PUMP -> pumpAt = pumpAt == now() ? -1 : pumpAt;
            case REPLY -> tiles.answered(requests.answered(argument));
            case COLOR_CREDIT -> requests.onColorCredit();
            case DEPTH_CREDIT -> requests.onDepthCredit();
            case DONE -> complete(queue.get(argument));
            case MAINTAINED -> partDone(queue.get(argument));
            case FAST_CLEARED -> {
                jobs.fastCleared();
                partDone(queue.get(argument));
            }
            default -> throw new IllegalStateException("event " + kind);
        }
        pump();
    }

    /** Looks again in some cycles. */
    void pumpIn(long delay) {
        if (pumpAt != now() + delay) {
            pumpAt = now() + delay;
            wake(delay, PUMP, 0);
        }
    }

    /** Begins and issues operations in order, as far as it goes. */
    private void pump() {
        while (alone == null || alone == begun) {
            RopOperation operation = begun;
            if (operation == null) {
                operation = queue.head();
                if (operation == null || !begin(operation)) {
                    return;
                }
                begun = operation;
                active++;
            }
            boolean issued = operation.kind == RopOperation.Kind.JOB ? jobs.issue(operation) : batches.issue(operation);
            if (!issued) {
                return;
            }
            begun = null;
            queue.removeHead();
            operation.issued = true;
            if (operation.pending == 0) {
                finish(operation);
            }
        }
    }

    private boolean begin(RopOperation operation) {
        if (operation.kind == RopOperation.Kind.JOB) {
            RopJob job = operation.job();
            if (active > 0 && jobs.waitsForAll(job)) {
                return false;
            }
            alone = jobs.alone(job) ? operation : null;
            jobs.begin(operation);
            return true;
        }
        int pixels = batches.work(operation);
        if (pixels > 0 && !serves()) {
            return false;
        }
        reserve(operation, pixels);
        batches.begin(operation);
        if (queue.batchBegun() == INPUT_BATCHES - 1) {
            waiters.wakeAll();
        }
        return true;
    }

    // ---- for those that issue

    /** Whether pixels can be served now; if not, looks again when they can. */
    boolean serves() {
        long start = server.nextStart(now());
        if (start > now()) {
            pumpIn(start - now());
            return false;
        }
        return true;
    }

    /** Serves pixels for an operation, which is not done before. */
    void reserve(RopOperation operation, int pixels) {
        operation.doneAt = pixels > 0 ? server.reserve(now(), pixels) : Math.max(now(), operation.doneAt);
    }

    /** The unit's requests. */
    TileRequests requests() {
        return requests;
    }

    // ---- ends

    /** One of the things that an operation waits for is done. */
    void partDone(RopOperation operation) {
        if (--operation.pending == 0 && operation.issued) {
            finish(operation);
        }
    }

    private void finish(RopOperation operation) {
        if (operation.doneAt > now()) {
            wake(operation.doneAt - now(), DONE, operation.index);
        } else {
            complete(operation);
        }
    }

    private void complete(RopOperation operation) {
        active--;
        ended++;
        if (alone == operation) {
            alone = null;
        }
        RopOperation.Kind kind = operation.kind;
        if (kind == RopOperation.Kind.JOB) {
            RopJob job = operation.job();
            queue.release(operation);
            job.partDone();
            return;
        }
        PixelBatch batch = operation.batch();
        PixelSink sink = operation.sink();
        queue.release(operation);
        if (kind == RopOperation.Kind.TEST) {
            counters.pixelsPassed += batches.passed(batch);
            sink.tested(batch);
        } else {
            sink.written(batch);
        }
    }

    @Override
    public void audit(Audit audit) {
        audit.balance(this, "operations", started, ended);
        requests.audit(audit);
        audit.held(this, "tile operations", tiles.used());
        audit.held(this, "waiters", waiters.count());
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        requests.describeWaits(graph);
        waiters.describeWaits(graph, this);
        RopOperation lone = alone;
        if (lone != null && lone.pending > 0) {
            graph.edge(name(), "its caches", "the end of a clear, discard, flush or resolve");
        }
    }
}
