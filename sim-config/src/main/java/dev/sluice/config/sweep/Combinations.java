// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.sweep;

import dev.sluice.config.ConfigException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The combinations of values that a sweep runs, in the order of its points. */
public final class Combinations {
    /** The most points of a sweep. */
    public static final int MOST = 1_000_000;

    /** The name under which conditions know the stream. */
    public static final String STREAM = "stream";

    /**
     * One of them.
     *
     * @param stream as the sweep names it
     * @param values of the axes, by their names, in their order
     */
    public record Combination(String stream, Map<String, String> values) {}

    private Combinations() {}

    /**
     * Stream after stream, the first axis slowest; those that do not fulfil the conditions are left out.
     *
     * @throws ConfigException when there are none, or too many, or values of zipped axes do not pair up
     */
    public static List<Combination> of(SweepDefinition sweep) {
        List<Axis> axes = sweep.axes();
        for (Axis axis : axes) {
            if (sweep.zip() && axis.values().size() != axes.get(0).values().size()) {
                throw sweep.places()
                        .at(
                                "vary." + axis.name(),
                                new ConfigException(
                                        sweep.name(),
                                        "zipped axes have as many values each: "
                                                + axes.get(0).name() + " has "
                                                + axes.get(0).values().size() + ", " + axis.name() + " has "
                                                + axis.values().size()));
            }
        }
        long all = sweep.streams().size();
        for (int i = 0; i < (sweep.zip() ? Math.min(1, axes.size()) : axes.size()); i++) {
            all *= axes.get(i).values().size();
            if (all > MOST) {
                throw sweep.places()
                        .at("vary", new ConfigException(sweep.name(), "this makes more than " + MOST + " points"));
            }
        }
        List<Combination> kept = new ArrayList<>();
        for (long index = 0; index < all; index++) {
            Combination one = combination(sweep, index, all);
            Map<String, String> known = new LinkedHashMap<>(one.values());
            known.put(STREAM, sweep.label(one.stream()));
            if (sweep.where().stream().allMatch(condition -> condition.holds(known))) {
                kept.add(one);
            }
        }
        if (kept.isEmpty()) {
            throw sweep.places()
                    .at(
                            "where",
                            new ConfigException(sweep.name(), "no combination fulfils the conditions: nothing to run"));
        }
        return kept;
    }

    private static Combination combination(SweepDefinition sweep, long index, long all) {
        long perStream = all / sweep.streams().size();
        String stream = sweep.streams().get((int) (index / perStream));
        long rest = index % perStream;
        Map<String, String> values = new LinkedHashMap<>();
        long slower = perStream;
        for (Axis axis : sweep.axes()) {
            int size = axis.values().size();
            slower = sweep.zip() ? 1 : slower / size;
            values.put(axis.name(), axis.values().get((int) (rest / slower % size)));
        }
        return new Combination(stream, values);
    }
}
