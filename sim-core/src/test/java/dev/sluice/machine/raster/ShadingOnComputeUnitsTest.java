// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.Client;
import dev.sluice.device.ComputeSpec;
import dev.sluice.device.PipelineSpec;
import dev.sluice.machine.compute.ComputeArray;
import dev.sluice.machine.compute.ComputeUnit;
import dev.sluice.machine.compute.Dispatcher;
import dev.sluice.machine.compute.UnitCacheControl;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.rop.RenderState;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.program.Coverage;
import dev.sluice.program.DrawState;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageView;
import dev.sluice.program.image.Rect;
import dev.sluice.program.kernel.BindingKind;
import dev.sluice.program.kernel.KernelCompiler;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.kernel.KernelSource;
import dev.sluice.program.kernel.LocalSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pipeline with real compute units and kernels. */
final class ShadingOnComputeUnitsTest {

    private static final KernelProgram KERNEL = KernelCompiler.compile(new KernelSource(
            "f",
            "v = load.u32 a[y * 128 + x]\nstore.u32 b[y * 128 + x] = v + 1\nout.color0 = y * 1000 + x",
            new LocalSize(1, 1, 1),
            new TreeMap<>(Map.of("a", BindingKind.STORAGE, "b", BindingKind.STORAGE)),
            Set.of(),
            0,
            0));

    private final Engine engine = new Engine();
    private final RequestPool pool = new RequestPool(true);
    private final FakePixels pixels = engine.add(new FakePixels(engine, 3));
    private final List<PixelStage> ends = new ArrayList<>();

    private GraphicsPipeline pipeline(int waveSize) {
        ComputeSpec spec =
                new ComputeSpec(4, waveSize, 8, 1, 0, new ComputeSpec.WorkgroupMemory(4096, 4, 10), 16, 1, 5, 1);
        MockMemory memory = new MockMemory(engine, "memory", pool, 20, 1024);
        @Nullable Downstream[] paths = new Downstream[Client.all().size()];
        for (Client client : Client.ofComputeUnits()) {
            paths[client.ordinal()] = memory.path(128);
        }
        ComputeArray array = engine.add(new ComputeArray(engine, "units", spec, pool, SimObserver.NONE, null));
        List<ComputeUnit> units = new ArrayList<>();
        for (int i = 0; i < spec.count(); i++) {
            units.add(engine.add(new ComputeUnit(engine, "cu[" + i + "]", i, array, paths, UnitCacheControl.NONE)));
        }
        Dispatcher dispatcher = engine.add(new Dispatcher(engine, "dispatcher", spec, units));
        return engine.add(new GraphicsPipeline(
                engine,
                "graphics",
                PipelineSpec.of(spec, pixels.count()),
                new DispatchedFragments(dispatcher, () -> {
                    throw new IllegalStateException("nothing is shaded at once");
                }),
                pixels));
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8, 16, 32, 64})
    void each_fragment_is_shaded_once_with_its_own_position(int waveSize) {
        GraphicsPipeline pipeline = pipeline(waveSize);
        RenderState state = new RenderState(
                List.of(PipelineBench.target("color", Format.R32_UINT, 1)), null, 1, DrawState.PLAIN, 1, 1, 1);
        long bytes = 4L * PipelineBench.WIDTH * PipelineBench.HEIGHT;
        Shading shading = new Shading(
                KERNEL, new long[] {0, 1 << 20}, new long[] {bytes, bytes}, new ImageView[2], new long[0], 1, 7);
        Coverage coverage = new Coverage.Rectangles(List.of(new Rect(5, 3, 70, 50), new Rect(80, 60, 1, 1)));
        DrawJob job = new DrawJob(coverage, PipelineBench.ALL, state, shading, "draw", ends::add);
        for (PixelStage stage : PixelStage.values()) {
            job.open(stage);
        }
        pipeline.enqueue(job);
        pipeline.ready(job);
        engine.run();
        engine.auditAtEnd();
        assertThat(ends).containsExactly(PixelStage.values());
        assertThat(job.counters().fragments()).isEqualTo(3501);
        assertThat(job.bytesWritten()).isEqualTo(4 * 3501);
        assertThat(job.bytesRead()).isEqualTo(4 * 3501);
        for (int y = 0; y < PipelineBench.HEIGHT; y++) {
            for (int x = 0; x < PipelineBench.WIDTH; x++) {
                boolean covered = x >= 5 && x < 75 && y >= 3 && y < 53 || x == 80 && y == 60;
                assertThat(pixels.frame[y * PipelineBench.WIDTH + x]).isEqualTo(covered ? y * 1000 + x : 0);
            }
        }
    }
}
