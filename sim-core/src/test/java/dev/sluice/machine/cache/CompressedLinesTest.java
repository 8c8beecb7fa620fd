// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.device.AtomicRate;
import dev.sluice.device.CacheRates;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheSpec.Allocation;
import dev.sluice.device.CacheSpec.DirtyTracking;
import dev.sluice.device.CacheStructure;
import dev.sluice.device.Client;
import dev.sluice.device.InvalidSpecException;
import dev.sluice.device.LineCompression;
import dev.sluice.device.LineCompression.Algorithm;
import dev.sluice.device.PersistingSpec;
import dev.sluice.machine.request.DirectPath;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.machine.testing.MockRequester.Access;
import dev.sluice.result.LineCompressionResult;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What compression changes for a cache, alone and by example; memory is 100 cycles away, L1 answers in 10, L2 in 20. */
final class CompressedLinesTest {

    private static final int LATENCY = 3;

    private static CacheRig rig(CacheSpecs specs, int tagFactor) {
        specs.structure = CacheStructure.NONE.with(new LineCompression(Algorithm.BDI, tagFactor, 8, LATENCY));
        return zeroed(new CacheRig(specs.build()));
    }

    /** One whose segments are as long as its sectors, so that nothing gets shorter. */
    private static CacheRig coarse(CacheSpecs specs) {
        specs.structure = CacheStructure.NONE.with(new LineCompression(Algorithm.BDI, 2, 32, LATENCY));
        return zeroed(new CacheRig(specs.build()));
    }

    private static CacheRig zeroed(CacheRig rig) {
        memory(rig, 0, new byte[2048]);
        return rig;
    }

    /** Bytes that no encoding makes shorter. */
    private static byte[] noise(int count, long seed) {
        byte[] bytes = new byte[count];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static void memory(CacheRig rig, long address, byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            rig.memory.store.set(address + i, bytes[i], 0);
        }
    }

    private static LineCompressionResult result(CacheRig rig) {
        return Objects.requireNonNull(rig.stats.compressionResult());
    }

    @Test
    void a_set_holds_twice_the_lines_where_they_compress() {
        CacheRig rig = rig(CacheSpecs.l1().geometry(1, 2, 128, 32), 2);
        MockRequester requester = rig.requester("r");
        for (int i = 0; i < 8; i++) {
            requester.read(i * 300L, i % 4 * 128L, 128);
        }

        rig.finish();

        assertThat(rig.stats.total().readHits).isEqualTo(4 * 4);
        assertThat(rig.cache.presentLines()).isEqualTo(4);
        assertThat(result(rig).linesBeyondWays()).isEqualTo(2);
        assertThat(result(rig).zeroSectors()).isEqualTo(16);
        assertThat(result(rig).compressionRatio()).isEqualTo(4);
    }

    @Test
    void a_set_holds_as_many_lines_as_ways_where_they_do_not() {
        CacheRig rig = rig(CacheSpecs.l1().geometry(1, 2, 128, 32), 2);
        memory(rig, 0, noise(512, 1));
        MockRequester requester = rig.requester("r");
        for (int i = 0; i < 8; i++) {
            requester.read(i * 300L, i % 4 * 128L, 128);
        }

        rig.finish();

        assertThat(rig.stats.total().readHits).isZero();
        assertThat(rig.cache.presentLines()).isEqualTo(2);
        assertThat(result(rig).segmentEvictions()).isEqualTo(6);
        assertThat(result(rig).compressionRatio()).isEqualTo(1);
    }

    @Test
    void zeros_that_get_no_shorter_in_segments_are_no_zero_sectors() {
        CacheRig rig = coarse(CacheSpecs.l1().geometry(1, 2, 128, 32));
        rig.requester("r").read(0, 0, 128);

        rig.finish();

        assertThat(result(rig).encodedSectors()).isEqualTo(4);
        assertThat(result(rig).zeroSectors()).isZero();
        assertThat(result(rig).compressionRatio()).isEqualTo(1);
    }

    @Test
    void sectors_that_were_not_fetched_take_no_room() {
        CacheRig rig = rig(CacheSpecs.l1().geometry(1, 1, 128, 32), 4);
        memory(rig, 0, noise(512, 2));
        MockRequester requester = rig.requester("r");
        for (int i = 0; i < 8; i++) {
            requester.read(i * 300L, i % 4 * 128L + 32, 4);
        }

        rig.finish();

        assertThat(rig.stats.total().readHits).isEqualTo(4);
    }

