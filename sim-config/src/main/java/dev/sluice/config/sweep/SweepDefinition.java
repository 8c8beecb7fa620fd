// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.sweep;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a sweep is made of, from a file, a command line or both.
 *
 * @param name its name, for reports
 * @param streams files or presets
 * @param device file or preset; null for the streams' own
 * @param settings keys of the device that hold for all points, as {@code KEY=VALUE}
 * @param axes what is varied, the slowest first
 * @param zip whether the axes go together, value by value
 * @param where what a combination has to fulfil
 * @param metrics of the results; empty for the usual ones
 * @param objectives what is best; empty for the usual ones
 * @param optimal whether look-ups are recorded, so that points have the bound of replacement
 */
public record SweepDefinition(
        String name,
        List<String> streams,
        @Nullable String device,
        @Nullable String profile,
        @Nullable String variant,
        List<String> settings,
        List<Axis> axes,
        boolean zip,
        List<Constraint> where,
        List<String> metrics,
        List<String> objectives,
        long seed,
        @Nullable Long maxCycles,
        boolean bytes,
        boolean optimal) {

    public SweepDefinition {
        streams = List.copyOf(streams);
        settings = List.copyOf(settings);
        axes = List.copyOf(axes);
        where = List.copyOf(where);
        metrics = List.copyOf(metrics);
        objectives = List.copyOf(objectives);
    }

    /** A stream's name in results: without folders, where no other stream has the same. */
    public String label(String stream) {
        String last = lastPart(stream);
        return streams.stream().filter(other -> lastPart(other).equals(last)).count() > 1 ? stream : last;
    }

    private static String lastPart(String file) {
        return file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
    }
}
