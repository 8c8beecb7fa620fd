// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

/**
 * Not recently used: a bit per line, cleared by a fill and by a hit; the first line whose bit is set goes, and where there is
 * none all bits of the set are set.
 *
 * <p>As in the Itanium 2 and the UltraSPARC T2; described in section 3 of Jaleel et al., ISCA 2010 (see {@link Rrip}), where
 * it is RRIP with one bit.
 */
final class Nru extends Rrip {

    Nru(int sets, int ways) {
        super(sets, ways, 1);
    }

    @Override
    int insertion(int set) {
        return distant - 1;
    }
}