    @Test
    void the_policy_says_who_makes_room_for_a_line_that_comes() {
        CacheRig rig = rig(CacheSpecs.l1().geometry(1, 2, 128, 32), 2);
        memory(rig, 2 * 128, noise(256, 3)); // lines 2 and 3; 0 and 1 are zeros
        MockRequester requester = rig.requester("r");
        requester.read(0, 0, 128);
        requester.read(300, 128, 128);
        requester.read(600, 0, 4); // line 1 is the one that was used least recently
        requester.read(900, 256, 128);
        requester.read(1200, 384, 32); // 32 bytes beside 128, 32 and 32

        rig.finish();

        assertThat(rig.cache.presentLines()).isEqualTo(4);

        requester.read(2000, 416, 64); // now 96
        rig.finish();

        assertThat(rig.cache.contents().lineOf(128)).isNegative();
        assertThat(rig.cache.contents().lineOf(0)).isNotNegative();
        assertThat(result(rig).segmentEvictions()).isEqualTo(1);
    }

    @Test
    void a_line_that_a_store_makes_longer_evicts_others() {
        CacheRig rig = rig(CacheSpecs.l2(DirtyTracking.SECTOR).geometry(1, 1, 128, 32), 2);
        MockRequester requester = rig.requester("r");
        requester.read(0, 0, 128);
        requester.read(300, 128, 128);
        rig.at(600, () -> assertThat(rig.cache.presentLines()).isEqualTo(2));
        requester.write(600, 0, noise(128, 4));

        rig.finish();

        assertThat(rig.cache.contents().lineOf(0)).isNotNegative();
        assertThat(rig.cache.contents().lineOf(128)).isNegative();
        assertThat(result(rig).segmentEvictions()).isEqualTo(1);
        assertThat(rig.stats.total().evictions).isEqualTo(1);
    }

    @Test
    void a_line_that_a_store_makes_shorter_leaves_room_for_another() {
        CacheRig rig = rig(CacheSpecs.l2(DirtyTracking.SECTOR).geometry(1, 1, 128, 32), 2);
        memory(rig, 0, noise(128, 5));
        MockRequester requester = rig.requester("r");
        requester.read(0, 0, 128);
        requester.write(300, 0, new byte[128]);
        requester.read(600, 128, 128);

        rig.finish();

        assertThat(rig.cache.presentLines()).isEqualTo(2);
    }

    @Test
    void dirty_lines_that_make_room_keep_their_bytes() {
        CacheRig rig = rig(CacheSpecs.l2(DirtyTracking.BYTE).geometry(1, 1, 128, 32), 4);
        MockRequester requester = rig.requester("r");
        for (int i = 0; i < 3; i++) {
            requester.write(i * 300L, i * 128L, new byte[] {(byte) (i + 1)});
        }
        requester.write(900, 384, noise(128, 6));
        Access read = requester.read(1200, 128, 1);

        rig.finish();

        assertThat(rig.stats.total().dirtyEvictions)
                .as("those, and the noise for line 1")
                .isEqualTo(4);
        assertThat(rig.memory.store.data(0)).isEqualTo((byte) 1);
        assertThat(rig.memory.store.data(256)).isEqualTo((byte) 3);
        assertThat(read.data).containsExactly(2);
    }

    @ParameterizedTest
    @CsvSource({"false, 13", "true, 10"})
    void a_hit_is_blocked_until_its_sector_is_decompressed(boolean random, int cycles) {
        CacheRig rig = rig(CacheSpecs.l1(), 2);
        memory(rig, 0, random ? noise(32, 7) : new byte[32]);
        MockRequester requester = rig.requester("r");
        Access miss = requester.read(0, 0, 4);
        Access hit = requester.read(300, 0, 4);
        rig.at(300 + cycles - 1, () -> assertThat(hit.done()).isFalse());
        rig.at(300 + cycles + 1, () -> assertThat(hit.done()).isTrue());

        rig.finish();

        assertThat(miss.latency()).as("what comes from below is not compressed").isEqualTo(110);
        assertThat(hit.latency()).isEqualTo(cycles);
        assertThat(result(rig).decompressions()).isEqualTo(random ? 0 : 1);
    }

    @Test
    void only_sectors_that_are_asked_for_are_decompressed() {
        CacheRig rig = rig(CacheSpecs.l1(), 2);
        memory(rig, 32, noise(32, 8));
        MockRequester requester = rig.requester("r");
        requester.read(0, 0, 64);
        Access raw = requester.read(300, 32, 4);
        Access both = requester.read(400, 0, 64);

        rig.finish();

        assertThat(raw.latency()).isEqualTo(10);
        assertThat(both.latency()).isEqualTo(13);
    }

