// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

/**
 * A cache as a profile describes it.
 *
 * @param role its role
 * @param write {@code through}, {@code back} or {@code read-only}; empty when the file is silent
 */
public record ProfileCache(CacheRole role, String write) {

    /** Whether it can hold dirty bytes: it is write-back, or the file does not say. */
    public boolean canBeDirty() {
        return write.isEmpty() || write.equals("back");
    }
}
