package dev.sluice.core.checker.model;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/**
 * The memory model of seed 000, where it differs as the formal model has it, a second time, slow and literal: sets of pairs,
 * quantifiers, every combination of choices tried. Shares no code with the checker but the program's own records.
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
                if (a < b && atomicWrite(a) && atomicWrite(b) && mutuallyOrdered(a, b)) {
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
            chosen.add(new Found(slot.location, slot.read, write));
            reads(open, next + 1, chosen, order);
            chosen.remove(chosen.size() - 1);
        }
    }

    private List<Integer> choices(Found slot) {
        Integer value = e(slot.read).access().readValue();
        List<Integer> writes = new ArrayList<>();
        List<Integer> forced = new ArrayList<>();
        for (int w : events) {
            if (e(w).writes() && accesses(w, slot.location)) {
                if (w != slot.read) {
                    writes.add(w);
                }
                if (Objects.equals(value, e(w).access().writeValue())
                        && e(w).access().reference() == e(slot.read).access().reference()) {
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
        return forced.size() > 1 || forced.contains(slot.read) ? List.of() : forced;
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
                .anyMatch(f -> f.read == read
                        && f.write != INITIAL
                        && mutuallyOrdered(f.write, read)
                        && sequences.contains(new Pair(head, f.write)));
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

    /** One of two events is an availability or visibility operation that includes the other, at its place. */
    private boolean includes(int a, int b, int l) {
        if (e(a).agent().host() || e(b).agent().host()) {
            return false;
        }
        if (e(a).access() != null && e(b).semantics().makeAvailable() && names(b, a)) {
            return true;
        }
        if (e(b).access() != null && e(a).semantics().makeVisible() && names(a, b)) {
            return true;
        }
        return accesses(a, l)
                && accesses(b, l)
                && e(a).access().reference() == e(b).access().reference()
                && (e(a).access().available()
                        || e(a).access().visible()
                        || e(b).access().available()
                        || e(b).access().visible());
    }

    private boolean reaches(int op, int domain, boolean availability) {
        return !e(op).agent().host()
                && (availability
                        ? e(op).semantics().makeAvailable()
                                || (e(op).access() != null && e(op).access().available())
                        : e(op).semantics().makeVisible()
                                || (e(op).access() != null && e(op).access().visible()))
                && (domain == 0 || (e(op).scope() != null && e(op).scope().ordinal() >= domain));
    }

    /**
     * For each domain, pairs of the access's own operation and the chain's operation at that domain. A chain passes each
     * narrower domain or skips it; visibility chains are followed from the read backwards.
     */
    private List<Set<Pair>> chainsTo(int l, boolean availability, Set<Pair> before) {
        List<Set<Pair>> byDomain = new ArrayList<>();
        Set<Pair> path = new HashSet<>();
        events.forEach(a -> path.add(new Pair(a, a)));
        for (int domain = 0; domain < 4; domain++) {
            if (domain > 0 && chains) {
                Set<Pair> longer = new HashSet<>();
                for (Pair p : path) {
                    for (Pair q : byDomain.get(domain - 1)) {
                        for (int next : events) {
                            int a = availability ? q.to : next;
                            int b = availability ? next : q.to;
                            if (p.to == q.from
                                    && before.contains(new Pair(a, b))
                                    && instance(domain - 1, a, b)
                                    && includes(a, b, l)) {
                                longer.add(new Pair(p.from, next));
                            }
                        }
                    }
                }
                path.addAll(longer);
            }
            int level = domain;
            Set<Pair> reached = new HashSet<>(path);
            reached.removeIf(p -> !reaches(p.to, level, availability));
            byDomain.add(reached);
        }
        return byDomain;
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
        List<Set<Pair>> available = chainsTo(l, true, before);
        List<Set<Pair>> visible = chainsTo(l, false, before);
        for (int x : events) {
            for (int y : events) {
                if (accesses(x, l)
                        && accesses(y, l)
                        && (systemAfter.contains(new Pair(x, y)) && e(x).reads()
                                || ordered(x, y, l, before)
                                || throughShader(x, y, l, before, available, visible))) {
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
        return e(x).writes() && throughApi(x, y, l, before);
    }

    private boolean throughShader(
            int x, int y, int l, Set<Pair> before, List<Set<Pair>> available, List<Set<Pair>> visible) {
        if (!e(x).writes()
                || !e(x).access().nonPrivate()
                || !e(y).access().nonPrivate()
                || e(x).access().reference() != e(y).access().reference()) {
            return false;
        }
        for (int domain = 0; domain < 4; domain++) {
            for (Pair av : available.get(domain)) {
                if (!(x == av.from || po(x, av.from)) || !includes(x, av.from, l)) {
                    continue;
                }
                if (e(y).writes() && before.contains(new Pair(av.to, y)) && instance(domain, av.to, y)) {
                    return true;
                }
                for (Pair vis : visible.get(domain)) {
                    if (e(y).reads()
                            && before.contains(new Pair(av.to, vis.to))
                            && instance(domain, av.to, vis.to)
                            && (vis.from == y || po(vis.from, y))
                            && includes(vis.from, y, l)) {
                        return true;
                    }
                }
            }
        }
        return false;
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
