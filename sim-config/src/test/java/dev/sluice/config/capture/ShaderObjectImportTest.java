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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shaders that are bound without a pipeline. */
final class ShaderObjectImportTest {
    private static final String CREATE =
            "vkCreateShadersEXT|'createInfoCount':3,'pCreateInfos':[{'stage':'VK_SHADER_STAGE_VERTEX_BIT','codeType':'VK_SHADER_CODE_TYPE_SPIRV_EXT','codeSize':0,'pName':'main'},"
                    + "{'stage':'VK_SHADER_STAGE_FRAGMENT_BIT','codeType':'VK_SHADER_CODE_TYPE_SPIRV_EXT','codeSize':0,'pName':'shade'},"
                    + "{'stage':'VK_SHADER_STAGE_COMPUTE_BIT','codeType':'VK_SHADER_CODE_TYPE_BINARY_EXT','codeSize':0,'pName':'main'}],'pShaders':[51,52,53]";
    private static final String BOTH =
            "vkCmdBindShadersEXT|'commandBuffer':16,'stageCount':2,'pStages':['VK_SHADER_STAGE_VERTEX_BIT','VK_SHADER_STAGE_FRAGMENT_BIT'],'pShaders':[51,52]";
    private static final String DRAWN = "draw: {vertex: shader51, fragment: shader52_shade,";

    @TempDir
    private Path folder;

    private ImportedCapture read(String... calls) {
        List<String> setup = new ArrayList<>(targets());
        setup.addAll(List.of(CREATE, pipeline(""), BEGIN));
        return GraphicsFixture.read(folder, setup, calls);
    }

    private String drawn(String... calls) {
        ImportedCapture capture = read(calls);
        assertThat(capture.leftOut().notUnderstood()).isEmpty();
        return flat(capture);
    }

    @Test
    void draws_use_the_shaders_that_are_bound() {
        assertThat(drawn(BOTH, DRAW, END))
                .contains(DRAWN)
                .contains("shaders: {vertex: shader51, fragment: \"shader52:shade\"}");
    }

    @Test
    void stages_are_bound_one_by_one_and_by_number() {
        assertThat(drawn(
                        "vkCmdBindShadersEXT|'commandBuffer':16,'stageCount':1,'pStages':[1],'pShaders':[51]",
                        "vkCmdBindShadersEXT|'commandBuffer':16,'stageCount':2,'pStages':[16,8],'pShaders':[52,0]",
                        DRAW,
                        END))
                .contains(DRAWN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"'pShaders':null", "'pShaders':[0]"})
    void a_stage_without_a_shader_runs_none(String none) {
        assertThat(drawn(
                        BOTH,
                        "vkCmdBindShadersEXT|'commandBuffer':16,'stageCount':1,'pStages':['VK_SHADER_STAGE_FRAGMENT_BIT'],"
                                + none,
                        DRAW,
                        END))
                .contains("draw: {vertex: shader51, coverage");
    }

    @Test
    void what_is_bound_last_counts_a_pipeline_or_shaders() {
        assertThat(drawn(BOTH, USE, DRAW, END)).contains("draw: {vertex: shader41, fragment: shader42,");
        assertThat(drawn(USE, BOTH, DRAW, END)).contains(DRAWN);
    }

    @Test
    void all_state_is_that_of_the_command_buffer() {
        assertThat(drawn(
                        BOTH,
                        "vkCmdSetDepthTestEnable|'commandBuffer':16,'depthTestEnable':1",
                        "vkCmdSetDepthCompareOp|'commandBuffer':16,'depthCompareOp':'VK_COMPARE_OP_GREATER'",
                        "vkCmdSetScissorWithCount|'commandBuffer':16,'pScissors':[{'offset':{'x':4,'y':8},'extent':{'width':16,'height':40}}]",
                        "vkCmdSetColorBlendEnableEXT|'commandBuffer':16,'firstAttachment':0,'pColorBlendEnables':[1]",
                        DRAW,
                        END))
                .contains("coverage: [[4, 8, 16, 40]]", "blend: true", "depthTest: GREATER");
    }

    @Test
    void shaders_of_stages_that_are_not_followed_are_told() {
        ImportedCapture capture = read(
                "vkCreateShadersEXT|'pCreateInfos':[{'stage':'VK_SHADER_STAGE_RAYGEN_BIT_KHR','codeSize':0,'pName':'main'}],'pShaders':[54]",
                END);
        assertThat(capture.leftOut().notUnderstood())
                .singleElement()
                .satisfies(left ->
                        assertThat(left.reason()).isEqualTo("shaders of VK_SHADER_STAGE_RAYGEN_BIT_KHR are left out"));
    }

    @Test
    void draws_use_the_shaders_of_primitives_that_are_bound() {
        assertThat(drawn(
                        "vkCreateShadersEXT|'pCreateInfos':[{'stage':'VK_SHADER_STAGE_GEOMETRY_BIT','codeSize':0,'pName':'main'}],'pShaders':[54]",
                        BOTH,
                        "vkCmdBindShadersEXT|'commandBuffer':16,'stageCount':1,'pStages':['VK_SHADER_STAGE_GEOMETRY_BIT'],'pShaders':[54]",
                        DRAW,
                        END))
                .contains("geometry: {kernel: shader51, vertices: 3}") // whose text is the same
                .contains("shaders: {vertex: shader51, geometry: shader54, fragment: \"shader52:shade\"}");
    }

    @Test
    void dispatches_use_the_compute_shader_that_is_bound() {
        ImportedCapture capture = read(
                END,
                "vkCmdBindShadersEXT|'commandBuffer':16,'stageCount':1,'pStages':['VK_SHADER_STAGE_COMPUTE_BIT'],'pShaders':[53]",
                "vkCmdDispatch|'commandBuffer':16,'groupCountX':1,'groupCountY':1,'groupCountZ':1");
        assertThat(flat(capture)).contains("dispatch: {kernel: shader53").contains("shaders: {compute: shader53}");
    }
}
