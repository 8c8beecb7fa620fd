// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.device.RopSpec;
import dev.sluice.program.ColorBlend;
import dev.sluice.program.DrawState;
import dev.sluice.program.DrawState.Compare;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ClearValue;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.Rect;
import dev.sluice.program.image.ResolveMode;
import dev.sluice.program.image.TexelCodec;
import dev.sluice.program.image.Tiling;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RopJobsTest {

    private static final int AGENT = 21;
    private static final Set<Aspect> ASPECTS = Set.of(Aspect.COLOR, Aspect.DEPTH, Aspect.STENCIL);
    private static final ClearValue WHITE = new ClearValue(List.of(1.0, 1.0, 1.0, 1.0));
    private static final ClearValue RED = new ClearValue(List.of(1.0, 0.0, 0.0, 1.0));

    private final RopRig rig = new RopRig();

    private static void clear(RopRig rig, Target target, ClearValue value, Rect... rects) {
        rig.units.start(new ClearJob(target, ASPECTS, List.of(rects), value, 3, AGENT, rig.owner, 0, 0));
    }

    private static void resolve(RopRig rig, Target from, Target to, Rect rect) {
        resolve(rig, from, to, ResolveMode.usual(from.format(), EnumSet.allOf(Aspect.class)), rect);
    }

    private static void resolve(RopRig rig, Target from, Target to, Map<Aspect, ResolveMode> modes, Rect rect) {
        rig.units.start(new ResolveJob(from, to, modes, rect, 3, AGENT, rig.owner, 0, 0));
    }

    private Target compressible(Format format, int width, int height) {
        return rig.target(format, width, height, 1, Tiling.OPTIMAL, true);
    }

    // ---- clears

    @ParameterizedTest
    @CsvSource({
        "R8_UNORM, OPTIMAL",
        "R8G8B8A8_UNORM, OPTIMAL",
        "R16G16B16A16_SFLOAT, OPTIMAL",
        "R32G32B32A32_SFLOAT, OPTIMAL",
        "R8G8B8A8_UNORM, LINEAR",
        "R32G32B32A32_SFLOAT, LINEAR"
    })
    void aClearSetsThePixelsOfItsRectangles(Format format, Tiling tiling) {
        RopRig own = new RopRig(3, 256, 16, 20, 1024, true);
        Target target = own.target(format, 75, 50, 1, tiling, false);
        own.fill(target, 0x0203040506070809L);
        clear(own, target, RED, new Rect(3, 5, 40, 30), new Rect(70, 40, 100, 100));
        own.run();
        long[] red = new long[2];
        TexelCodec.encode(format, new double[] {1, 0, 0, 1}, red);
        for (int y = 0; y < 50; y++) {
            for (int x = 0; x < 75; x++) {
                boolean inside = x >= 3 && x < 43 && y >= 5 && y < 35 || x >= 70 && y >= 40;
                assertThat(own.version(target, x, y, 0)).isEqualTo(inside ? AGENT : 1);
                if (inside) {
                    assertThat(own.low(target, x, y, 0)).isEqualTo(red[0]);
                    assertThat(own.high(target, x, y, 0)).isEqualTo(red[1]);
                }
            }
        }
        assertThat(own.dones).hasSize(1);
        assertThat(own.marked).isEmpty();
        assertThat(own.units.result().tilesFastCleared()).isZero();
    }

    @Test
    void whole_tiles_of_a_compressible_image_are_cleared_through_their_metadata() {
        Target target = compressible(Format.R8G8B8A8_UNORM, 60, 20); // 8 x 3 tiles, one of padding in no row
        clear(rig, target, WHITE, target.area());
        rig.run();
        long base = target.surface().base();
        assertThat(rig.orders)
                .containsExactly("color discard "
                        + base + "+1024 " + (base + 2048) + "+1024 " + (base + 4096) + "+1024 "
                        + (base + 1024) + "+1024 " + (base + 3072) + "+1024 " + (base + 5120) + "+1024");
        assertThat(rig.marked).contains(new RopRig.Marked(base, 4, 5, AGENT)).hasSize(6);
        assertThat(rig.units.requests()).isZero();
        assertThat(rig.units.result().tilesFastCleared()).isEqualTo(24);
        assertThat(rig.low(target, 59, 19, 0)).isEqualTo(0xFFFFFFFFL);
        assertThat(rig.checks).hasSize(24).allMatch(text -> text.startsWith("write 21") && text.endsWith(" 256"));
    }

    @Test
    void units_are_quiet_before_and_after_a_job_but_not_meanwhile() {
        assertThat(rig.units.quiet()).isTrue();
        Target target = compressible(Format.R8G8B8A8_UNORM, 60, 20);
        clear(rig, target, RED, target.area());
        assertThat(rig.units.quiet()).isFalse();
        rig.engine.runUntil(5);
        assertThat(rig.dones).isEmpty();
        assertThat(rig.units.quiet()).isFalse();
        rig.run();
        assertThat(rig.units.quiet()).isTrue();
    }

    @Test
    void tiles_that_lie_partly_inside_are_written() {
        Target target = compressible(Format.R8G8B8A8_UNORM, 32, 32);
        rig.fill(target, 7);
        clear(rig, target, WHITE, new Rect(4, 8, 20, 9));
        rig.run();
        assertThat(rig.units.result().tilesFastCleared()).isEqualTo(2);
        assertThat(rig.units.result().tilesCleared()).isEqualTo(4);
        for (int y = 0; y < 32; y++) {
            for (int x = 0; x < 32; x++) {
                boolean inside = x >= 4 && x < 24 && y >= 8 && y < 17;
                assertThat(rig.low(target, x, y, 0)).isEqualTo(inside ? 0xFFFFFFFFL : 7);
            }
        }
    }

    @Test
    void a_value_that_metadata_cannot_hold_is_written() {
        Target target = compressible(Format.R8G8B8A8_UNORM, 32, 32);
        clear(rig, target, RED, target.area());
        rig.run();
        assertThat(rig.marked).isEmpty();
        assertThat(rig.orders).isEmpty();
        assertThat(rig.units.result().tilesCleared()).isEqualTo(16);
        assertThat(rig.low(target, 31, 31, 0)).isEqualTo(0xFF0000FFL);
    }

    @Test
    void a_layout_without_marks_is_written() {
        rig.layoutAllowsMarks = false;
        Target target = compressible(Format.R8G8B8A8_UNORM, 32, 32);
        clear(rig, target, WHITE, target.area());
        rig.run();
        assertThat(rig.marked).isEmpty();
        assertThat(rig.units.result().tilesCleared()).isEqualTo(16);
        assertThat(rig.low(target, 31, 31, 0)).isEqualTo(0xFFFFFFFFL);
    }

    @Test
    void the_clear_colour_is_compared_in_the_formats_numbers() {
        RopSpec spec = RopRig.spec(1, 256, 4);
        ClearValue gray = new ClearValue(List.of(0.999, 0.5, 0.2, 0.0));
        assertThat(code(spec, Format.R8_UNORM, gray)).isEqualTo(ClearCodes.FIRST + 1);
        assertThat(code(spec, Format.R16_UNORM, gray)).isEqualTo(ClearCodes.NONE);
        assertThat(code(spec, Format.R8G8B8A8_UINT, ClearValue.ZERO)).isEqualTo(ClearCodes.FIRST);
        assertThat(code(spec, Format.D32_SFLOAT, ClearValue.depthStencil(1, 9))).isEqualTo(ClearCodes.FIRST + 1);
        assertThat(code(spec, Format.D24_UNORM_S8_UINT, ClearValue.depthStencil(1, 0)))
                .isEqualTo(ClearCodes.FIRST + 1);
        assertThat(code(spec, Format.D24_UNORM_S8_UINT, ClearValue.depthStencil(1, 1)))
                .isEqualTo(ClearCodes.NONE);
    }

    private static int code(RopSpec spec, Format format, ClearValue value) {
        long[] texel = new long[2];
        ClearCodes.texel(format, value, texel);
        return ClearCodes.code(spec, format, texel);
    }

    @Test
    void clearing_depth_alone_keeps_stencil_and_is_written() {
        Target target = compressible(Format.D24_UNORM_S8_UINT, 8, 8);
        rig.fill(target, 0x5A000000);
        rig.units.start(new ClearJob(
                target,
                Set.of(Aspect.DEPTH),
                List.of(target.area()),
                ClearValue.depthStencil(1, 0),
                3,
                AGENT,
                rig.owner,
                0,
                0));
        rig.run();
        assertThat(rig.low(target, 4, 4, 0)).isEqualTo(0x5AFFFFFFL);
        assertThat(rig.marked).isEmpty();
    }

    @Test
    void depth_is_cleared_through_its_own_metadata() {
        Target target = compressible(Format.D32_SFLOAT, 32, 8);
        clear(rig, target, ClearValue.depthStencil(1, 0), target.area());
        rig.run();
        assertThat(rig.orders).hasSize(1).allMatch(text -> text.startsWith("depth discard"));
        assertThat(rig.low(target, 31, 7, 0)).isEqualTo(Float.floatToIntBits(1));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void all_samples_are_cleared(int samples) {
        Target target = rig.target(Format.R8G8B8A8_UNORM, 20, 20, samples, Tiling.OPTIMAL, false);
        rig.fill(target, 1);
        clear(rig, target, RED, new Rect(1, 1, 18, 18));
        rig.run();
        for (int s = 0; s < samples; s++) {
            assertThat(rig.low(target, 1, 1, s)).isEqualTo(0xFF0000FFL);
            assertThat(rig.low(target, 18, 18, s)).isEqualTo(0xFF0000FFL);
            assertThat(rig.low(target, 19, 18, s)).isEqualTo(1);
        }
    }

    @Test
    void runs_of_tiles_end_with_their_sector_of_metadata() {
        // 64 pixels of 16 bytes: 16 tiles of 4 x 4 pixels in a row; 64 tiles of metadata in a sector
        Target target = rig.target(Format.R32G32B32A32_SFLOAT, 36, 40, 1, Tiling.OPTIMAL, true);
        clear(rig, target, WHITE, target.area());
        rig.run();
        for (RopRig.Marked run : rig.marked) {
            long first = target.surface().metadata() * 8 + target.surface().tileOf(run.address()) * 4;
            long last = first + (run.count() - 1) * 4L;
            assertThat(first / 256).isEqualTo(last / 256);
        }
        assertThat(rig.marked.stream().mapToInt(RopRig.Marked::count).sum()).isEqualTo(9 * 10);
    }

    @Test
    void a_fast_clear_is_in_order_with_the_batches_around_it() {
        Target target = compressible(Format.R8G8B8A8_UNORM, 16, 8);
        RenderState state =
                RopRig.state(List.of(target), null, new DrawState(ColorBlend.OVER, Compare.ALWAYS, false, 0));
        rig.fill(target, 0);
        rig.units.write(RopRig.batch(state, 0, 0, -1, 0x80123456L), rig);
        clear(rig, target, WHITE, target.area());
        rig.units.write(RopRig.batch(state, 0, 0, 1, 0x80000000L), rig);
        rig.run();
        assertThat(rig.low(target, 0, 0, 0)).isEqualTo(0xFF7F7F7FL);
        assertThat(rig.low(target, 1, 0, 0)).isEqualTo(0xFFFFFFFFL);
        // blend 40, discard 10, mark 5, blend 40
        assertThat(rig.dones).containsExactly(55L);
        assertThat(rig.writtenAt).containsExactly(40L, 95L);
    }

    @Test
    void a_clear_that_only_writes_is_in_line_like_a_batch() {
        Target target = rig.target(Format.R8G8B8A8_UNORM, 8, 8);
        RenderState state =
                RopRig.state(List.of(target), null, new DrawState(ColorBlend.OVER, Compare.ALWAYS, false, 0));
        rig.fill(target, 0);
        rig.units.write(RopRig.batch(state, 0, 0, -1, 0x80123456L), rig);
        clear(rig, target, WHITE, new Rect(0, 0, 2, 1));
        rig.units.write(RopRig.batch(state, 0, 0, 1, 0x80000000L), rig);
        rig.run();
        assertThat(rig.low(target, 0, 0, 0)).isEqualTo(0xFF7F7F7FL);
        assertThat(rig.low(target, 1, 0, 0)).isEqualTo(0xFFFFFFFFL);
        assertThat(rig.dones).containsExactly(40L); // sent with the blend's write at 20
    }

    @Test
    void a_full_clear_is_served_at_the_pixel_rate() {
        RopRig own = new RopRig(1, 256, 4, 20, 1024, true);
        Target target = own.target(Format.R8G8B8A8_UNORM, 32, 8);
        own.colors.recording = true;
        clear(own, target, RED, target.area());
        own.run();
        assertThat(own.colors.seen.stream().map(seen -> seen.cycle())).containsExactly(0L, 16L, 32L, 48L);
    }

    @Test
    void an_empty_clear_is_done_at_once() {
        Target target = rig.target(Format.R8G8B8A8_UNORM, 8, 8);
        clear(rig, target, RED, new Rect(8, 8, 4, 4));
        rig.run();
        assertThat(rig.dones).containsExactly(0L);
    }

    // ---- resolves

    @ParameterizedTest
    @CsvSource({"2, OPTIMAL", "4, OPTIMAL", "8, OPTIMAL", "4, LINEAR"})
    void a_resolve_averages_samples(int samples, Tiling tiling) {
        RopRig own = new RopRig(2, 256, 16, 20, 1024, true);
        Target from = own.target(Format.R8G8B8A8_UNORM, 70, 40, samples, Tiling.OPTIMAL, false);
        Target to = own.target(Format.R8G8B8A8_UNORM, 70, 40, 1, tiling, false);
        for (int y = 0; y < 40; y++) {
            for (int x = 0; x < 70; x++) {
                for (int s = 0; s < samples; s++) {
                    own.put(from, x, y, s, x + 1000L * s + (s == 0 ? 0xFF000000L : 0), 0);
                }
            }
        }
        own.fill(to, 9);
        resolve(own, from, to, new Rect(2, 3, 66, 36));
        own.run();
        for (int y = 0; y < 40; y++) {
            for (int x = 0; x < 70; x++) {
                boolean inside = x >= 2 && x < 68 && y >= 3 && y < 39;
                long expected = 9;
                if (inside) {
                    expected = 0;
                    for (int c = 0; c < 4; c++) {
                        int sum = 0;
                        for (int s = 0; s < samples; s++) {
                            sum += (int) (own.low(from, x, y, s) >>> 8 * c & 0xFF);
                        }
                        expected |= (long) Math.rint(sum / 255.0 / samples * 255) << 8 * c;
                    }
                }
                assertThat(own.low(to, x, y, 0)).as("%d %d", x, y).isEqualTo(expected);
            }
        }
        assertThat(own.units.result().pixelsResolved()).isEqualTo(66 * 36);
        assertThat(own.dones).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"R8G8B8A8_UINT", "D32_SFLOAT"})
    void integers_and_depth_take_the_first_sample(String name) {
        Format format = Format.valueOf(name);
        Target from = rig.target(format, 8, 8, 4, Tiling.OPTIMAL, false);
        Target to = rig.target(format, 8, 8);
        rig.fill(from, 100);
        rig.put(from, 3, 3, 0, 200, 0);
        resolve(rig, from, to, from.area());
        rig.run();
        assertThat(rig.low(to, 3, 3, 0)).isEqualTo(200);
        assertThat(rig.low(to, 3, 4, 0)).isEqualTo(100);
    }

    @ParameterizedTest
    @CsvSource({
        "R8_UNORM, SAMPLE_ZERO, SAMPLE_ZERO, 40",
        "R8_UNORM, AVERAGE, SAMPLE_ZERO, 23",
        "D16_UNORM, AVERAGE, SAMPLE_ZERO, 23",
        "D16_UNORM, MIN, SAMPLE_ZERO, 10",
        "D16_UNORM, MAX, SAMPLE_ZERO, 40",
        "S8_UINT, SAMPLE_ZERO, SAMPLE_ZERO, 40",
        "S8_UINT, SAMPLE_ZERO, MIN, 10",
        "S8_UINT, SAMPLE_ZERO, MAX, 40",
    })
    void samples_become_one_as_the_mode_says(Format format, ResolveMode mode, ResolveMode stencil, long expected) {
        Target from = rig.target(format, 8, 8, 4, Tiling.OPTIMAL, false);
        Target to = rig.target(format, 8, 8);
        long[] samples = {40, 10, 30, 11};
        for (int s = 0; s < samples.length; s++) {
            rig.put(from, 3, 3, s, samples[s], 0);
        }
        Map<Aspect, ResolveMode> modes = Map.of(Aspect.COLOR, mode, Aspect.DEPTH, mode, Aspect.STENCIL, stencil);
        resolve(rig, from, to, modes, from.area());
        rig.run();

        assertThat(rig.low(to, 3, 3, 0)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"MAX, MIN, 0x05_000040", "MIN, SAMPLE_ZERO, 0x07_000010", "SAMPLE_ZERO, MAX, 0x09_000040"})
    void depth_and_stencil_have_modes_of_their_own(ResolveMode depth, ResolveMode stencil, String expected) {
        Target from = rig.target(Format.D24_UNORM_S8_UINT, 8, 8, 4, Tiling.OPTIMAL, false);
        Target to = rig.target(Format.D24_UNORM_S8_UINT, 8, 8);
        long[] samples = {0x07_000040, 0x09_000010, 0x05_000030, 0x06_000020};
        for (int s = 0; s < samples.length; s++) {
            rig.put(from, 3, 3, s, samples[s], 0);
        }
        resolve(rig, from, to, Map.of(Aspect.DEPTH, depth, Aspect.STENCIL, stencil), from.area());
        rig.run();

        assertThat(rig.low(to, 3, 3, 0)).isEqualTo(Long.decode(expected.replace("_", "")));
    }

    @Test
    void large_and_small_texels_resolve() {
        for (Format format : new Format[] {Format.R8_UNORM, Format.R32G32B32A32_SFLOAT}) {
            Target from = rig.target(format, 40, 40, 8, Tiling.OPTIMAL, false);
            Target to = rig.target(format, 40, 40);
            rig.fill(from, 0x3F8000003F800000L);
            resolve(rig, from, to, from.area());
            rig.run();
            assertThat(rig.low(to, 39, 39, 0)).isEqualTo(format == Format.R8_UNORM ? 0 : 0x3F8000003F800000L);
            assertThat(rig.version(to, 39, 39, 0)).isEqualTo(AGENT);
        }
    }

    @Test
    void a_resolve_sees_what_was_written_before_it() {
        Target from = rig.target(Format.R8G8B8A8_UNORM, 8, 8, 4, Tiling.OPTIMAL, false);
        Target to = rig.target(Format.R8G8B8A8_UNORM, 8, 8);
        rig.units.write(RopRig.batch(RopRig.state(List.of(from), null, DrawState.PLAIN), 0, 0, -1, 0x40404040L), rig);
        resolve(rig, from, to, from.area());
        rig.run();
        assertThat(rig.low(to, 7, 7, 0)).isEqualTo(0x40404040L);
    }

    @Test
    void a_resolve_between_formats_is_refused() {
        Target from = rig.target(Format.R8G8B8A8_UNORM, 8, 8, 4, Tiling.OPTIMAL, false);
        Target to = rig.target(Format.B8G8R8A8_UNORM, 8, 8);
        assertThatThrownBy(() -> resolve(rig, from, to, from.area()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("same format");
    }

    // ---- caches

    @Test
    void a_discard_drops_tiles_wholly_inside() {
        Target color = rig.target(Format.R8G8B8A8_UNORM, 20, 8);
        Target depth = rig.target(Format.D16_UNORM, 20, 8);
        rig.units.start(new CachedTilesJob(
                CachedTilesJob.Work.DISCARD, List.of(color, depth), new Rect(4, 0, 16, 8), 3, AGENT, rig.owner, 0, 0));
        rig.run();
        long base = color.surface().base();
        // colour: tiles of 8 x 8, the last with padding; depth: tiles of 16 x 8
        assertThat(rig.orders)
                .containsExactly(
                        "color discard " + (base + 256) + "+512",
                        "depth discard " + (depth.surface().base() + 256) + "+256");
        assertThat(rig.dones).containsExactly(10L);
        assertThat(rig.units.requests()).isZero();
    }

    @Test
    void a_flush_takes_the_tiles_that_touch_the_rectangle_and_holds_nothing_up_after_it() {
        Target color = rig.target(Format.R8G8B8A8_UNORM, 16, 8);
        RenderState state = RopRig.state(List.of(color), null, DrawState.PLAIN);
        rig.units.write(RopRig.batch(state, 0, 0, -1, 1), rig);
        rig.units.start(new CachedTilesJob(
                CachedTilesJob.Work.FLUSH, List.of(color), new Rect(7, 7, 1, 1), 3, AGENT, rig.owner, 0, 0));
        rig.units.write(RopRig.batch(state, 0, 0, -1, 2), rig);
        rig.run();
        assertThat(rig.orders).containsExactly("color flush " + color.surface().base() + "+256");
        assertThat(rig.dones).containsExactly(30L); // after the write's answer at 20
        assertThat(rig.writtenAt).containsExactly(20L, 40L);
    }

    @Test
    void each_unit_does_what_it_owns_and_the_job_is_answered_once() {
        RopRig own = new RopRig(4, 256, 64, 20, 1024, true);
        Target color = own.target(Format.R8G8B8A8_UNORM, 128, 64, 1, Tiling.OPTIMAL, true);
        clear(own, color, WHITE, color.area());
        own.run();
        assertThat(own.orders).hasSize(4);
        assertThat(own.dones).hasSize(1);
        for (int i = 0; i < 4; i++) {
            assertThat(own.units.result(i).tilesFastCleared()).isEqualTo(32);
        }
    }

    @Test
    void a_job_runs_once() {
        Target target = rig.target(Format.R8G8B8A8_UNORM, 8, 8);
        ClearJob job = new ClearJob(target, ASPECTS, List.of(target.area()), RED, 3, AGENT, rig.owner, 0, 0);
        rig.units.start(job);
        assertThatThrownBy(() -> rig.units.start(job)).isInstanceOf(IllegalStateException.class);
    }
}
