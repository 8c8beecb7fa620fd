// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import dev.sluice.machine.compute.DispatchJob;
import dev.sluice.machine.compute.Dispatcher;
import dev.sluice.machine.compute.FragmentSink;
import dev.sluice.machine.compute.FragmentWave;
import dev.sluice.machine.engine.Component;

/** Fragment waves on the compute units, which they share with dispatches. */
public final class DispatchedFragments implements FragmentUnits {

    private final Dispatcher dispatcher;

    public DispatchedFragments(Dispatcher dispatcher) {
        this.dispatcher = dispatcher;
    }

    @Override
    public DispatchJob start(
            Shading shading,
            String label,
            FragmentWave[] waves,
            int count,
            FragmentSink sink,
            Component replyTo,
            int replyKind,
            int replyArgument) {
        DispatchJob job = DispatchJob.fragments(
                shading.program(),
                shading.addresses,
                shading.sizes,
                shading.views,
                shading.parameters,
                shading.command(),
                shading.agent(),
                label,
                waves,
                count,
                sink,
                replyTo,
                replyKind,
                replyArgument);
        dispatcher.start(job);
        return job;
    }
}
