// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.compact;

import dev.sluice.config.source.Node;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Lines on which the host reads and writes buffers, or waits. */
final class HostLines {
    private static final Pattern NUMBER = Pattern.compile("[0-9].*");

    private final CompactResources resources;

    HostLines(CompactResources resources) {
        this.resources = resources;
    }

    Node operation(Line line) {
        return switch (line.keyword()) {
            case WAITFENCE -> Mapping.one("waitForFences", fences(line));
            case RESETFENCE -> Mapping.one("resetFences", fences(line));
            case HOSTWRITE -> write(line);
            case HOSTREAD -> read(line);
            default -> {
                line.end();
                yield Mapping.one("deviceWaitIdle", new Mapping(line.at()).node());
            }
        };
    }

    private static Node fences(Line line) {
        Word first = line.take("the fence");
        line.restart();
        return new Mapping(first.at()).put("fences", line.rest()).node();
    }

    /** Takes a buffer, which the host must then see. */
    private Word buffer(Line line) {
        Word name = line.take("the buffer");
        resources.buffer(name).host = true;
        return name;
    }

    private static @Nullable Word number(Line line) {
        Word next = line.peek();
        return next != null && NUMBER.matcher(next.text()).matches() ? line.take("the number") : null;
    }

    private Node write(Line line) {
        Mapping write = new Mapping(line.at()).put("buffer", buffer(line));
        Word offset = number(line);
        if (offset != null) {
            write.put("offset", offset);
        }
        return Mapping.one("hostWrite", write.put("data", data(line)).node());
    }

    private Node read(Line line) {
        Word name = buffer(line);
        Mapping read = new Mapping(line.at()).put("buffer", name);
        Word offset = number(line);
        Word size = number(line);
        if (offset != null) {
            read.put("offset", offset);
        }
        Word equals = line.peek();
        if (equals != null) {
            if (!line.take("'='").text().equals("=")) {
                throw line.unexpected(equals);
            }
            read.put("expect", data(line));
        }
        if (size != null) {
            read.put("size", size);
        } else if (equals == null) {
            read.put("size", "WHOLE_SIZE");
        }
        return Mapping.one("hostRead", read.node());
    }

    /** A type and its values, or how they are made. */
    private static Node data(Line line) {
        Word type = line.take("the type");
        Mapping data = new Mapping(type.at()).put("type", type);
        Word first = line.take("the value");
        switch (first.text()) {
            case "iota" -> {
                data.put("pattern", first).put("count", line.take("the count"));
                optional(line, data, "start");
                optional(line, data, "step");
            }
            case "constant" ->
                data.put("pattern", first).put("value", line.take("the value")).put("count", line.take("the count"));
            case "random" -> {
                data.put("pattern", first).put("count", line.take("the count"));
                optional(line, data, "seed");
            }
            default -> {
                List<Word> others = line.rest();
                data.put(
                        "values",
                        Stream.concat(Stream.of(first), others.stream()).toList());
            }
        }
        line.end();
        return data.node();
    }

    private static void optional(Line line, Mapping data, String key) {
        if (line.more()) {
            data.put(key, line.take(key));
        }
    }
}
