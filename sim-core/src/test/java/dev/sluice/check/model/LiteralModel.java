// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The memory model of the Vulkan specification, where it differs as the formal model has it, a second time, slow and
 * literal: sets of pairs, quantifiers, every combination of choices tried. Shares no code with the checker but the
 * program's own records.
 */
final class LiteralModel extends LiteralEvents {
    private final LiteralHappensBefore causes;
    private final LiteralLocationOrder locations;

    final Set<Integer> releaseSequences = new TreeSet<>();
    long executions;
    boolean racy;
    boolean raceFree;
    boolean raceOfAny;

    LiteralModel(MemoryProgram program, boolean chains) {
        super(program);
        causes = new LiteralHappensBefore(program);
        locations = new LiteralLocationOrder(program, chains);
    }

    void run() {
        List<Found> open = new ArrayList<>();
        for (int read : events) {
            for (int l = 0; l < program.locations().size(); l++) {
                if (e(read).reads() && accesses(read, l)) {
                    open.add(new Found(l, read, INITIAL));
                }
            }
        }
        List<Pair> undirected = new ArrayList<>();
        for (int a : events) {
            for (int b : events) {
                if (a < b && atomicWrite(a) && atomicWrite(b) && mutuallyOrdered(a, b)) {
                    undirected.add(new Pair(a, b));
                }
            }
        }
        for (int directions = 0; directions < 1 << undirected.size(); directions++) {
            Set<Pair> order = new HashSet<>();
            for (int i = 0; i < undirected.size(); i++) {
                Pair pair = undirected.get(i);
                order.add((directions >> i & 1) == 0 ? pair : new Pair(pair.to(), pair.from()));
            }
            if (acyclic(order) && transitive(order).equals(order)) {
                reads(open, 0, new ArrayList<>(), order);
            }
        }
    }

    private void reads(List<Found> open, int next, List<Found> chosen, Set<Pair> order) {
        if (next == open.size()) {
            execution(chosen, order);
            return;
        }
        Found slot = open.get(next);
        for (int write : choices(slot)) {
            chosen.add(new Found(slot.location(), slot.read(), write));
            reads(open, next + 1, chosen, order);
            chosen.remove(chosen.size() - 1);
        }
    }

    private List<Integer> choices(Found slot) {
        Integer value = e(slot.read()).access().readValue();
        List<Integer> writes = new ArrayList<>();
        List<Integer> forced = new ArrayList<>();
        for (int w : events) {
            if (e(w).writes() && accesses(w, slot.location())) {
                if (w != slot.read()) {
                    writes.add(w);
                }
                if (Objects.equals(value, e(w).access().writeValue())
                        && e(w).access().reference() == e(slot.read()).access().reference()) {
                    forced.add(w);
                }
            }
        }
        if (value != null && value == 0) {
            forced.add(INITIAL);
        }
        if (forced.isEmpty()) {
            writes.add(INITIAL);
            return writes;
        }
        // it would have to find all of them
        return forced.size() > 1 || forced.contains(slot.read()) ? List.of() : forced;
    }

    private void execution(List<Found> found, Set<Pair> order) {
        Set<Pair> sequences = causes.sequences(order);
        Set<Pair> before = causes.before(found, sequences);
        List<Set<Pair>> located = new ArrayList<>();
        for (int l = 0; l < program.locations().size(); l++) {
            located.add(locations.locationOrdered(l, before));
        }
        boolean race = false;
        for (int x : events) {
            for (int y : events) {
                race |= races(x, y, located);
            }
        }
        raceOfAny |= race;
        if (!consistent(found, order, located)) {
            return;
        }
        executions++;
        racy |= race;
        raceFree |= !race;
        releaseSequences.add((int) sequences.stream()
                .filter(p -> e(p.from()).semantics().release())
                .count());
    }

    private boolean races(int x, int y, List<Set<Pair>> located) {
        if (x == y || mutuallyOrdered(x, y) || !(e(x).writes() || e(y).writes())) {
            return false;
        }
        for (int l = 0; l < located.size(); l++) {
            if (accesses(x, l)
                    && accesses(y, l)
                    && !located.get(l).contains(new Pair(x, y))
                    && !located.get(l).contains(new Pair(y, x))) {
                return true;
            }
        }
        return false;
    }

    private boolean consistent(List<Found> found, Set<Pair> order, List<Set<Pair>> located) {
        Set<Pair> union = new HashSet<>(order);
        located.forEach(union::addAll);
        for (Found f : found) {
            if (f.write() != INITIAL) {
                union.add(new Pair(f.write(), f.read()));
            }
            for (int w : events) {
                boolean later = f.write() == INITIAL
                        || located.get(f.location()).contains(new Pair(f.write(), w))
                        || (mutuallyOrdered(f.write(), w) && order.contains(new Pair(f.write(), w)));
                if (w != f.read() && e(w).writes() && accesses(w, f.location()) && later) {
                    union.add(new Pair(f.read(), w));
                }
            }
        }
        return acyclic(union);
    }
}
