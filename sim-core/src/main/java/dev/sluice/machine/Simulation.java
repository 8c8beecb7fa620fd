// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine;

import dev.sluice.device.GpuSpec;
import dev.sluice.machine.observe.Level;
import dev.sluice.machine.view.MachineView;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.sync.BarrierProfile;
import dev.sluice.result.RunDetails;
import dev.sluice.result.RunResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run of a program on a device: made, run once, and asked for its result and for what memory holds then.
 *
 * <p>A simulation belongs to one thread; {@link #requestStop()} and {@link #cycle()} may be called from others.
 */
public interface Simulation {

    /** Makes simulations. */
    @FunctionalInterface
    interface Factory {
        /**
         * A simulation of {@code program} on {@code device}, whose barriers mean what {@code profile} says.
         *
         * @throws dev.sluice.machine.fault.StreamException if a memory of the program does not fit its heap
         */
        Simulation create(GpuSpec device, BarrierProfile profile, StreamProgram program, RunOptions options);
    }

    /**
     * Runs to the end, or until stopped; the result then says that it was interrupted.
     *
     * @throws dev.sluice.machine.fault.DeadlockException if nothing can go on though work is left
     * @throws dev.sluice.machine.fault.StreamException if the program does what it may not
     * @throws dev.sluice.machine.fault.KernelFaultException if a kernel does what no machine could do
     * @throws IllegalStateException if it has run before, to its end or not
     */
    RunResult run();

    /**
     * Has details kept, which do not change the run.
     *
     * @throws IllegalStateException if the run has begun
     */
    void keepDetails();

    /** What was kept, once the run is over; null where nobody asked for it. */
    @Nullable
    RunDetails details();

    /** Asks the run to end after the current cycle; callable from another thread. */
    void requestStop();

    /** The current cycle of the core clock; another thread may see an older one. */
    long cycle();

    /**
     * Begins to look at the machine, before {@link #run}. All who look have one view.
     *
     * @param afterEvent called after every event, while the machine stands still, and after those of who looked before
     * @throws IllegalStateException if the run has begun
     */
    MachineView view(Runnable afterEvent);

    /** The id of a command or host operation ({@code submit0.3}), by the index that requests carry. */
    String commandName(int index);

    /** What of the machine fills and empties. */
    List<Level> levels();

    /**
     * The address of the first byte of a buffer or image; negative when it has none yet.
     *
     * @throws IllegalArgumentException if the program has neither
     */
    long addressOf(String resource);

    /**
     * The pixels of a layer of a level of an image, once the run is over.
     *
     * @return ARGB, row after row
     * @throws IllegalArgumentException if the program has no such image, level or layer
     */
    int[] pixels(String image, int level, int layer, ImageSight sight);

    /**
     * What a buffer or an image holds once the run is over: the newest copy of every byte, wherever in the device it is; of an
     * image the texels of all levels and layers, compression undone.
     *
     * @throws IllegalArgumentException if the program has neither
     */
    byte[] contents(String resource);
}
