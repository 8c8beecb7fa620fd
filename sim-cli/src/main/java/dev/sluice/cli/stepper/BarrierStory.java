// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.stepper;

import dev.sluice.cli.inspect.RecordedEvent;
import dev.sluice.cli.inspect.Values;
import dev.sluice.cli.report.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a barrier has come through.
 *
 * <p>When it was reached, drained and released is of the state, so that it is known where a recording begins later; what each cache
 * did for it is of the events that were recorded.
 */
final class BarrierStory {

    private final List<Moment> moments = new ArrayList<>();

    /**
     * @param order among moments of one cycle
     * @param action whether it is a cache's, and not a phase of the barrier
     */
    private record Moment(long cycle, int order, String what, boolean action) {}

    /** The stories of all barriers that have been reached where one is, by id, in the order in which they were. */
    static Map<String, BarrierStory> upTo(StepperSession session) {
        Map<String, BarrierStory> stories = new LinkedHashMap<>();
        int at = session.walk.at();
        for (Values row :
                session.inspector.state(at).rows("program", "barriers").values()) {
            BarrierStory story = stories.computeIfAbsent(row.text("id"), any -> new BarrierStory());
            story.add(row.number("reached"), 0, "reached");
            story.add(row.number("drained"), 1, "drained");
            story.add(row.number("released"), 3, "released");
        }
        for (int step = 0; step <= at && !session.interrupted(); step++) {
            for (RecordedEvent event : session.walk.events(step)) {
                BarrierStory story = event.happening().event().equals("maintenance")
                        ? stories.get(
                                session.inspector.barrier(event.happening().barrier()))
                        : null;
                if (story != null) {
                    story.moments.add(new Moment(
                            event.happening().cycle(),
                            2,
                            event.happening().part() + " " + event.happening().result(),
                            true));
                }
            }
        }
        return stories;
    }

    private void add(long cycle, int order, String what) {
        if (cycle >= 0) {
            moments.add(new Moment(cycle, order, what, false));
        }
    }

    /**
     * The story as one line.
     *
     * @param actions whether what each cache did is told, too
     */
    String text(boolean actions) {
        return moments.stream()
                .filter(moment -> actions || !moment.action())
                .sorted(Comparator.comparingLong(Moment::cycle).thenComparingInt(Moment::order))
                .map(moment -> moment.what() + " at " + Quantity.count(moment.cycle()))
                .collect(Collectors.joining(", "));
    }
}
