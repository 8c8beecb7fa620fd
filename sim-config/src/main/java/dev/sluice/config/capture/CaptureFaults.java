// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.ConfigException;
import dev.sluice.config.source.ListNode;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.source.SourceReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Faults of the stream that a capture is turned into, told at the calls of the capture: the stream's own lines exist nowhere that
 * anybody could look at.
 */
public final class CaptureFaults {
    private static final String SOURCE = "source";
    private static final String INDEX = "index ";

    private CaptureFaults() {}

    /**
     * A fault of the stream at the call which its step was made of; at the stream's line where it is at no step.
     *
     * @param stream the stream's text, in which the fault has its place
     */
    public static ConfigException placed(Path capture, byte[] stream, ConfigException fault) {
        if (fault.line() == 0) {
            return fault;
        }
        String source = source(SourceReader.readMap(fault.file(), stream), fault, null);
        if (source == null) {
            return new ConfigException(
                    capture.toString(),
                    "the stream made of this capture (see 'sluice import'), line " + fault.line() + ": "
                            + fault.problem());
        }
        Call call = source.startsWith(INDEX) ? call(capture, source.substring(INDEX.length())) : null;
        return call == null
                ? new ConfigException(capture.toString(), source + ": " + fault.problem())
                : call.error(fault.problem());
    }

    /** What the step around a fault says of where it comes from; null if the fault is at none that does. */
    private static @Nullable String source(Node node, ConfigException fault, @Nullable String around) {
        String source =
                node instanceof MapNode map && map.get(SOURCE) instanceof ScalarNode text ? text.text() : around;
        if (node.position().line() == fault.line() && node.position().column() == fault.column()) {
            return source;
        }
        for (Node part : parts(node)) {
            String found = source(part, fault, source);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static List<Node> parts(Node node) {
        if (node instanceof ListNode list) {
            return list.items();
        }
        List<Node> values = new ArrayList<>();
        if (node instanceof MapNode map) {
            map.entries().forEach(entry -> values.add(entry.value()));
        }
        return values;
    }

    /** The line of a call; null if the capture's text has none. */
    private static @Nullable Call call(Path capture, String index) {
        try (CaptureLines lines = new CaptureLines(capture)) {
            for (JsonNode line = lines.next(); line != null; line = lines.next()) {
                JsonNode function = line.has("vkFunc") ? line.path("vkFunc") : line.path("function");
                JsonNode body = line.has("meta") ? line.path("meta") : function;
                JsonNode number = line.path("index");
                if (number.isIntegralNumber()
                        && number.asString().equals(index)
                        && body.path("name").isString()) {
                    return new Call(
                            capture.toString(),
                            lines.line(),
                            number.longValue(),
                            body.path("name").stringValue(),
                            "",
                            body.path("args"));
                }
            }
        }
        return null;
    }
}
