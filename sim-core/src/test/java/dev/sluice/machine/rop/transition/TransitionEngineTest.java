// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.transition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.rop.TexelBytes;
import dev.sluice.machine.rop.transition.TransitionPlan.Kind;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Tiling;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TransitionEngineTest {

    private static final int CLEAR_BLACK = 4;
    private static final int CLEAR_PURPLE = 5;

    private static byte[] flat(int value) {
        byte[] bytes = new byte[256];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private static int[] versions(int version) {
        int[] versions = new int[256];
        Arrays.fill(versions, version);
        return versions;
    }

    private static ImageSpec image(int width, int height, int layers, int levels) {
        return new ImageSpec(
                "image", Format.R8G8B8A8_UNORM, width, height, 1, layers, levels, 1, Tiling.OPTIMAL, Set.of());
    }

    @Test
    void should_initialise_metadata_and_touch_no_tile() {
        Bench bench = new Bench();
        bench.codes(15);

        TransitionJob job = bench.start(Kind.INITIALISE);
        bench.engine.run();

        for (int tile = 0; tile < bench.tiles(); tile++) {
            assertThat(bench.code(tile)).isZero();
            assertThat(bench.metadata.store.version(Bench.METADATA + tile / 2)).isEqualTo(Bench.AGENT);
        }
        assertThat(bench.data.seen).isEmpty();
        assertThat(job.tilesVisited()).isEqualTo(128);
        assertThat(job.metadataBytes()).isEqualTo(64);
        bench.engine.auditAtEnd();
    }

    @Test
    void should_initialise_a_sector_of_metadata_per_cycle() {
        Bench bench = new Bench();

        bench.start(Kind.INITIALISE);
        bench.engine.run();

        assertThat(bench.metadata.seen).extracting(MockMemory.Seen::cycle).containsExactly(0L, 1L);
        assertThat(bench.waiter.done).containsExactly(1L + Bench.METADATA_LATENCY);
    }

    @Test
    void should_write_the_constant_of_cleared_tiles_and_leave_others_alone() {
        Bench bench = new Bench();
        bench.codes(0);
        int compressed = bench.put(7, flat(9), versions(3));
        byte[] stored = bench.bytes(7);
        bench.code(2, CLEAR_PURPLE, 8);

        TransitionJob job = bench.start(Kind.ELIMINATE);
        bench.engine.run();

        byte[] purple = new byte[256];
        for (int i = 0; i < 256; i++) {
            purple[i] = (byte) (i % 4 == 1 ? 0 : 255);
        }
        assertThat(bench.bytes(2)).isEqualTo(purple);
        assertThat(bench.versions(2)).containsOnly(8);
        assertThat(bench.code(2)).isZero();
        assertThat(bench.code(7)).isEqualTo(compressed);
        assertThat(bench.bytes(7)).isEqualTo(stored);
        assertThat(bench.data.seen).hasSize(1);
        assertThat(job.tilesChanged()).isEqualTo(1);
        assertThat(job.bytesWritten()).isEqualTo(256);
        assertThat(job.bytesRead()).isZero();
    }

    @Test
    void should_give_each_cleared_tile_the_version_of_its_nibble() {
        Bench bench = new Bench();
        bench.codes(0);
        int pair = bench.table.bundles().intern(new int[] {30, 40}, 2, -1);
        bench.code(4, CLEAR_BLACK, pair);
        bench.code(5, CLEAR_BLACK, pair);

        bench.start(Kind.ELIMINATE);
        bench.engine.run();

        assertThat(bench.versions(4)).containsOnly(30);
        assertThat(bench.versions(5)).containsOnly(40);
    }

    @ParameterizedTest
    @CsvSource({"4, 256", "4, 64", "8, 128"})
    void should_restore_every_byte_with_its_version_when_it_decompresses(int metadataBits, int requestBytes) {
        Bench bench = new Bench(image(128, 64, 1, 1), metadataBits, requestBytes, true);
        Random random = new Random(metadataBits * 1000L + requestBytes);
        byte[][] bytes = new byte[bench.tiles()][];
        int[][] versions = new int[bench.tiles()][];
        int changed = 0;
        for (int tile = 0; tile < bench.tiles(); tile++) {
            bytes[tile] = new byte[256];
            versions[tile] = new int[256];
            int noise = 1 << random.nextInt(9);
            for (int i = 0; i < 256; i++) {
                bytes[tile][i] = (byte) (random.nextInt(noise) + i % 4 * 20);
                versions[tile][i] = 1 + random.nextInt(3);
            }
            changed += bench.put(tile, bytes[tile], versions[tile]) == 0 ? 0 : 1;
        }
        assertThat(changed).isBetween(10, 118);

        TransitionJob job = bench.start(Kind.DECOMPRESS);
        bench.engine.run();

        for (int tile = 0; tile < bench.tiles(); tile++) {
            assertThat(bench.bytes(tile)).as("tile " + tile).isEqualTo(bytes[tile]);
            assertThat(bench.versions(tile)).as("tile " + tile).isEqualTo(versions[tile]);
            assertThat(bench.code(tile)).isZero();
        }
        assertThat(job.tilesChanged()).isEqualTo(changed);
        assertThat(job.bytesRead()).isEqualTo(bench.data.readSectors * 32);
        assertThat(job.bytesWritten()).isEqualTo(bench.data.writtenBytes).isEqualTo(changed * 256L);
        assertThat(bench.pool.inUse()).isZero();
        bench.engine.auditAtEnd();
    }

    @Test
    void should_make_cleared_tiles_raw_when_it_decompresses() {
        Bench bench = new Bench();
        bench.codes(CLEAR_BLACK);

        TransitionJob job = bench.start(Kind.DECOMPRESS);
        bench.engine.run();

        assertThat(job.tilesChanged()).isEqualTo(128);
        assertThat(bench.bytes(127)).containsOnly(0);
        assertThat(bench.data.readSectors).isZero();
    }

    @Test
    void should_make_nobodys_bytes_of_a_tile_whose_metadata_is_out_of_date() {
        Bench bench = new Bench();
        bench.codes(0);
        int code = bench.put(0, flat(1), versions(6));
        bench.code(0, code - 1, 6);

        bench.start(Kind.DECOMPRESS);
        bench.engine.run();

        assertThat(bench.versions(0)).containsOnly(0);
    }

    @Test
    void should_make_nobodys_bytes_of_a_torn_tile() {
        Bench bench = new Bench();
        bench.codes(0);
        bench.put(0, flat(1), versions(6));
        bench.data.store.set(bench.address(0) + 3, (byte) 0x5A, 4);

        bench.start(Kind.DECOMPRESS);
        bench.engine.run();

        assertThat(bench.versions(0)).containsOnly(0);
    }

    @Test
    void should_be_done_when_the_metadata_of_its_one_cleared_tile_is_written() {
        Bench bench = new Bench(image(16, 8, 1, 1), 4, 256, true);
        bench.codes(0);
        bench.code(0, CLEAR_BLACK, 1);
        long end = Bench.METADATA_LATENCY + Bench.CODEC_LATENCY + Bench.DATA_LATENCY + Bench.METADATA_LATENCY;

        bench.start(Kind.ELIMINATE);

        bench.engine.runUntil(end - 1);
        assertThat(bench.waiter.done).isEmpty();
        bench.engine.runUntil(end);
        assertThat(bench.waiter.done).containsExactly(end);
        assertThat(bench.transitions.result().busyCycles()).isEqualTo(end);
    }

    @Test
    void should_visit_a_tile_per_cycle() {
        Bench bench = new Bench();
        bench.codes(0);

        bench.start(Kind.DECOMPRESS);
        bench.engine.run();

        assertThat(bench.waiter.done).containsExactly((long) Bench.METADATA_LATENCY + 128 - 1);
        assertThat(bench.metadata.writtenBytes).isZero();
    }

    @Test
    void should_write_metadata_after_the_tiles_that_it_speaks_of() {
        Bench bench = new Bench(image(128, 32, 1, 1), 4, 256, true);
        bench.codes(CLEAR_BLACK);

        bench.start(Kind.ELIMINATE);
        bench.engine.run();

        long lastTile = bench.data.seen.get(bench.data.seen.size() - 1).cycle();
        MockMemory.Seen write = bench.metadata.seen.get(bench.metadata.seen.size() - 1);
        assertThat(write.kind()).isEqualTo(Request.WRITE);
        assertThat(write.cycle()).isEqualTo(lastTile + Bench.DATA_LATENCY);
    }

    @Test
    void should_rewrite_no_more_tiles_at_once_than_it_has_places() {
        Bench bench = new Bench();
        bench.codes(CLEAR_BLACK);
        bench.data.pause();

        bench.start(Kind.ELIMINATE);
        bench.engine.run();
        assertThat(bench.data.heldCount()).isEqualTo(TransitionEngine.TILES);

        bench.data.resume();
        while (bench.data.heldCount() > 0 || bench.waiter.done.isEmpty()) {
            bench.engine.run();
        }
        bench.engine.auditAtEnd();
    }

    @Test
    void should_say_that_its_writes_are_no_new_ones() {
        Bench bench = new Bench();
        bench.codes(0);
        bench.code(1, CLEAR_BLACK, 1);

        bench.start(Kind.ELIMINATE);
        bench.engine.run();

        assertThat(bench.data.seen).singleElement().satisfies(seen -> {
            assertThat(seen.kind()).isEqualTo(Request.WRITE);
            assertThat(seen.flags()).isEqualTo(Request.WRITE_BACK);
            assertThat(seen.address()).isEqualTo(bench.address(1));
            assertThat(seen.bytes()).isEqualTo(256);
        });
    }

    @Test
    void should_keep_to_the_levels_and_layers_of_the_job() {
        Bench bench = new Bench(image(64, 64, 3, 3), 4, 256, true);
        bench.codes(CLEAR_BLACK);
        TransitionJob job =
                new TransitionJob(bench.surface, Kind.ELIMINATE, TexelBytes.NONE, 1, 2, 1, 1, -1, Bench.AGENT);

        bench.transitions.start(job);
        bench.engine.run();

        for (int level = 0; level < 3; level++) {
            for (int layer = 0; layer < 3; layer++) {
                int tile = (int) (bench.surface.layout().sliceOffset(level, layer) / 256);
                assertThat(bench.code(tile)).isEqualTo(level > 0 && layer == 1 ? 0 : CLEAR_BLACK);
            }
        }
        assertThat(job.tilesChanged()).isEqualTo(4 * 4 + 2 * 2);
    }

    @Test
    void should_tell_which_contents_are_gone() {
        Bench bench = new Bench(image(64, 64, 3, 2), 4, 256, true);
        bench.codes(CLEAR_BLACK);

        bench.transitions.start(TransitionJob.of(
                bench.surface,
                EnumSet.allOf(Aspect.class),
                ImageLayout.UNDEFINED,
                ImageLayout.GENERAL,
                Set.of(),
                bench.rop,
                0,
                2,
                1,
                2,
                -1,
                Bench.AGENT));
        bench.engine.run();

        long level1 = 4096 + 3 * 16384;
        assertThat(bench.discarded).containsExactly((4096 + 16384) + "+32768 by 77", (level1 + 4096) + "+8192 by 77");
    }

    @Test
    void should_keep_contents_that_the_host_has_prepared() {
        Bench bench = new Bench();

        bench.transitions.start(TransitionJob.of(
                bench.surface,
                EnumSet.allOf(Aspect.class),
                ImageLayout.PREINITIALIZED,
                ImageLayout.GENERAL,
                Set.of(),
                bench.rop,
                0,
                1,
                0,
                1,
                -1,
                5));
        bench.engine.run();

        assertThat(bench.discarded).isEmpty();
        assertThat(bench.transitions.result().initialised()).isEqualTo(1);
    }

    @Test
    void should_be_done_at_once_when_there_is_nothing_to_do() {
        Bench bench = new Bench();

        bench.start(Kind.NOTHING);
        bench.engine.run();

        assertThat(bench.waiter.done).containsExactly(0L);
        assertThat(bench.transitions.result()).isEqualTo(new TransitionResult(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void should_count_each_job_and_all_together() {
        Bench bench = new Bench(image(128, 64, 2, 1), 4, 256, true);
        bench.codes(CLEAR_BLACK);
        TransitionJob first = new TransitionJob(bench.surface, Kind.ELIMINATE, TexelBytes.NONE, 0, 1, 0, 1, -1, 5);
        TransitionJob second = new TransitionJob(bench.surface, Kind.INITIALISE, TexelBytes.NONE, 0, 1, 1, 1, -1, 6);

        bench.transitions.start(first);
        bench.transitions.start(second);
        bench.engine.run();

        assertThat(first.tilesChanged()).isEqualTo(128);
        assertThat(first.metadataBytes()).isEqualTo(64 + 64);
        assertThat(second.tilesVisited()).isEqualTo(128);
        assertThat(second.metadataBytes()).isEqualTo(64);
        TransitionResult result = bench.transitions.result();
        assertThat(result.tilesVisited()).isEqualTo(256);
        assertThat(result.metadataRead()).isEqualTo(64);
        assertThat(result.metadataWritten()).isEqualTo(128);
        assertThat(result.bytesWritten()).isEqualTo(128 * 256);
        assertThat(result.requests()).isEqualTo(2 + 128 + 2 + 2);
        assertThat(result.sectors()).isEqualTo(2 + 128 * 8 + 2 + 2);
    }

    @Test
    void should_count_again_from_nothing_in_a_region_of_interest() {
        Bench bench = new Bench();
        bench.start(Kind.INITIALISE);
        bench.engine.run();

        bench.transitions.resetStatistics();

        assertThat(bench.transitions.result()).isEqualTo(TransitionResult.NONE);
    }

    @Test
    void should_take_all_tiles_for_raw_without_bytes() {
        Bench bench = new Bench(image(128, 64, 1, 1), 4, 256, false);

        TransitionJob job = bench.start(Kind.DECOMPRESS);
        bench.engine.run();

        assertThat(job.tilesVisited()).isEqualTo(128);
        assertThat(job.tilesChanged()).isZero();
    }

    @Test
    void should_transition_all_slices_of_a_three_dimensional_image() {
        ImageSpec volume = new ImageSpec("volume", Format.R8G8B8A8_UNORM, 16, 8, 4, 1, 2, 1, Tiling.OPTIMAL, Set.of());
        Bench bench = new Bench(volume, 4, 256, true);

        TransitionJob job = bench.start(Kind.INITIALISE);
        bench.engine.run();

        assertThat(job.tilesVisited()).isEqualTo(4 * 2 + 2 * 2);
    }

    @Test
    void should_run_a_job_once() {
        Bench bench = new Bench();
        TransitionJob job = bench.start(Kind.INITIALISE);

        assertThatThrownBy(() -> bench.transitions.start(job)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void should_refuse_subresources_that_the_image_has_not() {
        Bench bench = new Bench();

        assertThatThrownBy(() -> new TransitionJob(bench.surface, Kind.NOTHING, TexelBytes.NONE, 0, 2, 0, 1, -1, 1))
                .hasMessageContaining("2 levels from 0");
        assertThatThrownBy(() -> new TransitionJob(bench.surface, Kind.NOTHING, TexelBytes.NONE, 0, 1, 1, 1, -1, 1))
                .hasMessageContaining("1 layers from 1");
    }

    @Test
    void should_say_what_it_waits_for() {
        Bench bench = new Bench();
        bench.codes(CLEAR_BLACK);
        bench.data.pause();
        bench.start(Kind.ELIMINATE);
        bench.engine.run();
        WaitGraph graph = new WaitGraph();

        bench.transitions.describeWaits(graph);

        assertThat(graph.lines()).containsExactly("transitions waits for memory: 32 tiles of 1 layout transitions");
    }
}
