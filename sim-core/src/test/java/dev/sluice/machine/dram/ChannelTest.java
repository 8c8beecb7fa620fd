// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.device.Client;
import dev.sluice.device.DramProtocol;
import dev.sluice.device.DramSpec;
import dev.sluice.device.DramTiming;
import dev.sluice.machine.fault.DeadlockException;
import dev.sluice.machine.observe.ObservedRequest;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Request;
import dev.sluice.result.RunResult.DramResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a channel's controller does with requests; one channel at the core's clock, so that ticks are cycles. */
final class ChannelTest {

    private static final DramTiming T = Specs.NO_REFRESH;
    /** Mapping RoBaRaCoBgCh: a chunk is 256 bytes, then 4 groups, then 8 chunks of a row, then 4 banks, then rows. */
    private static final long GROUP = 256;

    private static final long BANK = 4 * 2048;
    private static final long ROW = 16 * 2048;

    private static DramSpec policy(String policy) {
        return Specs.of(T, 1, 1, "RoBaRaCoBgCh", policy, Specs.CORE_HZ, false);
    }

    @Test
    void idle_read_takes_tRCD_CL_and_the_burst() {
        Bench bench = new Bench(Specs.of(T));
        Request read = bench.read(100, 0, 32);
        bench.run();
        assertThat(bench.replyOf(read)).isEqualTo(100 + T.rcdRead() + T.cl() + T.burst());
    }

    @Test
    void controller_latency_is_added_once() {
        DramSpec s = Specs.of(T);
        DramSpec slow = new DramSpec(
                s.preset(),
                s.size(),
                1,
                1,
                4,
                4,
                2048,
                32,
                s.clockHz(),
                T,
                s.protocol(),
                s.mapping(),
                256,
                false,
                DramSpec.Policy.FRFCFS,
                32,
                32,
                24,
                8,
                40);
        Bench bench = new Bench(slow);
        Request read = bench.read(100, 0, 32);
        Request write = bench.write(100, GROUP, 32);
        bench.run();
        assertThat(bench.replyOf(read)).isEqualTo(100 + 40 + T.rcdRead() + T.cl() + T.burst());
        assertThat(bench.replyOf(write)).isEqualTo(100 + 40);
    }

    @Test
    void idle_read_in_another_clock_domain_is_rounded_up_once() {
        DramSpec spec = Specs.of(T, 1, 1, "RoBaRaCoBgCh", "frfcfs", 700_000_000L, false);
        Bench bench = new Bench(spec);
        Request read = bench.read(101, 0, 32);
        bench.run();
        long arrival = (101 * 7 + 9) / 10;
        long end = arrival + T.rcdRead() + T.cl() + T.burst();
        assertThat(bench.replyOf(read)).isEqualTo((end * 10 + 6) / 7);
    }

    @Test
    void write_is_acknowledged_when_queued_and_drains_later() {
        Bench bench = new Bench(Specs.of(T));
        Request write = bench.write(100, 0, 128);
        bench.run();
        assertThat(bench.replyOf(write)).isEqualTo(100);
        assertThat(bench.issued("WRITE")).hasSize(4);
        assertThat(bench.commands.get(0)).isEqualTo("ACTIVATE 0 0 @" + (100 + QueueTurn.IDLE_WAIT));
    }

    @Test
    void transactions_count_as_miss_conflict_and_hits() {
        Bench bench = new Bench(Specs.of(T));
        bench.read(0, 0, 128);
        bench.read(1000, ROW, 64);
        bench.read(2000, ROW + 64, 64);
        bench.run();
        DramResult result = bench.memory.result();
        assertThat(result.rowMisses()).isEqualTo(1);
        assertThat(result.rowConflicts()).isEqualTo(1);
        assertThat(result.rowHits()).isEqualTo(6);
        assertThat(result.reads()).isEqualTo(8);
        assertThat(result.readBytes()).isEqualTo(256);
        assertThat(result.busyCycles()).isEqualTo(8 * T.burst());
        assertThat(result.latencyHistogram().count()).isEqualTo(3);
    }

