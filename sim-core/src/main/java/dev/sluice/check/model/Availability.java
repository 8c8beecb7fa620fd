// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

import java.util.ArrayList;
import java.util.List;

/**
 * Availability and visibility chains at one location, as the formal model has them (spirv.als: avvisinc, avsg to avsh, vissg
 * to vissh). An availability or visibility operation that an instruction implies has the instruction's place, and what a
 * chain's next element has to include is the element before it.
 */
final class Availability {
    /** The domains, from narrow to wide: the ordinals of the scopes up to device. */
    static final int DOMAINS = ModelScope.DEVICE.ordinal() + 1;

    private final ProgramRelations fixed;
    private final Relation happensBefore;
    private final int location;
    private final boolean chains;
    private final Relation includes;
    private final List<Relation> available = new ArrayList<>();
    private final List<Relation> visible = new ArrayList<>();

    Availability(ProgramRelations fixed, Relation happensBefore, int location, boolean chains) {
        this.fixed = fixed;
        this.happensBefore = happensBefore;
        this.location = location;
        this.chains = chains;
        this.includes = Relation.of(fixed.size(), this::includes);
        availabilityChains();
        visibilityChains();
    }

    /** From the first operations of chains to the last ones that make available to a domain. */
    Relation available(int domain) {
        return available.get(domain);
    }

    /** From the first operations that make visible from a domain to the last ones of their chains. */
    Relation visible(int domain) {
        return visible.get(domain);
    }

    /** From each access to itself and what follows it in its agent, where one is an operation that includes the other. */
    Relation ownOperations() {
        return fixed.programOrder().reflexive().and(includes);
    }

    /** The operations, ends of chains, that make a write available to a domain or a broader one. */
    long makingAvailable(int write, int narrowest) {
        long ends = 0;
        for (int domain = narrowest; domain < DOMAINS; domain++) {
            ends |= ownOperations()
                    .between(1L << write, -1)
                    .then(available.get(domain))
                    .row(write);
        }
        return ends;
    }

    /** The operations, beginnings of chains, that make visible to a read from a domain or a broader one. */
    long makingVisible(int read, int narrowest) {
        long beginnings = 0;
        for (int domain = narrowest; domain < DOMAINS; domain++) {
            Relation seen = visible.get(domain).then(ownOperations().between(-1, 1L << read));
            beginnings |= seen.inverse().row(read);
        }
        return beginnings;
    }

    private void availabilityChains() {
        Relation grown = Relation.empty(fixed.size()).reflexive();
        for (int domain = 0; domain < DOMAINS; domain++) {
            if (domain > 0 && chains) {
                grown = grown.then(
                        available.get(domain - 1).then(steps(domain - 1)).reflexive());
            }
            available.add(grown.between(-1, reaching(domain, true)));
        }
    }

    private void visibilityChains() {
        Relation grown = Relation.empty(fixed.size()).reflexive();
        for (int domain = 0; domain < DOMAINS; domain++) {
            if (domain > 0 && chains) {
                grown = steps(domain - 1)
                        .then(visible.get(domain - 1))
                        .reflexive()
                        .then(grown);
            }
            visible.add(grown.between(reaching(domain, false), -1));
        }
    }

    /** From one element of a chain to the next, both in one instance of the domain's dual scope. */
    private Relation steps(int domain) {
        return happensBefore.and(includes).and(fixed.sharing(ModelScope.values()[domain]));
    }

    /** The operations that reach a domain; those that no scope is given for reach the subgroup's. */
    private long reaching(int domain, boolean availability) {
        return fixed.all(
                e -> !e.agent().host() && (availability ? e.makesAvailable() : e.makesVisible()) && level(e) >= domain);
    }

    /** How wide a domain an operation reaches. */
    static int level(Event event) {
        ModelScope scope = event.scope();
        return scope == null ? ModelScope.SUBGROUP.ordinal() : scope.ordinal();
    }

    /**
     * Whether one is an operation that includes the other, in this order: an access before a MakeAvailable that names its
     * storage class, a MakeVisible before an access of such a class, or two accesses through one reference.
     */
    private boolean includes(int a, int b) {
        Event first = fixed.event(a);
        Event second = fixed.event(b);
        if (first.agent().host() || second.agent().host()) {
            return false;
        }
        boolean byClass =
                (second.semantics().makeAvailable() && second.semantics().coversClass(first.storageClass()))
                        || (first.semantics().makeVisible() && first.semantics().coversClass(second.storageClass()));
        return byClass
                || (first.sharesReference(second)
                        && (first.locations() & second.locations() & 1L << location) != 0
                        && (operatesItself(first) || operatesItself(second)));
    }

    private static boolean operatesItself(Event event) {
        ModelAccess access = event.access();
        return access != null && (access.available() || access.visible());
    }
}
