// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

import dev.sluice.machine.compute.DispatchJob;
import dev.sluice.machine.compute.Dispatcher;
import dev.sluice.machine.compute.FragmentSink;
import dev.sluice.machine.compute.FragmentWave;
import dev.sluice.machine.compute.FunctionalDispatcher;
import dev.sluice.machine.engine.Component;
import java.util.function.Supplier;

/** Fragment waves on the compute units, which they share with dispatches. */
public final class DispatchedFragments implements FragmentUnits {

    private final Dispatcher dispatcher;
    private final Supplier<FunctionalDispatcher> functional;

    /** @param functional runs waves outside simulated time; asked for when there are any */
    public DispatchedFragments(Dispatcher dispatcher, Supplier<FunctionalDispatcher> functional) {
        this.dispatcher = dispatcher;
        this.functional = functional;
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
        DispatchJob job = job(shading, label, waves, count, sink, replyTo, replyKind, replyArgument);
        dispatcher.start(job);
        return job;
    }

    @Override
    public boolean shadeAtOnce(
            Shading shading,
            String label,
            FragmentWave[] waves,
            int count,
            FragmentSink sink,
            Component owner,
            DrawCounters counters) {
        DispatchJob job = job(shading, label, waves, count, sink, owner, 0, 0);
        boolean done = functional.get().run(job) == FunctionalDispatcher.End.DONE;
        counters.bytesRead += job.bytesRead();
        counters.bytesWritten += job.bytesWritten();
        return done;
    }

    private static DispatchJob job(
            Shading shading,
            String label,
            FragmentWave[] waves,
            int count,
            FragmentSink sink,
            Component replyTo,
            int replyKind,
            int replyArgument) {
        return DispatchJob.fragments(
                shading.sites,
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
    }
}
