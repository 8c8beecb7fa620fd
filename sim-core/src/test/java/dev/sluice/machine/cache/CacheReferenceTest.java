// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheSpec.Allocation;
import dev.sluice.device.CacheSpec.DirtyTracking;
import dev.sluice.device.CacheSpec.WritePolicy;
import dev.sluice.device.CacheStructure;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.DirectPath;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.machine.testing.MockRequester.Access;
import dev.sluice.machine.testing.RandomStructure;
import dev.sluice.result.CacheCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Caches of random geometry and policy against {@link PlainCache}, access after access: every counter, what memory sees, how
 * many lines are there and dirty, and how long each access takes.
 *
 * <p>{@code -Dsluice.caches.cases=N} makes each block longer. Random replacement is held to what holds for any choice.
 */
final class CacheReferenceTest {

    private static final int CASES = Integer.getInteger("sluice.caches.cases", 100);
    private static final int ACCESSES = 250;
    private static final int MEMORY_LATENCY = 40;
    private static final int[] WAYS = {1, 1, 2, 3, 4, 5, 8, 12, 16, 17, 24, 32};

    /** A cache with all its slices between a requester and a memory. */
    private static final class Whole {
        final Engine engine = new Engine();
        final RequestPool pool;
        final MockMemory memory;
        final CacheNodeStats stats;
        final List<Cache> slices = new ArrayList<>();
        final MockRequester requester;

        Whole(CacheSpec spec, boolean functional) {
            pool = new RequestPool(functional);
            memory = new MockMemory(engine, "memory", pool, MEMORY_LATENCY);
            stats = new CacheNodeStats(spec, 1);
            SliceHash hash = SliceHash.of(spec);
            RefillLedger ledger = new RefillLedger();
            List<DirectPath> paths = new ArrayList<>();
            for (int i = 0; i < spec.geometry().slices(); i++) {
                Cache slice = engine.add(new Cache(
                        engine,
                        "cache" + i,
                        spec,
                        hash,
                        i,
                        pool,
                        memory.path(256),
                        stats,
                        ledger,
                        7,
                        SimObserver.NONE,
                        null));
                slices.add(slice);
                paths.add(new DirectPath(slice.newPort(), 0, 0, spec.geometry().line()));
            }
            SliceLinks.join(slices);
            requester = new MockRequester(engine, "requester", pool, new Interleave(paths, hash));
        }

        Access access(int kind, long address, byte[] bytes) {
            long now = engine.now() + 1;
            Access access = switch (kind) {
                case Request.READ -> requester.read(now, address, bytes.length);
                case Request.WRITE -> requester.write(now, address, bytes);
                default -> requester.atomicAdd(now, address, 3);
            };
            engine.run();
            return access;
        }

        void flush() {
            for (Cache slice : slices) {
                Maintenance flush = new Maintenance().start(Maintenance.Verb.FLUSH, -1, -1);
                flush.replyTo(new Deaf(engine), 0, 0);
                slice.orders().start(flush);
            }
            engine.run();
        }

        void finish() {
            engine.auditAtEnd();
            assertThat(pool.inUse()).isZero();
        }
    }

    private static final class Deaf extends Component {
        Deaf(Engine engine) {
            super(engine, "deaf");
            engine.add(this);
        }

        @Override
        public void onEvent(int kind, int argument) {
            // that maintenance is over shows in what follows
        }
    }

    private static CacheSpec random(Random random, String policy) {
        CacheSpecs s = new CacheSpecs();
        s.replacement = policy;
        s.line = 32 << random.nextInt(4);
        s.sector = Math.min(s.line, 32 << random.nextInt(4));
        s.fetch = Math.min(s.line, s.sector << random.nextInt(3));
        s.ways = WAYS[random.nextInt(WAYS.length)];
        s.sets = random.nextInt(4) == 0 ? 1 : 1 + random.nextInt(9);
        s.slices = random.nextInt(3) == 0 ? 1 + random.nextInt(5) : 1;
        s.banks = 1 + random.nextInt(3);
        s.latency = 1 + random.nextInt(30);
        s.throughput = 1 + random.nextInt(3);
        s.mshrs = 1 + random.nextInt(4);
        s.mshrMerges = 1 + random.nextInt(4);
        s.queue = 1 + random.nextInt(4);
        s.walk = 1 + random.nextInt(4);
        s.hash = random.nextBoolean() ? CacheSpec.Hash.XOR : CacheSpec.Hash.MODULO;
        if (random.nextInt(5) < 2) {
            s.write = WritePolicy.THROUGH;
            s.allocate = random.nextBoolean() ? Allocation.NO_WRITE : Allocation.FETCH_ON_WRITE;
            s.readOnly = random.nextInt(4) == 0;
        } else {
            s.scope = CacheSpec.Scope.DEVICE;
            s.writeBack(Allocation.FETCH_ON_WRITE, DirtyTracking.values()[1 + random.nextInt(3)]);
            if (s.dirty == DirtyTracking.BYTE && random.nextBoolean()) {
                s.allocate = Allocation.VALIDATE_ON_WRITE;
            }
            s.atomics = true;
        }
        return s.build();
    }

