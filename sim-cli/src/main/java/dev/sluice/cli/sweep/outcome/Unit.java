// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep.outcome;

import dev.sluice.cli.report.Quantity;
import java.util.Collection;
import java.util.Locale;

/** What a metric counts, and how a person reads it. */
enum Unit {
    /** Cycles of the core clock. */
    CYCLES("cycles"),
    /** Nanoseconds. */
    NANOSECONDS("time"),
    /** Bytes. */
    BYTES("bytes"),
    /** A share of 1. */
    SHARE("%"),
    /** Anything else. */
    COUNT("count");

    private static final int MOST_MORE = 4;

    private final String label;

    Unit(String label) {
        this.label = label;
    }

    /** That of a metric, told by its name. */
    static Unit of(String metric) {
        String lower = metric.toLowerCase(Locale.ROOT);
        if (lower.endsWith("bytes")) {
            return BYTES;
        }
        if (lower.endsWith("cycles")) {
            return CYCLES;
        }
        return lower.endsWith("rate") ? SHARE : lower.endsWith("ns") ? NANOSECONDS : COUNT;
    }

    /** What stands beside the name of an axis. */
    String label() {
        return label;
    }

    /** A value to be read. */
    String text(double value) {
        return switch (this) {
            case CYCLES -> Quantity.count(Math.round(value));
            case COUNT -> Quantity.decimal(value, 3);
            case BYTES, SHARE, NANOSECONDS -> brief(value, 0);
        };
    }

    /** How many decimals more than usual it takes to tell values in little room from each other. */
    int more(Collection<Double> values) {
        long different = values.stream().distinct().count();
        int more = 0;
        while (more < MOST_MORE && distinct(values, more) < different) {
            more++;
        }
        return more;
    }

    /** How many decimals more than usual it takes to write ticks without rounding, so that they look as even as they are. */
    int exact(Collection<Double> ticks) {
        int more = 0;
        while (more < MOST_MORE && !same(ticks, more, MOST_MORE)) {
            more++;
        }
        return more;
    }

    private boolean same(Collection<Double> values, int few, int many) {
        return values.stream().allMatch(value -> brief(value, few).equals(brief(value, many)));
    }

    private long distinct(Collection<Double> values, int more) {
        return values.stream().map(value -> brief(value, more)).distinct().count();
    }

    /**
     * A value in little room: {@code 3.2 M}.
     *
     * @param more decimals more than usual
     */
    String brief(double value, int more) {
        return switch (this) {
            case BYTES -> Quantity.bytes(Math.round(value), 1 + more);
            case SHARE -> Quantity.decimal(100 * value, 2 + more) + " %";
            case NANOSECONDS -> Quantity.time(value, 2 + more);
            case CYCLES, COUNT -> scaled(value, more);
        };
    }

    private static String scaled(double value, int more) {
        String[] units = {"", " k", " M", " G", " T"};
        double scaled = value;
        int unit = 0;
        while (Math.abs(scaled) >= 10_000 && unit < units.length - 1
                || Math.abs(scaled) >= 1000 && unit > 0 && unit < units.length - 1) {
            scaled /= 1000;
            unit++;
        }
        return Quantity.decimal(scaled, (Math.abs(scaled) >= 100 ? 1 : 2) + more) + units[unit];
    }
}
