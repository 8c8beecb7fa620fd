// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.check.lint.LintFinding;
import dev.sluice.check.problem.IdentifiedFinding;
import dev.sluice.cli.report.CureSyntax;
import dev.sluice.config.rewrite.CureText;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Lint findings as JSON ({@code lint[]} of {@code docs/formats.md}), with their severity and place beside the keys of
 * the contract.
 */
public final class LintJson {
    private LintJson() {}

    /** The findings in their order, with their ids, as the contract has them. */
    public static ArrayNode of(List<IdentifiedFinding> findings) {
        return of(findings, null);
    }

    /**
     * The findings in their order, with their ids.
     *
     * @param syntax what cures are written in besides; null to say no more of them
     */
    public static ArrayNode of(List<IdentifiedFinding> findings, @Nullable CureSyntax syntax) {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        for (IdentifiedFinding one : findings) {
            ObjectNode node = all.addObject();
            node.put("id", one.id());
            put(node, one.finding());
            node.put("captureIndex", one.origin().site().captureIndex());
            if (syntax != null) {
                CureJson.put(node, one.finding(), syntax);
            }
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
