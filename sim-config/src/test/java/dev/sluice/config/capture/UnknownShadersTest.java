// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.GraphicsFixture.BEGIN;
import static dev.sluice.config.capture.GraphicsFixture.DRAW;
import static dev.sluice.config.capture.GraphicsFixture.END;
import static dev.sluice.config.capture.GraphicsFixture.USE;
import static dev.sluice.config.capture.GraphicsFixture.flat;
import static dev.sluice.config.capture.GraphicsFixture.pipeline;
import static dev.sluice.config.capture.GraphicsFixture.targets;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What shaders without code can reach: what is bound for their stage. */
final class UnknownShadersTest {
    @TempDir
    private Path folder;

    /** The bindings of a draw's vertex kernel, of a set with one binding for either stage. */
    private String vertexKernel(String first, String second) {
        List<String> setup = new ArrayList<>(targets());
        setup.addAll(List.of(
                "vkCreateDescriptorSetLayout|'pCreateInfo':{'pBindings':[" + binding(0, first) + ","
                        + binding(1, second) + "]},'pSetLayout':45",
                "vkCreatePipelineLayout|'pCreateInfo':{'pSetLayouts':[45]},'pPipelineLayout':43",
                pipeline(""),
                BEGIN,
                USE));
        String yaml = flat(GraphicsFixture.read(
                folder,
                setup,
                "vkCmdPushDescriptorSetKHR|'commandBuffer':16,'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_GRAPHICS',"
                        + "'layout':43,'set':0,'pDescriptorWrites':[" + write(0) + "," + write(1) + "]",
                DRAW,
                END));
        return yaml.replaceFirst(".* shader41: (.*?) code:.*", "$1");
    }

    private static String binding(int number, String stages) {
        return "{'binding':" + number + ",'descriptorType':'VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER','descriptorCount':1,"
                + "'stageFlags':" + stages + "}";
    }

    private static String write(int binding) {
        return "{'dstSet':0,'dstBinding':" + binding + ",'dstArrayElement':0,'descriptorCount':1,"
                + "'descriptorType':'VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER','pBufferInfo':[{'buffer':5,'offset':0,'range':256}]}";
    }

    @Test
    void a_vertex_shader_does_not_reach_what_is_for_fragments() {
        assertThat(vertexKernel("1", "16")).contains("s0b0").doesNotContain("s0b1");
        assertThat(vertexKernel("'VK_SHADER_STAGE_FRAGMENT_BIT'", "'VK_SHADER_STAGE_VERTEX_BIT'"))
                .contains("s0b1")
                .doesNotContain("s0b0");
    }

    @Test
    void what_is_for_all_stages_is_for_each() {
        assertThat(vertexKernel("2147483647", "'VK_SHADER_STAGE_ALL_GRAPHICS'"))
                .contains("s0b0")
                .contains("s0b1");
    }
}
