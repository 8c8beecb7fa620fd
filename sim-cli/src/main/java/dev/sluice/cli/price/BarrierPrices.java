// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.price;

import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.run.QuietRuns;
import dev.sluice.cli.run.StreamRun;
import dev.sluice.config.ConfigException;
import dev.sluice.config.calls.LeftOut;
import dev.sluice.config.compact.BarrierSpec;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.device.GpuSpec;
import dev.sluice.program.sync.BarrierProfile;
import dev.sluice.result.RunResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prices one barrier on devices: runs a small program for its pair with it and without. */
public final class BarrierPrices {
    /** More is not priced: it takes minutes, and shows nothing new. */
    public static final long MOST_BYTES = 256L << 20;
    /** As long as a producer may be kept busy. */
    public static final double MOST_BUSY_NANOS = 10_000_000;

    private static final String FILE = "barrier.yaml";
    private static final int ROUNDS = 5;
    /** A drain that is as long as was asked for but for so much is long enough. */
    private static final double NEAR = 0.02;

    private final QuietRuns runs;
    private final Pair pair;
    private final long dirty;
    private final double busyNanos;

    /**
     * Of a barrier.
     *
     * @param dirty bytes that the producer leaves dirty
     * @param busyNanos for how long the producer runs at least
     * @throws ConfigException for a barrier that is invalid, or for whose halves no commands are known
     */
    public BarrierPrices(QuietRuns runs, BarrierSpec spec, long dirty, double busyNanos) {
        this.runs = runs;
        this.pair = Pair.of(spec);
        this.dirty = dirty;
        this.busyNanos = busyNanos;
    }

    /** The barrier's sides in words: what both use, which command comes before, and which after. */
    public String words() {
        Use producer = pair.producer();
        Use consumer = pair.consumer();
        return pair.subject().words + ": "
                + (producer == null
                        ? "nothing before it is waited for, a dispatch dirties other bytes"
                        : producer.stage + "/" + producer.access)
                + ", then "
                + (consumer == null ? "nothing after it waits" : consumer.stage + "/" + consumer.access);
    }

    /**
     * The price on a device; null when interrupted.
     *
     * @param name of the device, or its path, as the stream is to say it
     */
    public @Nullable PairPrice on(String name, GpuSpec device, BarrierProfile profile) {
        try {
            return priced(name, device, profile);
        } catch (ConfigException e) {
            if (e.unreadable()) {
                throw e;
            }
            return PairPrice.refused(device.name(), profile.name(), e.problem());
        }
    }

    private @Nullable PairPrice priced(String name, GpuSpec device, BarrierProfile profile) {
        Busy busy = Busy.none(pair.producer());
        RunResult with = run(device, profile, busy, true);
        for (int round = 0; round < ROUNDS && with != null; round++) {
            Busy more = busier(busy, with);
            if (more.amount() == busy.amount()) {
                break;
            }
            busy = more;
            with = run(device, profile, busy, true);
        }
        RunResult without = with == null ? null : run(device, profile, busy, false);
        if (with == null || without == null) {
            return null;
        }
        PairProgram program = new PairProgram(pair, dirty, busy);
        return new PairPrice(
                device.name(),
                profile.name(),
                null,
                program.bytes(),
                barrier(with),
                with.cycles(),
                without.cycles(),
                with.timeNs() / Math.max(1, with.cycles()),
                with.assumptions(),
                program.text(name, true));
    }

    /** What brings the drain nearer to the time asked for. */
    private Busy busier(Busy busy, RunResult run) {
        double nanosPerCycle = run.timeNs() / Math.max(1, run.cycles());
        long wanted = Math.round(busyNanos / nanosPerCycle);
        long drain = Math.max(1, barrier(run).drainCycles());
        boolean far = Math.abs(wanted - drain) > NEAR * wanted;
        return switch (busy.kind()) {
            case NONE -> busy;
            case CYCLES -> {
                if (busy.amount() == 0) {
                    yield wanted > drain ? busy.with(wanted) : busy;
                }
                yield far && pair.producer() != null ? busy.with(Math.max(1, busy.amount() * wanted / drain)) : busy;
            }
            case TIMES -> {
                long times = busy.amount() + 1;
                yield far && (wanted > drain || times > 1)
                        ? busy.with(Math.max(1, (times * wanted + drain - 1) / drain) - 1)
                        : busy;
            }
        };
    }

    private static RunResult.BarrierResult barrier(RunResult run) {
        return run.barriers().stream()
                .filter(barrier -> !barrier.implicit() && PairProgram.LABEL.equals(barrier.label()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the program has lost its barrier"));
    }

    private @Nullable RunResult run(GpuSpec device, BarrierProfile profile, Busy busy, boolean withBarrier) {
        byte[] text = new PairProgram(pair, dirty, busy)
                .text(device.name(), withBarrier)
                .getBytes(StandardCharsets.UTF_8);
        LoadedRun loaded = new LoadedRun(
                FILE, device, profile, StreamReader.read(FILE, text, null).resolve(device), LeftOut.NOTHING);
        StreamRun run = runs.run(loaded, List.of(), !StreamRun.followsBytes(loaded));
        return run == null ? null : run.result();
    }
}
