// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.compute.SpinSearch;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.fault.EndlessLoopException;
import dev.sluice.machine.raster.GraphicsPipeline;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a GPU has come to.
 *
 * @param activity the last cycle at which the program got something done
 */
record GpuProgress(Gpu gpu, LongSupplier activity) implements LivelockWatch.Progress {

    @Override
    public long issues() {
        return gpu.dispatcher.issues();
    }

    @Override
    public long completed() {
        return gpu.pool.released();
    }

    @Override
    public long others() {
        return gpu.requests() - gpu.dispatcher.requests();
    }

    @Override
    public long rasterised() {
        long sum = 0;
        for (Component component : gpu.engine.components()) {
            if (component instanceof GraphicsPipeline pipeline) {
                sum += pipeline.rasterised();
            }
        }
        return sum;
    }

    @Override
    public long lastActivity() {
        return activity.getAsLong();
    }

    @Override
    public LivelockWatch.LoopSearch searchLoops() {
        return new Loops(gpu.dispatcher.watchLoops());
    }

    private record Loops(SpinSearch search) implements LivelockWatch.LoopSearch {
        @Override
        public @Nullable EndlessLoopException look() {
            return search.look();
        }

        @Override
        public void stop() {
            search.stop();
        }
    }
}
