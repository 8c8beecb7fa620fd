// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.policy;

/** First in, first out: a line is stamped when it is filled, and hits leave it alone. */
final class Fifo extends StampOrder {

    Fifo(int sets, int ways) {
        super(sets, ways);
    }

    @Override
    public void onHit(int set, int way) {
        // a hit does not change the order of arrival
    }

    @Override
    public String ageMeaning() {
        return "ways filled since (0: filled last, the highest goes next)";
    }
}
