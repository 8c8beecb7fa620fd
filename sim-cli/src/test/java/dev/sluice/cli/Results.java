// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import dev.sluice.program.Barrier;
import dev.sluice.program.Command;
import dev.sluice.program.Origin;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.edit.Spot;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import dev.sluice.result.AccessCounters;
import dev.sluice.result.CacheCounters;
import dev.sluice.result.FrameResult;
import dev.sluice.result.Limits;
import dev.sluice.result.RunFinding;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Results made by hand. */
public final class Results {
    public static final String SUGGESTION =
            "- pipelineBarrier: {memory: [{srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [COMPUTE_SHADER],"
                    + " dstAccess: [SHADER_STORAGE_READ]}]}   # after submit0.0, before submit0.2";

    private static final Cure CURE = new Cure.InsertCommand(
            new Command.PipelineBarrier(
                    Origin.NOWHERE,
                    List.of(new Barrier(
                            Stage.COPY.mask(),
                            Access.TRANSFER_WRITE.mask(),
                            Stage.COMPUTE_SHADER.mask(),
                            Access.SHADER_STORAGE_READ.mask(),
                            null,
                            null,
                            null)),
                    false),
            null,
            Spot.after("submit0.0").andBefore("submit0.2"));

    private Results() {}

    /** A run with a bit of everything and nothing wrong. */
    public static RunResult clean() {
        return with(
                List.of(),
                List.of(),
                List.of(new RunFinding.Check("host.3", true, "[0] = 1", "[0] = 1", "s.yaml:30:5")));
    }

    /** A run with one stale read, one lost write and one failed expect. */
    public static RunResult broken() {
        return with(
                List.of(stale(0)),
                List.of(lost()),
                List.of(failed(), clean().checks().get(0)));
    }

    /** A run with many stale reads and commands. */
    public static RunResult crowded(int findings, int commands) {
        List<RunFinding.StaleRead> stale = new ArrayList<>();
        for (int i = 0; i < findings; i++) {
            stale.add(stale(i));
        }
        RunResult base = with(stale, List.of(), List.of());
        List<RunResult.CommandResult> many = new ArrayList<>();
        for (int i = 0; i < commands; i++) {
            many.add(command("submit0." + i, "copyBuffer", null, 100L * i, 100L * i + 150));
        }
        return replace(base, many, false, false);
    }

    /** As {@link #clean()}, stopped halfway. */
    public static RunResult interrupted() {
        return replace(clean(), clean().commands(), true, false);
    }

    /** As {@link #clean()}, without bytes. */
    public static RunResult timingOnly() {
        RunResult all = with(List.of(), List.of(), List.of());
        return replace(all, all.commands(), false, true);
    }

    private static RunResult replace(
            RunResult r, List<RunResult.CommandResult> commands, boolean interrupted, boolean timingOnly) {
        return new RunResult(
                r.stream(),
                r.device(),
                r.profile(),
                r.calibrated(),
                timingOnly,
                r.seed(),
                r.cycles(),
                r.timeNs(),
                r.requests(),
                r.sectors(),
                r.events(),
                interrupted,
                r.cut(),
                r.warmUp(),
                r.notes(),
                r.assumptions(),
                commands,
                r.barriers(),
                r.frames(),
                r.caches(),
                r.vram(),
                r.host(),
                r.link(),
                r.network(),
                r.transfer(),
                r.timestamps(),
                r.staleReads(),
                r.lostWrites(),
                r.unwrittenReads(),
                r.outOfLimits(),
                r.checks(),
                null,
                null,
                null,
                List.of(),
                List.of(),
                r.limits(),
                List.of(),
                null);
    }

    private static RunResult with(
            List<RunFinding.StaleRead> stale, List<RunFinding.LostWrite> lost, List<RunFinding.Check> checks) {
        return new RunResult(
                "example",
                "seed-discrete-l2",
                "l2",
                false,
                false,
                0,
                1_234_567,
                823_044.666_666_666_7,
                81_920,
                262_144,
                9_999_999,
                false,
                null,
                null,
                List.of("a note"),
                List.of("device seed-discrete-l2 is not calibrated"),
                List.of(
                        command("submit0.0", "copyBuffer", "upload", 1_000, 5_000),
                        command("submit0.1", "pipelineBarrier", null, 1_001, 6_000),
                        command("submit0.2", "dispatch", "double", 4_000, 9_000)),
                List.of(
                        barrier("submit0.begin", true, List.of()),
                        barrier(
                                "submit0.1",
                                false,
                                List.of(
                                        new RunResult.ActionResult(
                                                "flush:L2",
                                                "l2",
                                                16,
                                                32_768,
                                                12,
                                                1_536,
                                                0,
                                                0,
                                                5_000,
                                                5_500,
                                                Map.of("x", 12L),
                                                Map.of("x", 1_536L)),
                                        new RunResult.ActionResult(
                                                "invalidate:L1",
                                                "l1",
                                                16,
                                                2_048,
                                                0,
                                                0,
                                                77,
                                                2_464,
                                                5_500,
                                                6_000,
                                                Map.of(),
                                                Map.of())))),
                List.of(new FrameResult(1, FrameResult.FRAME, 0, 1_234_567, 1)),
                caches(),
                dram(),
                new RunResult.HostResult(
                        10, 20, 5, 18, 4, 3, 1, 2, 1, 6, 5, 999, Map.of("hostL1", counters(3)), dram()),
                new RunResult.LinkResult(5, 1_024, 6, 2_048, 30, 40),
                new RunResult.NetworkResult(
                        1,
                        2,
                        3,
                        4,
                        List.of(new RunResult.PortResult("l2", "replyPort", "l1[3]", 10, 50, 10, 1_600, 50)),
                        List.of()),
                new RunResult.TransferResult(1, 2, 3, 64, 128, 50),
                Map.of("t0", 4_711L),
                stale,
                lost,
                List.of(new RunFinding.UnwrittenRead("submit0.2", "x", 32, 32, "s.yaml:21:9", 32)),
                List.of(),
                checks,
                null,
                null,
                null,
                List.of(),
                List.of(),
                limits(1_234_567),
                List.of(),
                null);
    }

