// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

/**
 * Dynamic RRIP: new lines are given intervals as by {@link Srrip} or by {@link Brrip}, whichever misses less in the sets that
 * are set aside for each ({@link Duel}).
 *
 * <p>Jaleel et al., ISCA 2010 (see {@link Rrip}), section 4.3. Lines filled to go next take no part in the comparison: they
 * would be the same under both. Nor do write-backs of caches above, as in ChampSim's code: a line that is there keeps its interval, and one
 * that comes is given a long one.
 */
final class Drrip extends Rrip {

    private final Duel duel;
    private final int throttle;
    private int fills;

    Drrip(int sets, int ways, int bits, int throttle, Duel duel) {
        super(sets, ways, bits);
        this.throttle = throttle;
        this.duel = duel;
    }

    @Override
    public boolean asksForAccesses() {
        return true;
    }

    @Override
    public void onHit(CacheAccess access) {
        if (!access.writeBack()) {
            onHit(access.set(), access.way());
        }
    }

    @Override
    public void onFill(CacheAccess access) {
        if (access.writeBack()) {
            fill(access.set(), access.way(), distant - 1);
        } else {
            onFill(access.set(), access.way(), access.hint() == CacheAccess.Hint.EVICT_FIRST);
        }
    }

    @Override
    int insertion(int set) {
        if (!duel.missIsForSecond(set)) {
            return distant - 1;
        }
        fills = fills >= throttle ? 1 : fills + 1;
        return fills == throttle ? distant - 1 : distant;
    }
}
