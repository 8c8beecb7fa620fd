// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import dev.sluice.machine.compute.DispatchJob;
import dev.sluice.machine.compute.FragmentSink;
import dev.sluice.machine.compute.FragmentWave;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Compute units that end waves after a random time, or when they are told to. Colour 0 of each fragment is its draw's command;
 * depth is what the test says.
 */
final class FakeFragments extends Component implements FragmentUnits {

    /** Waves that were started together. */
    static final class Job {
        final Shading shading;
        final String label;
        final FragmentWave[] waves;
        final int count;
        final FragmentSink sink;
        final Component replyTo;
        final int replyKind;
        final int replyArgument;
        int left;

        Job(
                Shading shading,
                String label,
                FragmentWave[] waves,
                int count,
                FragmentSink sink,
                Component replyTo,
                int replyKind,
                int replyArgument) {
            this.shading = shading;
            this.label = label;
            this.waves = waves;
            this.count = count;
            this.sink = sink;
            this.replyTo = replyTo;
            this.replyKind = replyKind;
            this.replyArgument = replyArgument;
            this.left = count;
        }
    }

    final List<Job> jobs = new ArrayList<>();
    /** By wave: its draw and its square. */
    final List<String> places = new ArrayList<>();
    /** Waves stay until {@link #end}. */
    boolean paused;
    /** Longest time of a wave. */
    int longest = 50;
    /** Cycles from the last wave's end to the job's: stores on their way. */
    int stores;

    float depth = 0.25f;
    int underWay;
    int mostUnderWay;
    private final Random random = new Random(5);

    FakeFragments(Engine engine) {
        super(engine, "compute");
    }

    @Override
    public @Nullable DispatchJob start(
            Shading shading,
            String label,
            FragmentWave[] waves,
            int count,
            FragmentSink sink,
            Component replyTo,
            int replyKind,
            int replyArgument) {
        Job job = new Job(shading, label, waves, count, sink, replyTo, replyKind, replyArgument);
        jobs.add(job);
        for (int i = 0; i < count; i++) {
            places.add(label + " " + waves[i].x[0] / 32 + " " + waves[i].y[0] / 32);
        }
        underWay += count;
        mostUnderWay = Math.max(mostUnderWay, underWay);
        for (int i = 0; i < count && !paused; i++) {
            wake(1 + random.nextInt(longest), i, jobs.size() - 1);
        }
        return null;
    }

    /** Ends all waves of a job. */
    void end(int job) {
        for (int i = jobs.get(job).count - 1; i >= 0; i--) {
            wake(0, i, job);
        }
    }

    @Override
    public boolean shadeAtOnce(
            Shading shading,
            String label,
            FragmentWave[] waves,
            int count,
            FragmentSink sink,
            Component owner,
            DrawCounters counters) {
        for (int i = 0; i < count; i++) {
            shade(shading, waves[i]);
            sink.shaded(waves[i]);
        }
        return !paused;
    }

    private void shade(Shading shading, FragmentWave wave) {
        wave.written = 1 | (shading.program().writesDepth() ? FragmentWave.DEPTH_BIT : 0);
        for (int lane = 0; lane < FragmentWave.MAX_LANES; lane++) {
            boolean fragment = (wave.mask >> lane & 1) != 0;
            wave.color[0][lane] = fragment ? shading.command() : -1;
            wave.depth[lane] = Float.floatToRawIntBits(depth);
        }
    }

    @Override
    public void onEvent(int kind, int argument) {
        Job job = jobs.get(argument);
        FragmentWave wave = job.waves[kind];
        shade(job.shading, wave);
        underWay--;
        job.sink.shaded(wave);
        if (--job.left == 0) {
            engine().schedule(job.replyTo, stores, job.replyKind, job.replyArgument);
        }
    }
}
