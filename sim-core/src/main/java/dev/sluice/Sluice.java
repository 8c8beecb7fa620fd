// SPDX-License-Identifier: Apache-2.0
package dev.sluice;

import dev.sluice.device.GpuSpec;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.Simulation;
import dev.sluice.machine.trace.ReplayOptions;
import dev.sluice.machine.trace.Trace;
import dev.sluice.machine.wiring.DeviceSimulation;
import dev.sluice.machine.wiring.TraceSimulation;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.sync.BarrierProfile;

/** The simulator's front door for programs that embed it; {@code docs/embedding.md} shows how. */
public final class Sluice {

    private Sluice() {}

    /**
     * A simulation of {@code program} on {@code device}, whose barriers mean what {@code profile} says.
     *
     * @throws dev.sluice.machine.fault.StreamException if a memory of the program does not fit its heap
     */
    public static Simulation simulation(
            GpuSpec device, BarrierProfile profile, StreamProgram program, RunOptions options) {
        return new DeviceSimulation(device, profile, program, options);
    }

    /**
     * A simulation of a trace's accesses on {@code device}, for time and traffic alone.
     *
     * @param how what of the replay is chosen beside the options of any run
     */
    public static Simulation replay(GpuSpec device, Trace trace, ReplayOptions how, RunOptions options) {
        return new TraceSimulation(device, trace, how, options);
    }
}
