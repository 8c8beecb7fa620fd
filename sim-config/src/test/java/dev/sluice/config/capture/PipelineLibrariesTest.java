// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.GraphicsFixture.BEGIN;
import static dev.sluice.config.capture.GraphicsFixture.DRAW;
import static dev.sluice.config.capture.GraphicsFixture.END;
import static dev.sluice.config.capture.GraphicsFixture.USE;
import static dev.sluice.config.capture.GraphicsFixture.flat;
import static dev.sluice.config.capture.GraphicsFixture.targets;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pipelines that are linked from libraries. */
final class PipelineLibrariesTest {
    /** The state of every part, with both shaders. */
    private static final String ALL = "'pStages':[{'stage':'VK_SHADER_STAGE_VERTEX_BIT','module':41,'pName':'main'},"
            + "{'stage':'VK_SHADER_STAGE_FRAGMENT_BIT','module':42,'pName':'main'}],"
            + "'pDepthStencilState':{'depthTestEnable':1,'depthWriteEnable':1,'depthCompareOp':'VK_COMPARE_OP_LESS'},"
            + "'pColorBlendState':{'pAttachments':[{'blendEnable':1,'colorWriteMask':15}]}";

    @TempDir
    private Path folder;

    private static String library(int handle, String parts) {
        return "vkCreateGraphicsPipelines|'pCreateInfos':[{'pNext':{"
                + "'sType':'VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_LIBRARY_CREATE_INFO_EXT','pNext':null,'flags':" + parts
                + "},'flags':2048," + ALL + "}],'pPipelines':[" + handle + "]";
    }

    private static String linked(String libraries) {
        return "vkCreateGraphicsPipelines|'pCreateInfos':[{'pNext':{'sType':'VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR',"
                + "'pNext':null,'pLibraries':[" + libraries + "]},'flags':0,'pStages':[]}],'pPipelines':[40]";
    }

    private ImportedCapture draw(String... pipelines) {
        List<String> setup = new ArrayList<>(targets());
        setup.addAll(List.of(pipelines));
        return GraphicsFixture.read(folder, setup, BEGIN, USE, DRAW, END);
    }

    @Test
    void a_draw_has_what_each_library_of_its_pipeline_has() {
        ImportedCapture capture = draw(
                library(50, "1"),
                library(51, "'VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT'"),
                library(52, "4"),
                library(53, "8"),
                linked("50,51,52,53"));

        assertThat(flat(capture))
                .contains("draw: vertex: shader41 fragment: shader42 ")
                .contains("blend: true depthTest: LESS depthWrite: true")
                .contains("capture: {pipeline: pipeline40, shaders: {vertex: shader41, fragment: shader42}}");
        assertThat(capture.notUnderstood()).isEmpty();
    }

    @Test
    void what_a_library_says_of_other_parts_does_not_count() {
        assertThat(flat(draw(library(51, "2"), linked("51"))))
                .contains("draw: {vertex: shader41, coverage")
                .doesNotContain("blend: true")
                .doesNotContain("LESS");
    }

    @Test
    void a_library_that_is_not_known_is_told() {
        assertThat(draw(linked("60")).notUnderstood()).isEqualTo(Map.of("vkCreateGraphicsPipelines", 1L));
    }
}
