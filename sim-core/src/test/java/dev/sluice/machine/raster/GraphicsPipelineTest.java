// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import static dev.sluice.machine.raster.PipelineBench.ALL;
import static dev.sluice.machine.raster.PipelineBench.COLOR;
import static dev.sluice.machine.raster.PipelineBench.COLOR_AND_DEPTH;
import static dev.sluice.machine.raster.PipelineBench.LESS;
import static dev.sluice.machine.raster.PipelineBench.allStages;
import static dev.sluice.machine.raster.PipelineBench.rects;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.device.PipelineSpec;
import dev.sluice.program.Coverage;
import dev.sluice.program.DrawState;
import dev.sluice.program.image.Rect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GraphicsPipelineTest {

    private static final Coverage FULL = new Coverage.Fullscreen();

    private final PipelineBench bench = new PipelineBench();

    @Test
    void a_draw_writes_what_it_covers_and_its_stages_end_in_order() {
        DrawJob job = bench.start(bench.draw("A", rects(new Rect(3, 5, 40, 30)), DrawState.PLAIN, COLOR));
        bench.finish();
        assertThat(bench.ends).isEqualTo(allStages("A"));
        assertThat(job.done()).isTrue();
        for (int y = 0; y < 96; y++) {
            for (int x = 0; x < 128; x++) {
                bench.assertFrame(x, y, x >= 3 && x < 43 && y >= 5 && y < 35 ? 1 : 0);
            }
        }
        assertThat(bench.pixels.count("test")).isZero();
    }

    @Test
    void a_draw_that_covers_nothing_ends_all_stages() {
        bench.start(bench.draw("A", rects(), LESS, COLOR));
        bench.start(bench.draw("B", rects(new Rect(500, 500, 9, 9)), LESS, COLOR_AND_DEPTH));
        bench.finish();
        assertThat(bench.ends.subList(0, 4)).isEqualTo(allStages("A"));
        assertThat(bench.ends.subList(4, 8)).isEqualTo(allStages("B"));
        assertThat(bench.fragments.jobs).isEmpty();
    }

    @Test
    void a_unit_is_given_colours_in_primitive_order_though_waves_end_in_any() {
        bench.fragments.longest = 500;
        List<Rect> list = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            list.add(new Rect(i, 2 * i, 60, 40));
        }
        Coverage coverage = new Coverage.Rectangles(list);
        bench.start(bench.draw("A", coverage, DrawState.PLAIN, COLOR));
        bench.start(bench.draw("B", coverage, LESS, COLOR));
        bench.finish();
        for (int unit = 0; unit < bench.pixels.count(); unit++) {
            List<String> expected = new ArrayList<>();
            for (int command = 1; command <= 2; command++) {
                Rasteriser rasteriser = new Rasteriser();
                rasteriser.start(coverage, ALL, 1);
                while (rasteriser.next()) {
                    if (bench.pixels.unitOf(rasteriser.x, rasteriser.y) == unit) {
                        expected.add("write " + command + ": " + rasteriser.x + " " + rasteriser.y);
                    }
                }
            }
            int own = unit;
            List<String> writes = bench.pixels.log.stream()
                    .filter(line -> line.startsWith("write"))
                    .filter(line -> unitOf(line) == own)
                    .toList();
            // of the second draw, what all its primitives but the first cover again was killed by the test
            assertThat(expected).containsSubsequence(writes);
            assertThat(writes.stream().filter(line -> line.startsWith("write 1")))
                    .isEqualTo(expected.stream()
                            .filter(line -> line.startsWith("write 1"))
                            .toList());
        }
    }

    private int unitOf(String line) {
        String[] words = line.split(" ", -1);
        return bench.pixels.unitOf(Integer.parseInt(words[2]), Integer.parseInt(words[3]));
    }

    @Test
    void nothing_is_rasterised_before_the_geometry_is_done_not_even_of_later_draws() {
        DrawJob first = bench.draw("A", FULL, DrawState.PLAIN, COLOR);
        for (PixelStage stage : PixelStage.values()) {
            first.open(stage);
        }
        bench.pipeline.enqueue(first);
        bench.start(bench.draw("B", FULL, DrawState.PLAIN, COLOR));
        bench.engine.run();
        assertThat(bench.fragments.jobs).isEmpty();
        assertThat(bench.ends).isEmpty();
        assertThat(bench.waits()).containsExactly("graphics (A) waits for the front end: the draw's geometry");
        bench.pipeline.ready(first);
        bench.finish();
        bench.assertFrame(0, 0, 2);
    }

    @Test
    void early_tests_wait_for_their_gate() {
        DrawJob job = bench.draw("A", FULL, LESS, COLOR);
        open(job, PixelStage.FRAGMENT, PixelStage.LATE_TESTS, PixelStage.COLOR_OUTPUT);
        bench.added(job);
        bench.engine.run();
        assertThat(bench.pixels.log).isEmpty();
        assertThat(bench.fragments.jobs).isEmpty();
        assertThat(bench.ends).isEmpty();
        job.open(PixelStage.EARLY_TESTS);
        bench.finish();
        assertThat(bench.ends).isEqualTo(allStages("A"));
    }

    @Test
    void shading_waits_for_its_gate() {
        DrawJob job = bench.draw("A", FULL, LESS, COLOR);
        open(job, PixelStage.EARLY_TESTS, PixelStage.LATE_TESTS, PixelStage.COLOR_OUTPUT);
        bench.added(job);
        bench.engine.run();
        assertThat(bench.pixels.count("test")).isEqualTo(16 * 12);
        assertThat(bench.fragments.jobs).isEmpty();
        assertThat(bench.ends).containsExactly("A EARLY_TESTS");
        job.open(PixelStage.FRAGMENT);
        bench.finish();
        assertThat(bench.ends).isEqualTo(allStages("A"));
    }

    @Test
    void late_tests_wait_for_their_gate() {
        DrawJob job = bench.draw("A", FULL, LESS, COLOR_AND_DEPTH);
        open(job, PixelStage.EARLY_TESTS, PixelStage.FRAGMENT, PixelStage.COLOR_OUTPUT);
        bench.added(job);
        bench.engine.run();
        assertThat(bench.pixels.log).isEmpty();
        assertThat(bench.ends).containsExactly("A EARLY_TESTS", "A FRAGMENT");
        job.open(PixelStage.LATE_TESTS);
        bench.finish();
        assertThat(bench.ends).isEqualTo(allStages("A"));
    }

    @Test
    void colours_wait_for_their_gate() {
        DrawJob job = bench.draw("A", FULL, DrawState.PLAIN, COLOR);
        open(job, PixelStage.EARLY_TESTS, PixelStage.FRAGMENT, PixelStage.LATE_TESTS);
        bench.added(job);
        bench.engine.run();
        assertThat(bench.pixels.log).isEmpty();
        assertThat(bench.ends).containsExactly("A EARLY_TESTS", "A FRAGMENT", "A LATE_TESTS");
        assertThat(bench.waits())
                .containsExactly("graphics (A) waits for the barriers before it: the gate of COLOR_OUTPUT");
        assertThat(bench.complaints())
                .containsExactly("graphics: 1 draws issued, 0 completed", "graphics: 192 blocks of pixels still held");
        job.open(PixelStage.COLOR_OUTPUT);
        bench.finish();
        assertThat(bench.ends).isEqualTo(allStages("A"));
    }

    private static void open(DrawJob job, PixelStage... stages) {
        for (PixelStage stage : stages) {
            job.open(stage);
        }
    }

    @Test
    void a_later_draw_is_shaded_while_colours_of_an_earlier_one_are_outstanding() {
        bench.start(bench.draw("A", FULL, DrawState.PLAIN, COLOR));
        bench.start(bench.draw("B", FULL, DrawState.PLAIN, COLOR));
        bench.pixels.pausedWrites = true;
        bench.engine.run();
        assertThat(bench.ends).contains("A FRAGMENT", "B FRAGMENT").doesNotContain("A COLOR_OUTPUT");
        assertThat(bench.pixels.mostHeld).isEqualTo(bench.pixels.capacity);
        bench.pixels.resume();
        bench.finish();
        bench.assertFrame(77, 66, 2);
    }

    @Test
    void a_closed_gate_of_a_later_draw_does_not_stop_an_earlier_one() {
        bench.start(bench.draw("A", FULL, LESS, COLOR));
        DrawJob later = bench.draw("B", FULL, LESS, COLOR);
        open(later, PixelStage.EARLY_TESTS);
        bench.added(later);
        bench.engine.run();
        assertThat(bench.ends)
                .containsAll(allStages("A"))
                .contains("B EARLY_TESTS")
                .doesNotContain("B FRAGMENT");
        open(later, PixelStage.FRAGMENT, PixelStage.LATE_TESTS, PixelStage.COLOR_OUTPUT);
        bench.finish();
        assertThat(bench.ends).containsAll(allStages("B"));
    }

    @Test
    void what_early_tests_kill_is_not_shaded() {
        Arrays.fill(bench.pixels.depths, 0);
        bench.pixels.depths[5 * 128 + 9] = 1;
        DrawJob job = bench.start(bench.draw("A", FULL, LESS, COLOR));
        bench.finish();
        assertThat(job.counters().fragments()).isEqualTo(128 * 96);
        assertThat(job.counters().shaded()).isEqualTo(1);
        assertThat(job.waves()).isEqualTo(1);
        assertThat(job.counters().quads()).isEqualTo(1);
        assertThat(job.counters().helperLanes()).isEqualTo(3);
        assertThat(bench.pixels.count("write")).isEqualTo(1);
        bench.assertFrame(9, 5, 1);
        assertThat(bench.ends).isEqualTo(allStages("A"));
    }

    @Test
    void a_kernel_that_writes_depth_is_tested_late_with_its_depth() {
        bench.fragments.depth = 0.25f;
        Arrays.fill(bench.pixels.depths, 0.2f);
        Arrays.fill(bench.pixels.depths, 0, 8 * 128, 0.3f);
        DrawJob job = bench.start(bench.draw("A", FULL, LESS, COLOR_AND_DEPTH));
        bench.finish();
        assertThat(job.counters().shaded()).isEqualTo(128 * 96);
        bench.assertFrame(100, 7, 1);
        bench.assertFrame(100, 8, 0);
        assertThat(bench.pixels.depths[100]).isEqualTo(0.25f);
    }

    @Test
    void a_draw_without_fragment_kernel_only_tests() {
        bench.start(bench.draw("A", FULL, LESS, null));
        bench.finish();
        assertThat(bench.fragments.jobs).isEmpty();
        assertThat(bench.pixels.count("write")).isZero();
        assertThat(bench.pixels.depths).containsOnly(0.5f);
        assertThat(bench.ends).isEqualTo(allStages("A"));
    }

    @Test
    void a_kernel_without_outputs_is_shaded_and_writes_nothing() {
        DrawJob job = bench.start(bench.draw("A", FULL, DrawState.PLAIN, PipelineBench.kernel("v = x")));
        bench.finish();
        assertThat(job.waves()).isEqualTo(16 * 12 * 4);
        assertThat(bench.pixels.log).isEmpty();
    }

    @Test
    void shading_has_not_ended_while_stores_are_on_their_way() {
        bench.fragments.stores = 1000;
        bench.fragments.longest = 1;
        bench.start(bench.draw("A", rects(new Rect(0, 0, 8, 8)), DrawState.PLAIN, COLOR));
        bench.engine.runUntil(900);
        bench.assertFrame(0, 0, 1);
        assertThat(bench.ends).containsExactly("A EARLY_TESTS");
        bench.finish();
        assertThat(bench.ends).isEqualTo(allStages("A"));
    }

    @Test
    void pools_of_one_are_enough_and_never_exceeded() {
        PipelineBench tiny = new PipelineBench(new PipelineSpec(4, 1, 1, 1, 3, 1), 2);
        tiny.pixels.capacity = 1;
        tiny.start(tiny.draw("A", FULL, LESS, COLOR));
        tiny.start(tiny.draw("B", rects(new Rect(1, 1, 30, 5)), DrawState.PLAIN, COLOR_AND_DEPTH));
        tiny.finish();
        assertThat(tiny.fragments.mostUnderWay).isEqualTo(1);
        tiny.assertFrame(30, 5, 2);
        tiny.assertFrame(31, 5, 1);
    }

    @Test
    void blocks_under_way_are_limited() {
        PipelineBench small = new PipelineBench(new PipelineSpec(16, 10, 64, 4, 8, 1), 2);
        small.fragments.paused = true;
        DrawJob job = small.start(small.draw("A", FULL, DrawState.PLAIN, COLOR));
        small.engine.run();
        assertThat(job.counters().blocks()).isEqualTo(10);
        assertThat(small.fragments.underWay).isEqualTo(40);
        assertThat(small.waits()).containsExactly("graphics (A) waits for compute units: 10 groups of fragment waves");
        assertThat(small.complaints())
                .contains(
                        "graphics: 40 fragment waves issued, 0 completed",
                        "graphics: 10 blocks of pixels still held",
                        "graphics: 10 groups of waves still held");
    }

    @Test
    void a_block_is_rasterised_a_cycle() {
        PipelineBench slow = new PipelineBench(new PipelineSpec(64, 1024, 128, 1, 1, 1), 2);
        slow.fragments.paused = true;
        slow.start(slow.draw("A", FULL, DrawState.PLAIN, COLOR));
        slow.engine.runUntil(99);
        assertThat(slow.fragments.jobs).hasSize(100);
        slow.engine.runUntil(100);
        assertThat(slow.fragments.jobs).hasSize(101);
    }

    @Test
    void waves_wait_for_company_until_the_deadline() {
        PipelineBench slow = new PipelineBench(new PipelineSpec(64, 2, 8, 8, 20, 1), 2);
        slow.fragments.paused = true;
        slow.start(slow.draw("A", FULL, DrawState.PLAIN, COLOR)); // its third block finds no place
        slow.engine.runUntil(19);
        assertThat(slow.fragments.jobs).isEmpty();
        slow.engine.runUntil(20);
        assertThat(slow.fragments.jobs).hasSize(1);
        assertThat(slow.fragments.underWay).isEqualTo(2);
    }

    @Test
    void the_last_waves_of_a_draw_wait_for_nothing() {
        bench.fragments.paused = true;
        bench.start(bench.draw("A", rects(new Rect(0, 0, 2, 2)), DrawState.PLAIN, COLOR));
        bench.engine.runUntil(0);
        assertThat(bench.fragments.jobs).hasSize(1);
    }

    @Test
    void quads_of_a_block_are_packed_into_waves_and_uncovered_lanes_help() {
        bench.fragments.paused = true;
        // one pixel in each of five quads of block (8, 0)
        DrawJob job = bench.start(bench.draw(
                "A",
                new Coverage.Triangles(List.of(new Coverage.Triangle(8, 0, 16.5, 0, 8, 1.2))),
                DrawState.PLAIN,
                COLOR));
        bench.engine.run();
        DrawCounters counters = job.counters();
        assertThat(counters.primitives()).isEqualTo(1);
        assertThat(counters.fragments()).isLessThan(8).isPositive();
        assertThat(counters.shaded()).isEqualTo(counters.fragments());
        assertThat(counters.helperLanes()).isEqualTo(4 * counters.quads() - counters.fragments());
        FakeFragments.Job waves = bench.fragments.jobs.get(0);
        assertThat(waves.waves[0].x).startsWith(8, 9, 8, 9, 10, 11, 10, 11);
        assertThat(waves.waves[0].y).startsWith(0, 0, 1, 1, 0, 0, 1, 1);
        assertThat(waves.waves[0].mask & 0b11111).isEqualTo(0b10011);
        bench.fragments.end(0);
        bench.finish();
    }

    @Test
    void a_job_has_waves_of_one_draw() {
        bench.start(bench.draw("A", rects(new Rect(0, 0, 4, 4)), DrawState.PLAIN, COLOR));
        bench.start(bench.draw("B", rects(new Rect(0, 0, 4, 4)), DrawState.PLAIN, COLOR));
        bench.finish();
        assertThat(bench.fragments.jobs).extracting(job -> job.label).containsExactly("A", "B");
    }

    @Test
    void counters_are_of_one_draw() {
        bench.start(bench.draw("A", FULL, DrawState.PLAIN, COLOR));
        bench.finish();
        DrawJob job =
                bench.start(bench.draw("B", rects(new Rect(0, 0, 8, 8), new Rect(4, 4, 1, 1)), DrawState.PLAIN, COLOR));
        bench.finish();
        DrawCounters counters = job.counters();
        assertThat(counters.fragments()).isEqualTo(65);
        assertThat(counters.samples()).isEqualTo(65);
        assertThat(counters.primitives()).isEqualTo(2);
        assertThat(counters.blocks()).isEqualTo(2);
        assertThat(counters.waves()).isEqualTo(5);
    }

    @Test
    void samples_of_a_batch_are_covered_on_their_own() {
        Coverage sliver = new Coverage.Triangles(List.of(new Coverage.Triangle(10, 10, 50, 10, 50, 10.3)));
        DrawJob job = bench.start(bench.draw("A", sliver, DrawState.PLAIN, COLOR, 4));
        bench.finish();
        DrawCounters counters = job.counters();
        assertThat(counters.samples()).isEqualTo(counters.fragments()).isGreaterThan(20);
        assertThat(counters.shaded()).isEqualTo(counters.fragments());
        bench.assertFrame(48, 10, 1);
        bench.assertFrame(11, 10, 0);
    }

    @Test
    void pixels_outside_of_a_target_are_not_covered() {
        DrawJob of = bench.draw("A", FULL, DrawState.PLAIN, COLOR);
        DrawJob job =
                bench.start(new DrawJob(FULL, new Rect(-50, 90, 5000, 5000), of.state, of.shading, "A", stage -> {}));
        bench.finish();
        assertThat(job.counters().fragments()).isEqualTo(128 * 6);
    }

    @Test
    void a_draw_runs_once() {
        DrawJob job = bench.start(bench.draw("A", FULL, DrawState.PLAIN, COLOR));
        assertThatThrownBy(() -> bench.pipeline.enqueue(job)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void listeners_may_open_gates_and_add_draws() {
        List<DrawJob> chain = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            chain.add(bench.draw("D" + i, FULL, LESS, COLOR));
        }
        DrawJob last = chain.get(3);
        DrawJob first = new DrawJob(FULL, ALL, last.state, last.shading, "first", stage -> {
            if (stage == PixelStage.COLOR_OUTPUT) {
                chain.forEach(bench::start);
            }
        });
        bench.start(first);
        bench.finish();
        assertThat(bench.ends).hasSize(16);
    }
}
