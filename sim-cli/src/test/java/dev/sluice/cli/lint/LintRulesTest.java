// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.check.lint.LintRule;
import dev.sluice.cli.Cli;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Each rule of the lint has a stream that breaks it, and one beside it that does not. */
final class LintRulesTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    private static Path dir;

    /** What was found in a file: several tests look at it. */
    private static final Map<String, List<JsonNode>> FINDINGS = new HashMap<>();

    private static List<JsonNode> lint(LintRule rule, String kind) throws IOException {
        String file = rule.id() + "-" + kind + ".yaml";
        List<JsonNode> known = FINDINGS.get(file);
        if (known == null) {
            known = lint(file);
            FINDINGS.put(file, known);
        }
        return known;
    }

    private static List<JsonNode> lint(String stream) throws IOException {
        String name = "/lint/" + stream;
        Path file = dir.resolve(stream);
        try (InputStream in = Objects.requireNonNull(LintRulesTest.class.getResourceAsStream(name), name)) {
            Files.copy(in, file);
        }
        Cli cli = Cli.run("check", file.toString(), "--lint", "all", "--json");
        assertThat(cli.err()).isEmpty();
        return StreamSupport.stream(JSON.readTree(cli.out()).path("lint").spliterator(), false)
                .toList();
    }

    @ParameterizedTest
    @EnumSource(LintRule.class)
    void a_stream_that_breaks_the_rule_is_told_so(LintRule rule) throws IOException {
        assertThat(lint(rule, "bad")).anySatisfy(finding -> {
            assertThat(finding.path("rule").stringValue()).isEqualTo(rule.id());
            assertThat(finding.path("severity").stringValue())
                    .isEqualTo(rule.severity().key());
            assertThat(finding.path("command").stringValue()).matches("(submit\\d+\\.\\d+|host\\.\\d+)");
            assertThat(finding.path("message").stringValue()).isNotBlank().doesNotContain("\n");
            assertThat(finding.path("where").stringValue()).contains(rule.id() + "-bad.yaml:");
        });
    }

    /** Rules whose findings a person has to decide about, or that take more than one change. */
    private static final Set<LintRule> LEFT_TO_A_PERSON = EnumSet.of(
            LintRule.ALL_TO_ALL,
            LintRule.BARRIER_COUNT,
            LintRule.CLEAR_OF_INPUT,
            LintRule.COPY_OVERLAP,
            LintRule.DISCARDED_READ,
            LintRule.FALSE_SHARING_ATOM,
            LintRule.LAYOUT_BAD_NEW,
            LintRule.QFOT_MISSING,
            LintRule.READ_ONLY_WRITE,
            LintRule.UNDEFINED_DISCARDS,
            LintRule.UNDEFINED_TO_READONLY,
            LintRule.USAGE_MISSING,
            // the uses name the layout too
            LintRule.GENERAL_KILLS_COMPRESSION);

    @ParameterizedTest
    @EnumSource(LintRule.class)
    void what_is_suggested_was_carried_out_and_checked_unless_a_person_has_to_decide(LintRule rule) throws IOException {
        for (JsonNode finding : lint(rule, "bad")) {
            if (finding.path("rule").stringValue().equals(rule.id())) {
                String state = finding.path("cure").path("state").stringValue();
                assertThat(state.equals("checked")).as(finding.toString()).isEqualTo(!LEFT_TO_A_PERSON.contains(rule));
            }
        }
    }

    @Test
    void a_copy_that_overlaps_is_told_what_it_does_twice() throws IOException {
        assertThat(lint(LintRule.COPY_OVERLAP, "bad"))
                .filteredOn(finding -> finding.path("rule").stringValue().equals("copy-overlap"))
                .extracting(finding -> finding.path("message").stringValue())
                .containsExactly(
                        "source and destination share a bytes 64..127",
                        "source and destination share a bytes 1024..1047",
                        "several regions write a bytes 160..191",
                        "source and destination share color color level 0, texels 4 x 2 at 4,6",
                        "source and destination share texels bytes 1024..1031",
                        "source and destination share local bytes 1056896..1058719, 256 of them");
    }

    @Test
    void what_was_given_up_and_is_read_is_told_with_what_gave_it_up() throws IOException {
        assertThat(lint(LintRule.DISCARDED_READ, "bad"))
                .filteredOn(finding -> finding.path("rule").stringValue().equals("discarded-read"))
                .extracting(finding -> finding.path("command").stringValue() + " "
                        + finding.path("message").stringValue())
                .containsExactly(
                        "submit0.9 reads contents of image color that loadOp DONT_CARE of submit0.5 at line 29 gave up:"
                                + " they are undefined, and no barrier brings them back",
                        "submit0.11 reads contents of image depth that storeOp DONT_CARE of submit0.3 at line 27 gave up:"
                                + " they are undefined, and no barrier brings them back");
    }

    @Test
    void each_use_that_a_usage_lacks_is_told_where_it_is_first() throws IOException {
        assertThat(lint(LintRule.USAGE_MISSING, "bad"))
                .filteredOn(finding -> finding.path("rule").stringValue().equals("usage-missing"))
                .extracting(finding -> finding.path("command").stringValue() + " "
                        + finding.path("message").stringValue())
                .containsExactly(
                        "submit0.0 buffer plain is the destination of the fill, but its usage has no TRANSFER_DST",
                        "submit0.2 buffer vertices is the destination of the fill, but its usage has no TRANSFER_DST",
                        "submit0.5 buffer vertices is the vertex buffer, but its usage has no VERTEX_BUFFER",
                        "submit0.5 image drawn is the binding src, but its usage has no INPUT_ATTACHMENT",
                        "submit0.8 image drawn is the source of the copyImage, but its usage has no TRANSFER_SRC",
                        "submit0.8 image copy is the destination of the copyImage, but its usage has no TRANSFER_DST",
                        "submit0.11 buffer vertices is the binding in, but its usage has no UNIFORM_BUFFER",
                        "submit0.11 image drawn is the binding img, but its usage has no SAMPLED");
    }

    @Test
    void a_suggestion_that_does_not_do_alone_is_a_comment_that_says_why() throws IOException {
        JsonNode finding = lint(LintRule.GENERAL_KILLS_COMPRESSION, "bad").get(0);

        assertThat(finding.path("cure").path("state").stringValue()).isEqualTo("refuted");
        assertThat(finding.path("cure").path("why").stringValue())
                .startsWith("by itself it brings layout-use-mismatch at submit0.5");
        assertThat(finding.path("suggestion").stringValue())
                .startsWith("# tried, and not enough: newLayout: SHADER_READ_ONLY_OPTIMAL: by itself");
    }

    @ParameterizedTest
    @EnumSource(LintRule.class)
    void the_stream_beside_it_breaks_no_rule_of_that_name_and_has_no_error(LintRule rule) throws IOException {
        assertThat(lint(rule, "good"))
                .noneSatisfy(finding ->
                        assertThat(finding.path("rule").stringValue()).isEqualTo(rule.id()))
                .allSatisfy(finding ->
                        assertThat(finding.path("severity").stringValue()).isNotEqualTo("error"));
    }
}
