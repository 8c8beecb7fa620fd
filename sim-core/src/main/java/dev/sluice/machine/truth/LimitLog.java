// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.truth;

import dev.sluice.machine.memory.BackingStore;
import dev.sluice.result.RunFinding;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/** The counts and indices read from buffers that nothing could be carried out with, in the order in which they came. */
public final class LimitLog {

    /** The limit of values that nobody wrote. */
    public static final String UNWRITTEN = "never written";

    private final AgentTable agents;
    private final ResourceMap resources;
    private final BackingStore intent;
    private final LongSupplier clock;
    private final List<RunFinding.OutOfLimits> findings = new ArrayList<>();

    /** @param intent the program's intended contents, whose versions say who wrote them */
    public LimitLog(AgentTable agents, ResourceMap resources, BackingStore intent, LongSupplier clock) {
        this.agents = agents;
        this.resources = resources;
        this.intent = intent;
        this.clock = clock;
    }

    /** Whether the program has written all bytes of a range so far. */
    public boolean written(long address, long size) {
        for (long at = address; at < address + size; at++) {
            if (writer(at) == AgentTable.NOBODY) {
                return false;
            }
        }
        return true;
    }

    private int writer(long address) {
        int version = intent.version(address);
        return DiscardedContents.discarded(version) ? AgentTable.NOBODY : version;
    }

    /**
     * Adds values that are no good.
     *
     * @param reader whose command they were for
     * @param kind of the command
     * @param address where they were read
     * @param size bytes of all of them
     * @param limit the limit's name, or in words what is exceeded
     * @param allowed the most that each value may be
     */
    public void add(
            int reader, String kind, long address, int size, List<Long> values, String limit, List<Long> allowed) {
        ResourceMap.Resource resource = resources.find(address);
        Set<String> writers = new LinkedHashSet<>();
        long unwritten = 0;
        for (long at = address; at < address + size; at++) {
            int writer = writer(at);
            if (writer == AgentTable.NOBODY) {
                unwritten++;
            } else {
                writers.add(agents.get(writer).name());
            }
        }
        Agent agent = agents.get(reader);
        findings.add(new RunFinding.OutOfLimits(
                agent.name(),
                kind,
                resource.name(),
                address - resource.base(),
                size,
                values,
                List.copyOf(writers),
                unwritten,
                limit,
                allowed,
                agent.where(),
                clock.getAsLong()));
    }

    /** What was found. */
    public List<RunFinding.OutOfLimits> findings() {
        return List.copyOf(findings);
    }
}
