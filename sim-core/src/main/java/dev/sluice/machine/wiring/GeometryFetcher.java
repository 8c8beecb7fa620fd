// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.Client;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.queue.CommandExecutor;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.request.WaitingOnPaths;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.ViewTable;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Fetches indices, vertex attributes and draw arguments through one client's path, element after element, neighbours in one
 * line together.
 *
 * <p>One job at a time, in order; a finite number of requests under way.
 */
final class GeometryFetcher extends Component {

    private static final int REPLY = 0;
    private static final int CREDIT = 1;
    private static final int START = 2;

    /** Requests under way; a choice. */
    private static final int OUTSTANDING = 32;

    /** Elements at {@code base + i * stride}, {@code size} bytes each. */
    record Elements(long base, long stride, int size) {}

    /** What to fetch; {@code order} names elements, null for 0, 1, 2, ... */
    static final class Job {
        final Elements[] streams;
        final long count;
        final @Nullable LongUnaryOperator order;
        final byte @Nullable [] captured;
        final int command;
        final int agent;
        final CommandExecutor.Completion completion;
        long element;
        int stream;
        int outstanding;
        long bytes;

        /** @param captured gets the bytes of the first stream from its base on, null for none */
        Job(
                Elements[] streams,
                long count,
                @Nullable LongUnaryOperator order,
                byte @Nullable [] captured,
                int command,
                int agent,
                CommandExecutor.Completion completion) {
            this.streams = streams;
            this.count = streams.length == 0 ? 0 : count;
            this.order = order;
            this.captured = captured;
            this.command = command;
            this.agent = agent;
            this.completion = completion;
        }

        boolean issued() {
            return element >= count;
        }

        long address() {
            Elements at = streams[stream];
            long index = order == null ? element : order.applyAsLong(element);
            return at.base() + index * at.stride();
        }

        void advance() {
            if (++element >= count && stream + 1 < streams.length) {
                stream++;
                element = 0;
            }
        }
    }

    private final RequestPool pool;
    private final Downstream path;
    private final int client;
    private final SimObserver observer;
    private final @Nullable AccessChecker checker;
    private final ArrayDeque<Job> jobs = new ArrayDeque<>();
    /** Bytes of the current element that the next request still has to fetch. */
    private int elementOffset;

    private int underWay;
    private @Nullable Request blocked;
    private long requests;
    private long sectors;
    private long answered;
    private long started;
    private long finished;

    GeometryFetcher(
            Engine engine,
            String name,
            RequestPool pool,
            Downstream path,
            Client client,
            SimObserver observer,
            @Nullable AccessChecker checker) {
        super(engine, name);
        this.pool = pool;
        this.path = path;
        this.client = client.ordinal();
        this.observer = observer;
        this.checker = checker;
    }

    long requests() {
        return requests;
    }

    long sectors() {
        return sectors;
    }

    /** The table of what waits to be sent, for somebody who looks between events. */
    ViewTable view(Texts texts) {
        return new WaitingOnPaths(texts, List.of(() -> blocked));
    }

    /** Does all of a job at once, outside simulated time, while nothing is under way in the machine. */
    void perform(Job job) {
        while (!job.issued()) {
            Request request = next(job);
            path.perform(request);
            request.replyTo = this; // who reads, for the explanation of a finding
            take(request, job);
            answered++;
            pool.release(request);
        }
        job.completion.done(new CommandExecutor.Work(job.bytes, 0, 0, true));
    }

    /** Begins a job, or queues it behind others. */
    void start(Job job) {
        started++;
        jobs.add(job);
        wake(0, START, 0);
    }

    @Override
    public void onEvent(int kind, int argument) {
        switch (kind) {
            case REPLY -> replied(pool.get(argument));
            case CREDIT -> {
                Request request = blocked;
                if (request != null) {
                    blocked = null;
                    path.sendAwaited(request);
                }
                pump();
            }
            default -> pump();
        }
    }

    private void pump() {
        while (blocked == null && underWay < OUTSTANDING) {
            Job job = jobs.peek();
            if (job == null) {
                return;
            }
            if (job.issued()) {
                if (job.outstanding > 0) {
                    return;
                }
                jobs.poll();
                finished++;
                job.completion.done(new CommandExecutor.Work(job.bytes, 0, 0));
                continue;
            }
            send(job);
        }
    }

    private void send(Job job) {
        Request request = next(job);
        request.replyTo(this, REPLY, request.index);
        job.outstanding++;
        underWay++;
        if (observer != SimObserver.NONE) {
            observer.issue(now(), name(), request);
        }
        if (!path.trySend(request)) {
            blocked = request;
            path.await(request, this, CREDIT, 0);
        }
    }

    /** The next request of a job: as many neighbouring elements as lie in its line. */
    private Request next(Job job) {
        int max = Math.min(path.maxRequestBytes(), Request.MAX_BYTES);
        long line = job.address() + elementOffset & -max;
        Request request = pool.acquire();
        request.start(Request.READ, line, 0, client, job.command, job.agent);
        int stream = job.stream;
        while (!job.issued() && job.stream == stream) {
            long at = job.address() + elementOffset;
            if ((at & -max) != line) {
                break;
            }
            int left = job.streams[stream].size() - elementOffset;
            int room = max - (int) (at - line);
            int bytes = Math.min(left, room);
            request.addBytes((int) (at - line), bytes);
            if (bytes < left) {
                elementOffset += bytes;
                break;
            }
            elementOffset = 0;
            job.advance();
        }
        requests++;
        sectors += request.sectorCount();
        job.bytes += request.byteCount();
        return request;
    }

    private void replied(Request request) {
        answered++;
        underWay--;
        Job job = jobs.peek();
        if (job == null) {
            throw new IllegalStateException(name() + ": a reply without a job");
        }
        take(request, job);
        if (observer != SimObserver.NONE) {
            observer.complete(now(), name(), request);
        }
        pool.release(request);
        job.outstanding--;
        pump();
    }

    /** Takes what a request has brought. */
    private void take(Request request, Job job) {
        Payload payload = request.payload;
        if (payload != null) {
            byte[] into = job.captured;
            if (into != null) {
                payload.copyTo(into, job.streams[0].base(), request);
            }
            if (checker != null) {
                checker.read(request);
            }
        }
    }

    @Override
    public void audit(Audit audit) {
        audit.balance(this, "requests", requests, answered);
        audit.balance(this, "fetches", started, finished);
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        path.describeWaits(graph);
        if (underWay > 0) {
            graph.edge(name(), "the levels below", "replies to " + underWay + " requests");
        }
    }
}
