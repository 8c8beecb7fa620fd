// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.image.Numeric;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Formats that stand for those which Sluice does not know. */
final class FormatsTest {

    @ParameterizedTest
    @ValueSource(strings = {"R4G4_SINT", "B8G8R8A8_SINT", "A2B10G10R10_SINT_PACK32", "R64_SINT", "R64G64_SINT"})
    void signed_integers_stay_signed(String name) {
        Formats.Texel texel = Objects.requireNonNull(Formats.of("VK_FORMAT_" + name));
        assertThat(texel.format().channels().get(0).numeric()).isEqualTo(Numeric.SINT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "R8G8B8_UNORM",
                "R16G16B16_SFLOAT",
                "R32G32B32_SINT",
                "R64G64B64_SFLOAT",
                "ASTC_4x4x4_UNORM_BLOCK_EXT"
            })
    void no_format_stands_for_one_with_elements_of_another_size(String name) {
        assertThat(Formats.of("VK_FORMAT_" + name)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "R4G4_UNORM_PACK8, 1",
        "B5G6R5_UNORM_PACK16, 2",
        "R10X6G10X6_UNORM_2PACK16, 4",
        "R16G16_SFIXED5_NV, 4",
        "E5B9G9R9_UFLOAT_PACK32, 4",
        "R64_UINT, 8",
        "BC1_RGB_UNORM_BLOCK, 8",
        "ASTC_6x5_UNORM_BLOCK, 16",
        "R64G64_SFLOAT, 16"
    })
    void what_stands_for_a_format_has_elements_of_the_same_size(String name, int bytes) {
        Formats.Texel texel = Objects.requireNonNull(Formats.of("VK_FORMAT_" + name));
        assertThat(texel.format().texelBytes()).isEqualTo(bytes);
    }
}