    @ParameterizedTest
    @CsvSource({"0, 23", "8, 30"})
    void an_atomic_is_answered_after_decompression_and_a_store_is_not(int wordCycles, int cycles) {
        CacheSpecs specs = CacheSpecs.l2(DirtyTracking.SECTOR);
        specs.rates = wordCycles == 0
                ? CacheRates.NONE
                : new CacheRates(0, 0, 0, Map.of(CacheRates.OTHER, new AtomicRate(0, wordCycles)));
        CacheRig rig = rig(specs, 2);
        MockRequester requester = rig.requester("r");
        requester.read(0, 0, 128);
        Access store = requester.write(300, 0, new byte[] {1});
        Access atomic = requester.atomicAdd(400, 32, 5);

        rig.finish();

        assertThat(store.latency()).isEqualTo(20);
        assertThat(atomic.latency()).isEqualTo(cycles);
    }

    @Test
    void a_line_with_a_fill_on_its_way_is_not_compressed_and_takes_no_room() {
        CacheRig rig = rig(CacheSpecs.l1().geometry(1, 1, 128, 32), 2);
        memory(rig, 0, noise(256, 9));
        MockRequester requester = rig.requester("r");
        requester.read(0, 0, 96); // 96 of 128 bytes
        requester.read(300, 96, 4); // waits until 400, and the others lie in its register
        requester.read(310, 128, 128); // comes at 410: the first line leaves
        Access hit = requester.read(320, 0, 4);

        rig.finish();

        assertThat(hit.latency()).isEqualTo(10);
        assertThat(rig.cache.contents().lineOf(0)).isNegative();
        assertThat(rig.cache.contents().lineOf(128)).isNotNegative();
    }

    @Test
    void parts_of_a_sector_are_not_compressed() {
        CacheSpecs specs = CacheSpecs.l2(DirtyTracking.BYTE).allocate(Allocation.VALIDATE_ON_WRITE);
        CacheRig rig = rig(specs.geometry(1, 1, 64, 64), 8);
        MockRequester requester = rig.requester("r");
        requester.write(0, 0, new byte[4]);
        requester.write(100, 64, new byte[4]);
        rig.at(
                200,
                () -> assertThat(rig.cache.presentLines()).as("32 bytes each").isEqualTo(2));
        requester.write(300, 128, new byte[4]);

        rig.finish();

        assertThat(rig.cache.presentLines()).isEqualTo(2);
        assertThat(result(rig).encodedSectors()).isZero();
    }

    @Test
    void bytes_that_were_flushed_and_are_not_valid_take_no_room() {
        CacheSpecs specs = CacheSpecs.l2(DirtyTracking.BYTE).allocate(Allocation.VALIDATE_ON_WRITE);
        CacheRig rig = rig(specs.geometry(1, 1, 32, 32), 2);
        MockRequester requester = rig.requester("r");
        requester.write(0, 0, new byte[4]);
        rig.at(100, () -> rig.order(Maintenance.Verb.FLUSH));
        requester.write(300, 32, new byte[4]);

        rig.finish();

        assertThat(result(rig).segmentEvictions()).isZero();
        assertThat(rig.cache.presentLines()).isEqualTo(2);
    }

    @Test
    void an_invalidate_walks_all_tags_and_leaves_all_room() {
        CacheRig rig = rig(CacheSpecs.l1().geometry(4, 2, 128, 32), 2);
        CacheRig plain = new CacheRig(CacheSpecs.l1().geometry(4, 2, 128, 32).build());
        for (CacheRig each : List.of(rig, plain)) {
            each.requester("r").read(0, 0, 128);
            each.at(500, () -> each.order(Maintenance.Verb.INVALIDATE));
            each.finish();
        }

        assertThat(rig.maintenanceDone.get(0) - 500).isEqualTo(2 * (plain.maintenanceDone.get(0) - 500));
        assertThat(rig.cache.presentLines()).isZero();
        assertThat(Objects.requireNonNull(rig.cache.compressed).taken(0)).isZero();
    }

