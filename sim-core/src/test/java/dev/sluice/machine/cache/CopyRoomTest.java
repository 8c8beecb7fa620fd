// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.CacheStructure;
import dev.sluice.device.Client;
import dev.sluice.machine.request.VersionRuns;
import dev.sluice.machine.testing.CacheSpecs;
import dev.sluice.machine.testing.MockRequester;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.ViewTable;
import dev.sluice.result.StructureResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Halves that keep copies of each other's lines, with little room for them. */
final class CopyRoomTest {
    /** Bytes from a line of a set to the next of it, in {@link #oneSet}. */
    private static final int STRIDE = 256;
    /** The first line for which the second half answers. */
    private static final int FAR = 128;

    private static CacheSpecs oneSet(int ways, int mshrs) {
        CacheSpecs specs = TwoHalves.specs(1, ways);
        specs.mshrs = mshrs;
        return specs;
    }

    private static CacheSpec parted(CacheSpecs specs, Map<Client, Long> ways) {
        specs.structure = new CacheStructure(
                CacheStructure.NONE.prefetch(),
                List.of(),
                ways,
                false,
                CacheStructure.NONE.clock(),
                CacheStructure.WriteBuffer.NONE,
                CacheStructure.Victim.NONE,
                false);
        return TwoHalves.halved(specs);
    }

    private static StructureResult structure(TwoHalves halves) {
        return Objects.requireNonNull(halves.stats.structureResult());
    }

