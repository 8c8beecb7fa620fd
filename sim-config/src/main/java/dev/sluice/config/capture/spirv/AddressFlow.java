// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture.spirv;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Which pointers and addresses the ids of a module may hold. Facts only grow, so that going through the code comes to an end. */
final class AddressFlow {
    /** After so many rounds, offsets that still grow are taken as any. */
    private static final int ROUNDS = 3;

    private final Map<Integer, Map<Root, Bounds>> facts = new HashMap<>();
    private boolean changed;
    private int round;

    /**
     * What a pointer or an address was before anything was added to it.
     *
     * @param id a variable, or a load of an address
     * @param moved whether arithmetic was done with it, so that it may lead anywhere near it, or be no address at all
     */
    record Root(int id, boolean moved) {}

    /** Begins to go through the code once more, if anything has changed since the last time. */
    boolean again() {
        boolean more = round == 0 || changed;
        changed = false;
        round++;
        return more;
    }

    /** What an id may hold, by the distance from it in bytes. */
    Map<Root, Bounds> of(int id) {
        return facts.getOrDefault(id, Map.of());
    }

    /** What an id may hold now, in the order in which that was found, for callers that add to it on the way. */
    Map<Root, Bounds> copy(int id) {
        return new LinkedHashMap<>(of(id));
    }

    /** An id may hold something. */
    void put(int id, Root root, Bounds offset) {
        Map<Root, Bounds> known = facts.computeIfAbsent(id, k -> new LinkedHashMap<>());
        Bounds before = known.get(root);
        Bounds after = root.moved() ? Bounds.ANY : before == null ? offset : before.join(offset);
        if (before == null || !before.equals(after)) {
            known.put(root, before == null || round <= ROUNDS ? after : Bounds.ANY);
            changed = true;
        }
    }

    /** An id may hold what another does. */
    void flow(int to, int from) {
        copy(from).forEach((root, offset) -> put(to, root, offset));
    }

    /** An id may hold a number that was computed of another. */
    void moved(int to, int from) {
        copy(from).forEach((root, offset) -> put(to, new Root(root.id(), true), Bounds.ANY));
    }
}
