// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import dev.sluice.cli.log.LogSink;
import dev.sluice.cli.output.WholeFile;
import dev.sluice.cli.report.Quantity;
import dev.sluice.cli.timeline.TimelineEvent.Type;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.DramSpec;
import dev.sluice.device.GpuSpec;
import dev.sluice.machine.Simulation;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.result.RunResult;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The timeline of a run, written while it goes on.
 *
 * <p>{@link #bind} comes before the run, {@link #finish} behind it, {@link #keep} when the file is wanted; without that nothing
 * is left of it.
 */
public final class Timeline implements AutoCloseable {

    /** Cycles of an interval of counters, unless somebody says otherwise. */
    public static final long INTERVAL = 1000;

    /** Bytes that a timeline may take, unless somebody says otherwise. */
    public static final long LIMIT = 256L << 20;

    /** The least that it may be told to take: room for its own words. */
    public static final long LEAST_LIMIT = 64L << 10;

    private static final int BUFFER = 1 << 16;

    private final TimelineFile file;
    private final LogSink sink;
    private final TimelineOut out;
    private final GpuSpec device;
    private final long limit;
    private final long interval;
    private final WaitFlows flows;
    private final Refills refills;
    private final QueueSlices queues;
    private final DetailSlices details;
    private final FollowedMisses misses;
    private final IntervalCounters counters;
    private final HostSlices host;
    private final SimObserver observer;
    private @Nullable Simulation machine;
    private Function<String, @Nullable String> where = operation -> null;

    private Timeline(TimelineFile file, LogSink sink, TimelineOut out, GpuSpec device, long limit, long interval) {
        this.file = file;
        this.sink = sink;
        this.out = out;
        this.device = device;
        this.limit = limit;
        this.interval = interval;
        Groups groups =
                new Groups(out, device.caches().stream().map(CacheSpec::name).toList());
        flows = new WaitFlows(out);
        refills = new Refills(out);
        queues = new QueueSlices(out, flows, refills);
        details = new DetailSlices(out, groups);
        misses = new FollowedMisses(out, groups);
        counters = new IntervalCounters(out, groups, interval, this::transactionBytes);
        host = new HostSlices(out, operation -> where.apply(operation));
        observer = new TimelineObserver(
                queues, host, details, misses, counters, flows, refills, command -> bound().commandName(command));
    }

    /**
     * Begins a timeline.
     *
     * @param limit the most bytes that it may take, before packing
     * @param interval of its counters, in cycles
     */
    public static Timeline open(TimelineFile file, GpuSpec device, long limit, long interval) {
        LogSink sink = LogSink.file(file.path());
        try {
            OutputStream bytes = file.packed() ? new GZIPOutputStream(sink.out(), BUFFER) : sink.out();
            OutputStream buffered = new BufferedOutputStream(bytes, BUFFER);
            TimelineWriter writer = file.binary() ? new PerfettoWriter(buffered) : new ChromeWriter(buffered);
            return new Timeline(file, sink, new TimelineOut(writer, limit, device.clockHz()), device, limit, interval);
        } catch (IOException e) {
            sink.close();
            throw WholeFile.failed(file.path(), e);
        }
    }

    /** What is to see the run. */
    public SimObserver observer() {
        return observer;
    }

    /**
     * Learns whose run it is.
     *
     * @param program its name
     * @param whereOf where a host operation stands in its file, by its id; null where nobody knows
     */
    public void bind(Simulation run, String program, Function<String, @Nullable String> whereOf) {
        machine = run;
        where = whereOf;
        counters.read(run.levels());
        TimelineEvent e = out.event(Type.INSTANT, 0, out.about(), "run of " + program, "trace");
        e.with("program", program)
                .with("device", device.name())
                .with("coreClockHz", device.clockHz())
                .with("counterIntervalCycles", interval)
                .with("limitBytes", limit);
        written(() -> out.write(e, false));
    }

    private int transactionBytes(String channel) {
        DramSpec ram = device.host().ram();
        return ram != null && channel.startsWith("ram")
                ? ram.transactionBytes()
                : device.vram().transactionBytes();
    }

    private Simulation bound() {
        Simulation run = machine;
        if (run == null) {
            throw new IllegalStateException("not bound to a run");
        }
        return run;
    }

    /** The run is over: ends what is open, adds what is known now. */
    public void finish(RunResult result) {
        String early = !result.interrupted() ? "" : result.cut() == null ? "interrupted" : "cut off by --max-cycles";
        end(result.cycles(), early, () -> new Findings(out).write(result));
    }

    /** The run ended in a fault: ends what is open; false if there was no run yet. */
    public boolean breakOff(RuntimeException fault) {
        if (machine != null) {
            end(0, "ended by a fault: " + fault.getMessage(), () -> {});
        }
        return machine != null;
    }

    private void end(long cycle, String early, Runnable findings) {
        written(() -> {
            long end = Math.max(out.last(), cycle);
            if (!early.isEmpty()) {
                out.write(out.event(Type.INSTANT, end, out.about(), early, "trace"), false);
            }
            misses.finish(end);
            details.finish(end);
            queues.finish(end);
            host.finish(end);
            counters.finish(end);
            refills.write(end);
            findings.run();
            out.close();
        });
    }

    /** Puts the file in its place. */
    public void keep() {
        sink.keep();
    }

    /** What the file lacks for want of room, in words; null if it is all there. */
    public @Nullable String leftOut() {
        if (out.detailsEnd() < 0 && out.end() < 0) {
            return null;
        }
        String most = "--trace-limit " + Quantity.bytes(limit) + " of " + file.path() + " is reached: ";
        String gone = "units, caches, channels and misses end at cycle " + out.detailsEnd();
        if (out.end() < 0) {
            return most + gone + ", commands and barriers are all there";
        }
        return most + (out.detailsEnd() < 0 ? "" : gone + ", ") + "commands and barriers at cycle " + out.end();
    }

    private void written(Runnable work) {
        try {
            work.run();
        } catch (UncheckedIOException e) {
            throw WholeFile.failed(file.path(), e.getCause());
        }
    }

    @Override
    public void close() {
        sink.close();
    }
}
