// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.data;

import dev.sluice.config.source.ScalarNode;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The type of a data element; all are stored little-endian. */
public enum DataType {
    /** 8 bits. */
    U8(1, false),
    /** 16 bits. */
    U16(2, false),
    /** 32 bits. */
    U32(4, false),
    /** 64 bits. */
    U64(8, false),
    /** 32 bits in two's complement. */
    I32(4, true),
    /** IEEE 754 single precision. */
    F32(4, true);

    /** A decimal fraction: what Java takes beyond it, such as 1.5f or 0x1p3, no file means. */
    private static final Pattern DECIMAL = Pattern.compile("[-+]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][-+]?[0-9]+)?");

    private static final Set<String> INFINITIES = Set.of(".inf", "inf", "-.inf", "-inf");

    private final int bytes;
    private final boolean signed;

    DataType(int bytes, boolean signed) {
        this.bytes = bytes;
        this.signed = signed;
    }

    /** Bytes of an element. */
    public int bytes() {
        return bytes;
    }

    /** The name in files: {@code u32}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The bits of a value in this type.
     *
     * @param path the value's key path, for errors
     */
    public long bits(ScalarNode value, String path) {
        if (this == F32) {
            Float number = decimal(value);
            if (number == null) {
                throw value.error(path + ": expected a number for f32, got " + value.describe());
            }
            if (number.isInfinite() && !INFINITIES.contains(value.text())) {
                throw value.error(path + ": " + value.text() + " does not fit f32, which holds up to " + Float.MAX_VALUE
                        + ", and .inf");
            }
            return Float.floatToRawIntBits(number) & 0xffff_ffffL;
        }
        BigInteger number = value.integer();
        if (number == null) {
            throw value.error(path + ": expected a whole number for " + key() + ", got " + value.describe());
        }
        BigInteger low = signed ? BigInteger.ONE.shiftLeft(bytes * 8 - 1).negate() : BigInteger.ZERO;
        BigInteger high =
                BigInteger.ONE.shiftLeft(signed ? bytes * 8 - 1 : bytes * 8).subtract(BigInteger.ONE);
        if (number.compareTo(low) < 0 || number.compareTo(high) > 0) {
            throw value.error(path + ": " + number + " does not fit " + key() + ", which holds " + low + " to " + high);
        }
        return number.longValue();
    }

    /** Stores the low bytes of {@code bits}. */
    void put(byte[] target, int offset, long bits) {
        for (int i = 0; i < bytes; i++) {
            target[offset + i] = (byte) (bits >>> (8 * i));
        }
    }

    private static @Nullable Float decimal(ScalarNode value) {
        BigInteger whole = value.integer();
        // all round once, to the nearest float
        if (whole != null) {
            return whole.floatValue();
        }
        return switch (value.text()) {
            case ".nan", "nan" -> Float.NaN;
            case ".inf", "inf" -> Float.POSITIVE_INFINITY;
            case "-.inf", "-inf" -> Float.NEGATIVE_INFINITY;
            default -> DECIMAL.matcher(value.text()).matches() ? Float.valueOf(value.text()) : null;
        };
    }
}
