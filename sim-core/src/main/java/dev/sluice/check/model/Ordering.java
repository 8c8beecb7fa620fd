// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

import java.util.ArrayList;
import java.util.List;

/**
 * The relations that follow from what the atomics of a program read and in which order they modify. Other reads change none
 * of them: they neither release nor acquire.
 */
public final class Ordering {
    private final ProgramRelations fixed;
    private final boolean chains;
    private final Relation releaseSequences;
    private final Relation synchronizesWith;
    private final Relation happensBefore;
    private final List<Relation> locationOrder;
    private final Relation races;

    /**
     * Derives the relations.
     *
     * @param fixed what the program fixes
     * @param modificationOrder all scoped modification orders together
     * @param readsFrom what at least the atomics read
     * @param chains whether chains may have several elements (vulkanMemoryModelAvailabilityVisibilityChains)
     */
    public Ordering(ProgramRelations fixed, Relation modificationOrder, ReadsFrom readsFrom, boolean chains) {
        this.fixed = fixed;
        this.chains = chains;
        Synchronization synchronization = new Synchronization(fixed, modificationOrder, readsFrom);
        releaseSequences = synchronization.releaseSequences();
        synchronizesWith = synchronization.synchronizesWith();
        happensBefore = new HappensBeforeRelation(fixed, synchronizesWith).relation();
        LocationOrder order = new LocationOrder(fixed, happensBefore, chains);
        List<Relation> byLocation = new ArrayList<>();
        for (int l = 0; l < fixed.locations(); l++) {
            byLocation.add(order.at(l));
        }
        locationOrder = List.copyOf(byLocation);
        races = Relation.of(fixed.size(), (x, y) -> x < y && races(x, y));
    }

    private boolean races(int x, int y) {
        return racingLocation(x, y) >= 0;
    }

    /** What the program fixes. */
    public ProgramRelations fixed() {
        return fixed;
    }

    /** Whether chains of several elements counted. */
    public boolean chains() {
        return chains;
    }

    /**
     * From each releasing atomic to the elements of the release sequence that it heads (Vulkan specification, section
     * Release Sequence).
     */
    public Relation releaseSequences() {
        return releaseSequences;
    }

    /** Synchronizes-with. */
    public Relation synchronizesWith() {
        return synchronizesWith;
    }

    /** Happens-before. */
    public Relation happensBefore() {
        return happensBefore;
    }

    /** Location-ordered, at a location. */
    public Relation locationOrder(int location) {
        return locationOrder.get(location);
    }

    /** Pairs that race, the first one in the file before the other (Vulkan specification, section Data Race). */
    public Relation races() {
        return races;
    }

    /** The first location at which two events race; -1 when they do not. */
    public int racingLocation(int x, int y) {
        Event first = fixed.event(x);
        Event second = fixed.event(y);
        if (x == y
                || !(first.writes() || second.writes())
                || fixed.mutuallyOrdered().has(x, y)) {
            return -1;
        }
        for (long rest = first.locations() & second.locations(); rest != 0; rest &= rest - 1) {
            int location = Long.numberOfTrailingZeros(rest);
            Relation order = locationOrder.get(location);
            if (!order.has(x, y) && !order.has(y, x)) {
                return location;
            }
        }
        return -1;
    }
}
