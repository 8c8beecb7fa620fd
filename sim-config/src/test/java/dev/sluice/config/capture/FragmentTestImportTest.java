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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of stencil and depth bounds, with one face or two, and logical operations: all static and dynamic. */
final class FragmentTestImportTest {
    private static final String STENCIL_TOO = BEGIN.replace(
            "'pDepthAttachment':{'imageView':34,",
            "'pStencilAttachment':{'imageView':34,'imageLayout':'VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL',"
                    + "'resolveMode':'VK_RESOLVE_MODE_NONE','loadOp':'VK_ATTACHMENT_LOAD_OP_LOAD','storeOp':'VK_ATTACHMENT_STORE_OP_STORE'},"
                    + "'pDepthAttachment':{'imageView':34,");
    private static final String FRONT =
            "'front':{'failOp':'VK_STENCIL_OP_KEEP','passOp':'VK_STENCIL_OP_REPLACE','depthFailOp':'VK_STENCIL_OP_INVERT',"
                    + "'compareOp':'VK_COMPARE_OP_EQUAL','compareMask':15,'writeMask':240,'reference':3}";
    private static final String BACK =
            "'back':{'failOp':'VK_STENCIL_OP_KEEP','passOp':'VK_STENCIL_OP_KEEP','depthFailOp':'VK_STENCIL_OP_KEEP',"
                    + "'compareOp':'VK_COMPARE_OP_NEVER','compareMask':255,'writeMask':255,'reference':9}";
    private static final String FRONT_STATE =
            "stencilTest: {compareOp: EQUAL, passOp: REPLACE, depthFailOp: INVERT, compareMask: 15, writeMask: 240, reference: 3}";

    @TempDir
    private Path folder;

    private ImportedCapture read(String begin, String state, String... calls) {
        List<String> setup = new ArrayList<>();
        targets().forEach(call -> setup.add(call.replace("D32_SFLOAT", "D32_SFLOAT_S8_UINT")));
        setup.addAll(List.of(pipeline(state), begin, USE));
        List<String> all = new ArrayList<>(List.of(calls));
        all.addAll(List.of(DRAW, END));
        return GraphicsFixture.read(folder, setup, all.toArray(String[]::new));
    }

    private String drawn(String begin, String state, String... calls) {
        ImportedCapture capture = read(begin, state, calls);
        assertThat(capture.leftOut().notUnderstood()).isEmpty();
        return flat(capture);
    }

    private static String tests(String state) {
        return "'pDepthStencilState':{'stencilTestEnable':1," + state + "},";
    }

    @Test
    void the_stencil_test_of_a_pipeline_is_that_of_its_draws() {
        assertThat(drawn(STENCIL_TOO, tests(FRONT + "," + BACK.replace("back", "unused"))))
                .contains(FRONT_STATE);
    }

    @Test
    void stencil_that_is_not_attached_is_not_tested() {
        assertThat(drawn(BEGIN, tests(FRONT))).doesNotContain("stencilTest");
    }

    @Test
    void depth_that_is_not_attached_is_not_tested() {
        String stencilAlone = STENCIL_TOO.replace("'pDepthAttachment':{'imageView':34,", "'pUnused':{'imageView':34,");
        assertThat(drawn(
                        stencilAlone,
                        "'pDepthStencilState':{'depthTestEnable':1,'depthWriteEnable':1,'depthCompareOp':'VK_COMPARE_OP_LESS',"
                                + "'depthBoundsTestEnable':1},"))
                .doesNotContain("depthTest", "depthWrite", "depthBounds");
    }

    @ParameterizedTest
    @CsvSource({"1, NEVER", "2, EQUAL", "'VK_CULL_MODE_FRONT_BIT', NEVER", "'VK_CULL_MODE_BACK_BIT', EQUAL"})
    void the_face_that_is_not_culled_counts(String cull, String compare) {
        String mode = cull.startsWith("VK") ? "'" + cull + "'" : cull;
        ImportedCapture capture =
                read(STENCIL_TOO, "'pRasterizationState':{'cullMode':" + mode + "}," + tests(FRONT + "," + BACK));
        assertThat(flat(capture)).contains("stencilTest: {compareOp: " + compare);
        assertThat(capture.notes()).noneMatch(note -> note.contains("faces"));
    }

