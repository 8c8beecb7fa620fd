// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.bind;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a capture says of a call beside its arguments, under {@code capture} beside a step.
 *
 * @param labels the debug labels that are open, outermost first, where the label alone does not tell them apart
 * @param pipeline the pipeline that is bound
 * @param shaders its shaders by stage
 */
public record Recorded(
        @Doc("The debug labels that are open, outermost first; the parts of the label between slashes when absent.")
        List<String> labels,

        @Doc("The pipeline that is bound.") @Nullable String pipeline,

        @Doc("The shaders of the pipeline by stage: vertex, fragment, compute.")
        Map<String, String> shaders) {
    /** Nothing. */
    public static final Recorded NOTHING = new Recorded(List.of(), null, Map.of());
}
