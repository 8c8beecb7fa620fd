// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads Chrome's trace event format with Jackson. */
final class ChromeDecoder {

    private final Map<Long, String> processes = new HashMap<>();
    private final Map<Long, String> threads = new HashMap<>();
    private final List<DecodedTimeline.Event> events = new ArrayList<>();
    private final List<DecodedTimeline.Point> points = new ArrayList<>();

    DecodedTimeline decode(byte[] bytes) {
        for (JsonNode event : JsonMapper.shared().readTree(bytes).get("traceEvents")) {
            event(event);
        }
        return new DecodedTimeline(events, points);
    }

    private void event(JsonNode event) {
        String phase = event.get("ph").asString();
        String name = event.path("name").asString("");
        long process = event.get("pid").asLong();
        long thread = event.get("tid").asLong();
        if (phase.equals("M")) {
            if (name.equals("process_name")) {
                processes.put(process, event.get("args").get("name").asString());
            } else if (name.equals("thread_name")) {
                threads.put(thread, event.get("args").get("name").asString());
            }
            return;
        }
        long nanos = event.get("ts").decimalValue().movePointRight(3).longValueExact();
        if (phase.equals("s") || phase.equals("t") || phase.equals("f")) {
            points.add(new DecodedTimeline.Point(phase, event.get("id").asLong(), nanos, thread));
            return;
        }
        Map<String, String> arguments = new TreeMap<>();
        boolean counts = phase.equals("C");
        if (!counts && event.has("args")) {
            event.get("args")
                    .properties()
                    .forEach(entry ->
                            arguments.put(entry.getKey(), entry.getValue().asString()));
        }
        events.add(new DecodedTimeline.Event(
                phase,
                nanos,
                processes.getOrDefault(process, "?"),
                counts ? 0 : thread,
                counts ? name : threads.getOrDefault(thread, "?"),
                counts ? "" : name,
                event.path("cat").asString(""),
                arguments,
                counts ? event.get("args").get("value").asLong() : 0));
    }
}
