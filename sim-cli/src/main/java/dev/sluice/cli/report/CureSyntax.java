// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.config.rewrite.CureText;
import dev.sluice.config.vulkan.VulkanCure;
import dev.sluice.program.edit.Cure;

/** What cures are written in. */
public enum CureSyntax {
    /** As a stream has it. */
    STREAM,
    /** As C. */
    VULKAN;

    /** The text of a cure; empty where there is nothing to propose. */
    public CureText text(Cure cure) {
        return this == STREAM ? CureText.of(cure) : new CureText(false, VulkanCure.of(cure));
    }

    /** The lines of a cure, comments as such. */
    public Iterable<String> lines(Cure cure) {
        return text(cure).toString().lines().toList();
    }
}
