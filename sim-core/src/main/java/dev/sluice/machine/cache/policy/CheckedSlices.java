// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import dev.sluice.plugin.PluginException;

/** A slice hash from outside, whose answers are looked at: a line that moved would be in two slices at once. */
final class CheckedSlices implements SliceHashProvider.SliceFunction {

    /** Lines whose slice is remembered, a power of two; of those that share a place the last one. */
    private static final int REMEMBERED = 1 << 14;

    private final SliceHashProvider.SliceFunction function;
    private final int slices;
    private final String jar;
    private final String name;
    private final long[] lines = new long[REMEMBERED];
    /** Of each of these lines the slice and 1; 0 for none. */
    private final int[] answers = new int[REMEMBERED];

    CheckedSlices(SliceHashProvider.SliceFunction function, int slices, String jar, String name) {
        this.function = function;
        this.slices = slices;
        this.jar = jar;
        this.name = name;
    }

    @Override
    public int slice(long lineNumber) {
        int slice = function.slice(lineNumber);
        if (slice < 0 || slice >= slices) {
            throw wrong("slice " + slice + " of " + slices);
        }
        int at = (int) lineNumber & (REMEMBERED - 1);
        int earlier = lines[at] == lineNumber ? answers[at] - 1 : -1;
        if (earlier >= 0 && earlier != slice) {
            throw wrong("slice " + slice + " for line 0x" + Long.toHexString(lineNumber) + ", and slice " + earlier
                    + " before");
        }
        lines[at] = lineNumber;
        answers[at] = slice + 1;
        return slice;
    }

    private PluginException wrong(String choice) {
        return new PluginException(jar, "slice hash '" + name + "' chooses " + choice);
    }
}
