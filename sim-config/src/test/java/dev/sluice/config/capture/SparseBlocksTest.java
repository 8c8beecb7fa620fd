// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shapes of sparse blocks. */
final class SparseBlocksTest {
    @ParameterizedTest
    @CsvSource({
        "R8_UNORM, 1, 1, 256, 256, 1",
        "R8G8_UNORM, 1, 1, 256, 128, 1",
        "R8G8B8A8_UNORM, 1, 1, 128, 128, 1",
        "R16G16B16A16_SFLOAT, 1, 1, 128, 64, 1",
        "R32G32B32A32_SFLOAT, 1, 1, 64, 64, 1",
        "R8_UNORM, 64, 1, 64, 32, 32",
        "R8G8_UNORM, 64, 1, 32, 32, 32",
        "R8G8B8A8_UNORM, 64, 1, 32, 32, 16",
        "R16G16B16A16_SFLOAT, 64, 1, 32, 16, 16",
        "R32G32B32A32_SFLOAT, 64, 1, 16, 16, 16",
        "R8G8B8A8_UNORM, 1, 2, 64, 128, 1",
        "R8G8B8A8_UNORM, 1, 4, 64, 64, 1",
        "R8G8B8A8_UNORM, 1, 8, 32, 64, 1",
        "BC1_RGB_UNORM_BLOCK, 1, 1, 512, 256, 1",
        "BC7_UNORM_BLOCK, 1, 1, 256, 256, 1"
    })
    void they_are_the_standard_ones(String format, int depth, int samples, long width, long height, long slices) {
        Formats.Texel texel = Formats.of("VK_FORMAT_" + format);

        assertThat(SparseBlocks.of(texel, depth > 1, samples)).isEqualTo(new SparseBlocks(width, height, slices));
    }
}
