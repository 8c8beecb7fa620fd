// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

/**
 * Bimodal RRIP: most new lines are given a distant interval and go next, so that of a working set larger than the cache a part
 * stays; one fill of {@value #THROTTLE} is given a long one.
 *
 * <p>Jaleel et al., ISCA 2010 (see {@link Rrip}), section 4.2. The paper draws lots; here every {@value #THROTTLE}th fill of
 * the slice is the one, so that no seed matters.
 */
final class Brrip extends Rrip {

    /** Of so many fills one is given a long interval, unless told otherwise. */
    static final int THROTTLE = 32;

    private final int throttle;
    private int fills;

    Brrip(int sets, int ways, int bits, int throttle) {
        super(sets, ways, bits);
        this.throttle = throttle;
    }

    @Override
    int insertion(int set) {
        fills = fills >= throttle ? 1 : fills + 1;
        return fills == throttle ? distant - 1 : distant;
    }
}
