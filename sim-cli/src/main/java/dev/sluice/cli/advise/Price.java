package dev.sluice.cli.advise;

import java.util.Map;

/**
 * What a stream costs on a device.
 *
 * @param cycles of the whole stream
 * @param stalls cycles that each barrier command held up what came after it, by site
 */
record Price(long cycles, Map<String, Long> stalls) {}
