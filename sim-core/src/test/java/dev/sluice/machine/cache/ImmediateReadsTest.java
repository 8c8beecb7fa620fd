// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheSpec.Allocation;
import dev.sluice.device.CacheSpec.DirtyTracking;
import dev.sluice.device.CacheSpec.WritePolicy;
import dev.sluice.device.CacheStructure;
import dev.sluice.device.ClockRatio;
import dev.sluice.device.PrefetchSpec;
import dev.sluice.machine.cache.Maintenance.Verb;
import dev.sluice.machine.memory.AddressSpace;
import dev.sluice.machine.request.DirectPath;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.result.CacheCounters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads at once do the same on the short way as on the long one, which they go where somebody looks. */
final class ImmediateReadsTest {

    private static final int BYTES = 4096;

    /** Half of the bytes are host memory. */
    private static final long BASE = AddressSpace.HOST_BASE - BYTES / 2;

    private static final CacheProbe WATCHER = new CacheProbe() {
        @Override
        public void accessed(
                long line, int want, int missing, int fetched, boolean write, boolean present, boolean merged) {}

        @Override
        public void lost(long line, int granules) {}

        @Override
        public void evicted(long line) {}
    };

    private static final CacheStructure HOST_PASSES = new CacheStructure(
            PrefetchSpec.NONE,
            List.of(CacheStructure.Bypass.HOST),
            Map.of(),
            false,
            ClockRatio.CORE,
            CacheStructure.WriteBuffer.NONE);

    private enum Way {
        /** Somebody looks, so that nothing is left out. */
        LONG,
        SHORT,
        /** Reads that hit go without a request. */
        IN_PLACE
    }

    private record Outcome(List<Integer> answers, List<CacheCounters> counters, long readSectors, long writtenBytes) {}

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void does_the_same_on_the_short_way_and_on_the_long_one(int block) {
        for (int seed = block * 100; seed < block * 100 + 10; seed++) {
            Outcome longWay = run(seed, Way.LONG);

            assertThat(run(seed, Way.SHORT))
                    .as("seed %d", seed)
                    .usingRecursiveComparison()
                    .isEqualTo(longWay);
            assertThat(run(seed, Way.IN_PLACE))
                    .as("seed %d in place", seed)
                    .usingRecursiveComparison()
                    .isEqualTo(longWay);
        }
    }

    private static CacheSpec randomSpec(Random random, boolean first) {
        CacheSpecs b = new CacheSpecs();
        b.name = first ? "l1" : "l2";
        b.scope = first ? CacheSpec.Scope.COMPUTE_UNIT : CacheSpec.Scope.DEVICE;
        b.line = 64 << random.nextInt(2);
        b.sector = 32 << random.nextInt(2);
        b.fetch = Math.min(b.line, b.sector << random.nextInt(2));
        b.sets = 1 + random.nextInt(4);
        b.ways = 1 + random.nextInt(random.nextInt(4) == 0 ? 20 : 4);
        b.structure = random.nextInt(3) > 0 ? CacheStructure.NONE : HOST_PASSES;
        b.replacement = List.of("lru", "plru", "fifo", "srrip").get(random.nextInt(4));
        if (first) {
            b.write = WritePolicy.THROUGH;
            b.allocate = random.nextBoolean() ? Allocation.NO_WRITE : Allocation.FETCH_ON_WRITE;
        } else {
            b.write = WritePolicy.BACK;
            b.dirty = DirtyTracking.values()[1 + random.nextInt(3)];
            b.allocate = b.dirty == DirtyTracking.BYTE && random.nextBoolean()
                    ? Allocation.VALIDATE_ON_WRITE
                    : Allocation.FETCH_ON_WRITE;
        }
        return b.build();
    }

    private static Outcome run(int seed, Way way) {
        Random random = new Random(seed);
        CacheSpec lower = randomSpec(random, false);
        CacheSpec upper = randomSpec(random, true);
        CacheRig rig = new CacheRig(lower, 1, seed % 3 != 0, null);
        CacheNodeStats upperStats = new CacheNodeStats(upper, 1);
        int longest = lower.geometry().line();
        Cache l1 = rig.cache(upper, "l1", new DirectPath(rig.cache.newPort(), 0, 0, longest), upperStats, null);
        if (way == Way.LONG) {
            rig.cache.watch(WATCHER);
            l1.watch(WATCHER);
        }
        List<Integer> answers = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            answers.add(perform(rig, l1, upper.geometry().line(), random, way));
            if (random.nextInt(100) == 0) {
                Verb verb = random.nextBoolean() ? Verb.INVALIDATE : Verb.FLUSH;
                l1.orders().perform(new Maintenance().start(verb, -1, -1));
            }
        }
        return new Outcome(
                answers,
                List.of(upperStats.total(), rig.stats.total()),
                rig.memory.readSectors,
                rig.memory.writtenBytes);
    }

    /** Performs a random access; returns anything made of the bytes that it read. */
    private static int perform(CacheRig rig, Cache l1, int line, Random random, Way way) {
        boolean write = random.nextInt(4) == 0;
        int size = 4 << random.nextInt(5);
        int at = random.nextInt(BYTES / size) * size;
        Request request = rig.pool.acquire();
        int agent = 1 + random.nextInt(3);
        request.start(write ? Request.WRITE : Request.READ, BASE + (at & -line), 0, 0, random.nextInt(2), agent);
        request.addBytes(at & line - 1, size);
        request.flags = (byte) (random.nextInt(10) == 0 ? Request.COHERENT : 0);
        Payload payload = request.payload;
        if (write && payload != null) {
            byte[] bytes = new byte[size];
            random.nextBytes(bytes);
            System.arraycopy(bytes, 0, payload.writable(), at & line - 1, size);
        }
        if (!write && way == Way.IN_PLACE) {
            int first = Integer.numberOfTrailingZeros(request.sectors);
            int slot = l1.readInPlace(
                    request.address + ((long) first << 5),
                    request.sectors >>> first,
                    request.flags,
                    request.client,
                    request.command,
                    null);
            if (slot >= 0) {
                rig.pool.release(request);
                return inPlace(l1.bytesInPlace(), slot, at % Request.SECTOR_BYTES, size);
            }
        }
        l1.perform(request);
        int answer = 0;
        if (!write && payload != null) {
            byte[] bytes = new byte[size];
            payload.copyTo(bytes, at & line - 1, size);
            answer = Arrays.hashCode(bytes);
        }
        rig.pool.release(request);
        return answer;
    }

    private static int inPlace(@Nullable SectorStore store, int slot, int from, int size) {
        if (store == null) {
            return 0;
        }
        byte[] bytes = new byte[size];
        store.copyTo(slot, from, size, bytes);
        if (store.runs(slot, (from + size + 31) / 32)) {
            byte[] run =
                    Arrays.copyOfRange(store.bytes(slot), store.offset(slot) + from, store.offset(slot) + from + size);
            assertThat(run).isEqualTo(bytes);
        }
        return Arrays.hashCode(bytes);
    }
}
