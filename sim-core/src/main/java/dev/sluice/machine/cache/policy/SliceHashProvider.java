// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import dev.sluice.plugin.ParameterValues;
import dev.sluice.plugin.Provider;

/** Makes a function that chooses the slice of a cache for each line, known by name. */
public interface SliceHashProvider extends Provider {

    /** The function for a cache with so many slices, at least 2. */
    SliceFunction create(int slices, int lineBytes, ParameterValues parameters);

    /** Chooses a slice; equal lines must have equal slices. */
    @FunctionalInterface
    interface SliceFunction {

        /** The slice, from 0, of the line with this number: its address in units of the line's size. */
        int slice(long lineNumber);
    }
}