    @Test
    void lines_that_make_room_leave_the_caches_above_an_inclusive_one() {
        CacheSpecs specs = CacheSpecs.l2(DirtyTracking.SECTOR).geometry(1, 1, 128, 32);
        specs.structure = new CacheStructure(
                        CacheStructure.NONE.prefetch(),
                        List.of(),
                        Map.of(),
                        true,
                        CacheStructure.NONE.clock(),
                        CacheStructure.WriteBuffer.NONE)
                .with(new LineCompression(Algorithm.BDI, 2, 8, 1));
        CacheRig rig = zeroed(new CacheRig(specs.build()));
        Cache l1 = rig.cache(
                CacheSpecs.l1().build(),
                "l1",
                new DirectPath(rig.cache.newPort(), 0, 0, 128),
                new CacheNodeStats(CacheSpecs.l1().build(), 1),
                null);
        SliceLinks.include(rig.cache, List.of(l1));
        MockRequester requester = rig.requester("r", l1);
        requester.read(0, 0, 128);
        requester.read(300, 128, 128);
        rig.at(600, () -> assertThat(l1.presentLines()).isEqualTo(2));
        requester.write(600, 0, noise(128, 10));

        rig.finish();

        assertThat(l1.presentLines()).isEqualTo(1);
        assertThat(Objects.requireNonNull(rig.stats.structureResult()).backInvalidations())
                .isEqualTo(1);
    }

    @Test
    void lines_that_persist_make_room_last() {
        CacheSpec spec = CacheSpecs.l1().geometry(1, 2, 128, 32).build();
        CacheSpec.Policy policy = spec.policy();
        CacheRig rig = zeroed(new CacheRig(spec.with(new CacheSpec.Policy(
                        policy.readOnly(),
                        policy.write(),
                        policy.allocate(),
                        policy.dirty(),
                        policy.replacement(),
                        policy.atomics(),
                        policy.fillAtEviction(),
                        new PersistingSpec(0.5, List.of(new PersistingSpec.Window(0, 128)))))
                .with(CacheStructure.NONE.with(new LineCompression(Algorithm.BDI, 2, 8, 1)))));
        memory(rig, 256, noise(256, 12));
        MockRequester requester = rig.requester("r");
        for (int line = 0; line < 4; line++) { // the first is the oldest, and persists
            requester.read(line * 300L, line * 128L, 128);
        }

        rig.finish();

        assertThat(rig.cache.contents().lineOf(0)).isNotNegative();
        assertThat(rig.cache.contents().lineOf(384)).isNotNegative();
        assertThat(rig.cache.presentLines()).isEqualTo(2);
    }

    @Test
    void requests_carried_out_at_once_find_the_same_room() {
        CacheSpecs specs = CacheSpecs.l2(DirtyTracking.SECTOR).geometry(1, 2, 128, 32);
        CacheRig timed = rig(specs, 2);
        CacheRig atOnce = rig(specs, 2);
        Random random = new Random(11);
        MockRequester requester = timed.requester("r");
        for (int i = 0; i < 400; i++) {
            int line = random.nextInt(6);
            boolean write = random.nextBoolean();
            byte[] bytes = random.nextBoolean() ? new byte[128] : noise(128, i);
            if (write) {
                requester.write(i * 500L, line * 128L, bytes);
            } else {
                requester.read(i * 500L, line * 128L, 128);
            }
            Request request = atOnce.pool.acquire();
            request.start(write ? Request.WRITE : Request.READ, line * 128L, 0xF, Client.STORAGE.ordinal(), -1, 1);
            if (write) {
                request.coverSectors();
                System.arraycopy(
                        bytes, 0, Objects.requireNonNull(request.payload).writable(), 0, 128);
            }
            atOnce.cache.perform(request);
            atOnce.pool.release(request);
        }

        timed.finish();
        atOnce.finish();

        assertThat(result(atOnce)).isEqualTo(result(timed));
        assertThat(atOnce.stats.total().readHits).isEqualTo(timed.stats.total().readHits);
        assertThat(result(timed).segmentEvictions()).isPositive();
    }

    @Test
    void without_bytes_it_says_that_it_needs_them() {
        CacheSpecs specs = CacheSpecs.l1();
        specs.structure = CacheStructure.NONE.with(new LineCompression(Algorithm.BDI, 2, 8, 1));

        assertThatThrownBy(() -> new CacheRig(specs.build(), 100, false, null))
                .isInstanceOf(InvalidSpecException.class)
                .hasMessage(
                        "cache l1: compression: how far lines compress depends on their bytes, and accesses of a trace"
                                + " have none");
    }

    @Test
    void a_cache_without_the_key_counts_nothing() {
        CacheRig rig = new CacheRig(CacheSpecs.l1().build());

        assertThat(rig.stats.compressionResult()).isNull();
        assertThat(rig.cache.compressed).isNull();
    }
}
