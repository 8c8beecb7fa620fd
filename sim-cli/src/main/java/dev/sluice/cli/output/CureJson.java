// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.check.lint.LintFinding;
import dev.sluice.check.lint.SuggestionProof;
import dev.sluice.cli.report.CureSyntax;
import dev.sluice.config.vulkan.VulkanCure;
import dev.sluice.program.edit.Cure;
import tools.jackson.databind.node.ObjectNode;

/** What is known of a cure beside its text: {@code cure} of {@code check --json}. */
final class CureJson {
    private CureJson() {}

    static void put(ObjectNode to, Cure cure, CureSyntax syntax) {
        put(to, cure, SuggestionProof.of(cure), syntax);
    }

    /** The same of a lint finding. */
    static void put(ObjectNode to, LintFinding finding, CureSyntax syntax) {
        put(to, finding.suggestion(), finding.proof(), syntax);
    }

    private static void put(ObjectNode to, Cure cure, SuggestionProof proof, CureSyntax syntax) {
        ObjectNode node = to.putObject("cure");
        node.put("state", proof.state().key());
        if (!proof.why().isEmpty()) {
            node.put("why", proof.why());
        }
        if (syntax == CureSyntax.VULKAN) {
            node.put("vulkan", VulkanCure.of(cure));
        }
    }
}
