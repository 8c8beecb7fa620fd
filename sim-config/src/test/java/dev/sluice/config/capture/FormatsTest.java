// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.image.Numeric;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Formats that stand for those which Sluice does not know. */
final class FormatsTest {

    @ParameterizedTest
    @ValueSource(strings = {"R4G4_SINT", "B8G8R8_SINT", "A2B10G10R10_SINT_PACK32", "R16G16B16_SINT", "R32G32B32_SINT"})
    void signed_integers_stay_signed(String name) {
        Formats.Texel texel = Objects.requireNonNull(Formats.of("VK_FORMAT_" + name));
        assertThat(texel.format().channels().get(0).numeric()).isEqualTo(Numeric.SINT);
    }
}
