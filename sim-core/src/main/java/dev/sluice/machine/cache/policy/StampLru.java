// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

/** Least recently used among more ways than ranks are kept of: a line is stamped when it is used. */
final class StampLru extends StampOrder {

    StampLru(int sets, int ways) {
        super(sets, ways);
    }

    @Override
    public void onHit(int set, int way) {
        stamp(set, way);
    }

    @Override
    public String ageMeaning() {
        return "ways used since (0: used last, the highest goes next)";
    }
}
