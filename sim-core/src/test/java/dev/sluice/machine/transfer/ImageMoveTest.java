// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.machine.request.Request;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.Surface;
import dev.sluice.program.image.Tiling;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ImageMoveTest {

    private static final List<Format> SIZES = List.of(
            Format.R8_UNORM,
            Format.R16_UINT,
            Format.R8G8B8A8_UNORM,
            Format.R16G16B16A16_SFLOAT,
            Format.R32G32B32A32_UINT);

    private static TransferJob copy(TexelRegion... regions) {
        return TransferJob.image(new ImageMove(List.of(regions)), 3, TexelRig.AGENT);
    }

    private static long address(TexelPlace place, int x, int y, int z, int sample, TexelRegion region, int bytes) {
        Surface surface = place.surface();
        if (surface != null) {
            return surface.address(place.level(), place.slice() + z, place.x() + x, place.y() + y, sample);
        }
        int row = place.rowLength() == 0 ? region.width() : place.rowLength();
        int rows = place.imageHeight() == 0 ? region.height() : place.imageHeight();
        return place.address() + (((long) z * rows + y) * row + x) * bytes;
    }

    private static void expect(TexelRig rig, TexelRegion region, int texelBytes, int samples) {
        for (int z = 0; z < region.depth(); z++) {
            for (int y = 0; y < region.height(); y++) {
                for (int x = 0; x < region.width(); x++) {
                    for (int sample = 0; sample < samples; sample++) {
                        rig.expectCopy(
                                address(region.source(), x, y, z, sample, region, texelBytes),
                                address(region.destination(), x, y, z, sample, region, texelBytes),
                                texelBytes);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 64, 128, 256})
    void should_copy_boxes_between_images_of_any_tiling_and_texel_size(int requestBytes) {
        Random random = new Random(requestBytes);
        for (Format format : SIZES) {
            for (Tiling from : Tiling.values()) {
                for (Tiling to : Tiling.values()) {
                    TexelRig rig = new TexelRig(requestBytes).random(requestBytes);
                    Surface source = rig.image(512, format, 31, 29, from);
                    Surface destination = rig.image(32_768, format, 27, 33, to);
                    int width = 1 + random.nextInt(24);
                    int height = 1 + random.nextInt(24);
                    TexelRegion region = new TexelRegion(
                            TexelPlace.image(source, 0, 0, random.nextInt(4), random.nextInt(5)),
                            TexelPlace.image(destination, 0, 0, random.nextInt(3), random.nextInt(9)),
                            width,
                            height,
                            1);
                    expect(rig, region, format.texelBytes(), 1);
                    TransferJob job = rig.run(copy(region));
                    assertThat(job.bytesWritten()).isEqualTo((long) width * height * format.texelBytes());
                    assertThat(job.bytesRead()).isEqualTo(job.bytesWritten());
                    assertThat(rig.checkedReads).isEqualTo(job.bytesRead());
                    assertThat(rig.checkedWrites).isEqualTo(job.bytesWritten());
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Tiling.class)
    void should_copy_between_buffers_and_images_with_gaps_between_rows_and_slices(Tiling tiling) {
        for (Format format : SIZES) {
            int bytes = format.texelBytes();
            TexelRig rig = new TexelRig(64).random(bytes);
            Surface image = rig.image(1024, format, 13, 11, 4, 1, 1, 1, tiling);
            TexelRegion up = new TexelRegion(
                    TexelPlace.buffer(40_000 + bytes * 3L, 15, 9), TexelPlace.image(image, 0, 1, 2, 3), 11, 8, 3);
            expect(rig, up, bytes, 1);
            rig.run(copy(up));
            TexelRegion down = new TexelRegion(
                    TexelPlace.image(image, 0, 0, 0, 0), TexelPlace.buffer(50_000L + bytes, 0, 0), 13, 11, 4);
            expect(rig, down, bytes, 1);
            rig.run(copy(down));
        }
    }

    @Test
    void should_copy_to_a_buffer_whose_offset_is_no_multiple_of_a_texel() {
        TexelRig rig = new TexelRig(64).random(5);
        Surface image = rig.image(1024, Format.R32G32B32A32_UINT, 20, 9, Tiling.OPTIMAL);
        TexelRegion region =
                new TexelRegion(TexelPlace.image(image, 0, 0, 1, 1), TexelPlace.buffer(40_003, 0, 0), 17, 7, 1);
        expect(rig, region, 16, 1);
        rig.run(copy(region));
        TexelRegion back =
                new TexelRegion(TexelPlace.buffer(40_005, 0, 0), TexelPlace.image(image, 0, 0, 0, 2), 17, 7, 1);
        expect(rig, back, 16, 1);
        rig.run(copy(back));
    }

    @ParameterizedTest
    @EnumSource(Tiling.class)
    void should_reach_every_level_and_layer(Tiling tiling) {
        TexelRig rig = new TexelRig(128).random(6);
        Surface source = rig.image(0, Format.R8G8B8A8_UNORM, 20, 14, 1, 3, 5, 1, tiling);
        Surface destination = rig.image(32_768, Format.B8G8R8A8_UNORM, 20, 14, 1, 4, 4, 1, Tiling.OPTIMAL);
        TexelRegion first = new TexelRegion(
                TexelPlace.image(source, 1, 0, 2, 1), TexelPlace.image(destination, 1, 2, 1, 3), 8, 4, 2);
        TexelRegion second = new TexelRegion(
                TexelPlace.image(source, 4, 2, 0, 0), TexelPlace.image(destination, 3, 0, 1, 0), 1, 1, 1);
        expect(rig, first, 4, 1);
        expect(rig, second, 4, 1);
        rig.run(copy(first, second));
    }

    @Test
    void should_copy_layers_to_slices_of_a_three_dimensional_image() {
        TexelRig rig = new TexelRig(256).random(7);
        Surface layers = rig.image(0, Format.R16_UINT, 20, 14, 1, 5, 1, 1, Tiling.OPTIMAL);
        Surface volume = rig.image(32_768, Format.R16_UINT, 20, 14, 6, 1, 1, 1, Tiling.OPTIMAL);
        TexelRegion region =
                new TexelRegion(TexelPlace.image(layers, 0, 1, 0, 0), TexelPlace.image(volume, 0, 2, 3, 2), 17, 12, 4);
        expect(rig, region, 2, 1);
        rig.run(copy(region));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void should_copy_all_samples(int samples) {
        for (int requestBytes : new int[] {32, 256}) {
            TexelRig rig = new TexelRig(requestBytes).random(8);
            Surface source = rig.image(0, Format.R8G8B8A8_UNORM, 13, 11, 1, 1, 1, samples, Tiling.OPTIMAL);
            Surface destination = rig.image(32_768, Format.R32_UINT, 13, 11, 1, 1, 1, samples, Tiling.OPTIMAL);
            TexelRegion region = new TexelRegion(
                    TexelPlace.image(source, 0, 0, 1, 0), TexelPlace.image(destination, 0, 0, 0, 3), 12, 8, 1);
            expect(rig, region, 4, samples);
            rig.run(copy(region));
        }
    }

    @Test
    void should_move_whole_tiles_with_one_read_and_one_write() {
        TexelRig rig = new TexelRig(256).random(9);
        rig.memory.recording = true;
        Surface source = rig.image(0, Format.R8G8B8A8_UNORM, 32, 24, Tiling.OPTIMAL);
        Surface destination = rig.image(32_768, Format.R8G8B8A8_UNORM, 32, 24, Tiling.OPTIMAL);
        TexelRegion region = new TexelRegion(
                TexelPlace.image(source, 0, 0, 0, 0), TexelPlace.image(destination, 0, 0, 0, 0), 32, 24, 1);
        expect(rig, region, 4, 1);
        rig.run(copy(region));
        assertThat(rig.transfer.result().reads()).isEqualTo(12);
        assertThat(rig.transfer.result().writes()).isEqualTo(12);
        assertThat(rig.memory.seen).allMatch(seen -> seen.bytes() == 256 && seen.flags() == Request.IMAGE);
    }

    @Test
    void should_gather_a_tile_from_the_rows_of_a_buffer() {
        TexelRig rig = new TexelRig(256).random(10);
        rig.memory.recording = true;
        Surface image = rig.image(0, Format.R8G8B8A8_UNORM, 64, 8, Tiling.OPTIMAL);
        TexelRegion region =
                new TexelRegion(TexelPlace.buffer(32_768, 0, 0), TexelPlace.image(image, 0, 0, 0, 0), 64, 8, 1);
        expect(rig, region, 4, 1);
        rig.run(copy(region));
        assertThat(rig.transfer.result().reads()).isEqualTo(64); // eight tiles, a row of 32 bytes each
        assertThat(rig.transfer.result().writes()).isEqualTo(8);
        assertThat(rig.memory.seen)
                .filteredOn(seen -> seen.kind() == Request.READ)
                .extracting(MockMemory.Seen::flags)
                .containsOnly(0);
        assertThat(rig.memory.seen)
                .filteredOn(seen -> seen.kind() == Request.WRITE)
                .extracting(MockMemory.Seen::flags)
                .containsOnly(Request.IMAGE);
    }

    @Test
    void should_move_rows_of_linear_images_with_requests_as_long_as_possible() {
        TexelRig rig = new TexelRig(256).random(11);
        Surface image = rig.image(0, Format.R8G8B8A8_UNORM, 128, 8, Tiling.LINEAR);
        TexelRegion region =
                new TexelRegion(TexelPlace.image(image, 0, 0, 0, 0), TexelPlace.buffer(32_768, 0, 0), 128, 8, 1);
        expect(rig, region, 4, 1);
        rig.run(copy(region));
        assertThat(rig.transfer.result().reads()).isEqualTo(16);
        assertThat(rig.transfer.result().writes()).isEqualTo(16);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void should_agree_with_a_plain_copy_under_back_pressure(long seed) {
        Random random = new Random(seed);
        TexelRig rig =
                new TexelRig(true, 1 + random.nextInt(8), 32 << random.nextInt(4), 1 + random.nextInt(3)).random(seed);
        Surface source = rig.image(256, Format.R16_UINT, 40, 30, 1, 2, 1, 1, Tiling.OPTIMAL);
        Surface destination = rig.image(32_768, Format.R16_UINT, 40, 30, 1, 2, 1, 1, Tiling.LINEAR);
        TexelRegion[] regions = new TexelRegion[3];
        for (int i = 0; i < regions.length; i++) {
            regions[i] = new TexelRegion(
                    TexelPlace.image(source, 0, 0, random.nextInt(9), random.nextInt(9)),
                    TexelPlace.image(destination, 0, 0, random.nextInt(9), 10 * i),
                    1 + random.nextInt(30),
                    1 + random.nextInt(10),
                    1 + random.nextInt(2));
            expect(rig, regions[i], 2, 1);
        }
        rig.run(copy(regions));
    }

    @Test
    void should_keep_no_more_than_its_requests_under_way() {
        TexelRig rig = new TexelRig(true, 2, 32, 64).random(12);
        rig.memory.recording = true;
        Surface image = rig.image(0, Format.R8G8B8A8_UNORM, 8, 8, Tiling.OPTIMAL);
        TexelRegion region =
                new TexelRegion(TexelPlace.image(image, 0, 0, 0, 0), TexelPlace.buffer(32_768, 0, 0), 8, 8, 1);
        expect(rig, region, 4, 1);
        rig.run(copy(region));
        assertThat(rig.memory.seen)
                .extracting(MockMemory.Seen::cycle)
                .containsExactly(0L, 0L, 17L, 17L, 34L, 34L, 51L, 51L, 68L, 68L, 85L, 85L, 102L, 102L, 119L, 119L);
    }

    @Test
    void should_take_turns_with_copies_of_buffers() {
        TexelRig rig = new TexelRig(true, 6, 64, 5).random(13);
        Surface image = rig.image(0, Format.R8G8B8A8_UNORM, 32, 32, Tiling.OPTIMAL);
        TexelRegion region =
                new TexelRegion(TexelPlace.image(image, 0, 0, 0, 0), TexelPlace.buffer(32_768, 0, 0), 32, 32, 1);
        expect(rig, region, 4, 1);
        rig.expectCopy(8192, 50_001, 3000);
        rig.transfer.start(
                TransferJob.copy(new long[] {8192}, new long[] {50_001}, new long[] {3000}, 1, TexelRig.AGENT));
        rig.run(copy(region));
    }

    @Test
    void should_take_the_same_time_without_bytes() {
        long[] ends = new long[2];
        for (int i = 0; i < 2; i++) {
            TexelRig rig = new TexelRig(i == 0, 7, 64, 3);
            if (i == 0) {
                rig.random(14);
            }
            Surface image = rig.image(0, Format.R8G8B8A8_UNORM, 33, 31, Tiling.OPTIMAL);
            TexelRegion region =
                    new TexelRegion(TexelPlace.image(image, 0, 0, 1, 2), TexelPlace.buffer(32_772, 0, 0), 30, 28, 1);
            expect(rig, region, 4, 1);
            rig.run(copy(region));
            ends[i] = rig.end;
        }
        assertThat(ends[0]).isEqualTo(ends[1]);
    }

    @Test
    void should_allocate_nothing_in_steady_state() {
        TexelRig rig = new TexelRig(true, 16, 256, 64);
        Surface source = rig.image(0, Format.R8G8B8A8_UNORM, 64, 64, Tiling.OPTIMAL);
        Surface destination = rig.image(32_768, Format.R8G8B8A8_UNORM, 64, 64, Tiling.LINEAR);
        TexelRegion region = new TexelRegion(
                TexelPlace.image(source, 0, 0, 0, 0), TexelPlace.image(destination, 0, 0, 0, 0), 64, 64, 1);
        List<TexelRegion> many = java.util.Collections.nCopies(100, region);
        rig.transfer.start(TransferJob.image(new ImageMove(many), 0, 2));
        rig.engine.run();
        TransferJob job = TransferJob.image(new ImageMove(many), 0, 2);
        com.sun.management.ThreadMXBean threads =
                (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        rig.transfer.start(job);
        long before = threads.getCurrentThreadAllocatedBytes();
        rig.engine.run();
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(50_000); // 6400 pieces
        assertThat(job.bytesWritten()).isEqualTo(1_638_400);
    }

    @Test
    void should_refuse_what_does_not_fit() {
        TexelRig rig = new TexelRig(64);
        Surface image = rig.image(0, Format.R8G8B8A8_UNORM, 32, 16, Tiling.OPTIMAL);
        Surface other = rig.image(0, Format.R8_UNORM, 32, 16, Tiling.OPTIMAL);
        Surface samples = rig.image(0, Format.R8G8B8A8_UNORM, 32, 16, 1, 1, 1, 4, Tiling.OPTIMAL);
        TexelPlace corner = TexelPlace.image(image, 0, 0, 0, 0);
        assertThatThrownBy(() -> new TexelRegion(corner, TexelPlace.buffer(0, 0, 0), 33, 1, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("33 x 1 x 1");
        assertThatThrownBy(() -> new TexelRegion(corner, TexelPlace.buffer(0, 4, 0), 5, 1, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new TexelRegion(corner, corner, 0, 1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new TexelRegion(TexelPlace.image(image, 1, 0, 0, 0), corner, 1, 1, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> copy(new TexelRegion(corner, TexelPlace.image(other, 0, 0, 0, 0), 1, 1, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("differ in size");
        assertThatThrownBy(() -> copy(new TexelRegion(corner, TexelPlace.image(samples, 0, 0, 0, 0), 1, 1, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("samples");
        assertThatThrownBy(() -> copy()).isInstanceOf(IllegalArgumentException.class);
        TexelPlace buffer = TexelPlace.buffer(0, 0, 0);
        assertThatThrownBy(() -> copy(new TexelRegion(buffer, buffer, 1, 1, 1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
