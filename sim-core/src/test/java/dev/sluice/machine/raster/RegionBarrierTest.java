// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import static dev.sluice.machine.raster.PipelineBench.COLOR;
import static dev.sluice.machine.raster.PipelineBench.LESS;
import static dev.sluice.machine.raster.PipelineBench.rects;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.machine.rop.Target;
import dev.sluice.program.Coverage;
import dev.sluice.program.DrawState;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.Rect;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RegionBarrierTest {

    private static final Coverage FULL = new Coverage.Fullscreen();
    private static final int SQUARES = 4 * 3;

    private final PipelineBench bench = new PipelineBench();

    private void barrier(List<Target> flush, PixelStage first, PixelStage... rest) {
        bench.pipeline.enqueue(new RegionBarrier(flush, EnumSet.of(first, rest), () -> bench.ends.add("barrier")));
    }

    private static List<Target> color() {
        return List.of(PipelineBench.target("color", Format.R32_UINT, 1));
    }

    private long wavesOf(String label, int squareX, int squareY) {
        return bench.fragments.places.stream()
                .filter((label + " " + squareX + " " + squareY)::equals)
                .count();
    }

    @Test
    void squares_that_are_written_and_flushed_go_on_while_another_still_works() {
        bench.pixels.stuck = new Rect(32, 0, 8, 8);
        bench.start(bench.draw("A", FULL, DrawState.PLAIN, COLOR));
        barrier(color(), PixelStage.FRAGMENT);
        DrawJob later = bench.start(bench.draw("B", FULL, DrawState.PLAIN, COLOR));
        bench.fragments.longest = 1;
        bench.engine.run();
        assertThat(later.waves()).isEqualTo((SQUARES - 1) * 64);
        assertThat(bench.pixels.count("flush")).isEqualTo(SQUARES - 1);
        assertThat(bench.pixels.log).doesNotContain("flush 32 0");
        assertThat(bench.ends).doesNotContain("barrier");
        assertThat(bench.waits())
                .contains("graphics (barrier by region) waits for earlier draws: 1 squares of 32 pixels");
        bench.pixels.resume();
        bench.finish();
        assertThat(bench.pixels.log).contains("flush 32 0");
        assertThat(later.waves()).isEqualTo(SQUARES * 64);
        assertThat(bench.ends).contains("barrier", "B COLOR_OUTPUT");
        assertThat(bench.ends.indexOf("barrier")).isGreaterThan(bench.ends.indexOf("A COLOR_OUTPUT"));
    }

    @Test
    void a_square_waits_for_its_flush() {
        bench.pixels.pausedFlushes = true;
        bench.start(bench.draw("A", FULL, DrawState.PLAIN, COLOR));
        barrier(color(), PixelStage.FRAGMENT);
        DrawJob later = bench.start(bench.draw("B", FULL, DrawState.PLAIN, COLOR));
        bench.engine.run();
        assertThat(later.waves()).isZero();
        assertThat(bench.complaints()).contains("graphics: 12 write-backs of squares issued, 0 completed");
        bench.pixels.resume();
        bench.finish();
        assertThat(bench.ends).contains("barrier", "B COLOR_OUTPUT");
    }

    @Test
    void stages_outside_of_the_second_scope_do_not_wait() {
        bench.pixels.pausedFlushes = true;
        bench.start(bench.draw("A", FULL, LESS, null));
        barrier(color(), PixelStage.COLOR_OUTPUT);
        DrawJob later = bench.start(bench.draw("B", FULL, DrawState.PLAIN, COLOR));
        bench.engine.run();
        assertThat(later.waves()).isEqualTo(SQUARES * 64);
        assertThat(bench.pixels.count("write")).isZero();
        bench.pixels.resume();
        bench.finish();
        bench.assertFrame(5, 5, 2);
    }

    @Test
    void early_tests_wait_where_they_are_in_the_second_scope() {
        bench.pixels.pausedFlushes = true;
        barrier(color(), PixelStage.EARLY_TESTS, PixelStage.LATE_TESTS);
        bench.start(bench.draw("A", FULL, LESS, COLOR));
        bench.start(bench.draw("B", FULL, LESS, PipelineBench.COLOR_AND_DEPTH));
        bench.engine.run();
        assertThat(bench.pixels.count("test")).isZero();
        bench.pixels.resume();
        bench.finish();
        assertThat(bench.pixels.count("test")).isEqualTo(2 * 16 * 12);
    }

    @Test
    void without_targets_only_squares_with_earlier_blocks_are_waited_for() {
        bench.pixels.pausedWrites = true;
        bench.start(bench.draw("A", rects(new Rect(0, 0, 20, 20)), DrawState.PLAIN, COLOR));
        barrier(List.of(), PixelStage.FRAGMENT);
        bench.start(bench.draw("B", FULL, DrawState.PLAIN, COLOR));
        bench.engine.run();
        assertThat(wavesOf("B", 0, 0)).isZero();
        assertThat(wavesOf("B", 1, 0)).isEqualTo(64);
        bench.pixels.resume();
        bench.finish();
        assertThat(bench.pixels.count("flush")).isZero();
        bench.assertFrame(5, 5, 2);
    }

    @Test
    void a_barrier_without_draws_flushes_everything_and_is_reported() {
        barrier(color(), PixelStage.FRAGMENT);
        bench.finish();
        assertThat(bench.ends).containsExactly("barrier");
        assertThat(bench.pixels.count("flush")).isEqualTo(SQUARES);
    }

    @Test
    void a_barrier_is_reported_only_when_earlier_draws_have_ended() {
        DrawJob first = bench.draw("A", FULL, DrawState.PLAIN, COLOR);
        bench.added(first);
        barrier(color(), PixelStage.FRAGMENT);
        bench.start(bench.draw("B", rects(new Rect(0, 0, 1, 1)), DrawState.PLAIN, COLOR));
        bench.engine.run();
        assertThat(bench.ends).doesNotContain("barrier");
        assertThat(bench.pixels.count("flush")).isZero();
        for (PixelStage stage : PixelStage.values()) {
            first.open(stage);
        }
        bench.finish();
        assertThat(bench.ends).contains("barrier");
    }

    @Test
    void two_barriers_hold_what_comes_after_both() {
        bench.pixels.stuck = new Rect(0, 0, 8, 8);
        bench.start(bench.draw("A", FULL, DrawState.PLAIN, COLOR));
        barrier(color(), PixelStage.FRAGMENT);
        bench.start(bench.draw("B", FULL, DrawState.PLAIN, COLOR));
        barrier(color(), PixelStage.FRAGMENT);
        bench.start(bench.draw("C", FULL, DrawState.PLAIN, COLOR));
        bench.engine.run();
        assertThat(wavesOf("B", 0, 0)).isZero();
        assertThat(wavesOf("C", 0, 0)).isZero();
        assertThat(wavesOf("C", 1, 0)).isEqualTo(64);
        bench.pixels.resume();
        bench.finish();
        assertThat(bench.pixels.count("flush")).isEqualTo(2 * SQUARES);
        assertThat(bench.ends).containsOnlyOnce("A COLOR_OUTPUT", "B COLOR_OUTPUT", "C COLOR_OUTPUT");
        assertThat(bench.ends.stream().filter("barrier"::equals)).hasSize(2);
        bench.assertFrame(0, 0, 3);
    }

    @Test
    void stores_of_fragments_belong_to_the_first_scope() {
        bench.fragments.stores = 5000;
        bench.start(bench.draw("A", rects(new Rect(0, 0, 8, 8)), DrawState.PLAIN, COLOR));
        barrier(List.of(), PixelStage.FRAGMENT);
        DrawJob later = bench.start(bench.draw("B", rects(new Rect(8, 8, 8, 8)), DrawState.PLAIN, COLOR));
        bench.engine.runUntil(4000);
        bench.assertFrame(0, 0, 1);
        assertThat(later.waves()).isZero();
        bench.finish();
        bench.assertFrame(8, 8, 2);
    }
}
