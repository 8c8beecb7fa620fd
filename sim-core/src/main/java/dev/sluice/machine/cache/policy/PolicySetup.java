// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import dev.sluice.plugin.ParameterValues;

/**
 * What a replacement policy is made for: one slice of one instance of a cache.
 *
 * @param lineBytes bytes of a line, a power of two
 * @param seed of this instance, for policies that draw lots
 * @param parameters the values of all that the provider declares
 */
public record PolicySetup(int sets, int ways, int lineBytes, long seed, ParameterValues parameters) {

    /** The value of a whole number. */
    public int integer(String parameter) {
        return parameters.integer(parameter);
    }

    /** The value of a flag. */
    public boolean flag(String parameter) {
        return parameters.flag(parameter);
    }
}
