// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.PipelineSpec;
import dev.sluice.program.ColorBlend;
import dev.sluice.program.Coverage;
import dev.sluice.program.DrawState;
import dev.sluice.program.image.Rect;
import dev.sluice.program.kernel.KernelProgram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Random draws against painting them one primitive after the other. */
final class PipelineFuzzTest {

    private final int[] frame = new int[PipelineBench.WIDTH * PipelineBench.HEIGHT];
    private final float[] depths = new float[PipelineBench.WIDTH * PipelineBench.HEIGHT];

    @Test
    void frames_and_depths_are_those_of_painting_in_order() {
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            PipelineSpec spec = new PipelineSpec(
                    4 << random.nextInt(5),
                    1 + random.nextInt(100),
                    1 + random.nextInt(20),
                    1 + random.nextInt(8),
                    1 + random.nextInt(20),
                    1 + random.nextInt(4));
            PipelineBench bench = new PipelineBench(spec, 1 + random.nextInt(5));
            bench.fragments.longest = 1 + random.nextInt(200);
            bench.fragments.stores = random.nextInt(100);
            bench.pixels.capacity = 1 + random.nextInt(20);
            Arrays.fill(frame, 0);
            Arrays.fill(depths, 1);
            List<DrawJob> jobs = new ArrayList<>();
            int barriers = 0;
            for (int i = 1; i <= 8; i++) {
                Coverage coverage = coverage(random);
                boolean tests = random.nextInt(3) != 0;
                DrawState state = tests
                        ? new DrawState(ColorBlend.NONE, DrawState.Compare.LESS, true, random.nextInt(100) / 128.0)
                        : DrawState.PLAIN;
                @Nullable
                KernelProgram kernel = switch (random.nextInt(4)) {
                    case 0 -> null;
                    case 1 -> PipelineBench.COLOR_AND_DEPTH;
                    default -> PipelineBench.COLOR;
                };
                float depth = kernel == PipelineBench.COLOR_AND_DEPTH ? bench.fragments.depth : (float) state.depth();
                paint(coverage, tests, depth, kernel == null ? 0 : i);
                DrawJob job = bench.draw("D" + i, coverage, state, kernel);
                bench.pipeline.enqueue(job);
                jobs.add(job);
                if (random.nextInt(3) == 0) {
                    barriers++;
                    bench.pipeline.enqueue(new RegionBarrier(
                            List.of(), EnumSet.of(PixelStage.values()[random.nextInt(4)]), () -> bench.ends.add("b")));
                }
            }
            open(bench, jobs, random);
            bench.finish();
            assertThat(bench.pixels.frame).as("seed %d", seed).isEqualTo(frame);
            assertThat(bench.pixels.depths).as("seed %d", seed).isEqualTo(depths);
            assertThat(bench.ends).hasSize(8 * 4 + barriers);
            for (int i = 1; i <= 8; i++) {
                String label = "D" + i + " ";
                assertThat(bench.ends.stream().filter(end -> end.startsWith(label)))
                        .isEqualTo(PipelineBench.allStages("D" + i));
            }
        }
    }

    /** Opens the gates in random order while time passes, those of a stage in order of the draws. */
    private static void open(PipelineBench bench, List<DrawJob> jobs, Random random) {
        int[] opened = new int[5];
        int left = 5 * jobs.size();
        while (left > 0) {
            int gate = random.nextInt(5);
            if (opened[gate] < jobs.size()) {
                left--;
                DrawJob job = jobs.get(opened[gate]++);
                if (gate == 4) {
                    bench.pipeline.ready(job);
                } else {
                    job.open(PixelStage.values()[gate]);
                }
                bench.engine.runUntil(bench.engine.now() + random.nextInt(100));
            }
        }
    }

    private static Coverage coverage(Random random) {
        int count = random.nextInt(4);
        if (random.nextInt(4) == 0) {
            return new Coverage.Fullscreen();
        }
        if (random.nextBoolean()) {
            List<Rect> rects = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                rects.add(new Rect(
                        random.nextInt(140) - 10, random.nextInt(100) - 10, random.nextInt(90), random.nextInt(70)));
            }
            return new Coverage.Rectangles(rects);
        }
        List<Coverage.Triangle> triangles = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            triangles.add(new Coverage.Triangle(
                    random.nextInt(128),
                    random.nextInt(96),
                    random.nextInt(128),
                    random.nextInt(96),
                    random.nextInt(128),
                    random.nextInt(96)));
        }
        return new Coverage.Triangles(triangles);
    }

    private void paint(Coverage coverage, boolean tests, float depth, int color) {
        Rasteriser rasteriser = new Rasteriser();
        rasteriser.start(coverage, PipelineBench.ALL, 1);
        while (rasteriser.next()) {
            for (int p = 0; p < 64; p++) {
                int at = (rasteriser.y + p / 8) * PipelineBench.WIDTH + rasteriser.x + p % 8;
                if ((rasteriser.coverage[0] >> p & 1) != 0 && (!tests || depth < depths[at])) {
                    depths[at] = tests ? depth : depths[at];
                    frame[at] = color == 0 ? frame[at] : color;
                }
            }
        }
    }
}