    @Test
    void a_command_is_charged_with_the_bytes_that_moved() {
        Bench bench = new Bench(Specs.of(T));
        CommandTraffic traffic = bench.memory.watch();
        bench.write(100, 0, 64).command = 2;
        bench.write(101, 0, 64).command = 3; // joins the one in the queue
        bench.read(102, 0, 64).command = 4; // answered out of the queue
        bench.read(103, GROUP, 32).command = 5;
        bench.run();
        assertThat(List.of(traffic.bytes(2), traffic.bytes(3), traffic.bytes(4), traffic.bytes(5)))
                .containsExactly(64L, 0L, 0L, 32L);
        DramResult result = bench.memory.result();
        assertThat(result.readBytes() + result.writeBytes()).isEqualTo(96);
    }

    @Test
    void partial_write_costs_a_whole_transaction() {
        Bench bench = new Bench(Specs.of(T));
        Request write = bench.send(0, Request.WRITE, 0, 32);
        write.addBytes(3, 5);
        bench.run();
        assertThat(bench.memory.result().writeBytes()).isEqualTo(32);
        assertThat(bench.issued("READ")).isEmpty();
    }

    @Test
    void row_hit_goes_before_an_older_conflict() {
        Bench bench = new Bench(Specs.of(T));
        bench.read(0, 0, 32);
        Request conflict = bench.read(1, ROW, 32);
        Request hit = bench.read(2, 32, 32);
        bench.run();
        assertThat(bench.issued("READ")).containsExactly("0 0", "0 0", "0 1");
        assertThat(bench.replyOf(hit)).isLessThan(bench.replyOf(conflict));
    }

    @Test
    void fcfs_keeps_the_order_of_arrival() {
        Bench bench = new Bench(policy("fcfs"));
        bench.read(0, 0, 32);
        bench.read(1, ROW, 32);
        bench.read(2, 32, 32);
        bench.read(3, GROUP, 32);
        bench.run();
        assertThat(bench.issued("READ")).containsExactly("0 0", "0 1", "0 0", "4 0");
    }

    @Test
    void older_of_two_ready_hits_goes_first() {
        Bench bench = new Bench(Specs.of(T));
        bench.read(0, 0, 32);
        bench.read(0, GROUP, 32);
        bench.run();
        assertThat(bench.issued("READ")).containsExactly("0 0", "4 0");
    }

    @Test
    void banks_work_in_parallel() {
        Bench bench = new Bench(Specs.of(T));
        bench.read(0, 0, 32);
        Request second = bench.read(0, GROUP, 32);
        bench.run();
        assertThat(bench.replyOf(second)).isEqualTo(T.rrdS() + T.rcdRead() + T.cl() + T.burst());
    }

    @Test
    void a_conflict_is_not_starved_by_a_stream_of_hits() {
        Bench bench = new Bench(Specs.of(T));
        Request conflict = bench.read(5, ROW, 32);
        for (int i = 0; i < 400; i++) {
            bench.read(i * 4L, 32L * (i % 8), 32);
        }
        bench.run();
        List<String> reads = bench.issued("READ");
        assertThat(reads.indexOf("0 1")).isLessThanOrEqualTo(CommandScheduler.STARVATION_LIMIT + 2);
        assertThat(reads.indexOf("0 1")).isGreaterThan(10);
        assertThat(bench.replyOf(conflict)).isLessThan(1000);
    }

