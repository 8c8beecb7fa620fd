package dev.sluice.cli.run;

import dev.sluice.core.barrier.BarrierProfile;
import dev.sluice.core.command.StreamProgram;
import dev.sluice.core.gpu.GpuSpec;
import dev.sluice.core.gpu.ImageSight;
import dev.sluice.core.gpu.RunOptions;
import dev.sluice.core.stats.RunResult;

/** A wired device with a stream loaded: what a run needs of the simulator, and what a test can stand in for. */
public interface Machine {

    /** Runs the stream to its end, or until {@link #requestStop()}. */
    RunResult run();

    /** Asks the run to end soon; callable from another thread. */
    void requestStop();

    /** The current cycle, for progress; callable from another thread, which may see an older one. */
    long cycle();

    /** The id of a command, by the index that requests carry. */
    String commandName(int index);

    /** The address of a buffer's first byte; negative when it has none yet. */
    long addressOf(String buffer);

    /**
     * The pixels of a layer of a level of an image, once the run is over: ARGB, row after row.
     *
     * @throws IllegalArgumentException if the stream has no such image, level or layer
     */
    int[] pixels(String image, int level, int layer, ImageSight sight);

    /**
     * What a buffer or image holds once the run is over: the newest copy of every byte.
     *
     * @throws IllegalArgumentException if the stream has neither
     */
    byte[] contents(String resource);

    /** Makes machines. */
    @FunctionalInterface
    interface Factory {
        /** A machine for one run. */
        Machine create(GpuSpec device, BarrierProfile profile, StreamProgram stream, RunOptions options);
    }
}
