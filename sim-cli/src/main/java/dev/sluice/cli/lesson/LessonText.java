// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.lesson;

import dev.sluice.cli.inspect.ByteNames;
import dev.sluice.cli.inspect.MachineState;
import dev.sluice.cli.inspect.RecordedMachine;
import dev.sluice.cli.steps.StepRecording;
import dev.sluice.config.bind.Nearest;
import dev.sluice.config.source.Position;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.commonmark.node.Link;
import org.commonmark.node.SourceSpan;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.jspecify.annotations.Nullable;

/**
 * Markdown of a lesson as HTML. A link {@code [words](<step: lookup part=l1 outcome=miss; open=l1; watch=x:0:4>)} goes to the step
 * of an event, opens a part and watches bytes; each part of it may stand alone.
 */
final class LessonText {
    private static final String STEP = "step:";
    private static final List<String> OTHERS = List.of("open", "set", "way", "watch");

    private final StepRecording recording;
    private final ByteNames bytes;
    private final Map<String, MachineState.Part> parts = new HashMap<>();

    /** @param bytes what {@code watch} may name */
    LessonText(StepRecording recording, ByteNames bytes) {
        this.recording = recording;
        this.bytes = bytes;
        new RecordedMachine(recording.head()).parts().forEach(part -> parts.put(part.name(), part));
    }

    /**
     * A text as HTML.
     *
     * @param at where in the lesson it begins
     * @throws dev.sluice.config.ConfigException for a link that leads nowhere, with its place
     */
    String html(String markdown, Position at) {
        HtmlRenderer renderer = HtmlRenderer.builder()
                .escapeHtml(true)
                .attributeProviderFactory(context -> (node, tag, attributes) -> {
                    if (node instanceof Link link && !link.getDestination().contains("://")) {
                        try {
                            link(link.getDestination(), attributes);
                        } catch (IllegalArgumentException e) {
                            throw place(link, at).error(String.valueOf(e.getMessage()));
                        }
                    }
                })
                .build();
        Parser parser = Parser.builder()
                .includeSourceSpans(IncludeSourceSpans.BLOCKS_AND_INLINES)
                .build();
        return renderer.render(parser.parse(markdown)).strip();
    }

    private static Position place(Link link, Position at) {
        if (link.getSourceSpans().isEmpty()) {
            return at;
        }
        SourceSpan span = link.getSourceSpans().get(0);
        int line = span.getLineIndex();
        return new Position(at.file(), at.line() + line, span.getColumnIndex() + (line == 0 ? at.column() : 1));
    }

    private void link(String destination, Map<String, String> attributes) {
        attributes.put("href", "#");
        List<String> words = new ArrayList<>(List.of(destination.split(";", -1)));
        if (words.get(0).startsWith(STEP)) {
            int step = new StepQuery(words.remove(0).substring(STEP.length())).step(recording);
            attributes.put("data-step", Integer.toString(step));
        }
        MachineState.Part opened = null;
        for (String part : words) {
            int equals = part.indexOf('=');
            String key = equals < 0 ? part.strip() : part.substring(0, equals).strip();
            if (!OTHERS.contains(key)) {
                throw new IllegalArgumentException(
                        "a link of a lesson has " + STEP + " and " + OTHERS + ", not '" + key + "'");
            }
            String value = part.substring(equals + 1).strip();
            switch (key) {
                case "open" -> opened = part(value);
                case "watch" -> bytes.parse(value);
                default -> requireIn(opened, key, value);
            }
            attributes.put("data-" + key, value);
        }
    }

    private MachineState.Part part(String name) {
        MachineState.Part part = parts.get(name);
        if (part == null) {
            throw new IllegalArgumentException(
                    "the device has no part '" + name + "'" + Nearest.hint(name, new TreeSet<>(parts.keySet())));
        }
        return part;
    }

    /** A set or a way is one of the cache that the link opens. */
    private static void requireIn(MachineState.@Nullable Part cache, String key, String value) {
        if (cache == null || !cache.hasLines()) {
            throw new IllegalArgumentException("'" + key + "' is for a cache, which 'open' before it names");
        }
        int count = cache.number(key + "s", 1);
        if (!value.matches("\\d{1,9}") || Integer.parseInt(value) >= count) {
            throw new IllegalArgumentException(
                    cache.name() + " has no " + key + " '" + value + "': its " + key + "s are 0 to " + (count - 1));
        }
    }
}
