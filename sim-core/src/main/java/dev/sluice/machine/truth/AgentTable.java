// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.truth;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The agents of a run by id. */
public final class AgentTable {

    /** The id of nobody: the version of bytes that no program wrote. */
    public static final int NOBODY = 0;

    private final List<Agent> agents = new ArrayList<>();
    private final Map<Integer, Discard> discards = new HashMap<>();

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
