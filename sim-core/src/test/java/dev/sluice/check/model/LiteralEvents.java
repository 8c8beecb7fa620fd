// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * What {@link LiteralModel} says of single events and of two of them: who comes first in a thread, who is in whose scope, what a barrier
 * names. Its parts build on this.
 */
abstract class LiteralEvents {
    static final int INITIAL = -1;

    final MemoryProgram program;
    final List<Integer> events;

    /** Which write a read finds at a location. */
    record Found(int location, int read, int write) {}

    record Pair(int from, int to) {}

    LiteralEvents(MemoryProgram program) {
        this.program = program;
        this.events = IntStream.range(0, program.size()).boxed().toList();
    }

    final Event e(int index) {
        return program.event(index);
    }

    final boolean accesses(int event, int location) {
        return e(event).access() != null && (e(event).access().locations() >> location & 1) != 0;
    }

    final boolean po(int a, int b) {
        return a < b && e(a).agent().thread() == e(b).agent().thread();
    }

    final boolean instance(int level, int a, int b) {
        ModelAgent x = e(a).agent();
        ModelAgent y = e(b).agent();
        if (level == 4) {
            return true;
        }
        if (x.host() || y.host()) {
            return false;
        }
        return level == 3
                || (x.queueFamily() == y.queueFamily()
                        && (level == 2
                                || (x.workgroup() == y.workgroup() && (level == 1 || x.subgroup() == y.subgroup()))));
    }

    final boolean inScope(int a, int b) {
        return e(a).scope() != null
                && e(b).scope() != null
                && instance(e(a).scope().ordinal(), a, b)
                && instance(e(b).scope().ordinal(), b, a);
    }

    final boolean mutuallyOrdered(int a, int b) {
        return a != b
                && e(a).atomic()
                && e(b).atomic()
                && e(a).access().locations() == e(b).access().locations()
                && e(a).access().reference() == e(b).access().reference()
                && inScope(a, b)
                && e(a).agent().host() == e(b).agent().host();
    }

    final boolean atomicWrite(int a) {
        return e(a).atomic() && e(a).writes();
    }

    final boolean some(IntPredicate what) {
        return events.stream().anyMatch(what::test);
    }

    final boolean names(int barrier, int access) {
        return e(barrier).agent().host()
                || (e(barrier).semantics().storageClasses()
                                        >> e(access).access().storageClass()
                                & 1)
                        != 0;
    }

    static Set<Pair> transitive(Set<Pair> pairs) {
        Set<Pair> all = new LinkedHashSet<>(pairs);
        boolean grows = true;
        while (grows) {
            Set<Pair> more = new HashSet<>();
            for (Pair p : all) {
                for (Pair q : all) {
                    if (p.to() == q.from()) {
                        more.add(new Pair(p.from(), q.to()));
                    }
                }
            }
            grows = all.addAll(more);
        }
        return all;
    }

    static boolean acyclic(Set<Pair> pairs) {
        return transitive(pairs).stream().noneMatch(p -> p.from() == p.to());
    }
}
