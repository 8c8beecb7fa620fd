// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.ColorBlend;
import dev.sluice.program.DrawState;
import dev.sluice.program.DrawState.Compare;
import dev.sluice.program.StencilTest;
import dev.sluice.program.StencilTest.Operation;
import dev.sluice.program.StencilTest.Outcome;
import dev.sluice.program.image.Format;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DepthStencilTestsTest {
    private static final Format D24S8 = Format.D24_UNORM_S8_UINT;

    private static DepthStencilTests tests(Format format, Compare depth, boolean write, StencilTest stencil) {
        return new DepthStencilTests(format, new DrawState(ColorBlend.NONE, depth, write, 0.5, null, stencil));
    }

    private static StencilTest stencil(Compare compare, Operation fail, Operation pass, Operation depthFail) {
        return new StencilTest(compare, fail, pass, depthFail, 0xFF, 0xFF, 7);
    }

    @ParameterizedTest
    @CsvSource({
        "D16_UNORM, true, -1, 0, 2, 0, 2",
        "X8_D24_UNORM_PACK32, true, 9, 0, 3, 0, 4",
        "D24_UNORM_S8_UINT, true, -1, 0, 3, 0, 3",
        "D24_UNORM_S8_UINT, true, 9, 0, 3, 0, 4",
        "D24_UNORM_S8_UINT, false, 9, 0, 3, 3, 1",
        "D32_SFLOAT, true, -1, 0, 4, 0, 4",
        "D32_SFLOAT_S8_UINT, true, -1, 0, 4, 0, 4",
        "D32_SFLOAT_S8_UINT, false, 9, 0, 4, 4, 4",
        "D32_SFLOAT_S8_UINT, true, 9, 0, 4, 0, 8",
        "D32_SFLOAT, false, 9, 0, 4, 0, 0",
        "S8_UINT, true, 9, 0, 0, 0, 1"
    })
    void namesTheBytesThatAreReadAndWritten(
            Format format, boolean depthWrite, int stencil, int readFirst, int read, int writeFirst, int write) {
        DepthStencilTests tests =
                tests(format, Compare.LESS, depthWrite, stencil < 0 ? StencilTest.NONE : StencilTest.writing(stencil));
        assertThat(tests.read()).isEqualTo(new TexelBytes((1 << read) - 1 << readFirst));
        assertThat(tests.written(Outcome.PASS)).isEqualTo(new TexelBytes((1 << write) - 1 << writeFirst));
        assertThat(tests.written(Outcome.DEPTH_FAIL)).isEqualTo(TexelBytes.NONE);
    }

    @Test
    void passing_samples_write_depth_and_stencil_into_one_texel() {
        DepthStencilTests tests = new DepthStencilTests(
                D24S8, new DrawState(ColorBlend.NONE, Compare.LESS, true, 1, null, StencilTest.writing(0x5A)));
        assertThat(tests.texel(Outcome.PASS, tests.fragment(new PixelBatch(), 0), 0))
                .isEqualTo(0x5AFFFFFFL);
    }

    @Test
    void always_and_never_read_nothing() {
        for (Compare compare : new Compare[] {Compare.ALWAYS, Compare.NEVER}) {
            DepthStencilTests tests = tests(Format.D16_UNORM, compare, true, StencilTest.NONE);
            assertThat(tests.read().count()).isZero();
            assertThat(tests.never()).isEqualTo(compare == Compare.NEVER);
        }
    }

    @ParameterizedTest(name = "{0} {1} {2} {3}, depth {4}: reads {5}")
    @CsvSource({
        "ALWAYS, KEEP, REPLACE, KEEP, ALWAYS, false",
        "EQUAL, KEEP, KEEP, KEEP, ALWAYS, true",
        "NEVER, REPLACE, KEEP, KEEP, ALWAYS, false",
        "NEVER, INVERT, KEEP, KEEP, ALWAYS, true",
        "NEVER, KEEP, INVERT, INVERT, ALWAYS, false",
        "ALWAYS, INVERT, KEEP, KEEP, ALWAYS, false",
        "ALWAYS, KEEP, KEEP, INCREMENT_AND_WRAP, ALWAYS, false",
        "ALWAYS, KEEP, KEEP, INCREMENT_AND_WRAP, NEVER, true",
        "ALWAYS, KEEP, INCREMENT_AND_CLAMP, KEEP, NEVER, false"
    })
    void stencil_is_read_where_it_is_compared_or_counted(
            Compare compare, Operation fail, Operation pass, Operation depthFail, Compare depth, boolean reads) {
        DepthStencilTests tests = tests(D24S8, depth, false, stencil(compare, fail, pass, depthFail));
        assertThat(tests.read()).isEqualTo(reads ? new TexelBytes(0b1000) : TexelBytes.NONE);
    }

    @Test
    void some_bits_of_stencil_are_written_over_what_is_stored() {
        StencilTest some =
                new StencilTest(Compare.ALWAYS, Operation.KEEP, Operation.REPLACE, Operation.KEEP, 0xFF, 0x0F, 0xA5);
        DepthStencilTests tests = tests(Format.S8_UINT, Compare.ALWAYS, false, some);
        assertThat(tests.read()).isEqualTo(new TexelBytes(0b1));
        assertThat(tests.texel(Outcome.PASS, 0, 0x3C)).isEqualTo(0x35);
    }

    @Test
    void a_mask_of_no_bits_compares_zeros() {
        assertThat(new StencilTest(Compare.LESS, Operation.KEEP, Operation.KEEP, Operation.KEEP, 0, 0xFF, 9).compare())
                .isEqualTo(Compare.NEVER);
        assertThat(new StencilTest(Compare.EQUAL, Operation.KEEP, Operation.KEEP, Operation.KEEP, 0, 0xFF, 9).compare())
                .isEqualTo(Compare.ALWAYS);
    }

    @ParameterizedTest
    @CsvSource({
        "KEEP, 200, 200",
        "ZERO, 200, 0",
        "REPLACE, 200, 7",
        "INCREMENT_AND_CLAMP, 254, 255",
        "INCREMENT_AND_CLAMP, 255, 255",
        "DECREMENT_AND_CLAMP, 0, 0",
        "INVERT, 240, 15",
        "INCREMENT_AND_WRAP, 255, 0",
        "DECREMENT_AND_WRAP, 0, 255"
    })
    void operationsMakeStencil(Operation operation, int before, int after) {
        DepthStencilTests tests = tests(
                Format.S8_UINT,
                Compare.ALWAYS,
                false,
                stencil(Compare.ALWAYS, Operation.KEEP, operation, Operation.KEEP));
        assertThat(tests.texel(Outcome.PASS, 0, before)).isEqualTo(after);
    }

    @Test
    void bounds_come_before_stencil_and_stencil_before_depth() {
        StencilTest equal = stencil(Compare.EQUAL, Operation.KEEP, Operation.KEEP, Operation.KEEP);
        DepthStencilTests tests = new DepthStencilTests(
                D24S8,
                new DrawState(ColorBlend.NONE, Compare.GREATER, false, 0.5, new DrawState.DepthBounds(0, 0.75), equal));
        long half = tests.fragment(new PixelBatch(), 0);
        assertThat(tests.outcome(half, 0xFFFFFF)).isEqualTo(Outcome.BOUNDS_FAIL);
        assertThat(tests.outcome(half, half)).isEqualTo(Outcome.STENCIL_FAIL);
        assertThat(tests.outcome(half, 7L << 24 | half)).isEqualTo(Outcome.DEPTH_FAIL);
        assertThat(tests.outcome(half, 7L << 24)).isEqualTo(Outcome.PASS);
    }

    @Test
    void samples_that_fail_write_where_none_can_pass() {
        DepthStencilTests tests = tests(
                D24S8, Compare.LESS, true, stencil(Compare.NEVER, Operation.ZERO, Operation.KEEP, Operation.KEEP));
        assertThat(tests.never()).isTrue();
        assertThat(tests.writes()).isTrue();
        assertThat(tests.assumed()).isEqualTo(Outcome.STENCIL_FAIL);
        assertThat(tests.written(Outcome.STENCIL_FAIL)).isEqualTo(new TexelBytes(0b1000));
    }
}