    @Test
    void writes_drain_from_the_high_to_the_low_watermark_while_reads_wait() {
        Bench bench = new Bench(Specs.of(T));
        for (int i = 0; i < 24; i++) {
            bench.write(10, i * ROW, 32);
        }
        for (int i = 0; i < 30; i++) {
            bench.read(9, 64 * ROW + i * ROW, 32);
        }
        bench.run();
        List<String> kinds = bench.commands.stream()
                .filter(c -> c.startsWith("READ") || c.startsWith("WRITE"))
                .map(c -> c.substring(0, 4))
                .toList();
        int first = kinds.indexOf("WRIT");
        int drained = 0;
        while (kinds.get(first + drained).equals("WRIT")) {
            drained++;
        }
        assertThat(drained).isEqualTo(24 - 8);
        assertThat(kinds.subList(first + drained, first + drained + 10)).containsOnly("READ");
        assertThat(kinds.subList(kinds.size() - 8, kinds.size())).containsOnly("WRIT");
    }

    @Test
    void below_the_high_watermark_writes_wait_for_reads() {
        Bench bench = new Bench(Specs.of(T));
        for (int i = 0; i < 23; i++) {
            bench.write(10, i * ROW, 32);
        }
        for (int i = 0; i < 30; i++) {
            bench.read(9, 64 * ROW + i * ROW, 32);
        }
        bench.run();
        int lastRead = bench.commands.lastIndexOf(bench.commands.stream()
                .filter(c -> c.startsWith("READ"))
                .reduce((a, b) -> b)
                .orElseThrow());
        assertThat(bench.commands.subList(0, lastRead)).noneMatch(c -> c.startsWith("WRITE"));
    }

    @Test
    void reads_are_answered_from_queued_writes() {
        Bench bench = new Bench(Specs.of(T));
        bench.write(10, 0, 64);
        Request whole = bench.read(11, 0, 64);
        Request half = bench.read(12, 32, 64);
        bench.run();
        assertThat(bench.replyOf(whole)).isEqualTo(11);
        assertThat(bench.replyOf(half)).isGreaterThan(40);
        assertThat(bench.issued("READ")).hasSize(1);
        assertThat(bench.memory.counters().forwardedReads).isEqualTo(3);
    }

    @Test
    void transactions_already_written_to_the_dram_are_read_from_it() {
        Bench bench = new Bench(Specs.of(T));
        bench.write(0, 0, 128);
        bench.read(QueueTurn.IDLE_WAIT + T.rcdWrite() + 2L, 0, 128);
        bench.run();
        long forwarded = bench.memory.counters().forwardedReads;
        assertThat(forwarded).isBetween(0L, 3L);
        assertThat(bench.issued("READ")).hasSize((int) (4 - forwarded));
    }

    @Test
    void a_read_finds_its_block_among_all_writes_of_its_bank() {
        Bench bench = new Bench(Specs.of(T));
        for (int i = 0; i < 6; i++) {
            bench.write(10, i * ROW, 32);
        }
        List<Request> reads = new ArrayList<>();
        for (int i = 5; i >= 0; i--) {
            reads.add(bench.read(11, i * ROW, 32));
        }
        Request other = bench.read(11, 7 * ROW, 32);
        bench.run();
        assertThat(reads).allSatisfy(read -> assertThat(bench.replyOf(read)).isEqualTo(11));
        assertThat(bench.replyOf(other)).isGreaterThan(11);
        assertThat(bench.memory.counters().forwardedReads).isEqualTo(6);
    }

    @Test
    void a_conflict_waits_for_as_many_hits_as_the_limit_says_and_no_more() {
        Bench bench = new Bench(Specs.of(T));
        bench.read(0, 0, 32);
        bench.read(20, ROW, 32);
        for (int i = 0; i < 25; i++) {
            bench.read(22, 32L * (i % 8), 32);
        }
        for (int i = 0; i < 100; i++) {
            bench.read(100 + i * 5L, 32L * (i % 8), 32);
        }
        bench.run();
        List<String> reads = bench.issued("READ");
        assertThat(reads.indexOf("0 1")).isEqualTo(1 + CommandScheduler.STARVATION_LIMIT);
    }

