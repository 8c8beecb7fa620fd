// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

import java.util.Arrays;

/**
 * Signature-based hit prediction: a new line is given a distant interval where lines of its origin were not used again, else
 * a long one as by {@link Srrip}.
 *
 * <p>A signature stands for the origin: the access site (SHiP-PC), or where none is known the region of
 * {@code region} bytes that the address lies in (SHiP-Mem). A counter per signature goes up with a hit of a line that
 * it brought, and down when one leaves without having been hit. Counters begin at 1, so that an origin is trusted until one of its
 * lines proved useless. Lines filled to go next teach nothing, nor do write-backs of caches above, as in ChampSim's code: a line that is
 * there stays as it is, and one that comes is given a long interval and has no origin.
 *
 * <p>C.-J. Wu, A. Jaleel, W. Hasenplaugh, M. Martonosi, S. Steely, J. Emer: SHiP: Signature-based Hit Predictor for High
 * Performance Caching, MICRO 2011.
 */
final class Ship implements ReplacementPolicy {

    static final int SIGNATURE_BITS = 14;
    static final int COUNTER_BITS = 3;

    /** Where nothing is known of a line's origin. */
    private static final int NO_ORIGIN = 0;
    /** The way has no line of which something is to be learnt. */
    private static final short NOTHING = -1;

    private final int ways;
    private final Origins origins;
    private final int most;
    private final Srrip intervals;
    private final byte[] counters;
    private final short[] signatures;
    private final boolean[] used;

    Ship(PolicySetup setup) {
        int lines = setup.sets() * setup.ways();
        this.ways = setup.ways();
        this.origins = new Origins(setup.integer("signature"), setup.integer("region"));
        this.most = (1 << setup.integer("counter")) - 1;
        this.intervals = new Srrip(setup.sets(), ways, setup.integer("bits"));
        this.counters = new byte[1 << setup.integer("signature")];
        this.signatures = new short[lines];
        this.used = new boolean[lines];
        Arrays.fill(counters, (byte) 1);
        Arrays.fill(signatures, NOTHING);
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
    public void onHit(int set, int way) {
        intervals.onHit(set, way);
        int line = set * ways + way;
        used[line] = true;
        int signature = signatures[line];
        if (signature >= 0 && counters[signature] < most) {
            counters[signature]++;
        }
    }

    @Override
    public void onFill(int set, int way, boolean evictFirst) {
        fill(set, way, evictFirst, NO_ORIGIN);
    }

    @Override
    public void onFill(CacheAccess access) {
        if (access.writeBack()) {
            leave(access.set() * ways + access.way(), NOTHING);
            intervals.fill(access.set(), access.way(), intervals.distant - 1);
            return;
        }
        fill(access.set(), access.way(), access.hint() == CacheAccess.Hint.EVICT_FIRST, origins.of(access));
    }

    private void fill(int set, int way, boolean evictFirst, int signature) {
        leave(set * ways + way, evictFirst ? NOTHING : (short) signature);
        if (evictFirst) {
            intervals.onFill(set, way, true);
        } else {
            intervals.fill(set, way, counters[signature] == 0 ? intervals.distant : intervals.distant - 1);
        }
    }

    /** A line leaves its way to another one. */
    private void leave(int line, short signature) {
        int before = signatures[line];
        if (before >= 0 && !used[line] && counters[before] > 0) {
            counters[before]--;
        }
        used[line] = false;
        signatures[line] = signature;
    }

    @Override
    public void onInvalidate(int set, int way) {
        signatures[set * ways + way] = NOTHING;
    }

    @Override
    public int victim(int set, WayCandidates candidates) {
        return intervals.victim(set, candidates);
    }

    @Override
    public int age(int set, int way) {
        return intervals.age(set, way);
    }

    @Override
    public String ageMeaning() {
        return intervals.ageMeaning();
    }

    @Override
    public boolean evictsFirst(int set, int way) {
        return intervals.evictsFirst(set, way);
    }
}
