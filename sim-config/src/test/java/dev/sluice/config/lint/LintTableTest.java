package dev.sluice.config.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.checker.lint.LintRule;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The rules of the lint against the reference table, and the table of the documentation against the rules. */
final class LintTableTest {

    private static JsonNode table() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(LintTableTest.class.getResourceAsStream("/barriers/lint.json"), "lint.json")) {
            return JsonMapper.builder().build().readTree(in).path("rules");
        }
    }

    @Test
    void every_rule_is_that_of_the_table() throws IOException {
        List<List<Object>> expected = new ArrayList<>();
        for (JsonNode rule : table()) {
            List<String> vuids = new ArrayList<>();
            rule.path("vuid").forEach(vuid -> vuids.add(vuid.stringValue()));
            expected.add(List.of(
                    rule.path("id").stringValue(),
                    rule.path("severity").stringValue(),
                    rule.path("title").stringValue(),
                    rule.path("check").stringValue(),
                    rule.path("why").stringValue(),
                    rule.path("fix").stringValue(""),
                    vuids));
        }
        List<List<Object>> rules = new ArrayList<>();
        for (LintRule rule : LintRule.values()) {
            rules.add(List.of(
                    rule.id(),
                    rule.severity().key(),
                    rule.title(),
                    rule.condition(),
                    rule.why(),
                    rule.fix(),
                    rule.vuids()));
        }

        assertThat(rules).hasSize(50).isEqualTo(expected);
    }

    @Test
    void the_documentation_lists_every_rule_with_its_words() throws IOException {
        String text = Files.readString(Path.of("..", "docs", "lint.md"));

        for (LintRule rule : LintRule.values()) {
            assertThat(text)
                    .contains("| `" + rule.id() + "` | " + escaped(rule.title()) + " | " + escaped(rule.why()) + " | "
                            + escaped(rule.fix()) + " |");
        }
        assertThat(text.lines().filter(line -> line.startsWith("| `"))).hasSize(LintRule.values().length);
    }

    private static String escaped(String text) {
        return text.replace("|", "\\|");
    }
}
