// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.program.BlendEquation;
import dev.sluice.program.BlendEquation.Factor;
import dev.sluice.program.BlendEquation.Operation;

/** Reads blend equations of captures. Fragments have one colour here, which counts as the second, too. */
final class CapturedBlend {

    private CapturedBlend() {}

    /** The equation of a {@code VkPipelineColorBlendAttachmentState} or {@code VkColorBlendEquationEXT}. */
    static BlendEquation equation(Struct blend) {
        String colorOp = blend.text("colorBlendOp");
        String alphaOp = blend.text("alphaBlendOp");
        return advanced(colorOp) || advanced(alphaOp)
                ? BlendEquation.OVER
                : new BlendEquation(
                        factor(blend, "srcColorBlendFactor", BlendEquation.OVER.srcColor()),
                        factor(blend, "dstColorBlendFactor", BlendEquation.OVER.dstColor()),
                        operation(colorOp),
                        factor(blend, "srcAlphaBlendFactor", BlendEquation.OVER.srcAlpha()),
                        factor(blend, "dstAlphaBlendFactor", BlendEquation.OVER.dstAlpha()),
                        operation(alphaOp));
    }

    /** Whether it is an operation without factors that mixes both colours in a way of its own ({@code VK_EXT_blend_operation_advanced}). */
    private static boolean advanced(String op) {
        return op.endsWith("_EXT");
    }

    private static Factor factor(Struct blend, String key, Factor otherwise) {
        String name = blend.text(key).replaceFirst("^VK_BLEND_FACTOR_", "").replace("SRC1_", "SRC_");
        for (Factor factor : Factor.values()) {
            if (factor.name().equals(name)) {
                return factor;
            }
        }
        return otherwise;
    }

    private static Operation operation(String text) {
        for (Operation operation : Operation.values()) {
            if (text.equals("VK_BLEND_OP_" + operation.name())) {
                return operation;
            }
        }
        return Operation.ADD;
    }
}
