// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep;

import dev.sluice.cli.input.SharedInputs;
import dev.sluice.cli.report.Quantity;
import dev.sluice.cli.run.Machines;
import dev.sluice.cli.run.Session;
import dev.sluice.machine.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Runs points on several threads of this process, and puts their records into a journal as they come. */
public final class Sweeper implements PointRunner {
    private static final double SECOND = 1e9;

    private final Session session;
    private final PointFunction function;
    private final int jobs;
    private final Map<Thread, Simulation> running = new ConcurrentHashMap<>();
    private final BlockingQueue<Optional<PointRecord>> finished = new LinkedBlockingQueue<>();
    private final AtomicInteger next = new AtomicInteger();
    private volatile boolean stopped;
    private volatile @Nullable Throwable broken;
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();

    /**
     * @param jobs threads
     */
    public Sweeper(Session session, SharedInputs inputs, int jobs) {
        this.session = session;
        this.jobs = jobs;
        Simulation.Factory machines = session.machines();
        function = new PointFunction(
                inputs,
                (device, profile, program, options) -> watched(machines.create(device, profile, program, options)),
                (device, trace, how, options) -> watched(Machines.replay(device, trace, how, options)));
    }

    private Simulation watched(Simulation machine) {
        running.put(Thread.currentThread(), machine);
        if (stopped) {
            machine.requestStop();
        }
        return machine;
    }

    @Override
    public boolean run(List<Point> points, Journal journal) {
        session.interrupt().watch(this::stop);
        long start = System.nanoTime();
        session.visibly(() -> text(points.size(), start), () -> {
            work(points, journal);
            return this;
        });
        Throwable cause = broken;
        if (cause instanceof Error error) {
            throw error;
        }
        if (cause instanceof RuntimeException fault) {
            throw fault;
        }
        return done.get() == points.size();
    }

    private void work(List<Point> points, Journal journal) {
        int threads = Math.min(jobs, points.size());
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread worker = new Thread(() -> work(points), "sweep-" + (i + 1));
            workers.add(worker);
            worker.start();
        }
        try {
            collect(threads, journal);
        } catch (RuntimeException e) {
            stop();
            throw e;
        } catch (InterruptedException e) {
            stop();
            Thread.currentThread().interrupt();
        } finally {
            join(workers);
        }
    }

    /** Each thread takes the next point until there are none, and tells when it ends. */
    private void work(List<Point> points) {
        try {
            for (int i = next.getAndIncrement(); i < points.size() && !stopped; i = next.getAndIncrement()) {
                PointRecord record = function.apply(points.get(i));
                running.remove(Thread.currentThread());
                if (record == null) {
                    break;
                }
                finished.add(Optional.of(record));
            }
        } catch (RuntimeException | Error e) {
            broken = e;
            stop();
        } finally {
            running.remove(Thread.currentThread());
            finished.add(Optional.empty());
        }
    }

    /** Writes what has finished, as much at a time as there is. */
    private void collect(int threads, Journal journal) throws InterruptedException {
        int ended = 0;
        List<Optional<PointRecord>> some = new ArrayList<>();
        while (ended < threads) {
            some.clear();
            some.add(finished.take());
            finished.drainTo(some);
            List<PointRecord> records = some.stream().flatMap(Optional::stream).toList();
            ended += some.size() - records.size();
            if (!records.isEmpty()) {
                journal.append(records);
                failed.addAndGet(
                        (int) records.stream().filter(record -> !record.ok()).count());
                done.addAndGet(records.size());
            }
        }
    }

    private static void join(List<Thread> workers) {
        for (Thread worker : workers) {
            try {
                worker.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void stop() {
        stopped = true;
        running.values().forEach(Simulation::requestStop);
    }

    /** How far it is; how long it takes is said once every thread has finished a point, by what points took so far. */
    private String text(int all, long start) {
        int now = done.get();
        String text = Quantity.count(now) + " of " + Quantity.plural(all, "point")
                + (failed.get() == 0 ? "" : ", " + failed + " without results");
        if (now < Math.min(all, jobs)) {
            return text;
        }
        double perPoint = (System.nanoTime() - start) / (double) now;
        return text + ", about " + remaining(perPoint * (all - now)) + " left";
    }

    static String remaining(double nanos) {
        long seconds = (long) Math.ceil(nanos / SECOND);
        return seconds < 120
                ? seconds + " s"
                : seconds < 7200 ? Math.round(seconds / 60.0) + " min" : Math.round(seconds / 3600.0) + " h";
    }
}
