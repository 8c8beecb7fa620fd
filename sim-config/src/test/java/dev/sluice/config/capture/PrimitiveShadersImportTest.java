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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shaders of tessellation and geometry: what they reach, and how often they run. */
final class PrimitiveShadersImportTest {
    private static final String GEOMETRY = "VK_SHADER_STAGE_GEOMETRY_BIT";
    private static final String CONTROL = "VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT";
    private static final String EVALUATION = "VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT";

    @TempDir
    private Path folder;

    /** The stages of a pipeline, each with a module of its own from 41 on. */
    private static String stages(String... names) {
        StringBuilder stages = new StringBuilder("'pStages':[");
        for (int i = 0; i < names.length; i++) {
            stages.append(i == 0 ? "" : ",")
                    .append("{'stage':'" + names[i] + "','module':" + (41 + i) + ",'pName':'main'}");
        }
        return stages.append("],").toString();
    }

    private static String pipeline(String state) {
        return "vkCreateGraphicsPipelines|'pCreateInfos':[{" + state + "'layout':43}],'pPipelines':[40]";
    }

    private static String assembly(String topology) {
        return "'pInputAssemblyState':{'topology':'VK_PRIMITIVE_TOPOLOGY_" + topology + "'},";
    }

    private ImportedCapture read(String pipeline, String... calls) {
        ImportedCapture capture = readAny(pipeline, calls);
        assertThat(capture.leftOut().notUnderstood()).isEmpty();
        return capture;
    }

    private ImportedCapture readAny(String pipeline, String... calls) {
        List<String> setup = new ArrayList<>(targets());
        setup.addAll(List.of(
                "vkCreateDescriptorSetLayout|'pCreateInfo':{'pBindings':[{'binding':0,"
                        + "'descriptorType':'VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER','descriptorCount':1,'stageFlags':'"
                        + GEOMETRY + "'},{'binding':1,'descriptorType':'VK_DESCRIPTOR_TYPE_STORAGE_BUFFER',"
                        + "'descriptorCount':1,'stageFlags':'" + EVALUATION + "'}]},'pSetLayout':45",
                "vkCreatePipelineLayout|'pCreateInfo':{'pSetLayouts':[45]},'pPipelineLayout':43",
                pipeline,
                BEGIN,
                USE,
                "vkCmdPushDescriptorSetKHR|'commandBuffer':16,'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_GRAPHICS',"
                        + "'layout':43,'set':0,'pDescriptorWrites':[" + write(0, "UNIFORM") + "," + write(1, "STORAGE")
                        + "]"));
        return GraphicsFixture.read(folder, setup, calls);
    }

    private static String write(int binding, String type) {
        return "{'dstSet':0,'dstBinding':" + binding + ",'dstArrayElement':0,'descriptorCount':1,"
                + "'descriptorType':'VK_DESCRIPTOR_TYPE_" + type
                + "_BUFFER','pBufferInfo':[{'buffer':5,'offset':0,'range':256}]}";
    }

    @Test
    void each_shader_runs_in_its_stage_and_reaches_what_is_bound_for_it() {
        String yaml = flat(read(
                pipeline(stages("VK_SHADER_STAGE_VERTEX_BIT", CONTROL, EVALUATION, GEOMETRY) + assembly("PATCH_LIST")),
                DRAW,
                END));

        assertThat(yaml)
                // shader42 has the text of shader41
                .contains("draw: vertex: shader41 tessellationControl: shader41 tessellationEvaluation: shader43"
                        + " geometry: {kernel: shader44, vertices: 1}")
                .contains("shaders: {vertex: shader41, tessellationControl: shader42, tessellationEvaluation: shader43,"
                        + " geometry: shader44}");
        assertThat(kernel(yaml, 41)).doesNotContain("s0b0").doesNotContain("s0b1");
        assertThat(kernel(yaml, 43)).contains("s0b1").doesNotContain("s0b0");
        assertThat(kernel(yaml, 44)).contains("s0b0").doesNotContain("s0b1");
    }

    private static String kernel(String yaml, int shader) {
        return yaml.replaceFirst(
                ".* shader" + shader + ": localSize: (.*?) (shader4[0-9]: localSize|program:).*", "$1");
    }

