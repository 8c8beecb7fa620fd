// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

/** What a kernel's own barriers ask of the caches that are private to a unit, done at once; see {@link UnitCacheControl}. */
public interface FunctionalCaches {

    /** Drops what the unit's private caches hold. */
    void invalidate(int unit);

    /** Writes down what the unit's private caches hold dirty. */
    void flush(int unit);
}
