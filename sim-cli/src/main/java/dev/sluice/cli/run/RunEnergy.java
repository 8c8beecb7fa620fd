// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.run;

import dev.sluice.cli.input.Provenance;
import dev.sluice.config.device.DeviceSource;
import dev.sluice.energy.EnergyEstimate;
import dev.sluice.energy.EnergyEstimator;
import dev.sluice.energy.EnergySpec;
import dev.sluice.result.RunResult;
import org.jspecify.annotations.Nullable;

/** What a run would have cost in energy. */
public final class RunEnergy {
    private RunEnergy() {}

    /** The estimate of a run; null where its device says nothing about energy, or was not read from a file. */
    public static @Nullable EnergyEstimate of(RunResult result, Provenance provenance) {
        DeviceSource device = provenance.device();
        EnergySpec energy = device == null ? null : device.energy();
        return device == null || energy == null ? null : new EnergyEstimator(device.spec(), energy).of(result);
    }
}
