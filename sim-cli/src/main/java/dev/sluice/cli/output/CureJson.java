// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.check.cure.CureProver;
import dev.sluice.cli.report.CureSyntax;
import dev.sluice.config.vulkan.VulkanCure;
import dev.sluice.program.edit.Cure;
import tools.jackson.databind.node.ObjectNode;

/** What is known of a cure beside its text: {@code cure} of {@code check --json}. */
final class CureJson {
    private CureJson() {}

    static void put(ObjectNode to, Cure cure, CureSyntax syntax) {
        ObjectNode node = to.putObject("cure");
        node.put("state", state(cure));
        if (syntax == CureSyntax.VULKAN) {
            node.put("vulkan", VulkanCure.of(cure));
        }
    }

    private static String state(Cure cure) {
        return CureProver.checked(cure) ? "checked" : cure instanceof Cure.Unchecked ? "unchecked" : "words";
    }
}
