// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheSpec.Allocation;
import dev.sluice.device.CacheSpec.DirtyTracking;
import dev.sluice.device.CacheStructure;
import dev.sluice.device.LineCompression;
import dev.sluice.machine.request.DirectPath;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.machine.testing.RandomStructure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random traffic through two levels whose lower one, or both, keep lines compressed: bytes are those of a flat memory, what is left in
 * memory is what is left without compression, and no set holds more than it has segments for.
 */
final class CompressedCacheFuzzTest {

    private static final List<String> POLICIES = List.of(
            "lru",
            "plru",
            "fifo",
            "random",
            "nru",
            "lfu",
            "srrip",
            "brrip",
            "drrip",
            "ship",
            "hawkeye",
            "mockingjay",
            "sdbp");

    private static final int BYTES = 4096;
    private static final int ACCESSES = 800;

    private record Outcome(byte[] memory, CacheNodeStats stats) {}

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void memory_holds_at_the_end_what_it_holds_without_compression(int block) {
        long evictions = 0;
        long beyond = 0;
        for (int seed = 1000 * block; seed < 1000 * block + 25; seed++) {
            Outcome with = run(seed, true);
            Outcome without = run(seed, false);
            assertThat(with.memory()).as("seed %d", seed).isEqualTo(without.memory());
            evictions +=
                    Objects.requireNonNull(with.stats().compressionResult()).segmentEvictions();
            beyond += Objects.requireNonNull(with.stats().compressionResult()).linesBeyondWays();
        }
        assertThat(evictions).isPositive();
        assertThat(beyond).isPositive();
    }

