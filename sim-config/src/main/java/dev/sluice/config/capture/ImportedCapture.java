// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A capture as a command stream.
 *
 * <p>The stream of {@code sluice import -o} and the one that {@code sluice run} feeds to the stream reader are the same
 * bytes, so the two agree by construction.
 *
 * @param name the stream's name, the capture's file name without its ending
 * @param yaml the stream file's text
 * @param notes what was approximated, left out or not understood, a line each; the stream holds them, too
 * @param notUnderstood names of calls that no part of the importer knows, with how often they were made
 */
public record ImportedCapture(String name, String yaml, List<String> notes, Map<String, Long> notUnderstood) {
    public ImportedCapture {
        notes = List.copyOf(notes);
        notUnderstood = Collections.unmodifiableMap(new LinkedHashMap<>(notUnderstood));
    }

    /** The stream file's bytes. */
    public byte[] bytes() {
        return yaml.getBytes(StandardCharsets.UTF_8);
    }
}