    @ParameterizedTest
    @CsvSource({
        "POINT_LIST, 1",
        "LINE_LIST, 2",
        "LINE_STRIP, 1",
        "TRIANGLE_LIST, 3",
        "TRIANGLE_FAN, 1",
        "TRIANGLE_LIST_WITH_ADJACENCY, 6",
        "TRIANGLE_STRIP_WITH_ADJACENCY, 2"
    })
    void a_geometry_shader_runs_for_the_vertices_that_make_another_primitive(String topology, int vertices) {
        String stages = stages("VK_SHADER_STAGE_VERTEX_BIT", GEOMETRY);

        assertThat(flat(read(pipeline(stages + assembly(topology)), DRAW, END)))
                .containsPattern("geometry: \\{?kernel: shader42,? vertices: " + vertices);
        assertThat(flat(read(
                        pipeline(stages + "'pDynamicState':{'pDynamicStates':['VK_DYNAMIC_STATE_PRIMITIVE_TOPOLOGY']},"
                                + assembly("TRIANGLE_LIST")),
                        "vkCmdSetPrimitiveTopology|'commandBuffer':16,'primitiveTopology':'VK_PRIMITIVE_TOPOLOGY_"
                                + topology + "'",
                        DRAW,
                        END)))
                .containsPattern("geometry: \\{?kernel: shader42,? vertices: " + vertices);
    }

    private static final String TASKED =
            pipeline(stages("VK_SHADER_STAGE_TASK_BIT_EXT", "VK_SHADER_STAGE_MESH_BIT_EXT"));

    @Test
    void draws_of_mesh_tasks_run_workgroups() {
        String yaml = flat(read(
                TASKED,
                "vkCmdDrawMeshTasksEXT|'commandBuffer':16,'groupCountX':2,'groupCountY':3,'groupCountZ':1",
                END));

        assertThat(yaml)
                .contains("drawMeshTasks: {task: shader41, mesh: shader41, groups: [2, 3, 1], coverage: fullscreen}")
                .contains("shaders: {task: shader41, mesh: shader42}");
    }

    @Test
    void draws_of_no_mesh_task_are_left_out() {
        assertThat(flat(read(
                        TASKED,
                        "vkCmdDrawMeshTasksEXT|'commandBuffer':16,'groupCountX':2,'groupCountY':0,'groupCountZ':1",
                        END)))
                .doesNotContain("drawMeshTasks");
    }

    @Test
    void the_shaders_of_a_draw_of_vertices_do_not_run_in_one_of_mesh_tasks() {
        assertThat(flat(read(
                        pipeline(stages("VK_SHADER_STAGE_VERTEX_BIT", "VK_SHADER_STAGE_MESH_BIT_EXT")),
                        "vkCmdDrawMeshTasksEXT|'commandBuffer':16,'groupCountX':2,'groupCountY':1,'groupCountZ':1",
                        DRAW,
                        END)))
                .contains("drawMeshTasks: {mesh: shader42, groups: [2, 1, 1], coverage: fullscreen}")
                .contains("draw: {vertex: shader42, coverage");
    }

    @Test
    void numbers_that_memory_has_stay_there_and_those_that_are_not_known_are_one() {
        String indirect =
                "vkCmdDrawMeshTasksIndirectEXT|'commandBuffer':16,'buffer':5,'offset':16,'drawCount':2,'stride':12";
        String yaml = flat(read(TASKED, indirect, END));

        assertThat(yaml)
                .contains("drawMeshTasksIndirect: task: shader41 mesh: shader41 groups: [1, 1, 1]")
                .contains("indirect: {buffer: buffer5, offset: 16, drawCount: 2, stride: 12, assumed: true}");
        assertThat(flat(read(
                        TASKED,
                        "vkCmdDrawMeshTasksIndirectCountEXT|'commandBuffer':16,'buffer':5,'offset':16,'countBuffer':5,"
                                + "'countBufferOffset':0,'maxDrawCount':2,'stride':12",
                        END)))
                .contains("countBuffer: buffer5");
    }

    @Test
    void what_lacks_a_shader_that_it_needs_is_left_out_and_told() {
        ImportedCapture meshless = readAny(
                pipeline(stages("VK_SHADER_STAGE_VERTEX_BIT")),
                "vkCmdDrawMeshTasksEXT|'commandBuffer':16,'groupCountX':2,'groupCountY':1,'groupCountZ':1",
                END);
        ImportedCapture half = readAny(pipeline(stages("VK_SHADER_STAGE_VERTEX_BIT", EVALUATION)), DRAW, END);

        assertThat(flat(meshless)).doesNotContain("drawMeshTasks");
        assertThat(meshless.leftOut().notUnderstood())
                .singleElement()
                .satisfies(left -> assertThat(left.reason())
                        .isEqualTo("draws of mesh tasks whose pipeline has no mesh shader are left out"));
        assertThat(flat(half)).contains("draw: {vertex: shader41, coverage: fullscreen,");
        assertThat(half.leftOut().notUnderstood())
                .singleElement()
                .satisfies(left -> assertThat(left.reason())
                        .isEqualTo("tessellation that lacks one of its two shaders is left out"));
    }
}
