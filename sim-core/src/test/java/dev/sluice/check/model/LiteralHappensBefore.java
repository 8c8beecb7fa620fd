// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The part of {@link LiteralModel} that orders events: release sequences, who synchronizes with whom, what happens before what. */
final class LiteralHappensBefore extends LiteralEvents {

    LiteralHappensBefore(MemoryProgram program) {
        super(program);
    }

    /** Heads of release sequences, and what is in them. */
    Set<Pair> sequences(Set<Pair> order) {
        Set<Pair> sequences = new HashSet<>();
        for (int head : events) {
            if (atomicWrite(head)) {
                headed(head, order).forEach(x -> sequences.add(new Pair(head, x)));
            }
        }
        return sequences;
    }

    Set<Pair> before(List<Found> found, Set<Pair> sequences) {
        Set<Pair> synchronizes = new HashSet<>();
        for (int a : events) {
            for (int b : events) {
                if (synchronizes(a, b, found, sequences)) {
                    synchronizes.add(new Pair(a, b));
                }
            }
        }
        return happensBefore(synchronizes);
    }

    /** The head, and by steps to a next read-modify-write with nothing between, what follows it. */
    private Set<Integer> headed(int head, Set<Pair> order) {
        Set<Integer> run = new TreeSet<>(List.of(head));
        boolean grows = true;
        while (grows) {
            Set<Integer> more = new TreeSet<>();
            for (int e : run) {
                for (int w : events) {
                    if (order.contains(new Pair(e, w))
                            && e(w).reads()
                            && !some(m -> order.contains(new Pair(e, m)) && order.contains(new Pair(m, w)))) {
                        more.add(w);
                    }
                }
            }
            grows = run.addAll(more);
        }
        return run;
    }

    private boolean readsFromSequence(int read, int head, List<Found> found, Set<Pair> sequences) {
        return found.stream()
                .anyMatch(f -> f.read() == read
                        && f.write() != INITIAL
                        && mutuallyOrdered(f.write(), read)
                        && sequences.contains(new Pair(head, f.write())));
    }

    private boolean synchronizes(int a, int b, List<Found> found, Set<Pair> sequences) {
        boolean release = e(a).semantics().release();
        boolean acquire = e(b).semantics().acquire();
        if (!release || !acquire) {
            return false;
        }
        if (e(a).atomic() && e(b).atomic()) {
            return inScope(a, b) && readsFromSequence(b, a, found, sequences);
        }
        if (e(a).fence() && e(b).atomic()) {
            return some(x -> atomicWrite(x) && po(a, x) && readsFromSequence(b, x, found, sequences) && names(a, x))
                    && inScope(a, b);
        }
        if (e(a).atomic() && e(b).fence()) {
            return some(x -> e(x).atomic()
                            && e(x).reads()
                            && po(x, b)
                            && readsFromSequence(x, a, found, sequences)
                            && names(b, x))
                    && inScope(a, b);
        }
        boolean throughAtomics = some(x -> atomicWrite(x)
                && po(a, x)
                && some(y -> e(y).atomic()
                        && e(y).reads()
                        && po(y, b)
                        && readsFromSequence(y, x, found, sequences)
                        && names(a, x)
                        && names(b, y)));
        boolean throughBarrier = some(c -> e(c).controlBarrier() != null
                && (a == c || po(a, c))
                && some(d -> d != c
                        && e(c).controlBarrier().equals(e(d).controlBarrier())
                        && (d == b || po(d, b))
                        && inScope(c, d)));
        return inScope(a, b) && (throughAtomics || throughBarrier);
    }

    private Set<Pair> happensBefore(Set<Pair> synchronizes) {
        Set<Pair> result = new HashSet<>();
        for (int classes = 1; classes < 4; classes++) {
            Set<Pair> inter = new HashSet<>();
            for (int a : events) {
                for (int b : events) {
                    boolean aHas = (e(a).semantics().storageClasses() & classes) == classes;
                    boolean bHas = (e(b).semantics().storageClasses() & classes) == classes;
                    boolean aIn = aHas || (e(a).storageClass() >= 0 && (classes >> e(a).storageClass() & 1) != 0);
                    boolean bIn = bHas || (e(b).storageClass() >= 0 && (classes >> e(b).storageClass() & 1) != 0);
                    boolean sw = synchronizes.contains(new Pair(a, b));
                    boolean host = e(a).agent().host() && e(b).agent().host();
                    if (program.systemOrder().has(a, b)
                            || (sw && aHas && bHas)
                            || (aIn && bHas && e(b).semantics().release() && po(a, b))
                            || (aHas && e(a).semantics().acquire() && bIn && po(a, b))
                            || (host && hostStep(a, b, synchronizes))) {
                        inter.add(new Pair(a, b));
                    }
                }
            }
            result.addAll(transitive(inter));
        }
        for (int a : events) {
            for (int b : events) {
                if (po(a, b)) {
                    result.add(new Pair(a, b));
                }
            }
        }
        return result;
    }

    /** C++: synchronizes-with, with sequenced-before in front or behind. */
    private boolean hostStep(int a, int b, Set<Pair> synchronizes) {
        return some(x -> (a == x || po(a, x))
                && e(x).agent().host()
                && some(y ->
                        synchronizes.contains(new Pair(x, y)) && e(y).agent().host() && (y == b || po(y, b))));
    }
}
