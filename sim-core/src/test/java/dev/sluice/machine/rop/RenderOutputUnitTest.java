// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.machine.fault.DeadlockException;
import dev.sluice.machine.observe.ObservedRequest;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.program.ColorBlend;
import dev.sluice.program.DrawState;
import dev.sluice.program.DrawState.Compare;
import dev.sluice.program.StencilTest;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.TexelCodec;
import dev.sluice.program.image.Tiling;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RenderOutputUnitTest {

    private static final DrawState BLEND = new DrawState(ColorBlend.OVER, Compare.ALWAYS, false, 0);
    private static final long ALL = -1;

    private final RopRig rig = new RopRig();

    private static DrawState depth(Compare compare, boolean write, double depth) {
        return new DrawState(ColorBlend.NONE, compare, write, depth);
    }

    private RenderState plain(Target... targets) {
        return RopRig.state(List.of(targets), null, DrawState.PLAIN);
    }

    // ---- colours

    @Test
    void writes_covered_pixels_only() {
        Target target = rig.target(Format.R8G8B8A8_UNORM, 16, 16);
        rig.fill(target, 0x11111111);
        rig.units.write(RopRig.batch(plain(target), 8, 0, 1L << 10 | 1L << 63, 0xAABBCCDDL), rig);
        rig.run();
        assertThat(rig.low(target, 10, 1, 0)).isEqualTo(0xAABBCCDDL);
        assertThat(rig.low(target, 15, 7, 0)).isEqualTo(0xAABBCCDDL);
        assertThat(rig.low(target, 11, 1, 0)).isEqualTo(0x11111111);
        assertThat(rig.version(target, 10, 1, 0)).isEqualTo(RopRig.COLOR_AGENT);
        assertThat(rig.version(target, 11, 1, 0)).isEqualTo(1);
        assertThat(rig.colors.writtenBytes).isEqualTo(8);
        assertThat(rig.colors.readSectors).isZero();
    }

    @Test
    void a_whole_tile_is_one_request_that_is_marked_as_image() {
        Target target = rig.target(Format.R8G8B8A8_UNORM, 8, 8);
        rig.colors.recording = true;
        rig.units.write(RopRig.batch(plain(target), 0, 0, ALL, 5), rig);
        rig.run();
        assertThat(rig.colors.seen).hasSize(1);
        MockMemory.Seen seen = rig.colors.seen.get(0);
        assertThat(seen.kind()).isEqualTo(Request.WRITE);
        assertThat(seen.flags()).isEqualTo(Request.IMAGE);
        assertThat(seen.bytes()).isEqualTo(256);
        assertThat(rig.units.result().tilesWritten()).isEqualTo(1);
        assertThat(rig.units.sectors()).isEqualTo(8);
    }

    @ParameterizedTest
    @CsvSource({
        "R8_UNORM, 256, 1", "R16_UNORM, 256, 1", "R8G8B8A8_UNORM, 256, 1", "R16G16B16A16_SFLOAT, 256, 2",
        "R32G32B32A32_SFLOAT, 256, 4", "R8_UNORM, 64, 1", "R8G8B8A8_UNORM, 64, 4", "R32G32B32A32_SFLOAT, 64, 16"
    })
    void aBlockOfLargeTexelsTakesSeveralTiles(Format format, int tileBytes, int tiles) {
        RopRig own = new RopRig(1, tileBytes, 64, 20, 1024, true);
        Target target = own.target(format, 32, 32);
        PixelBatch batch = RopRig.batch(plain(target), 8, 16, ALL, 0x0102030405060708L);
        own.units.write(batch, own);
        own.run();
        assertThat(own.units.result().tilesWritten()).isEqualTo(tiles);
        assertThat(own.colors.writtenBytes).isEqualTo(64L * format.texelBytes());
        long mask = format.texelBytes() >= 8 ? -1 : (1L << 8 * format.texelBytes()) - 1;
        for (int p = 0; p < 64; p++) {
            assertThat(own.low(target, 8 + p % 8, 16 + p / 8, 0)).isEqualTo(0x0102030405060708L & mask);
        }
    }

    @Test
    void linear_images_are_written_row_by_row() {
        Target target = rig.target(Format.R8G8B8A8_UNORM, 50, 20, 1, Tiling.LINEAR, false);
        rig.units.write(RopRig.batch(plain(target), 40, 16, 0xFF_FFFF_FFFFL & 0x0303030303L, 77), rig);
        rig.run();
        assertThat(rig.low(target, 41, 19, 0)).isEqualTo(77);
        assertThat(rig.colors.writtenBytes).isEqualTo(2 * 4 * 4); // four of five rows exist
    }

    @Test
    void every_target_gets_its_own_colour() {
        Target first = rig.target(Format.R8G8B8A8_UNORM, 8, 8);
        Target second = rig.target(Format.R32G32B32A32_SFLOAT, 8, 8);
        Target third = rig.target(Format.R8_UNORM, 8, 8);
        PixelBatch batch = RopRig.batch(plain(first, second, third), 0, 0, 1, 0x12345678);
        batch.color[1][0] = 0x1111111122222222L;
        batch.colorHigh[1][0] = 0x3333333344444444L;
        batch.outputs = 0b011;
        rig.units.write(batch, rig);
        rig.run();
        assertThat(rig.low(first, 0, 0, 0)).isEqualTo(0x12345678);
        assertThat(rig.low(second, 0, 0, 0)).isEqualTo(0x1111111122222222L);
        assertThat(rig.high(second, 0, 0, 0)).isEqualTo(0x3333333344444444L);
        assertThat(rig.version(third, 0, 0, 0)).isZero();
    }

    @Test
    void blends_with_what_is_stored() {
        Target target = rig.target(Format.R8G8B8A8_UNORM, 8, 8);
        rig.fill(target, 0xFF000000L);
        rig.units.write(RopRig.batch(RopRig.state(List.of(target), null, BLEND), 0, 0, 0xFF, 0x80FFFFFFL), rig);
        rig.run();
        assertThat(rig.low(target, 3, 0, 0)).isEqualTo(0xFF808080L);
        assertThat(rig.low(target, 3, 1, 0)).isEqualTo(0xFF000000L);
        assertThat(rig.checks)
                .containsExactly(
                        "read 9 @" + target.surface().base() + " 32",
                        "write 9 @" + target.surface().base() + " 32");
        assertThat(rig.units.result().pixelsBlended()).isEqualTo(8);
    }

    @Test
    void a_second_fragment_blends_over_the_first_though_it_arrives_while_the_first_waits_for_memory() {
        Target target = rig.target(Format.R8G8B8A8_UNORM, 8, 8);
        rig.fill(target, 0xFF000000L);
        RenderState state = RopRig.state(List.of(target), null, BLEND);
        rig.colors.pause();
        rig.units.write(RopRig.batch(state, 0, 0, 1, 0x80FFFFFFL), rig);
        rig.engine.runUntil(10);
        rig.units.write(RopRig.batch(state, 0, 0, 1, 0x80000000L), rig);
        rig.engine.runUntil(20);
        assertThat(rig.colors.heldCount()).isEqualTo(1);
        rig.colors.resume();
        rig.run();
        assertThat(rig.low(target, 0, 0, 0)).isEqualTo(0xFF404040L); // 128 of white, then 127 / 255 of that
        assertThat(rig.written).hasSize(2);
    }

    @Test
    void a_blend_is_read_after_the_write_before_it_without_waiting_for_its_answer() {
        Target target = rig.target(Format.R8G8B8A8_UNORM, 8, 8);
        rig.colors.pause();
        rig.units.write(RopRig.batch(plain(target), 0, 0, 1, 0xFFFFFFFFL), rig);
        rig.units.write(RopRig.batch(RopRig.state(List.of(target), null, BLEND), 0, 0, 1, 0x80000000L), rig);
        rig.engine.runUntil(20);
        assertThat(rig.colors.heldCount()).isEqualTo(2);
        rig.colors.resume();
        rig.run();
        assertThat(rig.low(target, 0, 0, 0)).isEqualTo(0xFF7F7F7FL);
    }

    @Test
    void blends_of_different_tiles_overlap() {
        Target target = rig.target(Format.R8G8B8A8_UNORM, 32, 8);
        RenderState state = RopRig.state(List.of(target), null, BLEND);
        rig.fill(target, 0);
        for (int i = 0; i < 4; i++) {
            rig.units.write(RopRig.batch(state, 8 * i, 0, ALL, 0x80808080L), rig);
        }
        rig.run();
        // a block each cycle, read 20 cycles, write 20 cycles
        assertThat(rig.writtenAt).containsExactly(40L, 41L, 42L, 43L);
    }

    // ---- depth

    @ParameterizedTest
    @ValueSource(
            strings = {"D16_UNORM", "X8_D24_UNORM_PACK32", "D24_UNORM_S8_UINT", "D32_SFLOAT", "D32_SFLOAT_S8_UINT"})
    void nearer_samples_pass_and_are_written(String name) {
        Format format = Format.valueOf(name);
        Target target = rig.target(format, 16, 16);
        long[] bits = new long[2];
        TexelCodec.encode(format, new double[] {0.5, 3, 0, 0}, bits);
        rig.fill(target, bits[0]);
        PixelBatch batch = RopRig.batch(RopRig.state(List.of(), target, depth(Compare.LESS, true, 0)), 8, 8, 0xF, 0);
        batch.pixelDepth = true;
        batch.depth[0] = Float.floatToIntBits(0.25F);
        batch.depth[1] = Float.floatToIntBits(0.5F);
        batch.depth[2] = Float.floatToIntBits(0.75F);
        batch.depth[3] = Float.floatToIntBits(0F);
        rig.units.test(batch, rig);
        rig.run();
        assertThat(batch.coverage[0]).isEqualTo(0b1001);
        double[] numbers = new double[4];
        TexelCodec.decode(format, rig.low(target, 8, 8, 0), 0, numbers);
        assertThat(numbers[0]).isCloseTo(0.25, Offset.offset(1e-4));
        assertThat(rig.low(target, 9, 8, 0)).isEqualTo(bits[0]);
        assertThat(rig.version(target, 8, 8, 0)).isEqualTo(RopRig.DEPTH_AGENT);
        assertThat(rig.version(target, 9, 8, 0)).isEqualTo(1);
        if (format == Format.D24_UNORM_S8_UINT) {
            assertThat(numbers[1]).isEqualTo(3);
        }
        assertThat(rig.units.result().pixelsTested()).isEqualTo(4);
        assertThat(rig.units.result().pixelsPassed()).isEqualTo(2);
    }

    @Test
    void the_checker_hears_of_the_bytes_compared_and_of_those_written() {
        Target target = rig.target(Format.D24_UNORM_S8_UINT, 8, 8);
        rig.fill(target, 0xFFFFFF);
        DrawState state = new DrawState(ColorBlend.NONE, Compare.LESS, false, 0.5, null, StencilTest.writing(1));
        rig.units.test(RopRig.batch(RopRig.state(List.of(), target, state), 0, 0, 0b11, 0), rig);
        rig.run();
        long base = target.surface().base();
        assertThat(rig.checks).containsExactly("read 7 @" + base + " 6", "write 7 @" + base + " 2");
        assertThat(rig.low(target, 1, 0, 0)).isEqualTo(0x01FFFFFFL);
    }

    @Test
    void nothing_is_written_where_nothing_passes() {
        Target target = rig.target(Format.D32_SFLOAT, 8, 8);
        rig.fill(target, 0);
        PixelBatch batch = RopRig.batch(RopRig.state(List.of(), target, depth(Compare.LESS, true, 0.5)), 0, 0, ALL, 0);
        rig.units.test(batch, rig);
        rig.run();
        assertThat(batch.coverage[0]).isZero();
        assertThat(rig.colors.writtenBytes + rig.depths.writtenBytes).isZero();
        assertThat(rig.tested).containsExactly(batch);
    }

    @Test
    void always_without_write_costs_nothing() {
        Target target = rig.target(Format.D32_SFLOAT, 8, 8);
        PixelBatch batch = RopRig.batch(RopRig.state(List.of(), target, depth(Compare.ALWAYS, false, 0)), 0, 0, ALL, 0);
        rig.units.test(batch, rig);
        rig.run();
        assertThat(batch.coverage[0]).isEqualTo(ALL);
        assertThat(rig.testedAt).containsExactly(0L);
        assertThat(rig.units.requests()).isZero();
    }

    @Test
    void always_with_write_reads_nothing() {
        Target target = rig.target(Format.D32_SFLOAT, 8, 8);
        rig.units.test(
                RopRig.batch(RopRig.state(List.of(), target, depth(Compare.ALWAYS, true, 1)), 0, 0, ALL, 0), rig);
        rig.run();
        assertThat(rig.depths.readSectors).isZero();
        assertThat(rig.low(target, 7, 7, 0)).isEqualTo(Float.floatToIntBits(1));
    }

    @Test
    void never_passes_nothing_and_touches_no_memory() {
        Target target = rig.target(Format.D32_SFLOAT, 8, 8);
        PixelBatch batch = RopRig.batch(RopRig.state(List.of(), target, depth(Compare.NEVER, true, 1)), 0, 0, ALL, 0);
        rig.units.test(batch, rig);
        rig.run();
        assertThat(batch.coverage[0]).isZero();
        assertThat(rig.units.requests()).isZero();
    }

    @Test
    void tests_of_one_tile_see_each_others_writes() {
        Target target = rig.target(Format.D32_SFLOAT, 8, 8);
        rig.fill(target, Float.floatToIntBits(1));
        PixelBatch near = RopRig.batch(RopRig.state(List.of(), target, depth(Compare.LESS, true, 0.25)), 0, 0, 0xF, 0);
        PixelBatch far = RopRig.batch(RopRig.state(List.of(), target, depth(Compare.LESS, true, 0.5)), 0, 0, 0xFF, 0);
        rig.units.test(near, rig);
        rig.units.test(far, rig);
        rig.run();
        assertThat(near.coverage[0]).isEqualTo(0xF);
        assertThat(far.coverage[0]).isEqualTo(0xF0);
    }

    @Test
    void depth_carries_the_agent_of_the_stage_that_tests() {
        Target target = rig.target(Format.D32_SFLOAT, 8, 8);
        rig.fill(target, Float.floatToIntBits(1));
        DrawState draw = depth(Compare.LESS, true, 0.5);
        int early = 40;
        int late = 41;
        rig.units.test(RopRig.batch(new RenderState(List.of(), target, 1, draw, 0, early, 9), 0, 0, 0x0F, 0), rig);
        rig.units.test(RopRig.batch(new RenderState(List.of(), target, 1, draw, 0, late, 9), 0, 0, 0xF0, 0), rig);
        rig.run();
        assertThat(rig.version(target, 0, 0, 0)).isEqualTo(early);
        assertThat(rig.version(target, 7, 0, 0)).isEqualTo(late);
        assertThat(rig.checks.stream().map(text -> text.substring(0, text.indexOf('@'))))
                .containsExactly("read 40 ", "write 40 ", "read 41 ", "write 41 ");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void samples_are_tested_and_written_one_by_one(int samples) {
        Target depth = rig.target(Format.D32_SFLOAT, 16, 16, samples, Tiling.OPTIMAL, false);
        Target color = rig.target(Format.R8G8B8A8_UNORM, 16, 16, samples, Tiling.OPTIMAL, false);
        rig.fill(depth, Float.floatToIntBits(1));
        rig.put(depth, 9, 10, 1, 0, 0);
        RenderState state = new RenderState(List.of(color), depth, samples, depth(Compare.LESS, true, 0.5), 0, 7, 9);
        PixelBatch batch = RopRig.batch(state, 8, 8, ALL, 0xABCD);
        batch.coverage[0] = 1L << 18;
        rig.units.test(batch, rig);
        rig.engine.run();
        for (int s = 2; s < samples; s++) {
            assertThat(batch.coverage[s]).isEqualTo(ALL);
        }
        assertThat(batch.coverage[0]).isEqualTo(1L << 18);
        assertThat(batch.coverage[1]).isEqualTo(~(1L << 17));
        rig.units.write(batch, rig);
        rig.run();
        assertThat(rig.low(color, 9, 10, 1)).isNotEqualTo(0xABCD);
        assertThat(rig.low(color, 10, 10, 0)).isEqualTo(0xABCD);
        assertThat(rig.version(color, 8, 8, 0)).isZero();
        assertThat(rig.low(color, 8, 8, 1)).isEqualTo(0xABCD);
        assertThat(rig.units.result().samplesWritten()).isEqualTo(1 + 63 + 64L * (samples - 2));
    }

    // ---- time and room

    @Test
    void a_block_occupies_the_unit_for_its_pixels() {
        RopRig own = new RopRig(1, 256, 4, 20, 1024, true);
        Target target = own.target(Format.R8G8B8A8_UNORM, 16, 8);
        own.units.write(RopRig.batch(plain(target), 0, 0, ALL, 1), own);
        own.units.write(RopRig.batch(plain(target), 8, 0, ALL, 2), own);
        own.colors.recording = true;
        own.run();
        assertThat(own.colors.seen.get(0).cycle()).isZero();
        assertThat(own.colors.seen.get(1).cycle()).isEqualTo(16); // 64 pixels at 4 a cycle
        assertThat(own.units.result().busyCycles()).isEqualTo(32);
    }

    @Test
    void a_block_is_not_done_before_its_pixels_are_served() {
        RopRig own = new RopRig(1, 256, 1, 20, 1024, true);
        Target target = own.target(Format.R8G8B8A8_UNORM, 16, 8);
        own.units.write(RopRig.batch(plain(target), 0, 0, ALL, 1), own);
        own.run();
        assertThat(own.writtenAt).containsExactly(64L);
    }

    @Test
    void the_input_is_finite_and_who_waits_is_woken_when_there_is_room() {
        RopRig own = new RopRig(1, 256, 1, 20, 1024, true);
        Target target = own.target(Format.R8G8B8A8_UNORM, 8, 8);
        RenderState state = plain(target);
        own.engine.runUntil(0);
        for (int i = 0; i < RenderOutputUnit.INPUT_BATCHES; i++) {
            assertThat(own.units.accepts(0)).isTrue();
            own.units.write(RopRig.batch(state, 0, 0, 0b11, i), own);
        }
        assertThat(own.units.accepts(0)).isFalse();
        assertThatThrownBy(() -> own.units.write(RopRig.batch(state, 0, 0, 1, 0), own))
                .isInstanceOf(IllegalStateException.class);
        own.units.await(0, own.owner, 0, 0);
        own.engine.runUntil(0); // the first begins
        assertThat(own.dones).containsExactly(0L);
        own.units.write(RopRig.batch(state, 0, 0, 0b11, 99), own);
        own.units.await(0, own.owner, 0, 0);
        own.engine.runUntil(1);
        assertThat(own.dones).hasSize(1);
        own.engine.runUntil(2);
        assertThat(own.dones).containsExactly(0L, 2L);
        own.run();
        assertThat(own.written).hasSize(RenderOutputUnit.INPUT_BATCHES + 1);
        assertThat(own.low(target, 1, 0, 0)).isEqualTo(99);
    }

    @Test
    void tile_operations_under_way_are_finite() {
        Target target = rig.target(Format.R8G8B8A8_UNORM, 8 * 40, 8);
        rig.colors.pause();
        RenderState state = plain(target);
        for (int i = 0; i < 40; i++) {
            rig.units.write(RopRig.batch(state, 8 * i, 0, ALL, i), rig);
            rig.engine.runUntil(2L * i + 1);
        }
        assertThat(rig.colors.heldCount()).isEqualTo(RenderOutputUnit.OUTSTANDING);
        rig.colors.serveOne();
        rig.engine.runUntil(200);
        assertThat(rig.colors.heldCount()).isEqualTo(RenderOutputUnit.OUTSTANDING);
        rig.colors.resume();
        rig.run();
        assertThat(rig.low(target, 8 * 39, 7, 0)).isEqualTo(39);
    }

    @Test
    void a_way_without_credit_holds_requests_back_in_order() {
        RopRig own = new RopRig(1, 256, 64, 3, 1, true);
        Target target = own.target(Format.R8G8B8A8_UNORM, 32, 8);
        own.colors.recording = true;
        own.colors.pause();
        for (int i = 0; i < 4; i++) {
            own.units.write(RopRig.batch(plain(target), 8 * i, 0, ALL, i), own);
        }
        own.engine.runUntil(50);
        assertThat(own.colors.seen).hasSize(1);
        own.colors.resume();
        own.run();
        long base = target.surface().base();
        assertThat(own.colors.seen.stream().map(MockMemory.Seen::address))
                .containsExactly(base, base + 256, base + 512, base + 768);
    }

    @Test
    void without_bytes_every_sample_passes_in_the_same_time_as_where_they_do() {
        long[] ends = new long[2];
        for (int i = 0; i < 2; i++) {
            RopRig own = new RopRig(1, 256, 8, 20, 1024, i == 0);
            Target target = own.target(Format.D32_SFLOAT, 16, 16);
            if (i == 0) {
                own.fill(target, Float.floatToIntBits(1));
            }
            RenderState state = RopRig.state(List.of(), target, depth(Compare.LESS, true, 0.5));
            own.units.test(RopRig.batch(state, 0, 0, ALL, 0), own);
            own.units.test(RopRig.batch(state, 8, 8, ALL, 0), own);
            own.run();
            ends[i] = own.engine.now();
            assertThat(own.tested.get(1).coverage[0]).isEqualTo(ALL);
        }
        assertThat(ends[1]).isEqualTo(ends[0]);
    }

    @Test
    void a_run_that_ends_too_early_says_who_waits_for_whom() {
        Target target = rig.target(Format.R8G8B8A8_UNORM, 8, 8);
        rig.colors.pause();
        rig.units.write(RopRig.batch(plain(target), 0, 0, ALL, 1), rig);
        rig.engine.run();
        assertThatThrownBy(rig.engine::auditAtEnd)
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("rop[0] waits for the levels below: replies to 1 requests");
    }

    @Test
    void the_observer_sees_each_request_issued_and_answered() {
        List<String> seen = new ArrayList<>();
        SimObserver observer = new SimObserver() {
            @Override
            public void issue(long cycle, String client, ObservedRequest request) {
                seen.add(cycle + " " + client + " issues " + request.operation().ordinal());
            }

            @Override
            public void complete(long cycle, String client, ObservedRequest request) {
                seen.add(cycle + " " + client + " sees " + request.operation().ordinal());
            }
        };
        RopRig own = new RopRig(1, 256, 64, 20, 1024, true, false, observer);
        Target target = own.target(Format.R8G8B8A8_UNORM, 8, 8);
        own.units.write(RopRig.batch(RopRig.state(List.of(target), null, BLEND), 0, 0, ALL, 1), own);
        own.run();
        assertThat(seen)
                .containsExactly("0 rop[0] issues 0", "20 rop[0] sees 0", "20 rop[0] issues 1", "40 rop[0] sees 1");
    }

    @Test
    void squares_of_pixels_are_dealt_out_diagonally() {
        RopRig own = new RopRig(4, 256, 8, 20, 1024, true);
        assertThat(own.units.unitOf(31, 31)).isZero();
        assertThat(own.units.unitOf(32, 0)).isEqualTo(1);
        assertThat(own.units.unitOf(0, 32)).isEqualTo(3);
        assertThat(own.units.unitOf(160, 64)).isEqualTo((5 + 6) % 4);
    }

    @Test
    void a_new_region_of_interest_counts_from_zero() {
        Target target = rig.target(Format.R8G8B8A8_UNORM, 8, 8);
        rig.units.write(RopRig.batch(plain(target), 0, 0, ALL, 1), rig);
        rig.run();
        assertThat(rig.units.result()).isNotEqualTo(RopResult.NONE);
        rig.units.resetStatistics();
        assertThat(rig.units.result()).isEqualTo(RopResult.NONE);
    }
}
