// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.truth.TruthMonitor;
import dev.sluice.machine.view.MachineView;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.ViewTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A trace that a device replays, as somebody sees it who looks: one command without barriers, bytes or images. */
final class ViewedTrace implements ViewedProgram {

    @Override
    public List<ViewTable> tables(Texts texts) {
        return List.of();
    }

    @Override
    public List<MachineView.Writer> writers() {
        return List.of(new MachineView.Writer("nobody", "", ""));
    }

    @Override
    public List<String> commands() {
        return List.of(TraceSimulation.COMMAND);
    }

    @Override
    public List<MachineView.TileCodes> tileCodes() {
        return List.of();
    }

    @Override
    public @Nullable TruthMonitor truth() {
        return null;
    }
}
