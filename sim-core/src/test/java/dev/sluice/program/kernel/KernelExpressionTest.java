// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.function.LongBinaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operator and function against Java, over parameters (executed) and over literals (folded). */
class KernelExpressionTest {
    private static final long[] INTEGERS = {
        0, 1, -1, 2, 3, -7, 31, 63, 64, 65, 255, 1L << 31, -(1L << 31), 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE
    };
    private static final float[] FLOATS = {
        0f, -0f, 1f, -1.5f, 2.25f, 1e-40f, 3.4e38f, -3.4e38f, Float.POSITIVE_INFINITY, Float.NaN, 16777216f
    };

    static Stream<Arguments> integerOperations() {
        return Stream.of(
                operation("n + m", (n, m) -> n + m),
                operation("n - m", (n, m) -> n - m),
                operation("n * m", (n, m) -> n * m),
                operation("n / m", (n, m) -> m == 0 ? 0 : n / m),
                operation("n % m", (n, m) -> m == 0 ? 0 : n % m),
                operation("n << m", (n, m) -> n << (m & 63)),
                operation("n >> m", (n, m) -> n >> (m & 63)),
                operation("n & m", (n, m) -> n & m),
                operation("n | m", (n, m) -> n | m),
                operation("n ^ m", (n, m) -> n ^ m),
                operation("n < m", (n, m) -> n < m ? 1 : 0),
                operation("n <= m", (n, m) -> n <= m ? 1 : 0),
                operation("n > m", (n, m) -> n > m ? 1 : 0),
                operation("n >= m", (n, m) -> n >= m ? 1 : 0),
                operation("n == m", (n, m) -> n == m ? 1 : 0),
                operation("n != m", (n, m) -> n != m ? 1 : 0),
                operation("n && m", (n, m) -> n != 0 && m != 0 ? 1 : 0),
                operation("n || m", (n, m) -> n != 0 || m != 0 ? 1 : 0),
                operation("n ? m : 7", (n, m) -> n != 0 ? m : 7),
                operation("select(n, 7, m)", (n, m) -> n != 0 ? 7 : m),
                operation("min(n, m)", Math::min),
                operation("max(n, m)", Math::max),
                operation("abs(n)", (n, m) -> n < 0 ? -n : n),
                operation("-n", (n, m) -> -n),
                operation("~n", (n, m) -> ~n),
                operation("!n", (n, m) -> n == 0 ? 1 : 0),
                operation("hash(n)", (n, m) -> splitMix(n)),
                operation("f32fromInt(n)", (n, m) -> bits((float) n)));
    }

