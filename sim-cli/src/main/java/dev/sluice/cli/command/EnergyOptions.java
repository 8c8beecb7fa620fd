// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.cli.input.Provenance;
import dev.sluice.cli.run.RunEnergy;
import dev.sluice.config.ConfigException;
import dev.sluice.config.device.DeviceSource;
import dev.sluice.energy.EnergyEstimate;
import dev.sluice.result.RunResult;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The estimate of energy and area that a report has where it is asked for. */
final class EnergyOptions {
    private static final String ENERGY = "--energy";

    @InHelp(value = HelpGroup.REPORT, rare = true)
    @Option(names = ENERGY, description = "Add an estimate of energy and area to the report and to --csv.")
    private boolean energy;

    /** Refuses a device that does not tell. */
    void check(@Nullable DeviceSource device, String name) {
        if (energy && (device == null || device.energy() == null)) {
            throw new ConfigException(
                    ENERGY,
                    "device " + name
                            + " says nothing about energy; --set energy.node=7nm, for example, gives it a process");
        }
    }

    /** The estimate; null where nobody asks. */
    @Nullable
    EnergyEstimate of(RunResult result, Provenance provenance) {
        return energy ? RunEnergy.of(result, provenance) : null;
    }
}
