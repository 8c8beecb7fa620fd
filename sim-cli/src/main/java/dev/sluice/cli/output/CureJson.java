// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.check.cure.CureProver;
import dev.sluice.check.lint.LintFinding;
import dev.sluice.cli.report.CureSyntax;
import dev.sluice.config.vulkan.VulkanCure;
import dev.sluice.program.edit.Cure;
import tools.jackson.databind.node.ObjectNode;

/** What is known of a cure beside its text: {@code cure} of {@code check --json}. */
final class CureJson {
    private CureJson() {}

    static void put(ObjectNode to, Cure cure, CureSyntax syntax) {
        put(to, cure, state(cure), syntax);
    }

    /** The same of a lint finding: of what it suggests by itself only changes of masks and layouts are tried. */
    static void put(ObjectNode to, LintFinding finding, CureSyntax syntax) {
        Cure cure = finding.suggestion();
        boolean tried = finding.rule().ofHazards() || cure instanceof Cure.Masks || cure instanceof Cure.Layout;
        String state = state(cure);
        put(to, cure, state.equals("checked") && !tried ? "unchecked" : state, syntax);
    }

    private static void put(ObjectNode to, Cure cure, String state, CureSyntax syntax) {
        ObjectNode node = to.putObject("cure");
        node.put("state", state);
        if (syntax == CureSyntax.VULKAN) {
            node.put("vulkan", VulkanCure.of(cure));
        }
    }

    private static String state(Cure cure) {
        return CureProver.checked(cure) ? "checked" : cure instanceof Cure.Unchecked ? "unchecked" : "words";
    }
}