    static Stream<Arguments> floatOperations() {
        return Stream.of(
                operation("f32add(n, m)", (n, m) -> bits(f(n) + f(m))),
                operation("f32sub(n, m)", (n, m) -> bits(f(n) - f(m))),
                operation("f32mul(n, m)", (n, m) -> bits(f(n) * f(m))),
                operation("f32div(n, m)", (n, m) -> bits(f(n) / f(m))),
                operation("f32min(n, m)", (n, m) -> bits(Math.min(f(n), f(m)))),
                operation("f32max(n, m)", (n, m) -> bits(Math.max(f(n), f(m)))),
                operation("f32fma(n, m, 1.5f)", (n, m) -> bits(Math.fma(f(n), f(m), 1.5f))),
                operation("f32sqrt(n)", (n, m) -> bits((float) Math.sqrt(f(n)))),
                operation("f32abs(n)", (n, m) -> bits(Math.abs(f(n)))),
                operation("f32neg(m)", (n, m) -> Float.floatToRawIntBits(-f(m)) & 0xffff_ffffL),
                operation("f32floor(n)", (n, m) -> bits((float) Math.floor(f(n)))),
                operation("f32toInt(n)", (n, m) -> (long) f(n)),
                operation("f32lt(n, m)", (n, m) -> f(n) < f(m) ? 1 : 0),
                operation("f32le(n, m)", (n, m) -> f(n) <= f(m) ? 1 : 0),
                operation("f32gt(n, m)", (n, m) -> f(n) > f(m) ? 1 : 0),
                operation("f32ge(n, m)", (n, m) -> f(n) >= f(m) ? 1 : 0),
                operation("f32eq(n, m)", (n, m) -> f(n) == f(m) ? 1 : 0),
                operation("f32ne(n, m)", (n, m) -> f(n) != f(m) ? 1 : 0));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("integerOperations")
    void integer_operations_are_those_of_java(String text, LongBinaryOperator expected) {
        for (long n : INTEGERS) {
            for (long m : INTEGERS) {
                check(text, n, m, expected.applyAsLong(n, m));
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("floatOperations")
    void float_operations_are_those_of_java(String text, LongBinaryOperator expected) {
        for (float n : FLOATS) {
            for (float m : FLOATS) {
                check(text, bits(n), bits(m), expected.applyAsLong(bits(n), bits(m)));
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            value = {
                "1 + 2 * 3 § 7",
                "(1 + 2) * 3 § 9",
                "10 - 4 - 3 § 3",
                "100 / 10 / 2 § 5",
                "1 << 2 + 1 § 8",
                "1 | 2 ^ 3 & 2 § 1",
                "1 < 2 == 1 § 1",
                "4 & 4 == 4 § 0",
                "0 || 1 && 0 § 0",
                "1 || 0 && 0 § 1",
                "1 ? 2 : 0 ? 3 : 4 § 2",
                "0 ? 2 : 0 ? 3 : 4 § 4",
                "-2 * -3 § 6",
                "!0 + 1 § 2",
                "~0 >> 70 § -1",
                "0x10 + 0b11 + 1_0 § 29",
                "1.5f § 1069547520",
                "2f § 1073741824",
                "1e3f § 1148846080",
            })
    void precedence_and_literals_are_those_of_c(String text, long expected) {
        assertThat(value("v = " + text)).isEqualTo(expected);
    }

    @Test
    void hash_modulo_is_an_index() {
        for (long n : INTEGERS) {
            assertThat(splitMix(n) % 10).isBetween(0L, 9L);
            assertThat(value("v = hash(n) % 10", n)).isEqualTo(splitMix(n) % 10);
        }
    }

    private static void check(String text, long n, long m, long expected) {
        assertThat(value("v = " + text, n, m)).as("%s of %d, %d", text, n, m).isEqualTo(expected);
        String literal = text.replaceAll("\\bn\\b", hex(n)).replaceAll("\\bm\\b", hex(m));
        KernelProgram folded = KernelTests.compile("v = " + literal);
        assertThat(folded.size()).as("folded to a copy: %s", literal).isEqualTo(2);
        assertThat(value("v = " + literal)).as("folded %s", literal).isEqualTo(expected);
    }

    private static String hex(long value) {
        return String.format(Locale.ROOT, "0x%x", value);
    }

    private static long value(String code, long... parameters) {
        String[] names = {"n", "m"};
        KernelProgram program = KernelTests.compile(code, java.util.Arrays.copyOf(names, parameters.length));
        WaveInterpreter wave = KernelTests.started(program, 4, parameters);
        assertThat(wave.next()).isEqualTo(WaveInterpreter.END);
        int register = KernelTests.register(program, "v");
        for (int lane = 1; lane < 4; lane++) {
            assertThat(wave.register(register, lane)).isEqualTo(wave.register(register, 0));
        }
        return wave.register(register, 0);
    }

    private static long splitMix(long seed) {
        long z = seed;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return (z ^ (z >>> 31)) & Long.MAX_VALUE;
    }

    private static float f(long bits) {
        return Float.intBitsToFloat((int) bits);
    }

    private static long bits(float value) {
        return Float.floatToIntBits(value) & 0xffff_ffffL;
    }

    private static Arguments operation(String text, LongBinaryOperator expected) {
        return Arguments.of(text, expected);
    }
}
