// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.ColorBlend;
import dev.sluice.program.DrawState;
import dev.sluice.program.image.Rect;
import dev.sluice.program.kernel.KernelProgram;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Draws that take no time: what they draw, when they are carried out, and what else becomes of them. */
final class DrawsAtOnceTest {

    private static final Rect SOME = new Rect(8, 8, 40, 24);

    private static final DrawJob.WhenQuiet NOW = (atOnce, otherwise) -> atOnce.run();

    private final PipelineBench bench = new PipelineBench();

    private static PipelineBench random(long seed, Predicate<Integer> atOnce) {
        PipelineBench bench = new PipelineBench();
        Random random = new Random(seed);
        for (int i = 0; i < 12; i++) {
            Rect rect =
                    new Rect(random.nextInt(100), random.nextInt(80), 1 + random.nextInt(60), 1 + random.nextInt(50));
            DrawState state = new DrawState(
                    ColorBlend.NONE,
                    random.nextBoolean() ? DrawState.Compare.LESS : DrawState.Compare.NEVER,
                    true,
                    0.9 - i * 0.05);
            KernelProgram kernel = switch (random.nextInt(4)) {
                case 0 -> PipelineBench.COLOR_AND_DEPTH;
                case 1 -> null;
                default -> PipelineBench.COLOR;
            };
            DrawJob job = bench.draw("D" + i, PipelineBench.rects(rect, SOME), state, kernel);
            bench.start(job.atOnce(atOnce.test(i) ? NOW : null));
        }
        bench.finish();
        return bench;
    }

    @Test
    void colours_and_depths_are_those_of_draws_that_take_their_time() {
        for (long seed = 1; seed <= 10; seed++) {
            PipelineBench inTime = random(seed, i -> false);
            PipelineBench all = random(seed, i -> true);
            PipelineBench some = random(seed, i -> i % 3 != 0);
            assertThat(all.pixels.frame).isEqualTo(inTime.pixels.frame);
            assertThat(all.pixels.depths).isEqualTo(inTime.pixels.depths);
            assertThat(some.pixels.frame).isEqualTo(inTime.pixels.frame);
            assertThat(some.pixels.depths).isEqualTo(inTime.pixels.depths);
            assertThat(all.engine.now()).isZero();
        }
    }

    @Test
    void counters_are_those_of_a_draw_that_takes_its_time() {
        DrawJob inTime = bench.start(
                bench.draw("A", PipelineBench.rects(SOME), PipelineBench.LESS, PipelineBench.COLOR_AND_DEPTH));
        bench.finish();
        PipelineBench other = new PipelineBench();
        DrawJob atOnce = other.start(
                other.draw("A", PipelineBench.rects(SOME), PipelineBench.LESS, PipelineBench.COLOR_AND_DEPTH)
                        .atOnce(NOW));
        other.finish();

        assertThat(atOnce.counters()).usingRecursiveComparison().isEqualTo(inTime.counters());
        assertThat(other.ends).isEqualTo(PipelineBench.allStages("A"));
    }

    @Test
    void a_draw_at_once_comes_after_those_before_it() {
        bench.fragments.paused = true;
        bench.start(bench.draw("A", PipelineBench.rects(SOME), PipelineBench.LESS, PipelineBench.COLOR));
        bench.start(bench.draw("B", PipelineBench.rects(SOME), PipelineBench.LESS, PipelineBench.COLOR)
                .atOnce(NOW));
        bench.engine.run();
        assertThat(bench.ends).containsExactly("A EARLY_TESTS");

        for (int job = 0; job < bench.fragments.jobs.size(); job++) {
            bench.fragments.end(job);
        }
        bench.fragments.paused = false;
        bench.finish();
        assertThat(bench.ends)
                .endsWith("A COLOR_OUTPUT", "B EARLY_TESTS", "B FRAGMENT", "B LATE_TESTS", "B COLOR_OUTPUT");
    }

    @Test
    void it_begins_once_its_last_stage_is_open() {
        DrawJob job = bench.draw("A", PipelineBench.rects(SOME), PipelineBench.LESS, PipelineBench.COLOR)
                .atOnce(NOW);
        for (PixelStage stage : EnumSet.complementOf(EnumSet.of(PixelStage.COLOR_OUTPUT))) {
            job.open(stage);
        }
        bench.added(job);
        bench.engine.run();
        assertThat(bench.ends).isEmpty();
        assertThat(bench.waits()).singleElement().asString().contains("the gate of COLOR_OUTPUT");

        job.open(PixelStage.COLOR_OUTPUT);
        bench.finish();
        assertThat(bench.ends).isEqualTo(PipelineBench.allStages("A"));
    }

    @Test
    void while_it_waits_for_a_quiet_machine_it_says_so() {
        bench.start(bench.draw("A", PipelineBench.rects(SOME), PipelineBench.LESS, PipelineBench.COLOR)
                .atOnce((atOnce, otherwise) -> {}));
        bench.engine.run();
        assertThat(bench.waits()).singleElement().asString().contains("nothing under way there");
    }

    @Test
    void where_the_run_is_to_end_within_it_nothing_more_of_it_happens() {
        bench.fragments.paused = true;
        bench.start(bench.draw("A", PipelineBench.rects(SOME), PipelineBench.LESS, PipelineBench.COLOR)
                .atOnce(NOW));
        bench.engine.run();
        assertThat(bench.ends).isEmpty();
        assertThat(bench.complaints()).isNotEmpty();
    }

    @Test
    void where_it_is_never_quiet_the_draw_takes_its_time() {
        bench.start(bench.draw("A", PipelineBench.rects(SOME), PipelineBench.LESS, PipelineBench.COLOR)
                .atOnce((atOnce, otherwise) -> otherwise.run()));
        bench.finish();
        assertThat(bench.ends).isEqualTo(PipelineBench.allStages("A"));
        assertThat(bench.engine.now()).isPositive();
        bench.assertFrame(9, 9, 1);
    }

    @Test
    void a_barrier_by_region_before_it_has_ended_before_it_begins() {
        bench.pixels.pausedFlushes = true;
        bench.start(bench.draw("A", PipelineBench.rects(SOME), PipelineBench.LESS, PipelineBench.COLOR));
        bench.pipeline.enqueue(new RegionBarrier(
                List.of(PipelineBench.target("color", dev.sluice.program.image.Format.R32_UINT, 1)),
                EnumSet.of(PixelStage.FRAGMENT),
                () -> bench.ends.add("barrier")));
        bench.start(bench.draw("B", PipelineBench.rects(SOME), PipelineBench.LESS, PipelineBench.COLOR)
                .atOnce(NOW));
        bench.engine.run();
        assertThat(bench.ends).doesNotContain("B EARLY_TESTS");

        bench.pixels.resume();
        bench.finish();
        assertThat(bench.ends).endsWith("barrier", "B EARLY_TESTS", "B FRAGMENT", "B LATE_TESTS", "B COLOR_OUTPUT");
    }
}
