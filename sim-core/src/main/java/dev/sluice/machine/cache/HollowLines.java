// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.observe.SimObserver.DropReason;
import java.util.Arrays;

/**
 * What a slice is doing at once, outside simulated time, and the lines that an inclusive cache below empties meanwhile.
 *
 * <p>What is being done may go on with such a line, so that it stays in its place until all of that is over. Then it leaves,
 * unless something came into it again.
 */
final class HollowLines {

    private final Cache cache;
    private final TagArray tags;
    private final LineMap map;
    private final Outlet outlet;

    private long[] numbers = new long[4];
    private int count;

    HollowLines(Cache cache, TagArray tags, LineMap map, Outlet outlet) {
        this.cache = cache;
        this.tags = tags;
        this.map = map;
        this.outlet = outlet;
    }

    /** Something begins to be done at once; returns whether it is a part of something else, which {@link #end} is to be told. */
    boolean begin() {
        boolean within = outlet.immediate;
        outlet.immediate = true;
        return within;
    }

    /** Whether something is being done at once. */
    boolean within() {
        return outlet.immediate;
    }

    /** What began last is done. */
    void end(boolean within, int command) {
        outlet.immediate = within;
        if (count != 0 && !within) {
            leave(command);
        }
    }

    /** A line was emptied. */
    void add(long number) {
        if (count == numbers.length) {
            numbers = Arrays.copyOf(numbers, count * 2);
        }
        numbers[count++] = number;
    }

    private void leave(int command) {
        while (count > 0) {
            long number = numbers[--count];
            int line = tags.find(map.set(number), number);
            if (line >= 0 && tags.hollow(line)) {
                if (cache.observed) {
                    cache.reports.dropped(line, command, DropReason.INCLUSION);
                }
                cache.drop(line);
            }
        }
    }
}
