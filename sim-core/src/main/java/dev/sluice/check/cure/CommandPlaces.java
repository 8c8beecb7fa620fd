// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.cure;

import dev.sluice.check.cure.Draft.Recorded;
import dev.sluice.check.cure.Draft.Stated;
import dev.sluice.program.Command;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the commands of a draft that are one in the program: of the same kind, written at the same place. */
final class CommandPlaces {
    /** By place, in the order of the draft; null where it has to be gone through again. */
    private @Nullable Map<String, List<Recorded>> byPlace;

    /** Where a command is written; the id of one that is not written anywhere. */
    static String of(Recorded one) {
        String where = one.command.origin().where();
        return where.isEmpty() || where.equals(Draft.added().where()) ? one.id : where;
    }

    /**
     * All commands that are one with a command, itself included: list by list, each from behind, so that what is put beside one
     * does not move the next.
     *
     * @param submissions all that there are, in order
     */
    List<Recorded> written(Recorded anchor, List<Stated> submissions) {
        List<Recorded> there = index(submissions).getOrDefault(of(anchor), List.of());
        List<Recorded> same = new ArrayList<>();
        int first = 0;
        for (Recorded one : there) {
            if (one.command.kind().equals(anchor.command.kind())) {
                if (first < same.size() && same.get(first).list != one.list) {
                    first = same.size();
                }
                same.add(first, one);
            }
        }
        return same;
    }

    private Map<String, List<Recorded>> index(List<Stated> submissions) {
        Map<String, List<Recorded>> places = byPlace;
        if (places == null) {
            places = new HashMap<>();
            for (Stated stated : submissions) {
                for (List<Recorded> list : stated.lists) {
                    for (Recorded one : list) {
                        places.computeIfAbsent(of(one), at -> new ArrayList<>(1))
                                .add(one);
                    }
                }
            }
            byPlace = places;
        }
        return places;
    }

    /** A command has come. */
    void add(Recorded one) {
        Map<String, List<Recorded>> places = byPlace;
        if (places != null && places.putIfAbsent(of(one), new ArrayList<>(List.of(one))) != null) {
            byPlace = null; // it may stand before others of its place
        }
    }

    /** Makes another command of one. */
    void replace(Recorded one, Command other) {
        String before = of(one);
        one.command = other;
        if (!before.equals(of(one))) {
            byPlace = null;
        }
    }

    /** A command has gone. */
    void remove(Recorded one) {
        Map<String, List<Recorded>> places = byPlace;
        if (places != null) {
            List<Recorded> there = places.get(of(one));
            if (there != null) {
                there.remove(one);
            }
        }
    }

    /** The submissions stand in another order. */
    void forget() {
        byPlace = null;
    }
}
