// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a timeline says, whatever its format was.
 *
 * @param events in the order of the file
 * @param points where flows begin, pass and end, in that order
 */
record DecodedTimeline(List<Event> events, List<Point> points) {

    /** What happens to a slice, an instant or a counter, in the words of Chrome's format: B, E, i, C. */
    record Event(
            String phase,
            long nanos,
            String group,
            long track,
            String trackName,
            String name,
            String category,
            Map<String, String> arguments,
            long value) {

        long number(String key) {
            return Long.parseLong(arguments.getOrDefault(key, "-1"));
        }

        String text(String key) {
            return arguments.getOrDefault(key, "");
        }
    }

    /** A stop of a flow: s where it begins, t where it passes, f where it ends. */
    record Point(String phase, long id, long nanos, long track) {}

    /**
     * A slice with its beginning and its end.
     *
     * @param above the slice around it on its track, or null
     */
    record Slice(Event begin, Event end, @Nullable Event above) {
        long from() {
            return begin.number("cycle");
        }

        long cycles() {
            return end.number("cycles");
        }

        long until() {
            return from() + cycles();
        }
    }

    /**
     * The slices of all tracks, those that end first first.
     *
     * @throws AssertionError if one ends that has not begun, or begins and does not end
     */
    List<Slice> slices() {
        Map<Long, Deque<Event>> open = new HashMap<>();
        List<Slice> slices = new ArrayList<>();
        for (Event event : events) {
            Deque<Event> stack = open.computeIfAbsent(event.track(), track -> new ArrayDeque<>());
            if (event.phase().equals("B")) {
                stack.push(event);
            } else if (event.phase().equals("E")) {
                Event begin = stack.poll();
                if (begin == null) {
                    throw new AssertionError("ends without having begun: " + event);
                }
                if (begin.nanos() > event.nanos()) {
                    throw new AssertionError("ends before it begins: " + begin + event);
                }
                slices.add(new Slice(begin, event, stack.peek()));
            }
        }
        open.forEach((track, stack) -> {
            if (!stack.isEmpty()) {
                throw new AssertionError("does not end: " + stack);
            }
        });
        return slices;
    }

    List<Slice> slices(String category) {
        return slices().stream()
                .filter(slice -> slice.begin().category().equals(category))
                .toList();
    }

    List<Event> instants(String category) {
        return events.stream()
                .filter(event -> event.phase().equals("i") && event.category().equals(category))
                .toList();
    }

    /** The points of each flow. */
    Map<Long, List<Point>> flows() {
        Map<Long, List<Point>> flows = new TreeMap<>();
        points.forEach(point ->
                flows.computeIfAbsent(point.id(), id -> new ArrayList<>()).add(point));
        return flows;
    }

    /**
     * What a counter counted in all, by the values of its intervals: each holds until the next is written.
     *
     * @param cycles of an interval
     */
    long sum(String trackName, long cycles, double clockHz) {
        long sum = 0;
        long value = 0;
        long since = 0;
        for (Event event : events) {
            if (event.phase().equals("C") && event.trackName().equals(trackName)) {
                long interval = Math.round(event.nanos() * clockHz / 1e9 / cycles);
                sum += value * (interval - since);
                value = event.value();
                since = interval;
            }
        }
        if (value != 0) {
            throw new AssertionError(trackName + " does not come to an end");
        }
        return sum;
    }

    /** The names of counters that begin so and end so. */
    List<String> counters(String prefix, String suffix) {
        return events.stream()
                .filter(event -> event.phase().equals("C"))
                .map(Event::trackName)
                .filter(name -> name.startsWith(prefix) && name.endsWith(suffix))
                .distinct()
                .toList();
    }
}