    @Test
    void an_observer_learns_of_a_queued_write_whose_it_was() {
        List<String> seen = new ArrayList<>();
        SimObserver observer = new SimObserver() {
            @Override
            public void dram(long cycle, String channel, ObservedRequest request, RowOutcome row) {
                seen.add(request.client() + " " + request.command() + " " + ((Request) request).agent);
            }
        };
        Bench bench = new Bench(Specs.of(T), false, observer, null);
        for (int i = 0; i < 3; i++) {
            Request write = bench.write(10, i * ROW, 32);
            write.client = (byte) (2 + i);
            write.command = 30 + i;
            write.agent = 40 + i;
        }
        bench.run();
        assertThat(seen)
                .containsExactly(
                        Client.all().get(2) + " 30 40",
                        Client.all().get(3) + " 31 41",
                        Client.all().get(4) + " 32 42");
    }

    @Test
    void partly_written_transactions_are_not_forwarded() {
        Bench bench = new Bench(Specs.of(T));
        Request write = bench.send(10, Request.WRITE, 0, 32);
        write.addBytes(0, 31);
        bench.read(11, 0, 32);
        bench.run();
        assertThat(bench.issued("READ")).hasSize(1);
        assertThat(bench.memory.counters().forwardedReads).isZero();
    }

    @Test
    void writes_to_a_queued_transaction_coalesce() {
        Bench bench = new Bench(Specs.of(T));
        bench.write(10, 0, 64);
        bench.write(11, 32, 64);
        bench.run();
        assertThat(bench.issued("WRITE")).hasSize(3);
        assertThat(bench.memory.counters().coalescedWrites).isEqualTo(1);
    }

    @Test
    void an_idle_memory_schedules_nothing_but_counts_its_refreshes() {
        Bench bench = new Bench(Specs.of(Specs.DISTINCT));
        bench.read(0, 0, 32);
        bench.run();
        assertThat(bench.engine.now()).isLessThan(100);
        Request late = bench.read(10L * Specs.DISTINCT.refi() + 5000, 32, 32);
        bench.run();
        assertThat(bench.memory.result().refreshes()).isEqualTo(10);
        assertThat(bench.replyOf(late) - 10L * Specs.DISTINCT.refi() - 5000)
                .as("the row was closed by the refresh")
                .isEqualTo(T.rcdRead() + T.cl() + T.burst());
    }

    @Test
    void a_row_left_open_was_closed_by_the_refresh_of_an_idle_memory_even_for_who_wants_another_row() {
        DramTiming t = Specs.DISTINCT;
        for (DramProtocol protocol : List.of(DramProtocol.PLAIN, byBank(t))) {
            Bench bench = new Bench(Specs.with(Specs.of(t), protocol));
            bench.read(0, 0, 32);
            bench.run();
            long cycle = 2L * t.refi() + 5_100;
            Request otherRow = bench.read(cycle, 1 << 20, 32);
            bench.run();
            assertThat(bench.issued("PRECHARGE")).as("of the row of the first").hasSize(1);
            assertThat(bench.replyOf(otherRow) - cycle).isEqualTo(t.rcdRead() + t.cl() + t.burst());
        }
    }

    @Test
    void reads_that_waited_for_a_write_whose_row_a_refresh_closed_are_not_issued_in_the_past() {
        DramTiming t = Specs.DISTINCT;
        for (int start = t.refi() - 300; start < t.refi(); start += 10) {
            Bench bench = new Bench(Specs.with(Specs.of(t), byBank(t, 200)));
            List<Long> late = new ArrayList<>();
            bench.memory.channel(0).device().listen((kind, bank, row, tick) -> {
                if (kind == CommandListener.Kind.READ) {
                    late.add(bench.engine.now() - tick);
                }
            });
            bench.write(start, 0, 64);
            for (int i = 0; i < 4; i++) {
                bench.read(start + 80 + 10L * i, 256 + 32 * i, 32);
            }
            bench.run();
            assertThat(late).as("written at %d", start).allMatch(cycles -> cycles <= 0);
        }
    }

    private static DramProtocol byBank(DramTiming t) {
        return byBank(t, t.ccdL());
    }

