// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.queue.CommandExecutor;
import dev.sluice.machine.queue.GraphicsExecutor;
import dev.sluice.machine.raster.DrawJob;
import dev.sluice.machine.raster.GraphicsPipeline;
import dev.sluice.machine.raster.PixelStage;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** The pixel half of a draw: a job for each layer that it draws to, which begin together; a stage is done when it is in all of them. */
final class LayeredPixels implements GraphicsExecutor.Pixels, DrawJob.Listener {

    private final GraphicsPipeline pipeline;
    private final GraphicsExecutor.PixelListener listener;
    private final List<DrawJob> jobs = new ArrayList<>();
    private final Map<PixelStage, Integer> ended = new EnumMap<>(PixelStage.class);
    private final BooleanSupplier discarded;
    private boolean atOnce;

    /** @param discarded whether it covers nothing, asked once when its geometry is there */
    LayeredPixels(GraphicsPipeline pipeline, GraphicsExecutor.PixelListener listener, BooleanSupplier discarded) {
        this.pipeline = pipeline;
        this.listener = listener;
        this.discarded = discarded;
    }

    /** Puts the job of one more layer into the pipeline. */
    void add(DrawJob job) {
        jobs.add(job);
        pipeline.enqueue(job);
    }

    /** Notes that a layer took no time. */
    void ranAtOnce() {
        atOnce = true;
    }

    @Override
    public void done(PixelStage stage) {
        if (ended.merge(stage, 1, Integer::sum) == jobs.size()) {
            listener.done(stage);
        }
    }

    @Override
    public void ready() {
        if (discarded.getAsBoolean()) {
            jobs.forEach(DrawJob::coverNothing);
        }
        jobs.forEach(pipeline::ready);
    }

    @Override
    public void open(PixelStage stage) {
        jobs.forEach(job -> job.open(stage));
    }

    @Override
    public CommandExecutor.Work work() {
        long read = 0;
        long written = 0;
        long waves = 0;
        for (DrawJob job : jobs) {
            read += job.bytesRead();
            written += job.bytesWritten();
            waves += job.waves();
        }
        return new CommandExecutor.Work(read, written, waves, atOnce);
    }
}
