// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import java.util.Map;

/**
 * What a stream costs on a device.
 *
 * @param cycles of the whole stream
 * @param events that the simulator carried out, as a measure of how long a run takes
 * @param stalls cycles that each barrier command held up what came after it, by site
 */
record Price(long cycles, long events, Map<String, Long> stalls) {}