    @ParameterizedTest
    @CsvSource({
        "3, TRIANGLE_LIST, true",
        "'VK_CULL_MODE_FRONT_AND_BACK', TRIANGLE_STRIP, true",
        "3, POINT_LIST, false",
        "2, TRIANGLE_LIST, false"
    })
    void triangles_of_which_both_faces_are_culled_reach_no_pixel(String cull, String topology, boolean none) {
        ImportedCapture capture = read(
                STENCIL_TOO,
                "'pRasterizationState':{'cullMode':" + (cull.startsWith("VK") ? "'" + cull + "'" : cull)
                        + "},'pInputAssemblyState':{'topology':'VK_PRIMITIVE_TOPOLOGY_" + topology + "'},");

        assertThat(capture.notes().contains("draws that can reach no pixel end with their vertices"))
                .isEqualTo(none);
        assertThat(flat(capture).contains("coverage: []")).isEqualTo(none);
    }

    @Test
    void of_two_faces_that_differ_the_one_that_writes_counts_and_it_is_noted() {
        ImportedCapture capture =
                read(STENCIL_TOO, tests(FRONT.replace("front", "back") + "," + BACK.replace("back", "front")));
        assertThat(flat(capture)).contains(FRONT_STATE);
        assertThat(capture.notes())
                .contains("of faces that are tested against stencil differently all count as those that write it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "'VK_STENCIL_FACE_FRONT_AND_BACK'"})
    void dynamic_stencil_state_wins_over_the_pipelines(String faces) {
        String begin = "'commandBuffer':16,'faceMask':" + faces + ",";
        String state = drawn(
                STENCIL_TOO,
                "'pDynamicState':{'pDynamicStates':['VK_DYNAMIC_STATE_STENCIL_TEST_ENABLE','VK_DYNAMIC_STATE_STENCIL_OP_EXT',"
                        + "'VK_DYNAMIC_STATE_STENCIL_COMPARE_MASK','VK_DYNAMIC_STATE_STENCIL_WRITE_MASK','VK_DYNAMIC_STATE_STENCIL_REFERENCE']},"
                        + tests(FRONT).replace("'stencilTestEnable':1", "'stencilTestEnable':0"),
                "vkCmdSetStencilTestEnable|'commandBuffer':16,'stencilTestEnable':1",
                "vkCmdSetStencilOpEXT|" + begin
                        + "'failOp':'VK_STENCIL_OP_ZERO','passOp':'VK_STENCIL_OP_INCREMENT_AND_CLAMP','depthFailOp':'VK_STENCIL_OP_KEEP','compareOp':'VK_COMPARE_OP_GREATER'",
                "vkCmdSetStencilCompareMask|" + begin + "'compareMask':1",
                "vkCmdSetStencilWriteMask|" + begin + "'writeMask':4294967295",
                "vkCmdSetStencilReference|" + begin + "'reference':7");
        assertThat(state)
                .contains(
                        "stencilTest: {compareOp: GREATER, failOp: ZERO, passOp: INCREMENT_AND_CLAMP, compareMask: 1, reference: 7}");
    }

    @Test
    void state_that_is_not_dynamic_is_not_set() {
        assertThat(drawn(
                        STENCIL_TOO,
                        tests(FRONT),
                        "vkCmdSetStencilTestEnable|'commandBuffer':16,'stencilTestEnable':0",
                        "vkCmdSetStencilReference|'commandBuffer':16,'faceMask':3,'reference':7"))
                .contains("reference: 3");
    }

    @Test
    void depth_bounds_are_static_or_dynamic() {
        String state = "'pDepthStencilState':{'depthBoundsTestEnable':1,'minDepthBounds':0.25,'maxDepthBounds':0.5},";
        assertThat(drawn(BEGIN, state)).contains("depthBounds: {min: 0.25, max: 0.5}");
        assertThat(drawn(
                        BEGIN,
                        "'pDynamicState':{'pDynamicStates':['VK_DYNAMIC_STATE_DEPTH_BOUNDS','VK_DYNAMIC_STATE_DEPTH_BOUNDS_TEST_ENABLE_EXT']},"
                                + state,
                        "vkCmdSetDepthBoundsTestEnableEXT|'commandBuffer':16,'depthBoundsTestEnable':1",
                        "vkCmdSetDepthBounds|'commandBuffer':16,'minDepthBounds':0.5,'maxDepthBounds':2.0"))
                .contains("depthBounds: {min: 0.5}");
    }

    @Test
    void a_logical_operation_is_static_or_dynamic() {
        String state = "'pColorBlendState':{'logicOpEnable':1,'logicOp':'VK_LOGIC_OP_XOR'},";
        assertThat(drawn(BEGIN, state)).contains("logicOp: XOR");
        assertThat(drawn(BEGIN, state.replace("'logicOpEnable':1", "'logicOpEnable':0")))
                .doesNotContain("logicOp");
        assertThat(drawn(
                        BEGIN,
                        "'pDynamicState':{'pDynamicStates':['VK_DYNAMIC_STATE_LOGIC_OP_EXT','VK_DYNAMIC_STATE_LOGIC_OP_ENABLE_EXT']},"
                                + "'pColorBlendState':{'logicOpEnable':0},",
                        "vkCmdSetLogicOpEnableEXT|'commandBuffer':16,'logicOpEnable':1",
                        "vkCmdSetLogicOpEXT|'commandBuffer':16,'logicOp':'VK_LOGIC_OP_AND_REVERSE'"))
                .contains("logicOp: AND_REVERSE");
    }

    private static String blended(String attachment) {
        return "'pColorBlendState':{'blendConstants':[0.25,0.5,0.75,1.0],'pAttachments':[{'blendEnable':1," + attachment
                + "}]},";
    }

    @Test
    void the_blend_equation_and_the_write_mask_of_a_pipeline_are_those_of_its_draws() {
        String state = drawn(
                BEGIN,
                blended(
                        "'srcColorBlendFactor':'VK_BLEND_FACTOR_ONE','dstColorBlendFactor':'VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_COLOR',"
                                + "'colorBlendOp':'VK_BLEND_OP_REVERSE_SUBTRACT','srcAlphaBlendFactor':'VK_BLEND_FACTOR_DST_ALPHA',"
                                + "'dstAlphaBlendFactor':'VK_BLEND_FACTOR_SRC1_ALPHA','alphaBlendOp':'VK_BLEND_OP_MAX','colorWriteMask':7"));
        assertThat(state)
                .contains(
                        "blend: srcColorBlendFactor: ONE dstColorBlendFactor: ONE_MINUS_CONSTANT_COLOR colorBlendOp: REVERSE_SUBTRACT"
                                + " srcAlphaBlendFactor: DST_ALPHA dstAlphaBlendFactor: SRC_ALPHA alphaBlendOp: MAX"
                                + " blendConstants: [0.25, 0.5, 0.75, 1.0] colorWriteMask: RGB");
    }

    @Test
    void source_over_is_blending_without_more_words() {
        assertThat(
                        drawn(
                                BEGIN,
                                blended(
                                        "'srcColorBlendFactor':'VK_BLEND_FACTOR_SRC_ALPHA','dstColorBlendFactor':'VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA',"
                                                + "'colorBlendOp':'VK_BLEND_OP_ADD','srcAlphaBlendFactor':'VK_BLEND_FACTOR_ONE',"
                                                + "'dstAlphaBlendFactor':'VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA','alphaBlendOp':'VK_BLEND_OP_ADD','colorWriteMask':15")))
                .contains("blend: true")
                .doesNotContain("blendConstants", "colorWriteMask");
    }

    @Test
    void advanced_operations_count_as_source_over() {
        assertThat(drawn(
                        BEGIN,
                        blended("'colorBlendOp':'VK_BLEND_OP_MULTIPLY_EXT','alphaBlendOp':'VK_BLEND_OP_MULTIPLY_EXT'")))
                .contains("blend: true");
    }

    @Test
    void dynamic_blending_wins_over_the_pipelines() {
        String state = drawn(
                BEGIN,
                "'pDynamicState':{'pDynamicStates':['VK_DYNAMIC_STATE_COLOR_BLEND_EQUATION_EXT','VK_DYNAMIC_STATE_BLEND_CONSTANTS',"
                        + "'VK_DYNAMIC_STATE_COLOR_WRITE_MASK_EXT']},"
                        + blended("'colorWriteMask':15"),
                "vkCmdSetColorBlendEquationEXT|'commandBuffer':16,'firstAttachment':0,'pColorBlendEquations':[{"
                        + "'srcColorBlendFactor':'VK_BLEND_FACTOR_CONSTANT_ALPHA','dstColorBlendFactor':'VK_BLEND_FACTOR_ZERO',"
                        + "'colorBlendOp':'VK_BLEND_OP_ADD','srcAlphaBlendFactor':'VK_BLEND_FACTOR_ONE',"
                        + "'dstAlphaBlendFactor':'VK_BLEND_FACTOR_ZERO','alphaBlendOp':'VK_BLEND_OP_ADD'}]",
                "vkCmdSetBlendConstants|'commandBuffer':16,'blendConstants':[0.0,0.0,0.0,0.5]",
                "vkCmdSetColorWriteMaskEXT|'commandBuffer':16,'firstAttachment':0,'pColorWriteMasks':[8]");
        assertThat(state)
                .contains(
                        "blend: {srcColorBlendFactor: CONSTANT_ALPHA, dstColorBlendFactor: ZERO, dstAlphaBlendFactor: ZERO}"
                                + " blendConstants: [0.0, 0.0, 0.0, 0.5] colorWriteMask: A");
    }
}
