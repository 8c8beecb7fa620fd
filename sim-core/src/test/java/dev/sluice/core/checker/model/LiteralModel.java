package dev.sluice.core.checker.model;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/**
 * The memory model of seed 000 a second time, slow and literal: sets of pairs, quantifiers as in the text, chains as
 * sequences of operations with a domain each, every combination of choices tried. Shares no code with the checker but the
 * program's own records.
 */
final class LiteralModel {
    private static final int INITIAL = -1;

    private final MemoryProgram program;
    private final int n;
    private final boolean chains;
    private final List<Integer> events = new ArrayList<>();

    final Set<Integer> releaseSequences = new TreeSet<>();
    long executions;
    boolean racy;
    boolean raceFree;
    boolean raceOfAny;

    /** Which write a read finds at a location. */
    private record Found(int location, int read, int write) {}

    private record Pair(int from, int to) {}

    LiteralModel(MemoryProgram program, boolean chains) {
        this.program = program;
        this.n = program.size();
        this.chains = chains;
        for (int e = 0; e < n; e++) {
            events.add(e);
        }
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
                if (a < b && standInOneOrder(a, b)) {
                    undirected.add(new Pair(a, b));
                }
            }
        }
        for (int directions = 0; directions < 1 << undirected.size(); directions++) {
            Set<Pair> order = new HashSet<>();
            for (int i = 0; i < undirected.size(); i++) {
                Pair pair = undirected.get(i);
                order.add((directions >> i & 1) == 0 ? pair : new Pair(pair.to, pair.from));
            }
            if (acyclic(order)) {
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
            chosen.add(new Found(slot.location, slot.read, write));
            reads(open, next + 1, chosen, order);
            chosen.remove(chosen.size() - 1);
        }
    }

    private List<Integer> choices(Found slot) {
        Integer value = e(slot.read).access().readValue();
        List<Integer> writes = new ArrayList<>();
        for (int w : events) {
            if (w != slot.read && e(w).writes() && accesses(w, slot.location)) {
                writes.add(w);
            }
        }
        if (value != null && value == 0) {
            return List.of(INITIAL);
        }
        List<Integer> forced = writes.stream()
                .filter(w -> value != null && value.equals(e(w).access().writeValue()))
                .filter(w -> e(w).access().reference() == e(slot.read).access().reference())
                .toList();
        if (!forced.isEmpty()) {
            return forced;
        }
        List<Integer> elsewhere = writes.stream()
                .filter(w -> value != null && value.equals(e(w).access().writeValue()))
                .toList();
        if (!elsewhere.isEmpty()) {
            return elsewhere;
        }
        writes.add(INITIAL);
        return writes;
    }

    private Event e(int index) {
        return program.event(index);
    }

    private boolean accesses(int event, int location) {
        return e(event).access() != null && (e(event).access().locations() >> location & 1) != 0;
    }

    private boolean po(int a, int b) {
        return a < b && e(a).agent().thread() == e(b).agent().thread();
    }

    private boolean instance(int level, int a, int b) {
        Agent x = e(a).agent();
        Agent y = e(b).agent();
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

    private boolean inScope(int a, int b) {
        return e(a).scope() != null
                && e(b).scope() != null
                && instance(e(a).scope().ordinal(), a, b)
                && instance(e(b).scope().ordinal(), b, a);
    }

    private boolean mutuallyOrdered(int a, int b) {
        return a != b
                && e(a).atomic()
                && e(b).atomic()
                && e(a).access().locations() == e(b).access().locations()
                && e(a).access().reference() == e(b).access().reference()
                && inScope(a, b)
                && e(a).agent().host() == e(b).agent().host();
    }

    private boolean atomicWrite(int a) {
        return e(a).atomic() && e(a).writes();
    }

    /** Both are in the scoped modification order of some atomic write. */
    private boolean standInOneOrder(int a, int b) {
        return atomicWrite(a)
                && atomicWrite(b)
                && a != b
                && some(w -> atomicWrite(w) && (w == a || mutuallyOrdered(w, a)) && (w == b || mutuallyOrdered(w, b)));
    }

    private boolean some(IntPredicate what) {
        return events.stream().anyMatch(what::test);
    }

    private void execution(List<Found> found, Set<Pair> order) {
        Set<Pair> sequences = new HashSet<>();
        for (int head : events) {
            if (atomicWrite(head)) {
                headed(head, order).forEach(x -> sequences.add(new Pair(head, x)));
            }
        }
        Set<Pair> synchronizes = new HashSet<>();
        for (int a : events) {
            for (int b : events) {
                if (synchronizes(a, b, found, sequences)) {
                    synchronizes.add(new Pair(a, b));
                }
            }
        }
        Set<Pair> before = happensBefore(synchronizes);
        List<Set<Pair>> located = new ArrayList<>();
        for (int l = 0; l < program.locations().size(); l++) {
            located.add(locationOrdered(l, before));
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
        releaseSequences.add((int)
                sequences.stream().filter(p -> e(p.from).semantics().release()).count());
    }

    /** The longest continuous run of read-modify-writes behind the head, in the head's own order. */
    private List<Integer> headed(int head, Set<Pair> order) {
        List<Integer> own = new ArrayList<>();
        for (int w : events) {
            if (atomicWrite(w) && (w == head || mutuallyOrdered(w, head))) {
                own.add(w);
            }
        }
        own.sort((a, b) -> a.equals(b) ? 0 : order.contains(new Pair(a, b)) ? -1 : 1);
        List<Integer> run = new ArrayList<>(List.of(head));
        for (int i = own.indexOf(head) + 1; i < own.size() && e(own.get(i)).reads(); i++) {
            run.add(own.get(i));
        }
        return run;
    }

    private boolean readsFromSequence(int read, int head, List<Found> found, Set<Pair> sequences) {
        return found.stream().anyMatch(f -> f.read == read && sequences.contains(new Pair(head, f.write)));
    }

    private boolean names(int barrier, int access) {
        return e(barrier).agent().host()
                || (e(barrier).semantics().storageClasses()
                                        >> e(access).access().storageClass()
                                & 1)
                        != 0;
    }

    private boolean synchronizes(int a, int b, List<Found> found, Set<Pair> sequences) {
        boolean release = e(a).semantics().release();
        boolean acquire = e(b).semantics().acquire();
        if (!release || !acquire) {
            return false;
        }
        if (e(a).atomic() && e(b).atomic()) {
            return mutuallyOrdered(a, b) && readsFromSequence(b, a, found, sequences);
        }
        if (e(a).fence() && e(b).atomic()) {
            return some(x -> atomicWrite(x)
                            && po(a, x)
                            && mutuallyOrdered(x, b)
                            && readsFromSequence(b, x, found, sequences)
                            && names(a, x))
                    && inScope(a, b);
        }
        if (e(a).atomic() && e(b).fence()) {
            return some(x -> e(x).atomic()
                            && e(x).reads()
                            && po(x, b)
                            && mutuallyOrdered(x, a)
                            && readsFromSequence(x, a, found, sequences)
                            && names(b, x))
                    && inScope(a, b);
        }
        boolean throughAtomics = some(x -> atomicWrite(x)
                && po(a, x)
                && some(y -> e(y).atomic()
                        && e(y).reads()
                        && po(y, b)
                        && mutuallyOrdered(x, y)
                        && readsFromSequence(y, x, found, sequences)
                        && names(a, x)
                        && names(b, y)
                        && names(a, y)
                        && names(b, x)));
        boolean throughBarrier = some(c -> e(c).controlBarrier() != null
                && (a == c || po(a, c))
                && some(d -> d != c
                        && e(c).controlBarrier().equals(e(d).controlBarrier())
                        && (d == b || po(d, b))
                        && instance(e(c).scope().ordinal(), a, b)));
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

    private Set<Pair> transitive(Set<Pair> pairs) {
        Set<Pair> all = new LinkedHashSet<>(pairs);
        boolean grows = true;
        while (grows) {
            Set<Pair> more = new HashSet<>();
            for (Pair p : all) {
                for (Pair q : all) {
                    if (p.to == q.from) {
                        more.add(new Pair(p.from, q.to));
                    }
                }
            }
            grows = all.addAll(more);
        }
        return all;
    }

    private boolean acyclic(Set<Pair> pairs) {
        return transitive(pairs).stream().noneMatch(p -> p.from == p.to);
    }

    /** Whether an availability (or visibility) operation includes the access's reference and the location. */
    private boolean includes(int op, int access, int l, boolean availability) {
        Event o = e(op);
        if (o.agent().host()) {
            return false;
        }
        boolean semantics =
                availability ? o.semantics().makeAvailable() : o.semantics().makeVisible();
        int storageClass = e(access).storageClass();
        if (semantics
                && op != access
                && storageClass >= 0
                && (o.semantics().storageClasses() >> storageClass & 1) != 0) {
            return true;
        }
        boolean own = o.access() != null
                && (availability ? o.access().available() : o.access().visible());
        return own && o.access().reference() == e(access).access().reference() && accesses(op, l);
    }

    /** The far ends of all chains for an access: sequences with a strictly broader domain for each element. */
    private Set<Integer> chainEnds(int access, int l, boolean availability, Set<Pair> before) {
        Set<Integer> ends = new TreeSet<>();
        for (int op : events) {
            boolean near = op == access || (availability ? po(access, op) : po(op, access));
            if (near && includes(op, access, l, availability)) {
                grow(op, -1, access, l, availability, before, ends, new ArrayList<>(List.of(op)));
            }
        }
        return ends;
    }

    private void grow(
            int end,
            int domainBefore,
            int access,
            int l,
            boolean availability,
            Set<Pair> before,
            Set<Integer> ends,
            List<Integer> chain) {
        ends.add(end);
        if (!chains) {
            return;
        }
        for (int domain = domainBefore + 1; domain <= e(end).scope().ordinal(); domain++) {
            for (int next : events) {
                if (!chain.contains(next)
                        && includes(next, access, l, availability)
                        && e(next).scope().ordinal() > domain
                        && instance(domain, end, next)
                        && before.contains(availability ? new Pair(end, next) : new Pair(next, end))) {
                    chain.add(next);
                    grow(next, domain, access, l, availability, before, ends, chain);
                    chain.remove(chain.size() - 1);
                }
            }
        }
    }

    private Set<Pair> locationOrdered(int l, Set<Pair> before) {
        Set<Pair> result = new HashSet<>();
        Set<Pair> system = new HashSet<>();
        for (int a : events) {
            for (int b : events) {
                if (program.systemOrder().has(a, b)) {
                    system.add(new Pair(a, b));
                }
            }
        }
        Set<Pair> systemAfter = transitive(system);
        for (int x : events) {
            for (int y : events) {
                if (x != y
                        && accesses(x, l)
                        && accesses(y, l)
                        && (systemAfter.contains(new Pair(x, y)) && e(x).reads() || ordered(x, y, l, before))) {
                    result.add(new Pair(x, y));
                }
            }
        }
        return result;
    }

    private boolean ordered(int x, int y, int l, Set<Pair> before) {
        boolean hb = before.contains(new Pair(x, y));
        boolean sameReference = e(x).access().reference() == e(y).access().reference();
        boolean nonPrivate = e(x).access().nonPrivate() && e(y).access().nonPrivate();
        if (hb && sameReference && e(x).agent().thread() == e(y).agent().thread()) {
            return true;
        }
        if (hb && e(x).reads() && nonPrivate) {
            return true;
        }
        if (!e(x).writes()) {
            return false;
        }
        if (sameReference && nonPrivate) {
            for (int av : chainEnds(x, l, true, before)) {
                for (int domain = 0; domain <= e(av).scope().ordinal() && domain <= 3; domain++) {
                    boolean common = instance(domain, x, y) && instance(domain, av, x);
                    if (common && e(y).writes() && before.contains(new Pair(av, y))) {
                        return true;
                    }
                    if (common && e(y).reads()) {
                        for (int vis : chainEnds(y, l, false, before)) {
                            if (domain <= e(vis).scope().ordinal()
                                    && instance(domain, vis, x)
                                    && before.contains(new Pair(av, vis))) {
                                return true;
                            }
                        }
                    }
                }
            }
        }
        return throughApi(x, y, l, before);
    }

    private boolean throughApi(int x, int y, int l, Set<Pair> before) {
        boolean xHost = e(x).agent().host();
        boolean yHost = e(y).agent().host();
        for (int av : events) {
            if (!domain(av, xHost ? DomainOperation.AVAILABLE_TO_HOST : DomainOperation.AVAILABLE_TO_DEVICE, l)
                    || !before.contains(new Pair(x, av))) {
                continue;
            }
            Set<Integer> available = new TreeSet<>();
            if (xHost == yHost) {
                available.add(av);
            }
            for (int dom : events) {
                if (xHost != yHost
                        && domain(dom, xHost ? DomainOperation.HOST_TO_DEVICE : DomainOperation.DEVICE_TO_HOST, l)
                        && before.contains(new Pair(av, dom))) {
                    available.add(dom);
                }
            }
            for (int a : available) {
                if (e(y).writes() && before.contains(new Pair(a, y))) {
                    return true;
                }
                if (e(y).reads()
                        && some(v -> domain(
                                        v,
                                        yHost ? DomainOperation.VISIBLE_FROM_HOST : DomainOperation.VISIBLE_FROM_DEVICE,
                                        l)
                                && before.contains(new Pair(a, v))
                                && before.contains(new Pair(v, y)))) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean domain(int event, DomainOperation operation, int l) {
        return e(event).domain() == operation && (e(event).domainLocations() >> l & 1) != 0;
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
            if (f.write != INITIAL) {
                union.add(new Pair(f.write, f.read));
            }
            for (int w : events) {
                boolean later = f.write == INITIAL
                        || located.get(f.location).contains(new Pair(f.write, w))
                        || (mutuallyOrdered(f.write, w) && order.contains(new Pair(f.write, w)));
                if (w != f.read && e(w).writes() && accesses(w, f.location) && later) {
                    union.add(new Pair(f.read, w));
                }
            }
        }
        return acyclic(union);
    }
}
