// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.compact;

import dev.sluice.config.source.Node;
import java.util.ArrayList;
import java.util.List;

/** Lines that order: barriers, events, transfers of ownership between queue families. */
final class DependencyLines {
    private final CompactResources resources;
    private final DeviceQueues queues;

    /** The global, buffer and image barriers of one command. */
    private static final class Barriers {
        final List<Node> memory = new ArrayList<>();
        final List<Node> buffers = new ArrayList<>();
        final List<Node> images = new ArrayList<>();

        Node into(Mapping command) {
            return command.list("memory", memory)
                    .list("buffers", buffers)
                    .list("images", images)
                    .node();
        }
    }

    DependencyLines(CompactResources resources, DeviceQueues queues) {
        this.resources = resources;
        this.queues = queues;
    }

    Node command(Line line) {
        return switch (line.keyword()) {
            case BARRIER -> Mapping.one("pipelineBarrier", barriers(line, true).into(new Mapping(line.at())));
            case BARRIER1 -> stagesOnly(line);
            case SETEVENT -> {
                // the transition of an event's barrier happens where it is waited for
                Mapping event = new Mapping(line.at()).put("event", line.take("the event"));
                yield Mapping.one("setEvent", barriers(line, false).into(event));
            }
            case WAITEVENT -> {
                Mapping event = new Mapping(line.at()).put("events", List.of(line.take("the event")));
                yield Mapping.one("waitEvents", barriers(line, true).into(event));
            }
            case RESETEVENT -> {
                Mapping event = new Mapping(line.at()).put("event", line.take("the event"));
                event.put("stageMask", flags(line.take("the stages")));
                line.end();
                yield Mapping.one("resetEvent", event.node());
            }
            default -> ownership(line);
        };
    }

    /** The flags of {@code A|B}; none for {@code NONE}. */
    static List<Word> flags(Word word) {
        return word.text().equals("NONE") ? List.of() : word.split('|');
    }

    private Barriers barriers(Line line, boolean transitions) {
        Barriers barriers = new Barriers();
        if (!line.more()) {
            throw line.error(
                    "what is ordered is missing; the line is " + line.keyword().usage());
        }
        for (Word spec : line.rest()) {
            barrier(line, spec, barriers, transitions);
        }
        return barriers;
    }

    private void barrier(Line line, Word spec, Barriers into, boolean transitions) {
        int at = spec.text().indexOf('@');
        Word scopes = at < 0 ? spec : spec.part(0, at);
        List<Word> range = at < 0 ? List.of() : spec.from(at + 1).split(':');
        Mapping barrier = new Mapping(spec.at());
        if (range.isEmpty()) {
            scopes(line, scopes, barrier);
            into.memory.add(barrier.node());
            return;
        }
        Word name = range.get(0);
        resources.require(name);
        if (!resources.isImage(name.text())) {
            barrier.put("buffer", name);
            if (range.size() == 3) {
                barrier.put("offset", range.get(1)).put("size", range.get(2));
            } else if (range.size() != 1) {
                throw line.unexpected(spec);
            }
            scopes(line, scopes, barrier);
            into.buffers.add(barrier.node());
            return;
        }
        CompactResources.ImageEntry image = resources.image(name);
        barrier.put("image", name);
        if (range.size() == 3) {
            barrier.put("oldLayout", range.get(1)).put("newLayout", range.get(2));
        } else if (range.size() == 1) {
            barrier.put("oldLayout", image.layout).put("newLayout", image.layout);
        } else {
            throw line.unexpected(spec);
        }
        if (transitions && range.size() == 3) {
            image.layout = range.get(2).text();
        }
        scopes(line, scopes, barrier);
        into.images.add(barrier.node());
    }

    /** Both halves of {@code SRC>DST}. */
    static void scopes(Line line, Word scopes, Mapping into) {
        List<Word> halves = scopes.split('>');
        if (halves.size() != 2
                || halves.get(0).text().isEmpty()
                || halves.get(1).text().isEmpty()) {
            throw scopes.error(
                    line.keyword().word() + ": expected STAGE[/ACCESS]>STAGE[/ACCESS], got '" + scopes.text() + "'");
        }
        scope(line, halves.get(0), into, "srcStage", "srcAccess");
        scope(line, halves.get(1), into, "dstStage", "dstAccess");
    }

    /** One half, {@code STAGE[/ACCESS]}. */
    private static void scope(Line line, Word half, Mapping into, String stageKey, String accessKey) {
        List<Word> parts = half.split('/');
        if (parts.size() > 2 || parts.stream().anyMatch(part -> part.text().isEmpty())) {
            throw half.error(line.keyword().word() + ": expected STAGE[/ACCESS], got '" + half.text() + "'");
        }
        into.put(stageKey, flags(parts.get(0)));
        if (parts.size() == 2) {
            into.put(accessKey, flags(parts.get(1)));
        }
    }

    private Node stagesOnly(Line line) {
        Word spec = line.take("the stages");
        line.end();
        if (spec.text().indexOf('/') >= 0 || spec.text().indexOf('@') >= 0) {
            throw spec.error("barrier1: stages only, SRC>DST; 'barrier' takes accesses and ranges");
        }
        Mapping memory = new Mapping(spec.at());
        scopes(line, spec, memory);
        return Mapping.one(
                "pipelineBarrier",
                new Mapping(line.at()).list("memory", List.of(memory.node())).node());
    }

    private Node ownership(Line line) {
        boolean release = line.keyword() == Keyword.RELEASE;
        Word scope = line.take("the stages");
        Word name = line.take("the image or buffer");
        resources.require(name);
        boolean image = resources.isImage(name.text());
        Mapping barrier = new Mapping(line.at()).put(image ? "image" : "buffer", name);
        if (image) {
            Word newLayout = line.take("the old layout");
            barrier.put("oldLayout", newLayout);
            newLayout = line.take("the new layout");
            barrier.put("newLayout", newLayout);
            resources.image(name).layout = newLayout.text();
        }
        scope(line, scope, barrier, release ? "srcStage" : "dstStage", release ? "srcAccess" : "dstAccess");
        Word direction = line.take("the pair of queues");
        line.end();
        List<Word> ends = direction.split('>');
        if (ends.size() != 2) {
            throw direction.error(
                    line.keyword().word() + ": expected the queues as Q>R, got '" + direction.text() + "'");
        }
        String from = queues.family(line, ends.get(0));
        String to = queues.family(line, ends.get(1));
        if (from.equals(to)) {
            throw direction.error(line.keyword().word() + ": queues " + direction.text() + " are of one family, '"
                    + from + "', on this device: there is no ownership to transfer");
        }
        barrier.put("srcQueueFamily", from).put("dstQueueFamily", to);
        return Mapping.one(
                "pipelineBarrier",
                new Mapping(line.at())
                        .list(image ? "images" : "buffers", List.of(barrier.node()))
                        .node());
    }
}
