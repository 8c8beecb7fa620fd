// SPDX-License-Identifier: Apache-2.0
package dev.sluice.energy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What events of a device cost.
 *
 * @param node the process of the chip
 * @param chip its memories and wires
 * @param link picojoules of a bit on the link to the host, both ends together
 * @param vram device memory
 * @param ram host memory; null on a device that shares its memory with the host
 * @param sources where the numbers come from
 */
public record EnergySpec(
        String node,
        ChipEnergy chip,
        double link,
        DramEnergy vram,
        @Nullable DramEnergy ram,
        List<EnergySource> sources) {
    public EnergySpec {
        sources = List.copyOf(sources);
        Least.zero(link, "link");
    }
}
