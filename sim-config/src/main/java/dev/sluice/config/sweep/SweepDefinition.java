// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.sweep;

import dev.sluice.config.trace.TraceFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a sweep is made of, from a file, a command line or both.
 *
 * @param name its name, for reports
 * @param streams files or presets, of streams or traces
 * @param format of the traces; null to have it told by their names and contents
 * @param outstanding how many accesses of a path may be under way in replays; 0 for as many as the device takes
 * @param device file or preset; null for the streams' own
 * @param settings keys of the device that hold for all points, as {@code KEY=VALUE}
 * @param axes what is varied, the slowest first
 * @param zip whether the axes go together, value by value
 * @param where what a combination has to fulfil
 * @param metrics of the results; empty for the usual ones
 * @param objectives what is best; empty for the usual ones
 * @param optimal whether look-ups are recorded, so that points have the bound of replacement
 * @param places where a file says what
 */
public record SweepDefinition(
        String name,
        List<String> streams,
        @Nullable TraceFormat format,
        int outstanding,
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
        boolean optimal,
        SweepPlaces places) {

    public SweepDefinition {
        streams = List.copyOf(streams);
        settings = List.copyOf(settings);
        axes = List.copyOf(axes);
        where = List.copyOf(where);
        metrics = List.copyOf(metrics);
        objectives = List.copyOf(objectives);
    }

    /** A file's name in results: without folders, but for those that tell it from a stream that is called the same. */
    public String label(String file) {
        return FileNames.of(file, streams);
    }

    /** The axes as results name their values: files as streams are named. */
    public List<Axis> named() {
        return axes.stream()
                .map(axis -> new Axis(
                        axis.name(),
                        axis.values().stream()
                                .map(value -> named(axis.name(), value))
                                .toList()))
                .toList();
    }

    /** A value of an axis as results name it; of {@link Axis#DEVICE} and {@link Axis#PROFILE} also where they are not varied. */
    public String named(String axis, String value) {
        if (!axis.equals(Axis.DEVICE) && !axis.equals(Axis.PROFILE) || !FileNames.isFile(value)) {
            return value;
        }
        List<String> all = axes.stream()
                .filter(one -> one.name().equals(axis))
                .flatMap(one -> one.values().stream())
                .toList();
        return FileNames.of(value, all);
    }
}
