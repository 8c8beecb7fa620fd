// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.analysis;

import dev.sluice.device.CacheSpec;
import dev.sluice.machine.cache.Cache;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A cache node that is to be analysed.
 *
 * @param slices of each instance
 * @param asked what a command asked of the node since counters restarted, by the command's index
 */
public record CacheUnderAnalysis(CacheSpec spec, List<List<Cache>> slices, IntFunction<Asked> asked) {}
