// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.capture.Descriptors.BoundSet;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What shaders of a command find bound: a copy, whatever is bound later.
 *
 * @param sets descriptor sets by number
 * @param pushed words of the push constants that are known, by their offset in bytes
 */
record ShaderInputs(NavigableMap<Integer, BoundSet> sets, NavigableMap<Integer, Integer> pushed) {
    ShaderInputs {
        sets = Collections.unmodifiableNavigableMap(new TreeMap<>(sets));
        pushed = Collections.unmodifiableNavigableMap(new TreeMap<>(pushed));
    }
}