    /** Calls {@code each} with random accesses, most of them to about as many lines as fit. */
    private static void accesses(Random random, CacheSpec spec, Accessor each) {
        int line = spec.geometry().line();
        int fit = (int) (spec.geometry().size() / line);
        // where a way is free is no promise: of what depends on ways, nothing may drop out of the middle
        boolean drops = !spec.policy().canBeDirty()
                && !spec.policy().replacement().name().equals("plru");
        for (int i = 0; i < ACCESSES; i++) {
            int number = random.nextInt(Math.max(2, random.nextInt(3) == 0 ? 4 * fit : fit + fit / 4 + 1));
            int from = random.nextInt(line);
            int size = 1 + random.nextInt(line - from);
            int kind = random.nextInt(10);
            if (random.nextInt(3) == 0) {
                from = from & -32;
                size = Math.min(line - from, 32 << random.nextInt(3));
            }
            if (kind == 9 && (spec.policy().canBeDirty() || drops)) {
                each.access(Request.ATOMIC, (long) number * line + (from & -4), new byte[4]);
            } else if (kind < 5 || spec.policy().readOnly() && !drops) {
                each.access(Request.READ, (long) number * line + from, new byte[size]);
            } else {
                byte[] bytes = new byte[size];
                random.nextBytes(bytes);
                each.access(Request.WRITE, (long) number * line + from, bytes);
            }
        }
    }

