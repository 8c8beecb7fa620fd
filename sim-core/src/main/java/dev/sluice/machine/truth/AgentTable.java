// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.truth;

import dev.sluice.program.sync.Stages;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The agents of a run by id. */
public final class AgentTable {

    /** The id of nobody: the version of bytes that no program wrote. */
    public static final int NOBODY = 0;

    private final List<Agent> agents = new ArrayList<>();
    private final Map<Integer, Discard> discards = new HashMap<>();
    private final Set<Integer> parts = new HashSet<>();

    public AgentTable() {
        agents.add(new Agent(NOBODY, "nobody", "nobody", 0, 0, false, ""));
    }

    /** Adds an agent and returns it. */
    public Agent add(String name, String what, long stages, long writeAccess, boolean host, String where) {
        Agent agent = new Agent(agents.size(), name, what, stages, writeAccess, host, where);
        agents.add(agent);
        return agent;
    }

    /** Notes why an agent gives contents up; without a note it is a layout transition. */
    public void discards(int id, Discard why) {
        discards.put(id, why);
    }

    /** Notes that an agent gives up one aspect of texels alone. */
    public void discardsPart(int id) {
        parts.add(id);
    }

    /**
     * Whether an agent gave up what another need not have meant to read: one aspect of texels, of which shaders load all
     * bytes.
     */
    boolean discardedBeside(int id, Agent reader) {
        return parts.contains(id) && (reader.stages() & Stages.SHADERS) != 0;
    }

    /** Why an agent that gives contents up does so. */
    Discard discard(int id) {
        return discards.getOrDefault(id, Discard.TRANSITION);
    }

    public Agent get(int id) {
        return agents.get(id);
    }

    public int size() {
        return agents.size();
    }
}
