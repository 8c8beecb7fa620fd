// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import dev.sluice.program.edit.Cure;
import dev.sluice.result.GraphicsResult;
import dev.sluice.result.ImageResult;
import dev.sluice.result.RunResult;
import dev.sluice.result.TileStates;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Results with graphics, made by hand. */
public final class GraphicsResults {
    private static final TileStates WRITTEN = new TileStates(206, 12, 40, 1_000, 64);

    private GraphicsResults() {}

    /** A run with images, transitions, a TLB and a display, and nothing wrong. */
    public static RunResult clean() {
        return with(List.of(image("color", true), image("staging", false)), List.of());
    }

    /** As {@link #clean()}, with a present that shows two torn places. */
    public static RunResult torn() {
        return with(clean().images(), List.of(tearing(0), tearing(4_096)));
    }

    /** As {@link #clean()}, with many images, of which every second may be compressed. */
    public static RunResult crowded(int images) {
        List<ImageResult> list = new ArrayList<>();
        for (int i = 0; i < images; i++) {
            list.add(image("image" + i, i % 2 == 1));
        }
        return with(list, List.of());
    }

    /** A barrier with these actions. */
    public static RunResult.BarrierResult barrier(RunResult.ActionResult... actions) {
        return new RunResult.BarrierResult(
                "submit0.1",
                "submit0.1",
                null,
                "s.yaml:20:9",
                false,
                "pipelineBarrier",
                List.of(),
                1,
                1,
                6,
                5,
                3,
                2,
                0,
                0,
                0,
                List.of(actions),
                0,
                List.of(),
                List.of(),
                Map.of(),
                Map.of(),
                List.of());
    }

    /** A layout transition as barriers have it. */
    public static RunResult.ActionResult transition(String kind, String image, long tiles, long changed, long bytes) {
        return new RunResult.ActionResult(
                "transition:" + kind,
                image,
                1,
                tiles,
                changed,
                bytes,
                0,
                0,
                3,
                5,
                Map.of(image, changed),
                Map.of(image, bytes));
    }

    private static RunResult with(List<ImageResult> images, List<GraphicsResult.Tearing> tearing) {
        RunResult r = Results.clean();
        return new RunResult(
                r.stream(),
                r.device(),
                r.profile(),
                r.calibrated(),
                r.timingOnly(),
                r.seed(),
                r.cycles(),
                r.timeNs(),
                r.requests(),
                r.sectors(),
                r.events(),
                r.interrupted(),
                r.cut(),
                r.warmUp(),
                r.notes(),
                r.assumptions(),
                r.commands(),
                List.of(barrier(
                        transition("decompress", "color", 920, 206, 53_248),
                        transition("nothing", "staging", 0, 0, 0))),
                r.frames(),
                r.caches(),
                r.vram(),
                r.host(),
                r.link(),
                r.network(),
                r.transfer(),
                r.timestamps(),
                r.staleReads(),
                r.lostWrites(),
                r.unwrittenReads(),
                r.outOfLimits(),
                r.checks(),
                rop(),
                new GraphicsResult.Tlb(1_000, 900, 80, 20, 5, 40, 320, 777),
                new GraphicsResult.Display(2, 16_384, 256, 4_000, "2e4a8078", tearing.isEmpty() ? 0 : 128),
                images,
                tearing,
                r.limits(),
                List.of(),
                null);
    }

    private static GraphicsResult.Rop rop() {
        return new GraphicsResult.Rop(
                4_000,
                3_000,
                5_000,
                700,
                20_000,
                64,
                3,
                1_250,
                8_000,
                64_000,
                9_999,
                new TileStates(1, 0, 0, 2, 3),
                WRITTEN,
                100_000,
                300_000,
                200_000,
                3,
                400,
                90,
                new GraphicsResult.Readers(new TileStates(7, 0, 8, 0, 0), 2_304, 3_840, 15, 4),
                new GraphicsResult.Transitions(1, 2, 3, 4, 920, 206, 26_624, 53_248, 96, 64, 555));
    }

    private static ImageResult image(String name, boolean compressible) {
        return new ImageResult(
                name,
                "R8G8B8A8_UNORM",
                List.of(256, 128, 1),
                1,
                compressible ? 1 : 3,
                1,
                compressible ? "OPTIMAL" : "LINEAR",
                "local",
                131_072,
                "SHADER_READ_ONLY_OPTIMAL",
                compressible,
                compressible ? WRITTEN : TileStates.NONE,
                compressible ? 65_536 : 131_072,
                compressible ? 256 : 0);
    }

    private static GraphicsResult.Tearing tearing(long offset) {
        return new GraphicsResult.Tearing(
                "host.5",
                "screen",
                "submit0.2",
                offset,
                256,
                64,
                new Cure.Note("let host.5 wait for a semaphore that is signalled after submit0.2"),
                "s.yaml:40:5",
                9_000);
    }
}
