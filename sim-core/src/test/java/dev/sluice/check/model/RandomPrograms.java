// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Small random programs that reach all rules of the memory model. */
final class RandomPrograms {
    private static final List<ModelScope> SCOPES =
            List.of(ModelScope.SUBGROUP, ModelScope.WORKGROUP, ModelScope.QUEUE_FAMILY, ModelScope.DEVICE);
    // overlapping byte ranges of two variables; references 0 and 2 are aliases
    private static final long[][] RANGES = {{1, 2, 3}, {4}, {3, 1}};

    private final SplittableRandom random;
    private int instances;

    RandomPrograms(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** A program of two to four agents and at most {@code most} events. */
    MemoryProgram next(int most) {
        int agents = 2 + random.nextInt(3);
        boolean hosts = random.nextInt(4) == 0;
        List<Event> events = new ArrayList<>();
        instances = random.nextInt(2);
        MemorySemantics shared = semantics(true, true);
        ModelScope sharedScope = scope();
        for (int thread = 0; thread < agents; thread++) {
            ModelAgent agent = hosts && random.nextBoolean()
                    ? ModelAgent.hostThread(thread)
                    : ModelAgent.invocation(thread, random.nextInt(8) / 7, random.nextInt(2), random.nextInt(2));
            int count = 1 + random.nextInt(Math.max(1, (most - events.size()) / (agents - thread)));
            int barrierAt = !agent.host() && instances > 0 ? random.nextInt(count) : -1;
            for (int i = 0; i < count; i++) {
                events.add(
                        i == barrierAt
                                ? Event.controlBarrier(agent, "cbar", i, shared, sharedScope, 0)
                                : event(agent, i));
            }
        }
        boolean[][] order = new boolean[agents][agents];
        for (int a = 0; a < agents; a++) {
            for (int b = a + 1; b < agents; b++) {
                order[a][b] = random.nextInt(4) == 0;
            }
        }
        Relation system = Relation.of(
                events.size(),
                (a, b) -> order[events.get(a).agent().thread()][
                        events.get(b).agent().thread()]);
        return new MemoryProgram("random", events, system, List.of("l0", "l1", "l2"), List.of());
    }

    /** A value handed on from agent to agent, with random scopes, semantics, availability and visibility operations. */
    MemoryProgram nextHandOver() {
        int agents = 2 + random.nextInt(3);
        List<Event> events = new ArrayList<>();
        for (int thread = 0; thread < agents; thread++) {
            int group = random.nextInt(4) == 0 ? random.nextInt(2) : thread / 2;
            ModelAgent agent = ModelAgent.invocation(thread, random.nextInt(16) / 15, group, random.nextInt(2));
            if (thread == 0) {
                events.add(plain(agent, true));
            } else {
                flag(agent, thread, false, events);
            }
            if (thread == agents - 1) {
                events.add(plain(agent, random.nextInt(4) == 0));
            } else {
                flag(agent, thread + 1, true, events);
            }
        }
        return new MemoryProgram(
                "hand-over", events, Relation.empty(events.size()), List.of("x", "f1", "f2", "f3", "f4"), List.of());
    }

    private Event plain(ModelAgent agent, boolean writes) {
        boolean own = random.nextInt(4) != 0;
        ModelAccess access = new ModelAccess(
                0, 0, 1, !writes, writes, false, writes && own, !writes && own, random.nextInt(8) != 0, null, null);
        return Event.access(agent, "access", 0, access, MemorySemantics.RELAXED, own ? scope() : null);
    }

    /** A releasing store or an acquiring load of a flag, by itself or with a barrier. */
    private void flag(ModelAgent agent, int number, boolean store, List<Event> events) {
        int classes = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 3;
        MemorySemantics semantics = new MemorySemantics(
                !store, store, classes, store && random.nextInt(4) != 0, !store && random.nextInt(4) != 0);
        boolean fence = random.nextInt(3) == 0;
        ModelAccess access = new ModelAccess(
                number, 1, 1L << number, !store, store, true, false, false, false, store ? null : 1, store ? 1 : null);
        Event atomic = Event.access(agent, "flag", 0, access, fence ? MemorySemantics.RELAXED : semantics, wideScope());
        Event barrier = Event.fence(agent, "membar", 0, semantics, wideScope());
        if (fence && store) {
            events.add(barrier);
        }
        events.add(atomic);
        if (fence && !store) {
            events.add(barrier);
        }
    }

    private ModelScope wideScope() {
        return random.nextBoolean() ? ModelScope.DEVICE : ModelScope.WORKGROUP;
    }

    private ModelScope scope() {
        return SCOPES.get(random.nextInt(7) % 4);
    }

    private MemorySemantics semantics(boolean acquire, boolean release) {
        return new MemorySemantics(
                acquire,
                release,
                acquire || release ? 1 + random.nextInt(3) : 0,
                release && random.nextBoolean(),
                acquire && random.nextBoolean());
    }

    private Event event(ModelAgent agent, int line) {
        int kind = random.nextInt(10);
        if (kind == 0 || (kind == 1 && agent.host())) {
            DomainOperation[] all = DomainOperation.values();
            return Event.domain(agent, "dom", line, all[random.nextInt(all.length)], random.nextInt(4) == 0 ? 1 : -1);
        }
        if (kind == 1 || kind == 2) {
            boolean acquire = random.nextBoolean();
            boolean release = !acquire || random.nextBoolean();
            return agent.host()
                    ? Event.fence(
                            agent,
                            "membar",
                            line,
                            new MemorySemantics(acquire, release, 0, false, false),
                            ModelScope.CROSS_DEVICE)
                    : Event.fence(agent, "membar", line, semantics(acquire, release), scope());
        }
        boolean atomic = random.nextBoolean();
        int form = random.nextInt(atomic ? 3 : 2);
        boolean reads = form != 0;
        boolean writes = form != 1;
        boolean acquire = atomic && reads && random.nextBoolean();
        boolean release = atomic && writes && random.nextBoolean();
        int reference = random.nextInt(4) % 3;
        long[] ranges = RANGES[reference];
        boolean host = agent.host();
        ModelAccess access = new ModelAccess(
                reference,
                host ? -1 : reference == 1 ? 1 : 0,
                ranges[random.nextInt(4) == 0 ? random.nextInt(ranges.length) : 0],
                reads,
                writes,
                atomic,
                !host && writes && random.nextBoolean(),
                !host && reads && random.nextBoolean(),
                !host && random.nextInt(3) != 0,
                reads && random.nextInt(3) == 0 ? (Integer) random.nextInt(3) : null,
                writes && random.nextInt(6) != 0 ? (Integer) (1 + random.nextInt(2)) : null);
        MemorySemantics semantics =
                host ? new MemorySemantics(acquire, release, 0, false, false) : semantics(acquire, release);
        boolean scoped = atomic || ((access.available() || access.visible()) && random.nextInt(8) != 0);
        return Event.access(
                agent, "access", line, access, semantics, !scoped ? null : host ? ModelScope.CROSS_DEVICE : scope());
    }
}
