// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.edit;

import dev.sluice.program.Barrier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** Looks for sites in command lists. */
final class Lists {
    private Lists() {}

    /** Barriers in the order in which a stream file has them: global ones, then those of buffers, then those of images. */
    static List<Barrier> grouped(List<Barrier> barriers) {
        return barriers.stream()
                .sorted(Comparator.comparingInt(
                        barrier -> barrier.image() != null ? 2 : barrier.range() != null ? 1 : 0))
                .toList();
    }

    /** Where a site stands, from the end on: what is taken away there moves none of the places that are left. */
    static List<Integer> indices(List<Item> list, String site) {
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i).site().equals(site)) {
                all.add(i);
            }
        }
        Collections.reverse(all);
        return all;
    }

    /** The index to insert at for a place: by the anchor nearest to {@code at}, the later of two; -1 for none. */
    static int nearest(List<Item> list, int at, Place place) {
        for (int distance = 0; distance < list.size(); distance++) {
            for (int i : new int[] {at + distance, at - distance}) {
                if (i >= 0 && i < list.size() && list.get(i).site().equals(place.anchor())) {
                    return place.before() ? i : i + 1;
                }
            }
        }
        return -1;
    }
}
