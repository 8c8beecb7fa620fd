// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import dev.sluice.machine.compute.DispatchJob;
import dev.sluice.machine.compute.FragmentSink;
import dev.sluice.machine.compute.FragmentWave;
import dev.sluice.machine.engine.Component;
import org.jspecify.annotations.Nullable;

/** Where a pipeline's fragment waves run. */
public interface FragmentUnits {

    /**
     * Starts waves of a draw.
     *
     * @param label the command's name in messages
     * @param waves the waves in raster order; array and waves are the units' until the reply
     * @param count how many of them
     * @param sink hears of each wave that has ended, in any order
     * @param replyTo gets an event when all of them have
     * @return whose counters of bytes count for the draw after the reply, or null
     */
    @Nullable
    DispatchJob start(
            Shading shading,
            String label,
            FragmentWave[] waves,
            int count,
            FragmentSink sink,
            Component replyTo,
            int replyKind,
            int replyArgument);

    /**
     * Shades waves of a draw at once, outside simulated time, while nothing is under way in the machine.
     *
     * @param label the command's name in messages
     * @param count how many of the waves
     * @param sink takes each of them over
     * @param owner on whose behalf
     * @param counters to which the bytes that the kernel moved are added
     * @return false if somebody asked for the end of the run meanwhile
     */
    boolean shadeAtOnce(
            Shading shading,
            String label,
            FragmentWave[] waves,
            int count,
            FragmentSink sink,
            Component owner,
            DrawCounters counters);
}
