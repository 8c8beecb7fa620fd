// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Predicate;

/** The sets and relations that a program fixes, whatever its reads find. */
public final class ProgramRelations {
    private final MemoryProgram program;
    private final Relation programOrder;
    private final Relation systemOrder;
    private final Relation inScope;
    private final Relation sameReference;
    private final Relation mutuallyOrdered;
    private final Map<ModelScope, Relation> instances = new EnumMap<>(ModelScope.class);
    private final long[] readers;
    private final long[] writers;

    /** The relations of a program. */
    public ProgramRelations(MemoryProgram program) {
        this.program = program;
        int size = program.size();
        programOrder = Relation.of(
                size,
                (a, b) -> a < b
                        && program.event(a).agent().equals(program.event(b).agent()));
        systemOrder = program.systemOrder().closure();
        for (ModelScope scope : ModelScope.values()) {
            instances.put(
                    scope,
                    Relation.of(
                            size,
                            (a, b) -> program.event(a)
                                    .agent()
                                    .sharesInstance(scope, program.event(b).agent())));
        }
        inScope = Relation.of(size, this::inEachOthersScope);
        sameReference = Relation.of(size, (a, b) -> program.event(a).sharesReference(program.event(b)));
        mutuallyOrdered = Relation.of(size, this::areMutuallyOrdered);
        readers = new long[program.locations().size()];
        writers = new long[program.locations().size()];
        for (int l = 0; l < readers.length; l++) {
            long location = 1L << l;
            readers[l] = all(e -> e.reads() && (e.locations() & location) != 0);
            writers[l] = all(e -> e.writes() && (e.locations() & location) != 0);
        }
    }

    private boolean inEachOthersScope(int a, int b) {
        ModelScope mine = program.event(a).scope();
        ModelScope others = program.event(b).scope();
        return mine != null && others != null && shares(mine, a, b) && shares(others, a, b);
    }

    /** Potentially-mutually-ordered, and both on the device or both on the host. */
    private boolean areMutuallyOrdered(int a, int b) {
        Event first = program.event(a);
        Event second = program.event(b);
        return a != b
                && first.atomic()
                && second.atomic()
                && first.locations() == second.locations()
                && first.sharesReference(second)
                && first.agent().host() == second.agent().host()
                && inEachOthersScope(a, b);
    }

    /** The program. */
    public MemoryProgram program() {
        return program;
    }

    /** The number of events. */
    public int size() {
        return program.size();
    }

    /** The event with an index. */
    public Event event(int index) {
        return program.event(index);
    }

    /** The events for which something holds. */
    public long all(Predicate<Event> what) {
        long set = 0;
        for (int e = 0; e < program.size(); e++) {
            set |= what.test(program.event(e)) ? 1L << e : 0;
        }
        return set;
    }

    /** Program-ordered-before (Vulkan specification, section Program-Order): within an agent, the order of the file. */
    public Relation programOrder() {
        return programOrder;
    }

    /** Transitively system-synchronizes-with (Vulkan specification, section System-Synchronizes-With). */
    public Relation systemOrder() {
        return systemOrder;
    }

    /** In the instance of each other's memory scopes (Vulkan specification, section Scope). */
    public Relation inScope() {
        return inScope;
    }

    /** Accesses through one reference. */
    public Relation sameReference() {
        return sameReference;
    }

    /** Mutually-ordered atomic operations (Vulkan specification, section Atomic Operation). */
    public Relation mutuallyOrdered() {
        return mutuallyOrdered;
    }

    /** Whether the agents of two events are in one instance of a scope. */
    public boolean shares(ModelScope scope, int a, int b) {
        return sharing(scope).has(a, b);
    }

    /** Events whose agents are in one instance of a scope. */
    public Relation sharing(ModelScope scope) {
        Relation relation = instances.get(scope);
        if (relation == null) {
            throw new IllegalStateException("no instances of " + scope);
        }
        return relation;
    }

    /** The events that read a location. */
    public long readers(int location) {
        return readers[location];
    }

    /** The events that write a location. */
    public long writers(int location) {
        return writers[location];
    }

    /** The number of locations. */
    public int locations() {
        return readers.length;
    }
}
