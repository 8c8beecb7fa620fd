// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.sluice.device.DramSpec;
import dev.sluice.device.DramTiming;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.result.RunResult.DramResult;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole streams of requests: every preset serves and drains them, within what its timing set allows. */
final class DramTrafficTest {

    private static final long CORE = 1_380_000_000L;

    private record Run(DramResult result, Traffic traffic, Engine engine) {
        double utilisation() {
            return result.achievedBytesPerCycle() / result.peakBytesPerCycle();
        }
    }

    static Stream<String> presets() {
        return Specs.presets().stream();
    }

    private static Run run(DramSpec spec, int bytes, boolean random, int writes, long count) {
        Engine engine = new Engine();
        RequestPool pool = new RequestPool(false);
        DramSystem memory =
                new DramSystem(engine, "vram", spec, CORE, 0, new BackingStore(), pool, SimObserver.NONE, null);
        TimingOracle oracle = new TimingOracle(spec);
        memory.channel(0).device().listen(oracle);
        Traffic traffic = engine.add(
                new Traffic(engine, pool, memory, 96 * spec.channels(), bytes, 64 << 20, random, writes, count, 3));
        traffic.start();
        engine.run();
        engine.auditAtEnd();
        DramResult result = memory.result();
        assertThat(traffic.answered).isEqualTo(count);
        assertThat(pool.inUse()).isZero();
        assertThat(oracle.count()).isPositive();
        assertThat(oracle.violations()).isEmpty();
        assertThat(result.rowHits() + result.rowMisses() + result.rowConflicts())
                .isEqualTo(result.reads() + result.writes());
        return new Run(result, traffic, engine);
    }

    @Test
    void the_presets_of_the_model_exist() {
        assertThat(Specs.presets())
                .containsAll(List.of("gddr6-14", "hbm2", "hbm2e", "hbm3", "lpddr5-6400", "ddr5-5600"));
    }

    @ParameterizedTest
    @MethodSource("presets")
    void streaming_reads_reach_nine_tenths_of_peak(String preset) {
        DramSpec spec = Specs.preset(preset, 2);
        double refreshed = 1 - (double) spec.timing().rfc() / spec.timing().refi();
        assertThat(run(spec, 256, false, 0, 12_000).utilisation()).isBetween(0.9 * refreshed, 1.0);
        assertThat(run(spec, 64, false, 0, 12_000).utilisation()).isBetween(0.9 * refreshed, 1.0);
    }

    @ParameterizedTest
    @MethodSource("presets")
    void random_is_never_faster_than_sequential(String preset) {
        for (int bytes : new int[] {64, 256}) {
            double random = run(Specs.preset(preset, 2), bytes, true, 0, 6_000).utilisation();
            double sequential =
                    run(Specs.preset(preset, 2), bytes, false, 0, 6_000).utilisation();
            assertThat(random).isLessThan(sequential);
        }
    }

    @ParameterizedTest
    @MethodSource("presets")
    void mixed_random_traffic_keeps_every_timing_constraint_and_drains(String preset) {
        Run run = run(Specs.preset(preset, 3), 64, true, 40, 8_000);
        assertThat(run.result.refreshes()).as("refreshes").isPositive();
        run(Specs.preset(preset, 1), 128, false, 50, 6_000);
    }

    @ParameterizedTest
    @MethodSource("presets")
    void random_activates_come_as_fast_as_tFAW_tRRD_and_banks_allow_but_no_faster(String preset) {
        DramSpec spec = Specs.preset(preset, 1);
        DramTiming t = spec.timing();
        int count = 6_000;
        Run run = run(spec, spec.transactionBytes(), true, 0, count);
        double ticks = run.traffic.lastReply * (double) spec.clockHz() / CORE;
        double activates = count - run.result.rowHits();
        int scopes = spec.protocol().stackIds() ? 1 : spec.ranks();
        double perActivate = Math.max(Math.max(t.rrdS(), t.faw() / 4.0) / scopes, t.burst());
        double refreshed = spec.protocol().rfcBank() > 0 ? 1 : 1 - (double) t.rfc() / t.refi();
        assertThat(ticks * refreshed).isGreaterThan(activates * perActivate * 0.99);
        int banks = spec.ranks() * spec.bankGroups() * spec.banksPerGroup();
        double bankBound = 2.2 * t.rc() / banks;
        assertThat(ticks * refreshed).isLessThan(activates * Math.max(perActivate, bankBound) * 1.35);
    }

    @Test
    void requests_to_rows_of_one_bank_are_tRC_apart() {
        Bench bench = new Bench(Specs.of(Specs.NO_REFRESH));
        for (int i = 0; i < 20; i++) {
            bench.read(0, i * 16L * 2048, 32);
        }
        bench.run();
        DramTiming t = Specs.NO_REFRESH;
        assertThat(bench.replies.values().stream().max(Long::compare).orElseThrow())
                .isEqualTo(19L * t.rc() + t.rcdRead() + t.cl() + t.burst());
    }

    @Test
    void long_run_bandwidth_is_exact_across_clock_domains() {
        DramTiming t = new DramTiming(14, 4, 14, 14, 14, 34, 48, 4, 6, 30, 1, 2, 6, 8, 16, 4, 13, 0, 3900, 2);
        DramSpec spec = Specs.of(t, 1, 1, "RoBaRaCoBgCh", "frfcfs", 877_000_000L, false);
        long some = run(spec, 128, false, 0, 20_000).traffic.lastReply;
        long twice = run(spec, 128, false, 0, 40_000).traffic.lastReply;
        double exact = 20_000.0 * 4 * t.burst() * 1380 / 877;
        assertThat((double) (twice - some)).isBetween(exact - 2, exact + 2);
    }

    @Test
    void the_same_run_gives_the_same_result() {
        Run first = run(Specs.preset("gddr6-14", 4), 128, true, 30, 5000);
        Run second = run(Specs.preset("gddr6-14", 4), 128, true, 30, 5000);
        assertThat(first.result).isEqualTo(second.result);
        assertThat(first.engine.executedEvents()).isEqualTo(second.engine.executedEvents());
    }

    @Test
    void few_events_per_request() {
        Run run = run(Specs.preset("gddr6-14", 8), 128, false, 0, 20_000);
        assertThat(run.engine.executedEvents() / 20_000.0)
                .as("arrival and reply included")
                .isLessThan(3.5);
    }

    @Test
    void nothing_is_allocated_in_steady_state() {
        Engine engine = new Engine();
        RequestPool pool = new RequestPool(false);
        DramSystem memory = new DramSystem(
                engine, "vram", Specs.preset("gddr6-14", 4), CORE, 0, new BackingStore(), pool, SimObserver.NONE, null);
        Traffic traffic = engine.add(new Traffic(engine, pool, memory, 200, 64, 64 << 20, true, 30, 100_000, 3));
        traffic.start();
        engine.run();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        traffic.more(100_000);
        long before = threads.getCurrentThreadAllocatedBytes();
        engine.run();
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(allocated / 100_000.0).as("bytes per request").isLessThan(0.1);
    }
}
