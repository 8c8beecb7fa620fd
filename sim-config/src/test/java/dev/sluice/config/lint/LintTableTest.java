// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.check.lint.LintRule;
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
        List<List<String>> expected = new ArrayList<>();
        for (JsonNode rule : table()) {
            expected.add(List.of(text(rule, "id"), text(rule, "severity"), text(rule, "title")));
        }
        List<List<String>> rules = new ArrayList<>();
        for (LintRule rule : LintRule.values()) {
            rules.add(List.of(rule.id(), rule.severity().key(), rule.title().replace("|", "\\|")));
        }

        assertThat(rules).hasSize(55).isEqualTo(expected);
    }

    @Test
    void the_documentation_lists_every_rule_with_its_words() throws IOException {
        List<String> expected = new ArrayList<>();
        for (JsonNode rule : table()) {
            expected.add("| `" + text(rule, "id") + "` | " + text(rule, "title") + " | " + text(rule, "why") + " | "
                    + text(rule, "fix") + " |");
        }

        assertThat(documented("# Lint", "## VUIDs")).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void the_documentation_lists_what_the_specification_says() throws IOException {
        List<String> expected = new ArrayList<>();
        for (JsonNode rule : table()) {
            List<String> vuids = new ArrayList<>();
            rule.path("vuid").forEach(vuid -> vuids.add("`" + vuid.stringValue() + "`"));
            if (!vuids.isEmpty()) {
                expected.add("| `" + text(rule, "id") + "` | " + String.join(", ", vuids) + " |");
            }
        }

        assertThat(documented("## VUIDs", "")).containsExactlyElementsOf(expected);
    }

    /** The rows about rules in a part of the documentation. */
    private static List<String> documented(String from, String to) throws IOException {
        String text = Files.readString(Path.of("..", "docs", "lint.md"));
        int begin = text.indexOf(from);
        int end = to.isEmpty() ? text.length() : text.indexOf(to);
        return text.substring(begin, end)
                .lines()
                .filter(line -> line.startsWith("| `"))
                .toList();
    }

    private static String text(JsonNode rule, String key) {
        return rule.path(key).stringValue("").replace("|", "\\|");
    }
}
