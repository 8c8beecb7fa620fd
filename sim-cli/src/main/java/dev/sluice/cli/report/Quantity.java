// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers as a person reads them, the same in every locale. */
public final class Quantity {
    private static final String[] BYTE_UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    private static final String[] TIME_UNITS = {"ns", "µs", "ms", "s"};
    private static final String[] RATE_UNITS = {"kHz", "MHz", "GHz"};

    private Quantity() {}

    /** A count with thousands separators: {@code 1,234,567}. */
    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** A count, or a dash for none. */
    public static String countOrDash(long value) {
        return value == 0 ? "-" : count(value);
    }

    /** Bytes in the largest binary unit that leaves at least 1: {@code 1.5 KiB}. */
    public static String bytes(long value) {
        return bytes(value, 1);
    }

    /** The same with so many decimals at most. */
    public static String bytes(long value, int places) {
        double scaled = value;
        int unit = 0;
        while (Math.abs(scaled) >= 1024 && unit < BYTE_UNITS.length - 1) {
            scaled /= 1024;
            unit++;
        }
        return decimal(scaled, places) + " " + BYTE_UNITS[unit];
    }

    /** Bytes, or a dash for none. */
    public static String bytesOrDash(long value) {
        return value == 0 ? "-" : bytes(value);
    }

    /** A duration given in nanoseconds: {@code 82.3 µs}. */
    public static String time(double nanos) {
        return time(nanos, 2);
    }

    /** The same with so many decimals at most. */
    public static String time(double nanos, int places) {
        double scaled = nanos;
        int unit = 0;
        while (Math.abs(scaled) >= 1000 && unit < TIME_UNITS.length - 1) {
            scaled /= 1000;
            unit++;
        }
        return decimal(scaled, places) + " " + TIME_UNITS[unit];
    }

    /** A frequency given in hertz: {@code 1.5 GHz}. */
    public static String frequency(long hertz) {
        double scaled = hertz / 1000.0;
        int unit = 0;
        while (scaled >= 1000 && unit < RATE_UNITS.length - 1) {
            scaled /= 1000;
            unit++;
        }
        return decimal(scaled, 3) + " " + RATE_UNITS[unit];
    }

    /** A share of a count in percent. */
    public static String percent(long part, long whole) {
        return percent((double) part, (double) whole);
    }

    /** A share in percent: {@code 87.5 %}; a dash when there is no whole. */
    public static String percent(double part, double whole) {
        return whole == 0 ? "-" : decimal(100 * part / whole, 1) + " %";
    }

    /** Bytes per nanosecond as {@code GB/s}. */
    public static String bandwidth(double bytesPerNano) {
        return decimal(bytesPerNano, bytesPerNano < 10 ? 2 : 1) + " GB/s";
    }

    /** A singular or plural: {@code 1 line}, {@code 2 lines}. */
    public static String plural(long count, String one) {
        return count(count) + " " + (count == 1 ? one : one + "s");
    }

    /** At most {@code places} decimals, without trailing zeros. */
    public static String decimal(double value, int places) {
        if (!Double.isFinite(value)) {
            return "-";
        }
        // not String.format: its digits come from shortest decimals, which differ before and after Java 19
        BigDecimal rounded = new BigDecimal(value).setScale(places, RoundingMode.HALF_UP);
        BigDecimal whole = rounded.setScale(0, RoundingMode.DOWN);
        String fraction = rounded.subtract(whole).abs().stripTrailingZeros().toPlainString();
        String sign = rounded.signum() < 0 && whole.signum() == 0 ? "-" : "";
        return sign
                + String.format(Locale.ROOT, "%,d", whole.toBigInteger())
                + (fraction.startsWith("0.") ? fraction.substring(1) : "");
    }

    /**
     * A number for files: 12 significant digits, the same on every JDK (whose shortest decimals differ before and after
     * Java 19); zero for what is no number.
     */
    public static BigDecimal exact(double value) {
        if (!Double.isFinite(value) || value == 0) {
            return BigDecimal.ZERO;
        }
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(12)).stripTrailingZeros();
        return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
    }

    /**
     * By how much {@code b} is more than {@code a}, for files that have both: what {@link #exact} makes of them is subtracted,
     * so that equal numbers do not differ by what doubles lost.
     */
    public static BigDecimal difference(double a, double b) {
        BigDecimal difference = exact(b).subtract(exact(a)).stripTrailingZeros();
        return difference.scale() < 0 ? difference.setScale(0) : difference;
    }
}
