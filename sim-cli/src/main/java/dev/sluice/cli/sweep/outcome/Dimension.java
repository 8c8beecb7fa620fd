// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep.outcome;

import dev.sluice.cli.sweep.SweepHeader;
import dev.sluice.config.sweep.Axis;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Something that varies by itself: an axis, or all axes of a sweep that were zipped.
 *
 * @param axes their indices
 * @param values in their order
 * @param numeric whether all are numbers
 */
public record Dimension(String name, List<Integer> axes, List<String> values, String unit, boolean numeric) {
    /** What stands between the names of zipped axes. */
    static final String JOINED = " / ";

    public Dimension {
        axes = List.copyOf(axes);
        values = List.copyOf(values);
    }

    /** Those of a sweep; an axis with one value does not vary. */
    public static List<Dimension> of(SweepHeader header) {
        List<Axis> axes = header.axes();
        List<Dimension> dimensions = new ArrayList<>();
        if (header.zip() && axes.size() > 1) {
            List<String> values = new ArrayList<>();
            for (int i = 0; i < axes.get(0).values().size(); i++) {
                int index = i;
                values.add(String.join(
                        JOINED,
                        axes.stream().map(axis -> axis.values().get(index)).toList()));
            }
            List<Integer> all = new ArrayList<>();
            for (int i = 0; i < axes.size(); i++) {
                all.add(i);
            }
            if (values.size() > 1) {
                dimensions.add(new Dimension(
                        String.join(JOINED, axes.stream().map(Axis::name).toList()), all, values, "", false));
            }
            return dimensions;
        }
        for (int i = 0; i < axes.size(); i++) {
            Axis axis = axes.get(i);
            if (axis.values().size() > 1) {
                boolean numeric = axis.values().stream().map(Axis::number).allMatch(Objects::nonNull);
                dimensions.add(new Dimension(axis.name(), List.of(i), axis.values(), axis.unit(), numeric));
            }
        }
        return dimensions;
    }

    /** The last steps of its name, of each of its axes, for where there is little room. */
    public String brief() {
        return Arrays.stream(name.split(JOINED, -1)).map(Dimension::brief).collect(Collectors.joining(JOINED));
    }

    /** The last steps of the name of an axis. */
    static String brief(String axis) {
        int last = axis.lastIndexOf('.');
        int before = last < 0 ? -1 : axis.lastIndexOf('.', last - 1);
        return before < 0 ? axis : axis.substring(before + 1);
    }

    /** Its value in a row. */
    public String of(Series.Row row) {
        return axes.size() == 1
                ? row.values().get(axes.get(0))
                : String.join(
                        JOINED,
                        axes.stream().map(axis -> row.values().get(axis)).toList());
    }
}
