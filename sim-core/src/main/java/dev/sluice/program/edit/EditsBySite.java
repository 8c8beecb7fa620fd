// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.edit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Edits by the sites that they change, so that a list of commands is given only those that concern it, and those of single
 * commands at once: a stream may have thousands of lists and of edits.
 */
final class EditsBySite {
    private final List<? extends BarrierEdit> edits;
    private final Map<String, List<Integer>> numbers = new HashMap<>();

    EditsBySite(List<? extends BarrierEdit> edits) {
        this.edits = edits;
        for (int i = 0; i < edits.size(); i++) {
            for (String site : edits.get(i).sites()) {
                numbers.computeIfAbsent(site, key -> new ArrayList<>(1)).add(i);
            }
        }
    }

    /** Whether some edit changes the command of a site. */
    boolean change(String site) {
        return numbers.containsKey(site);
    }

    /** A list with the edits made that apply to it, one after the other; the same list where none does. */
    List<Item> applyTo(List<Item> list) {
        NavigableSet<Integer> due = new TreeSet<>();
        list.forEach(item -> due.addAll(of(item.site())));
        List<Item> edited = list;
        Map<String, List<BarrierEdit.OfCommand>> single = new HashMap<>();
        for (Integer next = due.pollFirst(); next != null; next = due.pollFirst()) {
            BarrierEdit edit = edits.get(next);
            if (edit instanceof BarrierEdit.OfCommand of) {
                single.computeIfAbsent(of.site(), site -> new ArrayList<>(1)).add(of);
                continue;
            }
            edited = edit.applyTo(applied(single, edited));
            single.clear();
            int number = next;
            for (String site : edit.added()) {
                of(site).stream().filter(later -> later > number).forEach(due::add);
            }
        }
        return applied(single, edited);
    }

    private List<Integer> of(String site) {
        return numbers.getOrDefault(site, List.of());
    }

    private static List<Item> applied(Map<String, List<BarrierEdit.OfCommand>> single, List<Item> list) {
        if (single.isEmpty()) {
            return list;
        }
        List<Item> edited = new ArrayList<>(list.size());
        for (Item item : list) {
            Item now = item;
            for (BarrierEdit.OfCommand edit : single.getOrDefault(item.site(), List.of())) {
                now = now == null ? null : edit.applyTo(now);
            }
            if (now != null) {
                edited.add(now);
            }
        }
        return edited;
    }
}