    private static RunResult.CommandResult command(
            String id, String kind, @org.jspecify.annotations.Nullable String label, long start, long end) {
        return new RunResult.CommandResult(
                id,
                kind,
                label,
                "s.yaml:20:9",
                "universal.0",
                false,
                500,
                start,
                end,
                1_000,
                Map.of("COPY", new RunResult.StageTime(start, end)),
                1_048_576,
                1_536,
                0,
                kind.equals("pipelineBarrier") ? null : limits(end - start));
    }

    private static Limits limits(long cycles) {
        Limits.Use bus = new Limits.Use("dramBus", "vram", "vram[3]", 8, cycles * 9 / 10, 0.9, 0.45);
        Limits.Use full = new Limits.Use("mshrs", "l1", "l1[0]", 40, cycles / 2, 0.5, 0.25);
        Limits.TopDown units = new Limits.TopDown(
                40 * cycles, 4 * cycles, Map.of("vram", 20 * cycles), Map.of("sharedMemory", 6 * cycles), 10 * cycles);
        return new Limits(cycles, bus, "limited by bus vram[3], 90 % busy", units, List.of(bus, full));
    }

    private static RunResult.BarrierResult barrier(String id, boolean implicit, List<RunResult.ActionResult> actions) {
        return new RunResult.BarrierResult(
                id,
                implicit ? "submit0" : id,
                null,
                "s.yaml:20:9",
                implicit,
                implicit ? "submitBegin" : "pipelineBarrier",
                implicit ? List.of() : List.of("COPY/TRANSFER_WRITE > COMPUTE_SHADER/SHADER_READ of x"),
                1,
                1_001,
                6_000,
                4_999,
                3_999,
                1_000,
                7,
                2_048,
                80,
                actions,
                1,
                List.of(new RunResult.Milestone("submit0.0", "COPY", 5_000)),
                List.of(new RunResult.HeldBack("submit0.2", "COMPUTE_SHADER", 4_998, 1_002, null)),
                Map.of("x", 7L),
                Map.of("x", 2_048L),
                List.of(new RunResult.Refill("l1", "x", 7, 2_048)));
    }

    private static Map<String, RunResult.CacheResult> caches() {
        Map<String, RunResult.CacheResult> caches = new LinkedHashMap<>();
        caches.put(
                "l1",
                new RunResult.CacheResult(
                        "L1", 16, counters(1), Map.of("storage", access()), Map.of("submit0.2", access())));
        caches.put("tex", new RunResult.CacheResult("TEX", 16, new CacheCounters(), Map.of(), Map.of()));
        caches.put("l2", new RunResult.CacheResult("L2", 1, counters(2), Map.of(), Map.of()));
        return caches;
    }

    private static CacheCounters counters(int factor) {
        CacheCounters c = new CacheCounters();
        c.reads = 1_000L * factor;
        c.readHits = 875L * factor;
        c.readMisses = 125L * factor;
        c.writes = 40L * factor;
        c.writeHits = 10L * factor;
        c.writeMisses = 30L * factor;
        c.fills = 125L * factor;
        c.fillBytes = 4_000L * factor;
        c.lookups = 260L * factor;
        c.writebackBytes = 512L * factor;
        return c;
    }

    private static AccessCounters access() {
        AccessCounters a = new AccessCounters();
        a.reads = 3;
        a.readHits = 2;
        a.readMisses = 1;
        return a;
    }

    private static RunResult.DramResult dram() {
        return new RunResult.DramResult(
                100,
                50,
                3_200,
                1_600,
                120,
                20,
                10,
                3,
                600,
                149.333_333_333_333_34,
                1.1,
                new RunResult.LatencyHistogram(100, 40, 74, 200, 455, 600, 92.123_456_789_012_34));
    }

    private static RunFinding.StaleRead stale(int i) {
        return new RunFinding.StaleRead(
                "submit0.2",
                "x",
                4_096L * i,
                4_096,
                "00 00 00 00",
                "01 00 \"00\", 00",
                "submit0.0",
                "l1[3]",
                "invalidate:L1",
                CURE,
                "s.yaml:21:9",
                4_100,
                4_096);
    }

    private static RunFinding.LostWrite lost() {
        return new RunFinding.LostWrite(
                "submit0.0",
                "y",
                7,
                1,
                "aa",
                "bb",
                "submit0.2",
                "l2[0]",
                "invalidate:L2",
                CURE,
                "s.yaml:19:9",
                5_000,
                1);
    }

    private static RunFinding.Check failed() {
        return new RunFinding.Check("host.2", false, "[0] = 0 0", "[0] = 1 2", "s.yaml:29:5");
    }
}
