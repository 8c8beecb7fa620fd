// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import dev.sluice.machine.ImageSight;
import dev.sluice.machine.Simulation;
import dev.sluice.machine.observe.Level;
import dev.sluice.machine.view.MachineView;
import dev.sluice.result.RunDetails;
import dev.sluice.result.RunResult;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A machine that ends with a given result at once.
 *
 * @param base where every buffer lies
 */
public record PuppetMachine(Supplier<RunResult> result, long base) implements Simulation {
    @Override
    public RunResult run() {
        return result.get();
    }

    @Override
    public void keepDetails() {
        throw new UnsupportedOperationException();
    }

    @Override
    public @Nullable RunDetails details() {
        return null;
    }

    @Override
    public MachineView view(Runnable afterEvent) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Level> levels() {
        return List.of();
    }

    @Override
    public void requestStop() {
        throw new UnsupportedOperationException();
    }

    @Override
    public long cycle() {
        return 0;
    }

    @Override
    public String commandName(int index) {
        return "submit0." + index;
    }

    @Override
    public long addressOf(String buffer) {
        return base;
    }

    @Override
    public int[] pixels(String image, int level, int layer, ImageSight sight) {
        throw new UnsupportedOperationException();
    }

    @Override
    public byte[] contents(String resource) {
        throw new UnsupportedOperationException();
    }
}
