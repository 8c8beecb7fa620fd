// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import com.squareup.wire.ProtoAdapter;
import com.squareup.wire.schema.Location;
import com.squareup.wire.schema.Schema;
import com.squareup.wire.schema.SchemaLoader;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads Perfetto's format with Square's Wire, from a description of the format alone, as Perfetto's documents say that it is to
 * be read: texts by number within a sequence, flows in the order of the events.
 */
final class PerfettoDecoder {

    private final ProtoAdapter<Object> adapter;
    private final Map<Long, Map<String, Object>> tracks = new HashMap<>();
    private final Map<Object, Map<String, Map<Object, String>>> texts = new HashMap<>();
    private final Map<Object, Long> last = new HashMap<>();
    private final Set<Long> begun = new HashSet<>();
    private final List<DecodedTimeline.Event> events = new ArrayList<>();
    private final List<DecodedTimeline.Point> points = new ArrayList<>();

    /**
     * @param root a folder of descriptions
     * @param file the one in it that describes the message {@code Trace}
     */
    PerfettoDecoder(Path root, String file) {
        SchemaLoader loader = new SchemaLoader(FileSystems.getDefault());
        loader.initRoots(List.of(Location.get(root.toString(), file)), List.of(Location.get(root.toString())));
        Schema schema = loader.loadSchema();
        adapter = schema.protoAdapter("perfetto.protos.Trace", true);
    }

    DecodedTimeline decode(byte[] bytes) throws IOException {
        Object trace = adapter.decode(bytes);
        // what the description does not know would be lost on the way
        if (adapter.encode(trace).length != bytes.length) {
            throw new AssertionError("there are fields that the format does not have");
        }
        for (Map<String, Object> packet : list(map(trace), "packet")) {
            packet(packet);
        }
        return new DecodedTimeline(events, points);
    }

    private void packet(Map<String, Object> packet) {
        Object sequence = packet.get("trusted_packet_sequence_id");
        long flags = number(packet.get("sequence_flags"));
        if (flags == 3 != !texts.containsKey(sequence) || flags != 3 && flags != 2) {
            throw new AssertionError("flags " + flags + " in sequence " + sequence);
        }
        Map<String, Map<Object, String>> known = texts.computeIfAbsent(sequence, unknown -> new HashMap<>());
        Object interned = packet.get("interned_data");
        if (interned != null) {
            for (String kind : List.of("event_categories", "event_names", "debug_annotation_names")) {
                for (Map<String, Object> entry : list(map(interned), kind)) {
                    known.computeIfAbsent(kind, unknown -> new HashMap<>())
                            .put(entry.get("iid"), String.valueOf(entry.get("name")));
                }
            }
        }
        Object descriptor = packet.get("track_descriptor");
        if (descriptor != null && tracks.put(number(map(descriptor).get("uuid")), map(descriptor)) != null) {
            throw new AssertionError("described twice: " + descriptor);
        }
        Object event = packet.get("track_event");
        if (event != null) {
            long nanos = number(packet.get("timestamp"));
            if (nanos < last.getOrDefault(sequence, 0L)) {
                throw new AssertionError("sequence " + sequence + " goes back in time to " + nanos);
            }
            last.put(sequence, nanos);
            event(map(event), nanos, known);
        }
    }

    private void event(Map<String, Object> event, long nanos, Map<String, Map<Object, String>> known) {
        long uuid = number(event.get("track_uuid"));
        Map<String, Object> track = tracks.get(uuid);
        if (track == null) {
            throw new AssertionError("an event on a track that was not described: " + event);
        }
        Map<String, Object> process = map(value(tracks.get(number(track.get("parent_uuid"))), "process"));
        String name = event.containsKey("name") && event.get("name") != null
                ? String.valueOf(event.get("name"))
                : text(known, "event_names", event.get("name_iid"));
        List<?> categories = (List<?>) event.getOrDefault("category_iids", List.of());
        Map<String, String> arguments = new TreeMap<>();
        for (Map<String, Object> annotation : list(event, "debug_annotations")) {
            Object text = annotation.get("string_value");
            arguments.put(
                    text(known, "debug_annotation_names", annotation.get("name_iid")),
                    String.valueOf(text == null ? annotation.get("int_value") : text));
        }
        String phase = phase(String.valueOf(event.get("type")));
        boolean counts = phase.equals("C");
        if (counts != (track.get("counter") != null)) {
            throw new AssertionError("a counter's track, or not: " + track + event);
        }
        events.add(new DecodedTimeline.Event(
                phase,
                nanos,
                String.valueOf(process.get("process_name")),
                counts ? 0 : uuid,
                String.valueOf(track.get("name")),
                name,
                categories.isEmpty() ? "" : text(known, "event_categories", categories.get(0)),
                arguments,
                counts ? number(event.get("counter_value")) : 0));
        for (Object id : (List<?>) event.getOrDefault("flow_ids", List.of())) {
            points.add(new DecodedTimeline.Point(begun.add(number(id)) ? "s" : "t", number(id), nanos, uuid));
        }
        for (Object id : (List<?>) event.getOrDefault("terminating_flow_ids", List.of())) {
            points.add(new DecodedTimeline.Point("f", number(id), nanos, uuid));
        }
    }

    private static String phase(String type) {
        return switch (type) {
            case "TYPE_SLICE_BEGIN" -> "B";
            case "TYPE_SLICE_END" -> "E";
            case "TYPE_INSTANT" -> "i";
            case "TYPE_COUNTER" -> "C";
            default -> throw new AssertionError(type);
        };
    }

    private static String text(Map<String, Map<Object, String>> known, String kind, @Nullable Object number) {
        if (number == null) {
            return "";
        }
        String text = known.getOrDefault(kind, Map.of()).get(number);
        if (text == null) {
            throw new AssertionError(kind + " " + number + " was not said before");
        }
        return text;
    }

    private static Object value(@Nullable Map<String, Object> of, String key) {
        Object found = of == null ? null : of.get(key);
        if (found == null) {
            throw new AssertionError("no " + key);
        }
        return found;
    }

    private static long number(@Nullable Object number) {
        return number == null ? -1 : ((Number) number).longValue();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object message) {
        return (Map<String, Object>) message;
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> list(Map<String, Object> of, String key) {
        return (List<Map<String, Object>>) of.getOrDefault(key, List.of());
    }
}
