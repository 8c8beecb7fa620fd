// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache;

import dev.sluice.machine.cache.PlainCache.Line;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One set of a {@link PlainCache}: its lines in the order in which LRU or FIFO lets them go, or the tree of pseudo-LRU. */
final class PlainSet {

    private final int ways;
    private final String policy;
    /** The next to go first; the order is that of use for LRU, of arrival for the others. */
    private final List<Line> order = new ArrayList<>();
    /** Of each node of the tree: whether its right half was used longer ago. Node 1 is the root. */
    private final boolean[] rightIsOlder;

    private final int leaves;

    PlainSet(int ways, String policy) {
        this.ways = ways;
        this.policy = policy;
        int power = 1;
        while (power < ways) {
            power *= 2;
        }
        leaves = power;
        rightIsOlder = new boolean[leaves];
    }

    List<Line> lines() {
        return order;
    }

    @Nullable
    Line find(long number) {
        return order.stream().filter(l -> l.number == number).findFirst().orElse(null);
    }

    /** A line was used. */
    void used(Line line) {
        if (policy.equals("lru")) {
            order.remove(line);
            order.add(line);
        }
        mark(line.way);
    }

    /** Puts a line where there is room, which {@link #victim} has made. */
    void put(Line line) {
        line.way = lowestFree();
        order.add(line);
        mark(line.way);
    }

    private int lowestFree() {
        for (int way = 0; way < ways; way++) {
            int at = way;
            if (order.stream().noneMatch(l -> l.way == at)) {
                return way;
            }
        }
        throw new AssertionError("no room was made");
    }

    /** The line that must go before another can come; null while there is room. */
    @Nullable
    Line victim() {
        if (order.size() < ways) {
            return null;
        }
        if (!policy.equals("plru")) {
            return order.get(0);
        }
        int node = 1;
        int first = 0;
        for (int span = leaves / 2; span > 0; span /= 2) {
            boolean right = rightIsOlder[node] && first + span < ways;
            node = 2 * node + (right ? 1 : 0);
            first += right ? span : 0;
        }
        int way = first;
        return order.stream().filter(l -> l.way == way).findFirst().orElseThrow();
    }

    /** A line went to make room. */
    void evict(Line line) {
        order.remove(line);
    }

    /** A line went because it holds nothing any more. */
    void drop(Line line) {
        order.remove(line);
    }

    private void mark(int way) {
        int node = 1;
        int first = 0;
        for (int span = leaves / 2; span > 0; span /= 2) {
            boolean right = way >= first + span;
            rightIsOlder[node] = !right;
            node = 2 * node + (right ? 1 : 0);
            first += right ? span : 0;
        }
    }
}
