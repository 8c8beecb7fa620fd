// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.machine.observe.SimObserver;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ClearValue;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.Rect;
import dev.sluice.program.image.ResolveMode;
import dev.sluice.program.image.Tiling;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs outside simulated time, held against the same jobs within it. */
final class JobsAtOnceTest {

    private static final int WIDTH = 75;
    private static final int HEIGHT = 50;
    private static final Set<Aspect> ALL = Set.of(Aspect.COLOR, Aspect.DEPTH, Aspect.STENCIL);
    private static final List<ClearValue> VALUES = List.of(
            new ClearValue(List.of(1.0, 1.0, 1.0, 1.0)),
            new ClearValue(List.of(0.0, 0.0, 0.0, 0.0)),
            new ClearValue(List.of(1.0, 0.0, 0.5, 1.0)));

    /** One machine with its images, which are the same in each. */
    private static final class Machine {
        final RopRig rig;
        final List<Target> targets = new ArrayList<>();

        Machine(boolean cached) {
            rig = new RopRig(3, 256, 16, 20, 1024, true, cached, SimObserver.NONE);
            for (int samples : new int[] {1, 4}) {
                targets.add(rig.target(Format.R8G8B8A8_UNORM, WIDTH, HEIGHT, samples, Tiling.OPTIMAL, false));
            }
            targets.add(rig.target(Format.R8G8B8A8_UNORM, WIDTH, HEIGHT, 1, Tiling.OPTIMAL, true));
            targets.add(rig.target(Format.R8G8B8A8_UNORM, WIDTH, HEIGHT, 1, Tiling.LINEAR, false));
            targets.add(rig.target(Format.D24_UNORM_S8_UINT, WIDTH, HEIGHT, 1, Tiling.OPTIMAL, true));
            for (int i = 0; i < targets.size(); i++) {
                rig.fill(targets.get(i), 0x01020304L * (i + 1));
            }
        }

        RopJob job(Random random, int number) {
            int agent = 10 + number;
            Rect rect = random.nextInt(3) == 0
                    ? new Rect(0, 0, WIDTH, HEIGHT)
                    : new Rect(random.nextInt(WIDTH), random.nextInt(HEIGHT), random.nextInt(60), random.nextInt(60));
            Target target = targets.get(random.nextInt(targets.size()));
            return switch (random.nextInt(5)) {
                case 0 ->
                    new ResolveJob(
                            targets.get(1),
                            targets.get(2 * random.nextInt(2)),
                            ResolveMode.usual(targets.get(1).format(), EnumSet.allOf(Aspect.class)),
                            rect,
                            3,
                            agent,
                            rig.owner,
                            0,
                            0);
                case 1 ->
                    new CachedTilesJob(
                            CachedTilesJob.Work.FLUSH,
                            List.of(target, targets.get(2)),
                            rect,
                            3,
                            agent,
                            rig.owner,
                            0,
                            0);
                case 2 ->
                    new CachedTilesJob(CachedTilesJob.Work.DISCARD, List.of(target), rect, 3, agent, rig.owner, 0, 0);
                default ->
                    new ClearJob(
                            target,
                            random.nextInt(4) == 0 ? Set.of(Aspect.COLOR, Aspect.DEPTH) : ALL,
                            List.of(rect, new Rect(40, 30, 20, 10)),
                            VALUES.get(random.nextInt(VALUES.size())),
                            3,
                            agent,
                            rig.owner,
                            0,
                            0);
            };
        }

        List<String> texels() {
            List<String> texels = new ArrayList<>();
            for (Target target : targets) {
                for (int y = 0; y < HEIGHT; y++) {
                    for (int x = 0; x < WIDTH; x++) {
                        for (int s = 0; s < target.samples(); s++) {
                            texels.add(x + "," + y + "," + s + " " + rig.low(target, x, y, s) + " by "
                                    + rig.version(target, x, y, s));
                        }
                    }
                }
            }
            return texels;
        }

        List<String> checks() {
            return rig.checks.stream().sorted().toList();
        }

        RopResult counted() {
            RopResult r = rig.units.result();
            return new RopResult(
                    r.pixelsTested(),
                    r.pixelsPassed(),
                    r.pixelsWritten(),
                    r.pixelsBlended(),
                    r.samplesWritten(),
                    r.tilesRead(),
                    r.tilesWritten(),
                    r.tilesFastCleared(),
                    r.tilesCleared(),
                    r.pixelsResolved(),
                    r.requests(),
                    r.sectors(),
                    0);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, false", "2, false", "3, true", "4, true", "5, true"})
    void leave_what_jobs_in_time_leave(int seed, boolean cached) {
        Machine inTime = new Machine(cached);
        Machine atOnce = new Machine(cached);
        Random random = new Random(seed);
        for (int number = 0; number < 40; number++) {
            long choices = random.nextLong();
            inTime.rig.units.start(inTime.job(new Random(choices), number));
            inTime.rig.run();
            atOnce.rig.units.perform(atOnce.job(new Random(choices), number));
            assertThat(atOnce.counted()).isEqualTo(inTime.counted());
            assertThat(atOnce.checks()).isEqualTo(inTime.checks());
        }
        assertThat(atOnce.rig.marked).hasSameElementsAs(inTime.rig.marked);
        assertThat(atOnce.rig.orders).hasSameElementsAs(inTime.rig.orders);
        assertThat(atOnce.rig.engine.now()).isZero();
        inTime.rig.flushCaches();
        atOnce.rig.flushCaches();
        assertThat(atOnce.texels().equals(inTime.texels())).isTrue();
        atOnce.rig.run();
    }

    @Test
    void run_once_as_well() {
        Machine machine = new Machine(false);
        RopJob job = machine.job(new Random(1), 0);
        machine.rig.units.perform(job);

        assertThatThrownBy(() -> machine.rig.units.perform(job)).isInstanceOf(IllegalStateException.class);
    }
}
