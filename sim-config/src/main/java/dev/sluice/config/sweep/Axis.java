// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.sweep;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that is varied.
 *
 * @param name a key of devices, or {@link #DEVICE}, {@link #PROFILE}, {@link #SEED}, or {@link #STREAM} and a key of the stream
 * @param values what it takes in turn, as they are written after {@code --set KEY=}
 */
public record Axis(String name, List<String> values) {
    /** The device itself. */
    public static final String DEVICE = "device";
    /** The barrier profile. */
    public static final String PROFILE = "profile";
    /** The seed of random replacement. */
    public static final String SEED = "seed";
    /** What begins the name of a key of the stream. */
    public static final String STREAM = "stream.";

    public Axis {
        values = List.copyOf(values);
    }

    /** An axis of values that are in quotes where they have commas; keys of devices and streams are given them so, as in YAML. */
    static Axis written(String name, List<String> values) {
        Axis axis = new Axis(name, values);
        return axis.ofDevice() || axis.ofStream()
                ? axis
                : new Axis(name, values.stream().map(ValueList::unquoted).toList());
    }

    /** An axis as a text after {@code --vary KEY=} has it. */
    public static Axis parse(String name, String values) {
        return written(name, ValueList.parse(values));
    }

    /** Whether it is a key of devices. */
    public boolean ofDevice() {
        return !name.equals(DEVICE) && !name.equals(PROFILE) && !name.equals(SEED) && !ofStream();
    }

    /** Whether it is a key of streams. */
    public boolean ofStream() {
        return name.startsWith(STREAM);
    }

    /** The number that a value is, in base units; null for a text. */
    public static @Nullable Double number(String value) {
        Amount amount = Amount.of(value);
        return amount == null ? null : amount.number().doubleValue();
    }

    /** A value as one text for all its spellings: 256, 0.25KiB and "256" are one size. A time stays apart from a number, of cycles. */
    public String canonical(String value) {
        if (name.equals(DEVICE) || name.equals(PROFILE)) {
            return value;
        }
        String text = ValueList.unquoted(value);
        Amount amount = Amount.of(text);
        return amount == null
                ? text
                : amount.number().stripTrailingZeros().toPlainString()
                        + (amount.kind() == Amount.Kind.TIME ? "ps" : "");
    }

    /** What its values measure: {@code bytes}, {@code time} or {@code clock}; empty for plain numbers and texts. */
    public String unit() {
        for (String value : values) {
            Amount amount = Amount.of(value);
            if (amount != null && amount.kind() != Amount.Kind.PLAIN) {
                return switch (amount.kind()) {
                    case SIZE -> "bytes";
                    case TIME -> "time";
                    default -> "clock";
                };
            }
        }
        return "";
    }
}
