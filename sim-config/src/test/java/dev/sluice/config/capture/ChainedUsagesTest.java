// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.GraphicsFixture.flat;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Usages that stand in a structure of their own. */
final class ChainedUsagesTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"34", "'VK_BUFFER_USAGE_2_TRANSFER_DST_BIT|VK_BUFFER_USAGE_2_STORAGE_BUFFER_BIT'"})
    void a_buffer_has_the_usage_of_64_bits_in_place_of_its_own(String usage) {
        String yaml = flat(GraphicsFixture.read(
                folder,
                List.of(
                        "vkCreateBuffer|'pCreateInfo':{'pNext':{'sType':'VK_STRUCTURE_TYPE_BUFFER_USAGE_FLAGS_2_CREATE_INFO',"
                                + "'pNext':null,'usage':" + usage + "},'size':64,'usage':1},'pBuffer':70",
                        "vkBindBufferMemory|'buffer':70,'memory':6,'memoryOffset':0")));

        assertThat(yaml).contains("usage: [TRANSFER_DST, STORAGE_BUFFER]");
    }

    @Test
    void an_image_has_the_usage_of_its_stencil_as_well() {
        String yaml = flat(GraphicsFixture.read(
                folder,
                List.of(
                        GraphicsFixture.MEMORY,
                        GraphicsFixture.image(31, "D24_UNORM_S8_UINT", 16, 16)
                                .replace(
                                        "'flags':0",
                                        "'flags':0,'pNext':{'sType':'VK_STRUCTURE_TYPE_IMAGE_STENCIL_USAGE_CREATE_INFO',"
                                                + "'pNext':null,'stencilUsage':4}")
                                .replace("'usage':38", "'usage':34"),
                        GraphicsFixture.bind(31, 0))));

        assertThat(yaml).contains("usage: [TRANSFER_DST, SAMPLED, DEPTH_STENCIL_ATTACHMENT]");
    }
}
