package dev.sluice.cli.run;

import dev.sluice.core.barrier.BarrierProfile;
import dev.sluice.core.command.StreamProgram;
import dev.sluice.core.gpu.GpuSpec;
import dev.sluice.core.gpu.ImageSight;
import dev.sluice.core.gpu.RunOptions;
import dev.sluice.core.gpu.Simulation;
import dev.sluice.core.stats.RunResult;

/** The simulator as a {@link Machine}. */
public final class SimulationMachine implements Machine {
    private final Simulation simulation;

    /** Wires {@code device} and loads {@code stream}. */
    public SimulationMachine(GpuSpec device, BarrierProfile profile, StreamProgram stream, RunOptions options) {
        simulation = new Simulation(device, profile, stream, options);
    }

    @Override
    public RunResult run() {
        return simulation.run();
    }

    @Override
    public void requestStop() {
        simulation.requestStop();
    }

    @Override
    public long cycle() {
        return simulation.now();
    }

    @Override
    public String commandName(int index) {
        return simulation.commandName(index);
    }

    @Override
    public long addressOf(String buffer) {
        return simulation.addressOf(buffer);
    }

    @Override
    public int[] pixels(String image, int level, int layer, ImageSight sight) {
        return simulation.pixels(image, level, layer, sight);
    }

    @Override
    public byte[] contents(String resource) {
        return simulation.contents(resource);
    }
}
