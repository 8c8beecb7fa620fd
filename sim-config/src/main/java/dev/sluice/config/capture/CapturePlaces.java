// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Finds the lines of a capture on which calls stand. */
public final class CapturePlaces {
    private CapturePlaces() {}

    /** The lines, from 1, of the calls with some indices; a call that is not found has none. */
    public static Map<Long, Integer> lines(Path capture, Collection<Long> indices) {
        Map<Long, Integer> found = new TreeMap<>();
        Set<Long> wanted = new HashSet<>(indices);
        if (wanted.isEmpty()) {
            return found;
        }
        try (CaptureLines lines = new CaptureLines(capture)) {
            for (JsonNode line = lines.next(); line != null && found.size() < wanted.size(); line = lines.next()) {
                JsonNode index = line.path("index");
                if (index.canConvertToLong() && wanted.contains(index.longValue())) {
                    found.putIfAbsent(index.longValue(), lines.line());
                }
            }
        }
        return found;
    }
}
