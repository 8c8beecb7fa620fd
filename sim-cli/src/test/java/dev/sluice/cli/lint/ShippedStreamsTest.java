// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.config.Presets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The lint on the streams that come with Sluice: no false alarm, and the frame with wide barriers beside the narrow one. */
final class ShippedStreamsTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    static Stream<String> right() {
        return Presets.onClasspath().list(Presets.Kind.STREAMS).stream()
                .filter(name -> name.contains("-cured") || name.contains("/clean-") || !name.contains("/"));
    }

    /** All that the lint says of a stream: of the frames two tests want to know. */
    private static final Map<String, List<JsonNode>> FINDINGS = new HashMap<>();

    private static List<JsonNode> lint(String stream) {
        return FINDINGS.computeIfAbsent(
                stream,
                name -> List.copyOf(
                        JSON.readTree(Cli.run("check", name, "--lint", "perf", "--verdicts", "none", "--json")
                                        .out())
                                .path("lint")
                                .values()));
    }

    private static Stream<JsonNode> errors(String stream) {
        return lint(stream).stream()
                .filter(finding -> finding.path("severity").stringValue().equals("error"));
    }

    @ParameterizedTest
    @MethodSource("right")
    void streams_that_are_right_break_no_rule_but_those_of_hazards(String stream) {
        assertThat(errors(stream))
                .noneSatisfy(finding -> assertThat(finding.path("rule").stringValue())
                        .doesNotStartWith("hazard-")
                        .doesNotStartWith("missing-"));
    }

    @Test
    void the_narrow_frame_has_next_to_nothing_to_save_and_the_wide_one_much() {
        assertThat(lint("deferred-frame")).hasSizeLessThan(5);
        assertThat(lint("deferred-frame-wide")).hasSizeGreaterThan(50);
    }
}
