package dev.sluice.core;

import dev.sluice.core.barrier.BarrierProfile;
import dev.sluice.core.command.StreamProgram;
import dev.sluice.core.gpu.DeviceSimulation;
import dev.sluice.core.gpu.GpuSpec;
import dev.sluice.core.gpu.RunOptions;
import dev.sluice.core.gpu.Simulation;

/** The simulator's front door for programs that embed it; {@code docs/embedding.md} shows how. */
public final class Sluice {

    private Sluice() {}

    /**
     * A simulation of {@code program} on {@code device}, whose barriers mean what {@code profile} says.
     *
     * @throws dev.sluice.core.command.run.StreamException if a memory of the program does not fit its heap
     */
    public static Simulation simulation(
            GpuSpec device, BarrierProfile profile, StreamProgram program, RunOptions options) {
        return new DeviceSimulation(device, profile, program, options);
    }
}
