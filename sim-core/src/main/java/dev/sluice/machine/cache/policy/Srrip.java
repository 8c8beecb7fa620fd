// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

/**
 * Static RRIP with hit priority: a new line is given a long interval, one below distant, so that it goes before lines that
 * were used again, and a scan does not drive those out.
 *
 * <p>Jaleel et al., ISCA 2010 (see {@link Rrip}), section 4.1.
 */
final class Srrip extends Rrip {

    Srrip(int sets, int ways, int bits) {
        super(sets, ways, bits);
    }

    @Override
    int insertion(int set) {
        return distant - 1;
    }
}
