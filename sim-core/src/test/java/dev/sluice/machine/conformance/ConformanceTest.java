// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.machine.fault.DeadlockException;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.machine.testing.MockRequester.Access;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of whatever stands on the way of a request, tried on every component and configuration. */
final class ConformanceTest {

    private static final int PLENTY = 1024;
    /** When what a test sends begins, after what warmed the component up. */
    private static final long WARM = 100_000;

    static Stream<Subject> subjects() {
        return Stream.of(
                        CacheSubjects.all(),
                        NetworkSubjects.all(),
                        TlbSubjects.all(),
                        DramSubjects.all(),
                        CompressionSubjects.all(),
                        StackSubjects.all())
                .flatMap(List::stream);
    }

    static Stream<Subject> overMemory() {
        return subjects().filter(Subject::hasMemoryBelow);
    }

    static Stream<Subject> inOrder() {
        return overMemory().filter(Subject::keepsOrder);
    }

    static Stream<Subject> takingAtomics() {
        return subjects().filter(Subject::takesAtomics);
    }

    private static void takes(Bench bench, Access access, long start, int cycles) {
        bench.engine.runUntil(start + cycles - 1);
        assertThat(access.done()).as("answered before cycle " + cycles).isFalse();
        bench.engine.runUntil(start + cycles);
        assertThat(access.done()).as("answered in cycle " + cycles).isTrue();
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void a_lone_request_takes_its_latency_and_not_a_cycle_less(Subject subject) {
        Bench bench = new Bench(subject, true, PLENTY);
        for (int way = 0; way < bench.requesters.size(); way++) {
            MockRequester requester = bench.requesters.get(way);
            long start = way * 30_000L;
            long address = subject.window(way);
            Access cold = requester.read(start, address, 32);
            Access warm = requester.read(start + 10_000, address, 32);
            Access write = requester.write(start + 20_000, address, new byte[32]);
            write.with(subject.storeFlags());

            takes(bench, cold, start, subject.read());
            takes(bench, warm, start + 10_000, subject.readAgain());
            takes(bench, write, start + 20_000, subject.write());
        }
        bench.finish();
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void a_stream_of_reads_goes_at_its_rate_and_not_faster(Subject subject) {
        Bench bench = new Bench(subject, true, PLENTY);
        MockRequester requester = bench.requesters.get(0);
        for (int at = 0; at < subject.round(); at += 32) {
            requester.read(at * 100L, subject.window(0) + at, 32);
        }
        List<Access> stream = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            stream.add(requester.read(WARM, subject.window(0) + i * 32L % subject.round(), 32));
        }
        bench.finish();
        long took = stream.get(399).answered - stream.get(0).answered;
        double wanted = 399 * subject.interval();
        assertThat((double) took).isBetween(wanted - subject.jitter(), wanted + subject.jitter());
    }

    @ParameterizedTest
    @MethodSource("overMemory")
    void a_memory_that_stops_holds_senders_back_and_nothing_is_lost(Subject subject) {
        Bench bench = new Bench(subject, true, 2);
        bench.memories.forEach(MockMemory::pause);
        for (int way = 0; way < bench.requesters.size(); way++) {
            for (int i = 0; i < 1000; i++) {
                bench.requesters.get(way).read(i, subject.window(way) + i % 128 * 32L, 32);
            }
        }
        bench.engine.runUntil(20_000);
        assertThat(bench.requesters)
                .allSatisfy(r -> assertThat(r.accesses.get(999).sent).isEqualTo(-1));
        assertThatThrownBy(bench.engine::auditAtEnd).isInstanceOf(DeadlockException.class);
        long stopped = bench.outstanding();
        bench.memories.forEach(Bench::serveOne);
        bench.engine.runUntil(40_000);
        assertThat(bench.outstanding()).as("one answer lets few go on").isBetween(stopped - 200, stopped - 1);

        bench.at(40_001, () -> bench.memories.forEach(MockMemory::resume));
        bench.finish();
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void no_way_starves_where_all_want_more_than_there_is(Subject subject) {
        Bench bench = new Bench(subject, true, 1);
        int each = 300;
        for (int way = 0; way < bench.requesters.size(); way++) {
            for (int i = 0; i < each; i++) {
                bench.requesters.get(way).read(i, subject.window(way) + i % 128 * 32L, 32);
            }
        }
        bench.finish();
        long half = bench.requesters.stream()
                .flatMap(r -> r.accesses.stream())
                .map(a -> a.answered)
                .sorted()
                .toList()
                .get(each * bench.requesters.size() / 2);
        assertThat(bench.requesters)
                .allSatisfy(r -> assertThat(r.accesses.stream()
                                .filter(a -> a.answered <= half)
                                .count())
                        .as("answers while half were given")
                        .isGreaterThan(each / 4));
    }

    @ParameterizedTest
    @MethodSource("inOrder")
    void requests_of_a_way_reach_memory_in_their_order(Subject subject) {
        Bench bench = new Bench(subject, true, 2);
        Random random = new Random(5);
        List<List<Long>> sent = new ArrayList<>();
        for (int way = 0; way < bench.requesters.size(); way++) {
            List<Long> addresses = new ArrayList<>();
            for (int i = 0; i < Subject.WINDOW / 32; i++) {
                long address = subject.window(way) + i * 37 % 128 * 32L;
                if (random.nextBoolean()) {
                    bench.requesters.get(way).read(i, address, 32);
                } else {
                    bench.requesters.get(way).write(i, address, new byte[32]).with(subject.storeFlags());
                }
                addresses.add(address);
            }
            sent.add(addresses);
        }
        bench.jam(random, 3000);
        bench.finish();
        for (int way = 0; way < sent.size(); way++) {
            List<Long> ofWay = sent.get(way);
            for (MockMemory memory : bench.memories) {
                List<Long> arrived =
                        memory.seen.stream().map(MockMemory.Seen::address).toList();
                assertThat(arrived.stream().filter(ofWay::contains))
                        .containsExactlyElementsOf(
                                ofWay.stream().filter(arrived::contains).toList());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void a_read_returns_what_its_way_wrote_last(Subject subject) {
        for (int seed = 0; seed < 4; seed++) {
            Random random = new Random(seed);
            Bench bench = new Bench(subject, true, seed < 2 ? 1 + seed : PLENTY);
            Traffic traffic = new Traffic(bench, subject, random).script(random, 400, 1 + 4 * seed);
            bench.jam(random, traffic.end);
            bench.finish();
            assertThat(traffic.wrongReads()).as("seed " + seed).isEmpty();
            subject.settle(bench);
            bench.finish();
            if (subject.storesPlainly()) {
                assertThat(traffic.wrongBytes()).as("seed " + seed).isEmpty();
            }
            if (subject.passesAllOn() && subject.hasMemoryBelow()) {
                assertThat(Subject.readSectors(bench)).isEqualTo(traffic.sent().readSectors());
                assertThat(Subject.writtenBytes(bench)).isEqualTo(traffic.sent().writtenBytes());
            }
            subject.checkCounters(bench, traffic.sent());
        }
    }

    @ParameterizedTest
    @MethodSource("takingAtomics")
    void atomics_of_all_ways_to_a_word_are_added_up(Subject subject) {
        Bench bench = new Bench(subject, true, 1);
        bench.requesters.get(0).write(0, subject.window(0), new byte[4]);
        List<Access> all = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            for (MockRequester requester : bench.requesters) {
                all.add(requester.atomicAdd(WARM + i, subject.window(0), 1));
            }
        }
        bench.finish();
        assertThat(all.stream().map(a -> a.result).sorted().toList())
                .containsExactlyElementsOf(
                        Stream.iterate(0L, i -> i + 1).limit(all.size()).toList());
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void time_is_the_same_without_bytes_and_in_every_run(Subject subject) {
        List<List<Long>> answers = new ArrayList<>();
        for (boolean functional : new boolean[] {true, true, !subject.runsWithoutBytes()}) {
            Random random = new Random(11);
            Bench bench = new Bench(subject, functional, 3);
            Traffic traffic = new Traffic(bench, subject, random).script(random, 300, 3);
            bench.jam(random, traffic.end);
            bench.finish();
            answers.add(traffic.answers());
        }
        assertThat(answers.get(1)).isEqualTo(answers.get(0));
        assertThat(answers.get(2)).isEqualTo(answers.get(0));
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void a_request_longer_than_a_sector_moves_every_one_of_its_bytes(Subject subject) {
        Bench bench = new Bench(subject, true, PLENTY);
        for (int way = 0; way < bench.requesters.size(); way++) {
            MockRequester requester = bench.requesters.get(way);
            byte[] bytes = new byte[bench.longest(way)];
            new Random(way).nextBytes(bytes);
            requester.agent = 40 + way;
            long start = way * 20_000L;
            requester.write(start, subject.window(way), bytes).with(subject.storeFlags());
            Access read = requester.read(start + 5000, subject.window(way), bytes.length);
            bench.engine.runUntil(start + 10_000);
            assertThat(read.data).isEqualTo(bytes);
            assertThat(read.versions).containsOnly(40 + way);
        }
        bench.finish();
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void an_answer_says_whose_bytes_it_brings(Subject subject) {
        Bench bench = new Bench(subject, true, PLENTY);
        Access read = bench.requesters.get(0).read(0, subject.window(0) + 4, 8);
        bench.finish();
        assertThat(read.servedBy).isNotNull();
    }
}