    private static DramProtocol byBank(DramTiming t, int ccdLWrite) {
        return new DramProtocol(false, 2, DramProtocol.CommandBus.SHARED, 1, 1, ccdLWrite, t.rfc() / 2, 4, 4);
    }

    @Test
    void a_request_that_meets_a_refresh_waits_for_its_end() {
        DramTiming t = Specs.DISTINCT;
        Bench bench = new Bench(Specs.of(t));
        Request read = bench.read(t.refi() + 100, 0, 32);
        bench.run();
        assertThat(bench.replyOf(read)).isEqualTo(t.refi() + t.rfc() + t.rcdRead() + t.cl() + t.burst());
    }

    @Test
    void a_busy_memory_is_refreshed_when_due() {
        DramTiming t = Specs.DISTINCT;
        Bench bench = new Bench(Specs.of(t));
        for (int i = 0; i < 3100; i++) {
            bench.read(i * 20L, (i % 64) * 256L, 64);
        }
        bench.run();
        List<String> refreshes =
                bench.commands.stream().filter(c -> c.startsWith("REFRESH")).toList();
        assertThat(refreshes).hasSize(3);
        for (int i = 0; i < 3; i++) {
            long at = Long.parseLong(refreshes.get(i).substring(refreshes.get(i).indexOf('@') + 1));
            assertThat(at - (i + 1L) * t.refi()).isBetween(0L, 150L);
        }
    }

    @Test
    void statistics_restart_with_a_region_of_interest() {
        Bench bench = new Bench(Specs.of(Specs.DISTINCT));
        bench.read(50_000, 0, 128);
        bench.run();
        bench.memory.resetStatistics();
        DramResult result = bench.memory.result();
        assertThat(result.reads() + result.refreshes() + result.busyCycles() + result.rowMisses())
                .isZero();
        assertThat(result.latencyHistogram().count()).isZero();
    }

    @Test
    void senders_beyond_the_queues_wait_and_all_are_served() {
        Bench bench = new Bench(Specs.of(T));
        for (int i = 0; i < 300; i++) {
            bench.read(0, i * ROW, 32);
            bench.write(0, i * ROW + BANK, 32);
        }
        bench.run();
        assertThat(bench.replies).hasSize(600);
        assertThat(bench.memory.channel(0).port().stalls()).isPositive();
    }

    @Test
    void a_run_that_stops_midway_fails_the_audit() {
        Bench bench = new Bench(Specs.of(T));
        bench.read(0, 0, 32);
        bench.engine.runUntil(5);
        assertThatThrownBy(bench.engine::auditAtEnd)
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("vram[0]");
    }

    @Test
    void observers_see_each_request_once_with_its_row_outcome() {
        List<String> seen = new ArrayList<>();
        SimObserver observer = new SimObserver() {
            @Override
            public void dram(long cycle, String channel, ObservedRequest request, RowOutcome row) {
                seen.add(channel + " " + request.operation().ordinal() + " " + request.address() + " "
                        + request.sectors() + " " + row);
            }
        };
        Bench bench = new Bench(Specs.of(T), false, observer, null);
        bench.read(0, 32, 64);
        bench.read(1000, ROW, 32);
        bench.write(2000, ROW + 64, 64);
        bench.run();
        assertThat(seen)
                .containsExactly(
                        "vram[0] 0 32 3 MISS", "vram[0] 0 " + ROW + " 1 CONFLICT", "vram[0] 1 " + ROW + " 12 HIT");
    }

    @Test
    void atomics_cost_a_read_and_a_write() {
        Bench bench = new Bench(Specs.of(T));
        Request atomic = bench.send(0, Request.ATOMIC, 0, 32);
        bench.run();
        assertThat(bench.replyOf(atomic)).isEqualTo(T.rcdRead() + T.cl() + T.burst());
        assertThat(bench.issued("READ")).hasSize(1);
        assertThat(bench.issued("WRITE")).hasSize(1);
    }
}
