// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.PipelineSpec;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.rop.RenderState;
import dev.sluice.machine.rop.Target;
import dev.sluice.program.ColorBlend;
import dev.sluice.program.Coverage;
import dev.sluice.program.DrawState;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.ImageView;
import dev.sluice.program.image.Rect;
import dev.sluice.program.image.Surface;
import dev.sluice.program.image.SurfaceLayout;
import dev.sluice.program.image.Tiling;
import dev.sluice.program.kernel.KernelCompiler;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.kernel.KernelSource;
import dev.sluice.program.kernel.LocalSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A graphics pipeline between fake compute units and fake render output units. */
final class PipelineBench {

    static final int WIDTH = 128;
    static final int HEIGHT = 96;
    static final Rect ALL = new Rect(0, 0, WIDTH, HEIGHT);
    static final DrawState LESS = new DrawState(ColorBlend.NONE, DrawState.Compare.LESS, true, 0.5);
    static final KernelProgram COLOR = kernel("out.color0 = x");
    static final KernelProgram COLOR_AND_DEPTH = kernel("out.color0 = x\nout.depth = 0");

    final Engine engine = new Engine();
    final FakeFragments fragments = engine.add(new FakeFragments(engine));
    final FakePixels pixels;
    final GraphicsPipeline pipeline;
    /** What the listeners heard. */
    final List<String> ends = new ArrayList<>();

    private int draws;

    PipelineBench() {
        this(new PipelineSpec(16, 1024, 128, 4, 8, 4), 3);
    }

    PipelineBench(PipelineSpec spec, int units) {
        pixels = engine.add(new FakePixels(engine, units));
        pipeline = engine.add(new GraphicsPipeline(engine, "graphics", spec, fragments, pixels));
    }

    static KernelProgram kernel(String code) {
        return KernelCompiler.compile(new KernelSource("f", code, new LocalSize(1, 1, 1), Map.of(), Set.of(), 0, 0));
    }

    static Target target(String name, Format format, int samples) {
        ImageSpec spec = new ImageSpec(
                name, format, WIDTH, HEIGHT, 1, 1, 1, samples, Tiling.OPTIMAL, Set.of("COLOR_ATTACHMENT"));
        return new Target(new Surface(1, new SurfaceLayout(spec, 256), 0, Surface.NONE), 0, 0, format);
    }

    /** A draw whose command and agents are its number, from 1; its ends are heard as "A COLOR_OUTPUT". */
    DrawJob draw(String label, Coverage coverage, DrawState state, @Nullable KernelProgram kernel) {
        return draw(label, coverage, state, kernel, 1);
    }

    DrawJob draw(String label, Coverage coverage, DrawState state, @Nullable KernelProgram kernel, int samples) {
        int number = ++draws;
        RenderState render = new RenderState(
                List.of(target("color", Format.R32_UINT, samples)),
                target("depth", Format.D32_SFLOAT, samples),
                samples,
                state,
                number,
                number,
                number);
        Shading shading = kernel == null
                ? null
                : new Shading(kernel, new long[0], new long[0], new ImageView[0], new long[0], number, number);
        return new DrawJob(coverage, ALL, render, shading, label, stage -> ends.add(label + " " + stage));
    }

    /** A draw that may start: added, its geometry done, all gates open. */
    DrawJob start(DrawJob job) {
        for (PixelStage stage : PixelStage.values()) {
            job.open(stage);
        }
        return added(job);
    }

    /** A draw that is added and whose geometry is done, with its gates as they are. */
    DrawJob added(DrawJob job) {
        pipeline.enqueue(job);
        pipeline.ready(job);
        return job;
    }

    /** Runs until nothing more happens and checks that nothing is left. */
    void finish() {
        engine.run();
        engine.auditAtEnd();
    }

    List<String> complaints() {
        Audit audit = new Audit();
        pipeline.audit(audit);
        return audit.complaints();
    }

    List<String> waits() {
        WaitGraph graph = new WaitGraph();
        pipeline.describeWaits(graph);
        return graph.lines();
    }

    static Coverage rects(Rect... rects) {
        return new Coverage.Rectangles(List.of(rects));
    }

    static List<String> allStages(String label) {
        return List.of(label + " EARLY_TESTS", label + " FRAGMENT", label + " LATE_TESTS", label + " COLOR_OUTPUT");
    }

    void assertFrame(int x, int y, int command) {
        assertThat(pixels.frame[y * WIDTH + x]).as("pixel %d %d", x, y).isEqualTo(command);
    }
}
