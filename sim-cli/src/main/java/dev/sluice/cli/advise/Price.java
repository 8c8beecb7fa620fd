// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import dev.sluice.program.edit.BarrierEdit;
import java.util.Map;

/**
 * What a stream costs on a device.
 *
 * @param cycles of the whole stream
 * @param events that the simulator carried out, as a measure of how long a run takes
 * @param stalls cycles that each barrier command held up what came after it, by site
 */
record Price(long cycles, long events, Map<String, Long> stalls) {

    /** Cycles that the barrier command of a site held up what came after it; 0 if there is none. */
    long stall(String site) {
        return stalls.getOrDefault(site, 0L);
    }

    /** The same, of a barrier or of the event that it became: its wait, for nothing waits behind its set. */
    long stallOfAll(String site) {
        return stall(site) + stall(BarrierEdit.Split.waitSite(site));
    }
}
