// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The scoped modification orders that a program's atomic writes may have (Vulkan specification, section Scoped
 * Modification Order). Each choice is one relation for all of them: it orders exactly the writes that are mutually
 * ordered, and as in the formal model (spirv.als: asmo) it is transitive, so a write never stands between two that are
 * not ordered with each other.
 */
final class ModificationOrders {
    private final ProgramRelations fixed;
    private final Relation related;
    private final Relation forced;
    private final int limit;

    /** With pairs that every order has to keep, such as location order; and the most orders to give. */
    ModificationOrders(ProgramRelations fixed, Relation forced, int limit) {
        this.fixed = fixed;
        this.forced = forced.closure();
        this.limit = limit;
        long writes = fixed.all(e -> e.atomic() && e.writes());
        this.related = fixed.mutuallyOrdered().between(writes, writes);
    }

    /** All orders, each as one relation. */
    List<Relation> all() {
        List<Relation> orders = new ArrayList<>();
        orders.add(Relation.empty(fixed.size()));
        Relation connected = related.closure();
        long done = 0;
        for (int e = 0; e < fixed.size(); e++) {
            long group = connected.row(e);
            if (group == 0 || (done >>> e & 1) != 0) {
                continue;
            }
            done |= group;
            Set<Relation> choices = new LinkedHashSet<>();
            lineUp(group, Relation.empty(fixed.size()), 0, choices);
            List<Relation> next = new ArrayList<>();
            for (Relation order : orders) {
                for (Relation choice : choices) {
                    next.add(order.or(choice));
                    checkLimit(next.size());
                }
            }
            orders = next;
        }
        return orders;
    }

    private void lineUp(long left, Relation order, long before, Set<Relation> out) {
        if (left == 0) {
            out.add(order);
            checkLimit(out.size());
            return;
        }
        for (long rest = left; rest != 0; rest &= rest - 1) {
            int next = Long.numberOfTrailingZeros(rest);
            boolean free = true;
            for (long others = left; others != 0; others &= others - 1) {
                free &= !forced.has(Long.numberOfTrailingZeros(others), next);
            }
            long earlier = before & related.row(next);
            if (free && isClosed(earlier, order)) {
                Relation grown = order.or(Relation.of(fixed.size(), (a, b) -> b == next && (earlier >>> a & 1) != 0));
                lineUp(left & ~(1L << next), grown, before | 1L << next, out);
            }
        }
    }

    /** Whether what comes before each event of a set is in the set. */
    private static boolean isClosed(long set, Relation order) {
        for (int a = 0; a < order.size(); a++) {
            if ((set >>> a & 1) == 0 && (order.row(a) & set) != 0) {
                return false;
            }
        }
        return true;
    }

    private void checkLimit(int count) {
        if (count > limit) {
            throw new TooManyExecutionsException("more than " + limit + " modification orders of atomics");
        }
    }
}
