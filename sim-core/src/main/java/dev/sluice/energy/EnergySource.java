// SPDX-License-Identifier: Apache-2.0
package dev.sluice.energy;

import java.util.List;

/**
 * Where numbers of an estimate come from.
 *
 * @param keys the numbers, as the device's {@code energy} spells them
 * @param from who published them, or why they were chosen
 * @param guess whether nobody published them
 */
public record EnergySource(List<String> keys, String from, boolean guess) {
    public EnergySource {
        keys = List.copyOf(keys);
    }
}
