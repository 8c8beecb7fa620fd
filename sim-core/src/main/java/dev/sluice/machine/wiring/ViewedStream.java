// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.queue.RunContext;
import dev.sluice.machine.truth.Agent;
import dev.sluice.machine.truth.TruthMonitor;
import dev.sluice.machine.view.MachineView;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.ViewTable;
import dev.sluice.program.image.Surface;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A stream that a device runs, as somebody sees it who looks. */
final class ViewedStream implements ViewedProgram {

    private final Gpu gpu;
    private final Bindings bindings;
    private final RunContext run;
    private final @Nullable TruthMonitor truth;
    private final List<MachineView.Writer> writers = new ArrayList<>();

    ViewedStream(Gpu gpu, Bindings bindings, RunContext run, @Nullable TruthMonitor truth) {
        this.gpu = gpu;
        this.bindings = bindings;
        this.run = run;
        this.truth = truth;
    }

    @Override
    public List<ViewTable> tables(Texts texts) {
        return run.view(texts).tables();
    }

    @Override
    public List<MachineView.Writer> writers() {
        for (int i = writers.size(); i < run.agents().size(); i++) {
            Agent agent = run.agents().get(i);
            writers.add(new MachineView.Writer(agent.name(), agent.what(), agent.where()));
        }
        return List.copyOf(writers);
    }

    @Override
    public List<String> commands() {
        return run.attributions();
    }

    @Override
    public List<MachineView.TileCodes> tileCodes() {
        List<MachineView.TileCodes> codes = new ArrayList<>();
        for (Surface surface : bindings.surfaces()) {
            long address = bindings.metadata(surface);
            if (address != Surface.NONE) {
                codes.add(new MachineView.TileCodes(
                        surface.name(),
                        surface.layout().tile().bytes(),
                        address,
                        gpu.spec.rop().metadataBits()));
            }
        }
        return codes;
    }

    @Override
    public @Nullable TruthMonitor truth() {
        return truth;
    }
}