    /** Both halves read so many lines of the other at once. */
    private static List<MockRequester.Access> crosswise(TwoHalves halves, int lines) {
        List<MockRequester.Access> reads = new ArrayList<>();
        for (int i = 0; i < lines; i++) {
            reads.add(halves.readers.get(0).read(0, FAR + i * STRIDE, 32));
            reads.add(halves.readers.get(1).read(0, i * STRIDE, 32));
        }
        return reads;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void halves_with_few_ways_do_not_wait_for_each_other(int ways) {
        TwoHalves halves = new TwoHalves(TwoHalves.halved(oneSet(ways, 8)));
        List<MockRequester.Access> reads = crosswise(halves, 12);
        halves.finish();
        assertThat(reads).allMatch(MockRequester.Access::done);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void halves_with_few_registers_do_not_wait_for_each_other(int mshrs) {
        TwoHalves halves = new TwoHalves(TwoHalves.halved(oneSet(8, mshrs)));
        List<MockRequester.Access> reads = crosswise(halves, 12);
        halves.finish();
        assertThat(reads).allMatch(MockRequester.Access::done);
    }

    @Test
    void a_way_is_left_for_a_line_of_ones_own() {
        TwoHalves halves = new TwoHalves(TwoHalves.halved(oneSet(2, 8)));
        halves.readers.get(0).read(0, FAR, 32);
        MockRequester.Access second = halves.readers.get(0).read(1, FAR + STRIDE, 32);
        MockRequester.Access own = halves.writers.get(0).read(2, 0, 32); // behind the one that stalls
        halves.finish();
        assertThat(second.answered).isEqualTo(150 + 150); // once the first copy came
        assertThat(own.answered).isEqualTo(150 + 1 + 120);
    }

    @Test
    void a_register_is_left_for_a_line_of_ones_own() {
        TwoHalves halves = new TwoHalves(TwoHalves.halved(oneSet(8, 2)));
        halves.readers.get(0).read(0, FAR, 32);
        MockRequester.Access second = halves.readers.get(0).read(1, FAR + STRIDE, 32);
        halves.finish();
        assertThat(second.answered).isEqualTo(150 + 150);
    }

    @Test
    void who_asks_from_another_half_does_not_wait_behind_a_read_that_waits_for_a_copy() {
        TwoHalves halves = new TwoHalves(TwoHalves.halved(oneSet(2, 8)));
        halves.memory.latency = 1000;
        halves.readers.get(0).read(0, FAR, 32);
        halves.readers.get(0).read(1, FAR + STRIDE, 32); // stalls
        MockRequester.Access asking = halves.readers.get(1).read(2, 0, 32);
        halves.finish();
        assertThat(asking.latency()).isEqualTo(15 + 1000 + 20 + 15);
    }

    @Test
    void who_asks_and_has_to_wait_is_in_a_table_of_its_own() {
        TwoHalves halves = new TwoHalves(TwoHalves.halved(oneSet(2, 8)));
        ViewTable asking = halves.slices.get(0).view(new Texts(), new VersionRuns(null)).stream()
                .filter(table -> table.name().equals("asking"))
                .findFirst()
                .orElseThrow();
        halves.readers.get(0).read(0, 0, 32);
        halves.readers.get(0).read(0, STRIDE, 32);
        halves.readers.get(1).read(5, 2 * STRIDE, 32);

        halves.engine.runUntil(5 + 15 - 1);
        assertThat(rows(asking)).isZero();
        halves.engine.runUntil(5 + 15);
        assertThat(rows(asking)).isEqualTo(1);
        halves.finish();
        assertThat(rows(asking)).isZero();
    }

    private static int rows(ViewTable table) {
        int[] rows = {0};
        table.rows(row -> rows[0]++);
        return rows[0];
    }

    @Test
    void a_read_for_which_there_is_never_room_goes_past() {
        TwoHalves halves = new TwoHalves(TwoHalves.halved(oneSet(1, 8)));
        MockRequester.Access first = halves.readers.get(0).read(0, FAR, 32);
        MockRequester.Access again = halves.readers.get(0).read(500, FAR, 32);
        halves.finish();
        assertThat(first.latency()).isEqualTo(150);
        assertThat(again.latency()).isEqualTo(50);
        assertThat(again.data).containsExactly(first.data);
        assertThat(halves.stats.total().refusedReads).isEqualTo(2);
        assertThat(structure(halves).copiedSectors()).isZero();
    }

    @Test
    void copies_leave_each_client_a_way_of_its_own() {
        TwoHalves halves = new TwoHalves(parted(oneSet(4, 8), Map.of(Client.SAMPLED, 0b0011L)));
        halves.memory.latency = 1000;
        for (int i = 0; i < 3; i++) {
            halves.readers.get(0).read(0, FAR + i * STRIDE, 32); // in ways 0, 2 and 3
        }
        MockRequester.Access own = halves.writers.get(0).read(10, 0, 32);
        own.client = Client.SAMPLED;
        halves.finish();
        assertThat(own.latency()).isEqualTo(1000 + 20);
    }

    @Test
    void copies_keep_off_the_only_way_of_a_client() {
        TwoHalves halves = new TwoHalves(parted(oneSet(2, 8), Map.of(Client.SAMPLED, 0b01L)));
        for (int i = 0; i < 4; i++) {
            halves.readers.get(0).read(500 * i, FAR + i * STRIDE, 32);
        }
        MockRequester.Access sampled = halves.readers.get(0).read(3000, FAR + 3 * STRIDE, 32);
        sampled.client = Client.SAMPLED;
        MockRequester.Access other = halves.readers.get(0).read(3500, FAR + 2 * STRIDE, 32);
        halves.finish();
        assertThat(sampled.latency()).isEqualTo(20); // the last one lies in the other way
        assertThat(other.latency()).isEqualTo(50);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void what_is_read_is_right_however_little_room_there_is(long seed) {
        Random random = new Random(seed);
        CacheSpecs specs = oneSet(1 + random.nextInt(4), 1 + random.nextInt(4));
        specs.mshrMerges = 1 + random.nextInt(3);
        specs.queue = 1 + random.nextInt(4);
        specs.banks = 1 + random.nextInt(2);
        TwoHalves halves = new TwoHalves(
                random.nextBoolean()
                        ? TwoHalves.halved(specs)
                        : parted(specs, Map.of(Client.SAMPLED, 1L << random.nextInt(specs.ways))));
        byte[] written = new byte[64 * 128];
        random.nextBytes(written);
        for (int line = 0; line < 64; line++) {
            for (int sector = 0; sector < 4; sector++) {
                byte[] part = Arrays.copyOfRange(written, line * 128 + sector * 32, line * 128 + sector * 32 + 32);
                halves.writers.get(line % 2).write(0, line * 128 + sector * 32, part);
            }
        }
        List<MockRequester.Access> reads = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            MockRequester reader = random.nextInt(4) > 0 ? halves.readers.get(random.nextInt(2)) : null;
            int line = random.nextInt(64);
            MockRequester.Access read = (reader == null ? halves.writers.get(line % 2) : reader)
                    .read(100_000 + i / 8, line * 128 + 32 * random.nextInt(4), 32);
            read.client = random.nextBoolean() ? Client.SAMPLED : Client.STORAGE;
            reads.add(read);
        }
        halves.finish();
        for (MockRequester.Access read : reads) {
            int at = (int) read.address;
            assertThat(read.data).containsExactly(Arrays.copyOfRange(written, at, at + 32));
        }
    }
}
