// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.truth.TruthMonitor;
import dev.sluice.machine.view.MachineView;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.ViewTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What somebody who looks at a machine sees of that which it runs. */
interface ViewedProgram {

    /** The tables of its commands and barriers. */
    List<ViewTable> tables(Texts texts);

    /** Writers so far; 0 is nobody. */
    List<MachineView.Writer> writers();

    /** The ids of commands and host operations so far. */
    List<String> commands();

    /** The metadata of its images. */
    List<MachineView.TileCodes> tileCodes();

    /** What it meant to be in memory; null where nobody follows it. */
    @Nullable
    TruthMonitor truth();
}