    @FunctionalInterface
    private interface Accessor {
        void access(int kind, long address, byte[] bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lru", "fifo", "plru"})
    void every_access_does_what_a_plain_cache_does(String policy) {
        for (int seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            CacheSpec spec = random(random, policy);
            Whole cache = new Whole(spec, true);
            PlainCache plain = new PlainCache(spec);
            String story = "seed " + seed + " " + spec;
            accesses(random, spec, (kind, address, bytes) -> {
                Access access = cache.access(kind, address, bytes);
                plain.access(kind, address, bytes.length);
                assertThat(seen(cache)).as(story).isEqualTo(expected(plain));
                assertThat(access.latency()).as(story).isEqualTo(latency(spec, plain));
            });
            cache.flush();
            plain.flush();
            assertThat(seen(cache)).as(story).isEqualTo(expected(plain));
            cache.finish();
        }
    }

    private static long latency(CacheSpec spec, PlainCache plain) {
        return (plain.waited ? MEMORY_LATENCY : 0)
                + (plain.passed ? 0 : spec.timing().latency());
    }

    /** All that shows of a cache, as text that a failure can be read from. */
    private static String seen(Whole cache) {
        return text(
                cache.stats.total(),
                cache.memory.readSectors,
                cache.memory.writtenBytes,
                cache.slices.stream().mapToInt(Cache::presentLines).sum(),
                cache.slices.stream().mapToInt(Cache::dirtyLines).sum());
    }

    private static String expected(PlainCache plain) {
        return text(plain.counted, plain.fetchedSectors, plain.writtenBytes, plain.presentLines(), plain.dirtyLines());
    }

    private static String text(CacheCounters c, long fetched, long written, int present, int dirty) {
        return "lookups " + c.lookups + " reads " + c.reads + " = " + c.readHits + " + " + c.readMisses + " writes "
                + c.writes + " = " + c.writeHits + " + " + c.writeMisses + " sector misses " + c.sectorMisses
                + " fills " + c.fills + " evictions " + c.evictions + " dirty " + c.dirtyEvictions + " written back "
                + c.writebackBytes + " through " + c.writeThroughBytes + " flushed " + c.flushedLines + " atomics "
                + c.atomics + " past " + c.bypasses + " memory " + fetched + " " + written + " lines " + present
                + " dirty " + dirty;
    }

    @ParameterizedTest
    @ValueSource(strings = {"lru", "fifo", "plru", "random", "nru", "lfu", "srrip", "brrip", "drrip", "ship"})
    void reads_return_what_was_written_last_in_as_many_cycles_as_without_bytes(String policy) {
        for (int seed = 1000; seed < 1000 + CASES; seed++) {
            List<List<Long>> answers = new ArrayList<>();
            List<String> counted = new ArrayList<>();
            for (boolean functional : new boolean[] {true, false}) {
                Random random = new Random(seed);
                CacheSpec spec = random(random, policy);
                Whole cache = new Whole(spec, functional);
                FlatMemory flat = new FlatMemory();
                String story = "seed " + seed + " " + spec;
                accesses(random, spec, (kind, address, bytes) -> {
                    Access access = cache.access(kind, address, bytes);
                    String wrong = flat.check(access, bytes);
                    if (functional) {
                        assertThat(wrong).as(story).isEmpty();
                    }
                });
                cache.flush();
                cache.finish();
                answers.add(
                        cache.requester.accesses.stream().map(a -> a.answered).toList());
                counted.add(seen(cache));
                if (functional) {
                    assertThat(flat.differences(cache.memory)).as(story).isEmpty();
                }
            }
            assertThat(answers.get(1)).isEqualTo(answers.get(0));
            assertThat(counted.get(1)).isEqualTo(counted.get(0));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lru", "fifo", "plru", "random", "nru", "lfu", "srrip", "brrip", "drrip", "ship"})
    void with_all_that_can_stand_beside_its_lines_it_still_holds_what_was_written_last(String policy) {
        for (int seed = 5000; seed < 5000 + CASES; seed++) {
            List<List<Long>> answers = new ArrayList<>();
            for (boolean functional : new boolean[] {true, false}) {
                Random random = new Random(seed);
                CacheSpec spec = RandomStructure.of(random(random, policy), random);
                Whole cache = new Whole(spec, functional);
                FlatMemory flat = new FlatMemory();
                String story = "seed " + seed + " " + spec;
                accesses(random, spec, (kind, address, bytes) -> {
                    Access access = cache.access(kind, address, bytes);
                    String wrong = flat.check(access, bytes);
                    if (functional) {
                        assertThat(wrong).as(story).isEmpty();
                    }
                });
                cache.flush();
                cache.finish();
                answers.add(
                        cache.requester.accesses.stream().map(a -> a.answered).toList());
                if (functional) {
                    assertThat(flat.differences(cache.memory)).as(story).isEmpty();
                }
            }
            assertThat(answers.get(1)).isEqualTo(answers.get(0));
        }
    }

    @Test
    void a_set_with_a_victim_cache_has_the_lines_of_one_with_more_ways() {
        for (int seed = 9000; seed < 9000 + CASES; seed++) {
            Random random = new Random(seed);
            int ways = 1 + random.nextInt(12);
            int beside = 1 + random.nextInt(6);
            CacheSpecs s = random.nextBoolean()
                    ? CacheSpecs.l1()
                    : CacheSpecs.l2(DirtyTracking.values()[1 + random.nextInt(3)]);
            s.geometry(1, ways, 64, 32);
            s.structure = CacheStructure.NONE.with(new CacheStructure.Victim(beside, random.nextInt(3)));
            Whole cache = new Whole(s.build(), true);
            PlainCache plain =
                    new PlainCache(s.geometry(1, ways + beside, 64, 32).build().with(CacheStructure.NONE));
            for (int i = 0; i < ACCESSES; i++) {
                long address = 32L * random.nextInt(3 * (ways + beside));
                int kind = random.nextInt(3) == 0 && s.scope == CacheSpec.Scope.DEVICE ? Request.WRITE : Request.READ;
                byte[] bytes = new byte[1 + random.nextInt(32)];
                cache.access(kind, address, bytes);
                plain.access(kind, address, bytes.length);
                assertThat(seen(cache)).as("seed %d", seed).isEqualTo(expected(plain));
            }
            cache.finish();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 16, 32})
    void random_replacement_takes_one_line_for_one_and_never_before_a_set_is_full(int ways) {
        CacheSpecs s = CacheSpecs.l1().geometry(3, ways, 64, 32);
        s.replacement = "random";
        Whole cache = new Whole(s.build(), false);
        Random random = new Random(ways);
        for (int i = 0; i < 40 * ways; i++) {
            cache.access(Request.READ, random.nextInt(9 * ways) * 64L, new byte[4]);
            long misses = cache.stats.total().readMisses;
            int present = cache.slices.get(0).presentLines();
            assertThat(cache.stats.total().evictions).isEqualTo(misses - present);
            assertThat(present).isLessThanOrEqualTo(3 * ways);
        }
        assertThat(cache.slices.get(0).presentLines()).isEqualTo(3 * ways);
        assertThat(cache.stats.total().readHits).isPositive();
        cache.finish();
    }
}
