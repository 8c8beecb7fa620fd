// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.bind.Recorded;
import dev.sluice.program.CodeSite;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pipeline that a captured command uses, for reports.
 *
 * @param pipeline its name, or null for none
 * @param shaders its shaders by stage
 */
record PipelineUse(@Nullable Named pipeline, Map<String, ShaderName> shaders) {
    /** Of commands that use none. */
    static final PipelineUse NONE = new PipelineUse(null, Map.of());

    /**
     * What a shader is called.
     *
     * @param module the shader module, or the pipeline where the shader has no module of its own
     * @param entry its entry point
     */
    record ShaderName(Named module, String entry) {
        @Override
        public String toString() {
            return entry.equals("main") ? module.toString() : module + ":" + entry;
        }
    }

    /** The same pipeline with the shaders of one that it is linked from. */
    PipelineUse with(PipelineUse library) {
        Map<String, ShaderName> all = new LinkedHashMap<>(shaders);
        all.putAll(library.shaders);
        return new PipelineUse(pipeline, all);
    }

    /** What stands beside a command, once names are settled. */
    Recorded recorded(List<String> labels) {
        Map<String, String> names = new LinkedHashMap<>();
        shaders.forEach((stage, name) -> names.put(stage, name.toString()));
        boolean ambiguous = labels.stream().anyMatch(label -> label.contains(CodeSite.LABEL_SEPARATOR));
        return new Recorded(ambiguous ? labels : List.of(), pipeline == null ? null : pipeline.toString(), names);
    }
}
