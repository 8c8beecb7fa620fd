// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.AtomicRate;
import dev.sluice.device.CacheRates;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheSpec.Allocation;
import dev.sluice.device.CacheSpec.DirtyTracking;
import dev.sluice.device.CacheSpec.WritePolicy;
import dev.sluice.device.CacheStructure.Bypass;
import dev.sluice.machine.memory.AddressSpace;
import dev.sluice.machine.request.DirectPath;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.machine.testing.MockRequester.Access;
import dev.sluice.machine.testing.RandomStructure;
import dev.sluice.result.CacheCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two levels of random caches under random traffic of one client must answer like a flat memory. */
final class CacheFuzzTest {

    private static final List<String> POLICIES =
            List.of("lru", "plru", "fifo", "random", "nru", "lfu", "srrip", "brrip", "drrip", "ship");

    private static final int BYTES = 4096;
    /** Seeds from here on give caches more than lines. */
    private static final int STRUCTURED = 100_000;
    /** From here on half of the memory is the host's, which goes past some of the caches. */
    private static final int WITH_HOST = 200_000;

    /** Somebody who looks, so that nothing goes the short way. */
    private static final CacheProbe WATCHER = new CacheProbe() {
        @Override
        public void accessed(
                long line, int want, int missing, int fetched, boolean write, boolean present, boolean merged) {}

        @Override
        public void lost(long line, int granules) {}

        @Override
        public void evicted(long line) {}
    };

