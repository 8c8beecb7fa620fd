// SPDX-License-Identifier: Apache-2.0
package dev.sluice.result;

import org.jspecify.annotations.Nullable;

/**
 * From where on the counters of a run were to count, and do.
 *
 * @param region behind the first end of this statistics region; null where commands are counted
 * @param commands behind so many commands; 0 where a region is named
 * @param over whether the run came so far
 * @param countedFromCycle the cycle from which on they count: 0 if it did not come so far, later where counters restarted again
 */
public record WarmUpResult(@Nullable String region, long commands, boolean over, long countedFromCycle) {}
