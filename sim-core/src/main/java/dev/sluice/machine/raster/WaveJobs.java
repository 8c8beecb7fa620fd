// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import dev.sluice.device.PipelineSpec;
import dev.sluice.machine.compute.DispatchJob;
import dev.sluice.machine.compute.FragmentSink;
import dev.sluice.machine.compute.FragmentWave;
import org.jspecify.annotations.Nullable;

/**
 * Puts the quads of blocks into waves and waves into jobs for the compute units.
 *
 * <p>A wave has quads of one block only; a job has waves of one draw only. It is started when it is full, when its draw has
 * nothing more to shade, when another draw's waves come, or when its first wave has waited long enough.
 *
 * <p>Lanes of a quad without a fragment are helper lanes. They take up their lane and have their position, but are not active: they
 * neither load nor store, because kernels have no derivatives that would need their values.
 */
final class WaveJobs implements FragmentSink {

    private final GraphicsPipeline pipeline;
    private final PipelineSpec spec;
    private final FragmentUnits units;
    private final @Nullable WaveJob[] jobs;
    private final int[] free;
    private int freeCount;
    private @Nullable WaveJob gathering;

    long started;
    long ended;
    long wavesStarted;
    long wavesShaded;

    WaveJobs(GraphicsPipeline pipeline, PipelineSpec spec, FragmentUnits units) {
        this.pipeline = pipeline;
        this.spec = spec;
        this.units = units;
        jobs = new WaveJob[spec.jobs()];
        free = new int[spec.jobs()];
        for (int i = spec.jobs() - 1; i >= 0; i--) {
            free[freeCount++] = i;
        }
    }

    /** Puts quads of the block into waves while there is room; whether all of them have found it. */
    boolean take(Block block) {
        DrawJob draw = block.draw();
        while (block.quads != 0) {
            WaveJob job = jobFor(draw);
            if (job == null) {
                return false;
            }
            int before = Integer.bitCount(block.quads);
            FragmentWave wave = job.add(block);
            block.fill(wave, spec.waveSize());
            block.shading++;
            block.running++;
            draw.counters.shades(before - Integer.bitCount(block.quads), Long.bitCount(wave.mask));
            wavesStarted++;
            if (job.full()) {
                start(job);
            }
        }
        return true;
    }

    /** Starts the waves that are being gathered if nothing more of their draw can come. */
    void startComplete() {
        WaveJob job = gathering;
        if (job != null && job.draw().rasterised() && job.draw().unshaded == 0) {
            start(job);
        }
    }

    /** The time to gather waves is over. */
    void deadline(int index) {
        WaveJob job = gathering;
        if (job != null && job.index == index && job.deadline <= pipeline.now()) {
            start(job);
        }
    }

    @Override
    public void shaded(FragmentWave wave) {
        wavesShaded++;
        WaveJob job = job(wave.tag / spec.wavesPerJob());
        Block block = job.block(wave.tag % spec.wavesPerJob());
        block.gather(wave);
        if (--block.shading == 0 && block.quads == 0) {
            pipeline.pass(block);
        }
    }

    /** All waves of the job have ended and their stores are acknowledged. */
    void ended(int index) {
        WaveJob job = job(index);
        ended++;
        DrawJob draw = job.draw();
        draw.runningJobs--;
        DispatchJob dispatch = job.dispatch;
        if (dispatch != null) {
            draw.counters.bytesRead += dispatch.bytesRead();
            draw.counters.bytesWritten += dispatch.bytesWritten();
        }
        for (int i = 0; i < job.count; i++) {
            Block block = job.block(i);
            block.running--;
            pipeline.releaseIfDone(block);
        }
        free[freeCount++] = index;
    }

    /** Jobs that may still be begun. */
    int freeJobs() {
        return freeCount;
    }

    private @Nullable WaveJob jobFor(DrawJob draw) {
        WaveJob job = gathering;
        if (job != null && job.draw() != draw) {
            start(job);
            job = null;
        }
        if (job == null && freeCount > 0) {
            int index = free[--freeCount];
            job = jobs[index];
            if (job == null) {
                job = new WaveJob(index, spec.wavesPerJob());
                jobs[index] = job;
            }
            job.begin(draw, pipeline.now() + spec.gatherCycles());
            draw.runningJobs++;
            gathering = job;
            pipeline.wakeForWaves(spec.gatherCycles(), index);
        }
        return job;
    }

    private void start(WaveJob job) {
        gathering = null;
        DrawJob draw = job.draw();
        Shading shading = draw.shading;
        if (shading == null) {
            throw new IllegalStateException(draw.label + " has no fragment kernel");
        }
        started++;
        job.dispatch = units.start(
                shading, draw.label, job.waves, job.count, this, pipeline, GraphicsPipeline.WAVES_ENDED, job.index);
    }

    private WaveJob job(int index) {
        WaveJob job = jobs[index];
        if (job == null) {
            throw new IllegalStateException("no waves " + index + " are under way");
        }
        return job;
    }
}
