// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep.outcome;

import dev.sluice.cli.report.Quantity;
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
            case BYTES -> Quantity.bytes(Math.round(value));
            case SHARE -> Quantity.decimal(100 * value, 2) + " %";
            case NANOSECONDS -> Quantity.time(value);
            case CYCLES -> Quantity.count(Math.round(value));
            case COUNT -> Quantity.decimal(value, 3);
        };
    }

    /** A value in little room: {@code 3.2 M}. */
    String brief(double value) {
        if (this != CYCLES && this != COUNT) {
            return text(value);
        }
        String[] units = {"", " k", " M", " G", " T"};
        double scaled = value;
        int unit = 0;
        while (Math.abs(scaled) >= 10_000 && unit < units.length - 1
                || Math.abs(scaled) >= 1000 && unit > 0 && unit < units.length - 1) {
            scaled /= 1000;
            unit++;
        }
        return Quantity.decimal(scaled, Math.abs(scaled) >= 100 ? 1 : 2) + units[unit];
    }
}
