// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class FormatTest {

    @ParameterizedTest
    @EnumSource(Format.class)
    void should_have_channels_that_do_not_meet(Format format) {
        Set<Integer> bits = new HashSet<>();
        for (Format.Channel channel : format.channels()) {
            for (int i = 0; i < channel.bits(); i++) {
                assertThat(bits.add(channel.offset() + i)).isTrue();
            }
            assertThat(channel.offset() / 64).isEqualTo((channel.offset() + channel.bits() - 1) / 64);
        }
        assertThat(bits).allMatch(bit -> bit < format.texelBytes() * 8);
        assertThat(Integer.bitCount(format.texelBytes())).isEqualTo(1);
        assertThat(format.texelBytes()).isBetween(1, 16);
    }

    @Test
    void should_be_found_by_its_names_and_no_others() {
        assertThat(Format.of("VK_FORMAT_R8G8B8A8_UNORM")).isEqualTo(Format.R8G8B8A8_UNORM);
        assertThat(Format.of("D24S8")).isEqualTo(Format.D24_UNORM_S8_UINT);
        assertThat(Format.of("R8G8B8A8")).isNull();
        assertThat(Format.names()).contains("D32_SFLOAT", "D24S8");
    }

    @Test
    void should_tell_its_aspects() {
        assertThat(Format.R8_UNORM.color()).isTrue();
        assertThat(Format.R8_UNORM.has(Aspect.STENCIL)).isFalse();
        assertThat(Format.D16_UNORM.has(Aspect.DEPTH)).isTrue();
        assertThat(Format.D16_UNORM.has(Aspect.STENCIL)).isFalse();
        assertThat(Format.D24_UNORM_S8_UINT.has(Aspect.STENCIL)).isTrue();
        assertThat(Format.S8_UINT.has(Aspect.DEPTH)).isFalse();
        assertThat(Format.S8_UINT.has(Aspect.STENCIL)).isTrue();
        assertThat(Format.S8_UINT.color()).isFalse();
    }

    @Test
    void should_name_the_bytes_of_aspects() {
        assertThat(AspectBytes.holding(Format.D24_UNORM_S8_UINT, Set.of(Aspect.DEPTH)))
                .isEqualTo(0b0111);
        assertThat(AspectBytes.holding(Format.D24_UNORM_S8_UINT, Set.of(Aspect.STENCIL)))
                .isEqualTo(0b1000);
        assertThat(AspectBytes.holding(Format.D32_SFLOAT_S8_UINT, Set.of(Aspect.STENCIL)))
                .isEqualTo(0b0001_0000);
        assertThat(AspectBytes.withUnused(Format.D32_SFLOAT_S8_UINT, Set.of(Aspect.STENCIL)))
                .isEqualTo(0b1111_0000);
        assertThat(AspectBytes.withUnused(Format.D32_SFLOAT_S8_UINT, Set.of(Aspect.STENCIL, Aspect.DEPTH)))
                .isEqualTo(0xFF);
        assertThat(AspectBytes.holding(Format.X8_D24_UNORM_PACK32, Set.of(Aspect.DEPTH)))
                .isEqualTo(0b0111);
        assertThat(AspectBytes.withUnused(Format.X8_D24_UNORM_PACK32, Set.of(Aspect.DEPTH)))
                .isEqualTo(0b1111);
        assertThat(AspectBytes.holding(Format.R5G6B5_UNORM_PACK16, Set.of(Aspect.COLOR)))
                .isEqualTo(0b11);
        assertThat(AspectBytes.holding(Format.R8_UNORM, Set.of(Aspect.DEPTH))).isZero();
    }

    @Test
    void should_know_who_uses_a_layout() {
        assertThat(ImageLayout.of("VK_IMAGE_LAYOUT_PRESENT_SRC_KHR")).isEqualTo(ImageLayout.PRESENT_SRC_KHR);
        assertThat(ImageLayout.of("PRESENT_SRC")).isEqualTo(ImageLayout.PRESENT_SRC_KHR);
        assertThat(ImageLayout.of("NOTHING")).isNull();
        assertThat(ImageLayout.GENERAL.users()).isEqualTo(List.of(ImageLayout.User.values()));
        assertThat(ImageLayout.SHADER_READ_ONLY_OPTIMAL.users())
                .containsExactly(ImageLayout.User.SAMPLED, ImageLayout.User.INPUT);
        assertThat(ImageLayout.UNDEFINED.users()).isEmpty();
        assertThat(ImageLayout.UNDEFINED.discards()).isTrue();
        assertThat(ImageLayout.PREINITIALIZED.discards()).isFalse();
    }
}