    @Test
    void the_same_seed_takes_the_same_cycles() {
        CacheSpec lower = compressed(random(new Random(1), DirtyTracking.BYTE).build(), new Random(1));
        List<Long> ends = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Random random = new Random(5);
            CacheRig rig = new CacheRig(lower);
            MockRequester client = rig.requester("client");
            byte[] flat = zeroes(rig);
            long cycle = 0;
            for (int j = 0; j < ACCESSES; j++) {
                cycle += random.nextInt(9);
                script(random, client, cycle, lower.geometry().line(), flat);
            }
            rig.finish();
            ends.add(rig.engine.now());
        }
        assertThat(ends.get(0)).isEqualTo(ends.get(1));
    }

    private static CacheSpec compressed(CacheSpec spec, Random random) {
        return RandomStructure.compressed(spec, random);
    }

    private static CacheSpecs random(Random random, DirtyTracking dirty) {
        CacheSpecs b = dirty == DirtyTracking.NONE ? CacheSpecs.l1() : CacheSpecs.l2(dirty);
        b.line = 32 << random.nextInt(4);
        b.sector = Math.min(b.line, 32 << random.nextInt(4));
        b.sets = 1 + random.nextInt(3);
        b.ways = 1 + random.nextInt(random.nextInt(4) == 0 ? 20 : 4);
        b.banks = 1 + random.nextInt(3);
        b.latency = 1 + random.nextInt(30);
        b.mshrs = 1 + random.nextInt(6);
        b.mshrMerges = 1 + random.nextInt(6);
        b.queue = 1 + random.nextInt(8);
        b.fetch = Math.min(b.line, b.sector << random.nextInt(3));
        b.replacement = POLICIES.get(random.nextInt(POLICIES.size()));
        if (dirty == DirtyTracking.BYTE && random.nextBoolean()) {
            b.allocate = Allocation.VALIDATE_ON_WRITE;
            b.fillAtEviction = random.nextBoolean();
        }
        if (dirty == DirtyTracking.NONE && random.nextBoolean()) {
            b.allocate = Allocation.FETCH_ON_WRITE;
        }
        return b;
    }

    private static Outcome run(int seed, boolean compresses) {
        Random specs = new Random(seed);
        CacheSpec lower =
                random(specs, DirtyTracking.values()[1 + specs.nextInt(3)]).build();
        CacheSpecs first = random(specs, specs.nextInt(3) > 0 ? DirtyTracking.NONE : DirtyTracking.BYTE);
        first.name = "l1";
        first.scope = CacheSpec.Scope.COMPUTE_UNIT;
        first.atomics = false;
        CacheSpec upper = first.build();
        if (specs.nextBoolean()) {
            lower = RandomStructure.of(lower, specs);
            upper = RandomStructure.of(upper, specs);
        }
        CacheSpec packed = compressed(lower, specs);
        lower = compresses ? packed : packed.with(packed.structure().with(LineCompression.NONE));
        CacheSpec packedUpper = specs.nextBoolean() ? compressed(upper, specs) : upper;
        upper = compresses ? packedUpper : upper.with(packedUpper.structure().with(LineCompression.NONE));
        Random random = new Random(seed);
        CacheRig rig = new CacheRig(lower, 1 + random.nextInt(200), true, null);
        Cache l1 = rig.cache(
                upper,
                "l1",
                new DirectPath(rig.cache.newPort(), 1, 1, lower.geometry().line()),
                new CacheNodeStats(upper, 1),
                null);
        if (lower.structure().inclusive()) {
            SliceLinks.include(rig.cache, List.of(l1));
        }
        if (lower.structure().exclusive()) {
            SliceLinks.handDown(List.of(l1), List.of(rig.cache));
        }
        MockRequester client = rig.requester("client", l1);
        byte[] flat = zeroes(rig);
        long cycle = 0;
        int gap = 1 + random.nextInt(20);
        List<byte @Nullable []> expected = new ArrayList<>();
        for (int i = 0; i < ACCESSES; i++) {
            cycle += random.nextInt(gap);
            expected.add(script(random, client, cycle, upper.geometry().line(), flat));
            if (random.nextInt(50) == 0) {
                rig.at(cycle, () -> checkRoom(rig.cache));
            }
            if (random.nextInt(150) == 0) {
                Cache which = random.nextBoolean() ? l1 : rig.cache;
                Maintenance.Verb verb = random.nextInt(3) == 0 ? Maintenance.Verb.FLUSH : Maintenance.Verb.INVALIDATE;
                rig.at(cycle, () -> rig.order(which, new Maintenance().start(verb, -1, -1)));
            }
        }
        rig.finish();
        for (Cache each : List.of(l1, rig.cache)) {
            rig.order(each, new Maintenance().start(Maintenance.Verb.INVALIDATE, -1, -1));
            rig.finish();
        }
        for (int i = 0; i < ACCESSES; i++) {
            byte[] bytes = expected.get(i);
            if (bytes != null) {
                assertThat(client.accesses.get(i).data)
                        .as("seed %d, read %d", seed, i)
                        .isEqualTo(bytes);
            }
        }
        byte[] memory = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            memory[i] = rig.memory.store.data(i);
        }
        assertThat(memory).as("seed %d", seed).isEqualTo(flat);
        CompressedLines compressed = rig.cache.compressed;
        for (int set = 0; compressed != null && set < lower.geometry().sets(); set++) {
            assertThat(compressed.taken(set)).as("seed %d", seed).isZero();
        }
        return new Outcome(memory, rig.stats);
    }

    private static void checkRoom(Cache cache) {
        CompressedLines compressed = cache.compressed;
        CacheSpec.Geometry geometry = cache.spec().geometry();
        CacheStructure structure = cache.spec().structure();
        for (int set = 0; compressed != null && set < geometry.sets(); set++) {
            int bytes = compressed.taken(set) * structure.compression().segment();
            assertThat(bytes).isBetween(0, geometry.ways() * geometry.line());
        }
    }

    private static byte[] zeroes(CacheRig rig) {
        for (int i = 0; i < BYTES; i++) {
            rig.memory.store.set(i, (byte) 0, 0);
        }
        return new byte[BYTES];
    }

    /** Sends an access; the bytes that it is to read, or null. */
    private static byte @Nullable [] script(Random random, MockRequester client, long cycle, int line, byte[] flat) {
        long base = (long) random.nextInt((random.nextInt(3) == 0 ? BYTES : 512) / line) * line;
        int flags = (random.nextInt(12) == 0 ? Request.COHERENT : 0)
                | (random.nextInt(12) == 0 ? Request.BYPASS : 0)
                | (random.nextInt(12) == 0 ? Request.STREAMING : 0);
        int kind = random.nextInt(20);
        if (kind == 0) {
            int at = (int) base + 4 * random.nextInt(line / 4);
            int old = flat[at] & 0xFF | (flat[at + 1] & 0xFF) << 8 | (flat[at + 2] & 0xFF) << 16 | flat[at + 3] << 24;
            client.atomicAdd(cycle, at, 77);
            for (int b = 0; b < 4; b++) {
                flat[at + b] = (byte) (old + 77 >>> 8 * b);
            }
            return null;
        }
        boolean whole = random.nextBoolean();
        int from = whole ? 0 : random.nextInt(line);
        int size = whole ? line : 1 + random.nextInt(line - from);
        int at = (int) base + from;
        if (kind < 11) {
            client.read(cycle, at, size).with(flags);
            return Arrays.copyOfRange(flat, at, at + size);
        }
        byte[] bytes = bytes(random, size);
        client.write(cycle, at, bytes).with(flags);
        System.arraycopy(bytes, 0, flat, at, size);
        return null;
    }

    /** Zeros, one value, small numbers, or anything. */
    private static byte[] bytes(Random random, int size) {
        byte[] bytes = new byte[size];
        int how = random.nextInt(4);
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (how == 0 ? 0 : how == 1 ? 7 : how == 2 && i % 4 != 0 ? 0 : random.nextInt());
        }
        return bytes;
    }
}
