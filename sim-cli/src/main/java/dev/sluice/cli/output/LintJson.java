// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.check.lint.LintFinding;
import dev.sluice.check.problem.IdentifiedFinding;
import dev.sluice.config.rewrite.CureText;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Lint findings as JSON ({@code lint[]} of {@code docs/formats.md}), with their severity and place beside the keys of
 * the contract.
 */
public final class LintJson {
    private LintJson() {}

    /** The findings in their order, with their ids. */
    public static ArrayNode of(List<IdentifiedFinding> findings) {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        for (IdentifiedFinding one : findings) {
            ObjectNode node = all.addObject();
            node.put("id", one.id());
            put(node, one.finding());
            node.put("captureIndex", one.origin().site().captureIndex());
        }
        return all;
    }

    private static void put(ObjectNode node, LintFinding finding) {
        node.put("rule", finding.rule().id());
        node.put("severity", finding.severity().key());
        node.put("command", finding.command());
        node.put("message", finding.message());
        node.put("suggestion", CureText.line(finding.suggestion()));
        node.put("where", finding.where());
    }
}
