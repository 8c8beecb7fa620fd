// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

import java.util.List;

/**
 * What is checked: events in the order of the file (within an agent: program order), and what system-synchronizes-with what.
 *
 * @param name the test's name
 * @param events at most {@link Relation#MAX_EVENTS}; the events of one agent stand in program order
 * @param systemOrder pairs that system-synchronize-with each other, not closed
 * @param locations the names of the memory locations, for messages
 * @param faults what is ill-formed by the formal model, one sentence each; such a program has no execution
 */
public record MemoryProgram(
        String name, List<Event> events, Relation systemOrder, List<String> locations, List<String> faults) {

    /** Checks the sizes. */
    public MemoryProgram {
        events = List.copyOf(events);
        locations = List.copyOf(locations);
        faults = List.copyOf(faults);
        if (systemOrder.size() != events.size()) {
            throw new IllegalArgumentException("a relation of " + systemOrder.size() + " events for " + events.size());
        }
        if (locations.size() > Long.SIZE) {
            throw new IllegalArgumentException(locations.size() + " locations, at most " + Long.SIZE);
        }
    }

    /** The number of events. */
    public int size() {
        return events.size();
    }

    /** The event with an index. */
    public Event event(int index) {
        return events.get(index);
    }
}
