// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.check.lint.LintRule;
import dev.sluice.cli.Cli;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Each rule of the lint has a stream that breaks it, and one beside it that does not. */
final class LintRulesTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    private Path dir;

    private List<JsonNode> lint(LintRule rule, String kind) throws IOException {
        String name = "/lint/" + rule.id() + "-" + kind + ".yaml";
        Path file = dir.resolve(rule.id() + "-" + kind + ".yaml");
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
