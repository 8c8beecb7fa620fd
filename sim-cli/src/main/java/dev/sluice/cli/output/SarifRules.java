// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.check.hazard.HazardKind;
import dev.sluice.check.lint.LintRule;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The rules of a SARIF log, in the order of their first results. */
final class SarifRules {
    private final Map<String, Rule> rules = new LinkedHashMap<>();

    /**
     * A rule.
     *
     * @param index its place in the log
     */
    record Rule(String id, int index, String text, String level) {}

    /** The rule of a kind of hazards. */
    Rule of(HazardKind kind) {
        return rule(Sarif.rule(kind), text(kind), "error");
    }

    /** A rule of the lint. */
    Rule of(LintRule rule) {
        return rule(rule.id(), rule.title(), Sarif.level(rule.severity()));
    }

    private Rule rule(String id, String text, String level) {
        return rules.computeIfAbsent(id, name -> new Rule(name, rules.size(), text, level));
    }

    /** Puts the rules into a log. */
    void put(ArrayNode to) {
        for (Rule rule : rules.values()) {
            ObjectNode node = to.addObject();
            node.put("id", rule.id());
            node.putObject("shortDescription").put("text", rule.text());
            node.putObject("defaultConfiguration").put("level", rule.level());
        }
    }

    private static String text(HazardKind kind) {
        return switch (kind) {
            case READ_AFTER_WRITE -> "A read need not see an earlier write.";
            case WRITE_AFTER_READ -> "A write may come before an earlier read.";
            case WRITE_AFTER_WRITE -> "The earlier of two writes may come last.";
            case READ_RACING_WRITE -> "A read and an earlier write on another queue or by the host have no order.";
            case WRITE_RACING_READ -> "A write and an earlier read on another queue or by the host have no order.";
            case WRITE_RACING_WRITE -> "Two writes of different queues, or of a queue and the host, have no order.";
            case PRESENT_AFTER_WRITE -> "The display may show what has not been written yet.";
            case WRITE_AFTER_PRESENT -> "An image may be written while the display still reads it.";
        };
    }
}
