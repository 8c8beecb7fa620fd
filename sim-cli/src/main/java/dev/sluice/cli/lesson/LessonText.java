// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.lesson;

import dev.sluice.cli.steps.StepRecording;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Markdown of a lesson as HTML. A link {@code [words](<step: lookup part=l1 outcome=miss; open=l1; watch=x:0:4>)} goes to the step
 * of an event, opens a part and watches bytes; each part of it may stand alone.
 */
final class LessonText {
    private static final String STEP = "step:";
    private static final List<String> OTHERS = List.of("open", "set", "way", "watch");

    private final StepRecording recording;

    LessonText(StepRecording recording) {
        this.recording = recording;
    }

    /**
     * The text as HTML.
     *
     * @throws IllegalArgumentException for a link that leads nowhere
     */
    String html(String markdown) {
        HtmlRenderer renderer = HtmlRenderer.builder()
                .escapeHtml(true)
                .attributeProviderFactory(context -> this::link)
                .build();
        return renderer.render(Parser.builder().build().parse(markdown)).strip();
    }

    private void link(Node node, String tag, Map<String, String> attributes) {
        if (!(node instanceof Link link) || link.getDestination().contains("://")) {
            return;
        }
        attributes.put("href", "#");
        List<String> parts = new ArrayList<>(List.of(link.getDestination().split(";", -1)));
        if (parts.get(0).startsWith(STEP)) {
            int step = new StepQuery(parts.remove(0).substring(STEP.length())).step(recording);
            attributes.put("data-step", Integer.toString(step));
        }
        for (String part : parts) {
            int equals = part.indexOf('=');
            String key = equals < 0 ? part.strip() : part.substring(0, equals).strip();
            if (!OTHERS.contains(key)) {
                throw new IllegalArgumentException(
                        "a link of a lesson has " + STEP + " and " + OTHERS + ", not '" + key + "'");
            }
            String value = part.substring(equals + 1).strip();
            if (key.equals("open")
                    && recording.parts().stream()
                            .noneMatch(known -> known.name().equals(value))) {
                throw new IllegalArgumentException("the device has no part '" + value + "'");
            }
            attributes.put("data-" + key, value);
        }
    }
}
