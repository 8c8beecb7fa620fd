// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.timeline.DecodedTimeline.Event;
import dev.sluice.cli.timeline.DecodedTimeline.Point;
import dev.sluice.cli.timeline.DecodedTimeline.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The timeline of a run whose barriers are too strong. */
class TimelineTest extends TimelineContract {

    TimelineTest() {
        super("over-synchronized");
    }

    @Test
    void levelsComeBackToNothing() {
        List<String> levels = new ArrayList<>(timeline.counters("", " mshrs"));
        levels.addAll(timeline.counters("cu[", " waves"));

        assertThat(levels).hasSizeGreaterThan(2);
        for (String level : levels) {
            List<Long> values = timeline.events().stream()
                    .filter(event ->
                            event.phase().equals("C") && event.trackName().equals(level))
                    .map(Event::value)
                    .toList();
            assertThat(values).anyMatch(value -> value > 0);
            assertThat(values.get(values.size() - 1)).isZero();
        }
    }

    @Test
    void missesLeadFromWhoAskedToMemoryAndBack() {
        List<Slice> misses = timeline.slices("miss");

        assertThat(misses).anyMatch(slice -> slice.begin().trackName().startsWith("cu["));
        assertThat(misses).anyMatch(slice -> slice.begin().trackName().startsWith("l1["));
        assertThat(misses).anyMatch(slice -> slice.begin().trackName().startsWith("l2["));
        assertThat(misses).anyMatch(slice -> slice.begin().trackName().startsWith("vram["));
        assertThat(timeline.flows().values()).anyMatch(points -> points.size() >= 5);
    }

    @Test
    void groupsOfADispatchAreAllThere() {
        long waves = 0;
        for (Slice slice : timeline.slices("unit")) {
            waves += slice.begin().number("waves");
        }
        long told = 0;
        for (JsonNode command : result.get("commands")) {
            told += command.get("waves").asLong();
        }
        assertThat(waves).isEqualTo(told).isPositive();
    }

    @Test
    void hostThreadsHaveTheirOperations() {
        assertThat(timeline.slices("host"))
                .isNotEmpty()
                .allMatch(slice -> slice.begin().text("where").contains("over-synchronized.yaml:"));
    }

    @Test
    void whoWaitedForABarrierIsLedToFromItsEnd() {
        Map<Long, List<Point>> flows = timeline.flows();
        int held = 0;
        for (JsonNode barrier : result.get("barriers")) {
            Slice whole =
                    named("barrier", "barrier", barrier.get("id").asString()).get(0);
            for (JsonNode waiter : barrier.get("heldBack")) {
                if (waiter.get("stage").isNull()) {
                    continue;
                }
                held++;
                Slice stage = named("stage", "command", waiter.get("command").asString()).stream()
                        .filter(slice -> slice.begin()
                                .text("stage")
                                .equals(waiter.get("stage").asString()))
                        .findFirst()
                        .orElseThrow();
                assertThat(flows.values())
                        .anyMatch(
                                points -> points.get(0).track() == whole.begin().track()
                                        && points.get(0).nanos() == whole.end().nanos()
                                        && points.get(points.size() - 1).track()
                                                == stage.begin().track()
                                        && points.get(points.size() - 1).nanos()
                                                == stage.begin().nanos());
            }
        }
        assertThat(held).isPositive();
    }
}
