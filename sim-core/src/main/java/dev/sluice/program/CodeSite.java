// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A place in the input part by part, and what a capture says of the command that was recorded there.
 *
 * @param file the file as the user named it; empty for what stands nowhere
 * @param line the line, from 1; 0 where nobody could look it up
 * @param column the column, from 1; 0 where nobody could look it up
 * @param captureIndex the index of the call in the capture that it was made of, or null
 * @param labels the debug labels that are open there, outermost first
 * @param pipeline the pipeline that is bound there, or null
 * @param shaders the captured shaders of that pipeline by stage: {@code vertex}, {@code fragment}, {@code compute}
 */
public record CodeSite(
        String file,
        int line,
        int column,
        @Nullable Long captureIndex,
        List<String> labels,
        @Nullable String pipeline,
        Map<String, String> shaders) {
    /** What stands between debug labels where they are one text. */
    public static final String LABEL_SEPARATOR = "/";

    /** Of what stands nowhere. */
    public static final CodeSite NOWHERE = new CodeSite("", 0, 0, null, List.of(), null, Map.of());

    public CodeSite {
        labels = List.copyOf(labels);
        shaders = Collections.unmodifiableMap(new LinkedHashMap<>(shaders));
    }

    /** The debug labels of a text. */
    public static List<String> labels(@Nullable String text) {
        return text == null ? List.of() : List.of(text.split(LABEL_SEPARATOR, -1));
    }
}
