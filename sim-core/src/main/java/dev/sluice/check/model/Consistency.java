// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

/**
 * The consistency axiom (Vulkan specification, section Acyclicity): no cycle in location-ordered, scoped modification
 * order, reads-from and from-reads together. It also forbids reading a write that another one, visible to the read, has
 * overwritten.
 */
final class Consistency {
    private final ProgramRelations fixed;
    private final Relation modificationOrder;
    private final Relation[] order;
    private final Relation all;

    /** With the location order of each location; a part of it will do to refuse what is inconsistent already. */
    Consistency(ProgramRelations fixed, Relation modificationOrder, Relation[] order) {
        this.fixed = fixed;
        this.modificationOrder = modificationOrder;
        this.order = order.clone();
        Relation union = modificationOrder;
        for (Relation relation : order) {
            union = union.or(relation);
        }
        this.all = union;
    }

    /** Whether the reads decided so far fit together; those undecided could yet spoil it. */
    boolean holds(ReadsFrom readsFrom) {
        return all.or(readsFrom.relation()).or(fromReads(readsFrom)).isAcyclic();
    }

    /**
     * From-reads: from a read to every write that comes later, in its scoped modification order or in location order, than
     * what the read found; after the initial value comes every write to the location.
     */
    Relation fromReads(ReadsFrom readsFrom) {
        return Relation.of(fixed.size(), (read, write) -> read != write && readsBefore(readsFrom, read, write));
    }

    private boolean readsBefore(ReadsFrom readsFrom, int read, int write) {
        for (int l = 0; l < order.length; l++) {
            int source = readsFrom.source(l, read);
            if (source == ReadsFrom.UNDECIDED || (fixed.writers(l) >>> write & 1) == 0) {
                continue;
            }
            if (source == ReadsFrom.INITIAL
                    || order[l].has(source, write)
                    || (modificationOrder.has(source, write)
                            && fixed.mutuallyOrdered().has(source, write))) {
                return true;
            }
        }
        return false;
    }
}
