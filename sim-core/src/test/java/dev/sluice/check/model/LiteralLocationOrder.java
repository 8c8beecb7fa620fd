// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The part of {@link LiteralModel} that orders accesses to a location: what is available and visible to whom, through the operations of
 * shaders or through those of the API.
 */
final class LiteralLocationOrder extends LiteralEvents {
    private final boolean chains;

    LiteralLocationOrder(MemoryProgram program, boolean chains) {
        super(program);
        this.chains = chains;
    }

    Set<Pair> locationOrdered(int l, Set<Pair> before) {
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
                if (!(x == av.from() || po(x, av.from())) || !includes(x, av.from(), l)) {
                    continue;
                }
                if (e(y).writes() && before.contains(new Pair(av.to(), y)) && instance(domain, av.to(), y)) {
                    return true;
                }
                for (Pair vis : visible.get(domain)) {
                    if (e(y).reads()
                            && before.contains(new Pair(av.to(), vis.to()))
                            && instance(domain, av.to(), vis.to())
                            && (vis.from() == y || po(vis.from(), y))
                            && includes(vis.from(), y, l)) {
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
                            int a = availability ? q.to() : next;
                            int b = availability ? next : q.to();
                            if (p.to() == q.from()
                                    && before.contains(new Pair(a, b))
                                    && instance(domain - 1, a, b)
                                    && includes(a, b, l)) {
                                longer.add(new Pair(p.from(), next));
                            }
                        }
                    }
                }
                path.addAll(longer);
            }
            int level = domain;
            Set<Pair> reached = new HashSet<>(path);
            reached.removeIf(p -> !reaches(p.to(), level, availability));
            byDomain.add(reached);
        }
        return byDomain;
    }
}