    private record Outcome(List<Long> answered, long cycles, List<String> wrong, List<CacheCounters> counters) {}

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void answers_like_a_flat_memory(int block) {
        for (int seed = block * 1000; seed < block * 1000 + 10; seed++) {
            Outcome outcome = run(seed, true);
            assertThat(outcome.wrong()).as("seed %d", seed).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void takes_the_same_cycles_without_bytes(int block) {
        for (int seed = block * 1000; seed < block * 1000 + 5; seed++) {
            Outcome with = run(seed, true);
            Outcome without = run(seed, false);
            assertThat(without.answered()).as("seed %d", seed).isEqualTo(with.answered());
            assertThat(without.cycles()).isEqualTo(with.cycles());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 101, 102, 201, 202})
    void does_the_same_on_the_short_way(int block) {
        for (int seed = block * 1000; seed < block * 1000 + 15; seed++) {
            Outcome shortWay = run(seed, seed % 2 == 0, false);
            Outcome longWay = run(seed, seed % 2 == 0, true);
            assertThat(shortWay.answered()).as("seed %d", seed).isEqualTo(longWay.answered());
            assertThat(shortWay).as("seed %d", seed).usingRecursiveComparison().isEqualTo(longWay);
        }
    }

    private static CacheSpecs randomSpec(Random random, boolean first) {
        CacheSpecs b = new CacheSpecs();
        b.name = first ? "l1" : "l2";
        b.scope = first ? CacheSpec.Scope.COMPUTE_UNIT : CacheSpec.Scope.DEVICE;
        b.line = 32 << random.nextInt(4);
        b.sector = Math.min(b.line, 32 << random.nextInt(3));
        b.sets = 1 + random.nextInt(4);
        b.ways = 1 + random.nextInt(random.nextInt(4) == 0 ? 20 : 4);
        b.banks = 1 + random.nextInt(3);
        b.latency = 1 + random.nextInt(30);
        b.throughput = 1 + random.nextInt(2);
        b.mshrs = 1 + random.nextInt(6);
        b.mshrMerges = 1 + random.nextInt(6);
        b.queue = 1 + random.nextInt(8);
        b.walk = 1 + random.nextInt(4);
        b.ranged = random.nextBoolean();
        b.hash = random.nextBoolean() ? CacheSpec.Hash.XOR : CacheSpec.Hash.MODULO;
        b.replacement = POLICIES.get(random.nextInt(POLICIES.size()));
        if (random.nextInt(first ? 3 : 6) > 0 == first) {
            b.write = WritePolicy.THROUGH;
            b.allocate = random.nextBoolean() ? Allocation.NO_WRITE : Allocation.FETCH_ON_WRITE;
            b.readOnly = first && random.nextInt(4) == 0;
        } else {
            b.write = WritePolicy.BACK;
            b.dirty = DirtyTracking.values()[1 + random.nextInt(3)];
            b.allocate = b.dirty == DirtyTracking.BYTE && random.nextBoolean()
                    ? Allocation.VALIDATE_ON_WRITE
                    : Allocation.FETCH_ON_WRITE;
            b.atomics = !first;
        }
        if (random.nextBoolean()) {
            addMechanisms(b, random);
        }
        return b;
    }

    private static void addMechanisms(CacheSpecs b, Random random) {
        b.fetch = Math.min(b.line, b.sector << random.nextInt(3));
        b.fillAtEviction = b.allocate == Allocation.VALIDATE_ON_WRITE && random.nextBoolean();
        int bankLookups = b.banks * b.throughput;
        int writes = random.nextBoolean() || b.readOnly ? 0 : 8 << random.nextInt(5);
        b.rates = new CacheRates(
                random.nextBoolean() ? 0 : bankLookups * (1 + random.nextInt(10)) / 10.0,
                random.nextBoolean() ? 0 : 8 << random.nextInt(5),
                writes,
                writes == 0 ? 0 : random.nextInt(100),
                writes == 0 ? 0 : random.nextInt(50),
                b.atomics ? random.nextInt(30) : 0,
                b.atomics && random.nextBoolean()
                        ? Map.of(
                                "add.u32",
                                new AtomicRate(random.nextInt(5), random.nextInt(3)),
                                CacheRates.OTHER,
                                new AtomicRate(0.3 * random.nextInt(5), 1.5))
                        : Map.of());
    }

    @ParameterizedTest
    @ValueSource(ints = {101, 102, 103, 104})
    void answers_like_a_flat_memory_with_prefetchers_and_all_else_that_a_cache_can_have(int block) {
        for (int seed = block * 1000; seed < block * 1000 + 20; seed++) {
            Outcome outcome = run(seed, true);
            assertThat(outcome.wrong()).as("seed %d", seed).isEmpty();
            assertThat(run(seed, false).answered()).as("seed %d", seed).isEqualTo(outcome.answered());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {201, 202, 203, 204})
    void answers_like_a_flat_memory_where_that_of_the_host_goes_past(int block) {
        for (int seed = block * 1000; seed < block * 1000 + 20; seed++) {
            Outcome outcome = run(seed, true);
            assertThat(outcome.wrong()).as("seed %d", seed).isEmpty();
            assertThat(run(seed, false).answered()).as("seed %d", seed).isEqualTo(outcome.answered());
        }
    }

    /** An address: of every second 256 bytes that of host memory, where there is such. */
    private static long place(int at, boolean withHost) {
        return withHost && (at >>> 8 & 1) != 0 ? AddressSpace.HOST_BASE + at : at;
    }

    private static Outcome run(int seed, boolean functional) {
        return run(seed, functional, false);
    }

    private static Outcome run(int seed, boolean functional, boolean watched) {
        Random random = new Random(seed);
        CacheSpec lower = randomSpec(random, false).build();
        CacheSpec upper = randomSpec(random, true).build();
        if (seed > STRUCTURED) {
            lower = RandomStructure.of(lower, random);
            upper = RandomStructure.of(upper, random);
        }
        boolean withHost = seed > WITH_HOST;
        if (withHost) {
            int past = 1 + random.nextInt(3);
            lower = (past & 1) != 0 ? RandomStructure.bypassing(lower, Bypass.HOST) : lower;
            upper = (past & 2) != 0 ? RandomStructure.bypassing(upper, Bypass.HOST) : upper;
        }
        CacheRig rig = new CacheRig(lower, 1 + random.nextInt(200), functional, null);
        CacheNodeStats upperStats = new CacheNodeStats(upper, 1);
        Cache l1 = rig.cache(
                upper,
                "l1",
                new DirectPath(
                        rig.cache.newPort(),
                        random.nextInt(5),
                        random.nextInt(5),
                        lower.geometry().line()),
                upperStats,
                null);
        if (lower.structure().inclusive()) {
            SliceLinks.include(rig.cache, List.of(l1));
        }
        if (lower.structure().exclusive()) {
            SliceLinks.handDown(List.of(l1), List.of(rig.cache));
        }
        if (watched) {
            rig.cache.watch(WATCHER);
            l1.watch(WATCHER);
        }
        MockRequester client = rig.requester("client", l1);
        byte[] flat = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            rig.memory.store.set(place(i, withHost), (byte) 0, 0);
        }
        List<byte[]> expected = new ArrayList<>();
        List<Long> expectedOld = new ArrayList<>();
        long cycle = 0;
        int gap = 1 + random.nextInt(20);
        for (int i = 0; i < 1200; i++) {
            cycle += random.nextInt(gap);
            script(random, client, cycle, upper.geometry().line(), withHost, flat, expected, expectedOld);
            if (random.nextInt(150) == 0) {
                scriptMaintenance(rig, random.nextBoolean() ? l1 : rig.cache, random, cycle);
            }
        }
        rig.finish();
        checkInvariants(upperStats, rig);
        return new Outcome(
                client.accesses.stream().map(a -> a.answered).toList(),
                rig.engine.now(),
                functional ? compare(client, expected, expectedOld) : List.of(),
                List.of(upperStats.total(), rig.stats.total()));
    }

    private static void script(
            Random random,
            MockRequester client,
            long cycle,
            int line,
            boolean withHost,
            byte[] flat,
            List<byte[]> expected,
            List<Long> expectedOld) {
        int hot = random.nextInt(3) == 0 ? BYTES : 512;
        long base = (long) random.nextInt(hot / line) * line;
        int flags = (random.nextInt(12) == 0 ? Request.COHERENT : 0)
                | (random.nextInt(12) == 0 ? Request.BYPASS : 0)
                | (random.nextInt(12) == 0 ? Request.STREAMING : 0);
        int kind = random.nextInt(20);
        if (kind == 0) {
            int at = (int) base + 4 * random.nextInt(line / 4);
            int operand = random.nextInt();
            int old = flat[at] & 0xFF | (flat[at + 1] & 0xFF) << 8 | (flat[at + 2] & 0xFF) << 16 | flat[at + 3] << 24;
            client.atomicAdd(cycle, place(at, withHost), operand);
            for (int b = 0; b < 4; b++) {
                flat[at + b] = (byte) (old + operand >>> 8 * b);
            }
            expected.add(new byte[0]);
            expectedOld.add(old & 0xFFFF_FFFFL);
            return;
        }
        int from = random.nextInt(line);
        int size = 1 + random.nextInt(line - from);
        if (random.nextInt(3) == 0) {
            from = 0;
            size = line;
        }
        int at = (int) base + from;
        expectedOld.add(0L);
        if (kind < 12) {
            client.read(cycle, place(at, withHost), size).with(flags);
            expected.add(java.util.Arrays.copyOfRange(flat, at, at + size));
        } else {
            byte[] bytes = new byte[size];
            random.nextBytes(bytes);
            client.write(cycle, place(at, withHost), bytes).with(flags);
            System.arraycopy(bytes, 0, flat, at, size);
            expected.add(new byte[0]);
        }
    }

    private static void scriptMaintenance(CacheRig rig, Cache cache, Random random, long cycle) {
        Maintenance.Verb verb = random.nextInt(3) == 0 ? Maintenance.Verb.FLUSH : Maintenance.Verb.INVALIDATE;
        Maintenance m = new Maintenance().start(verb, random.nextInt(5), 0);
        if (random.nextBoolean()) {
            long start = random.nextInt(BYTES);
            m.addRange(start, start + random.nextInt(BYTES));
        }
        rig.at(cycle, () -> rig.order(cache, m));
    }

    private static List<String> compare(MockRequester client, List<byte[]> expected, List<Long> expectedOld) {
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < expected.size(); i++) {
            Access access = client.accesses.get(i);
            if (access.kind == Request.READ && !java.util.Arrays.equals(access.data, expected.get(i))) {
                wrong.add("read " + i + " of " + access.address + " sent " + access.sent);
            }
            if (access.kind == Request.ATOMIC && (access.result & 0xFFFF_FFFFL) != expectedOld.get(i)) {
                wrong.add("atomic " + i + " of " + access.address);
            }
        }
        return wrong;
    }

    private static void checkInvariants(CacheNodeStats upperStats, CacheRig rig) {
        for (var c : List.of(upperStats.total(), rig.stats.total())) {
            assertThat(c.reads).isEqualTo(c.readHits + c.readMisses);
            assertThat(c.writes).isEqualTo(c.writeHits + c.writeMisses);
            assertThat(c.fillBytes).isEqualTo(c.fills * 32);
        }
        assertThat(rig.memory.readSectors).isGreaterThanOrEqualTo(rig.stats.total().fills);
    }
}
