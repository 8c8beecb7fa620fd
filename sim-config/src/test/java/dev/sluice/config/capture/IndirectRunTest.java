// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.GraphicsFixture.BEGIN;
import static dev.sluice.config.capture.GraphicsFixture.DRAW;
import static dev.sluice.config.capture.GraphicsFixture.END;
import static dev.sluice.config.capture.GraphicsFixture.USE;
import static dev.sluice.config.capture.GraphicsFixture.pipeline;
import static dev.sluice.config.capture.GraphicsFixture.targets;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Sluice;
import dev.sluice.config.device.Devices;
import dev.sluice.config.profile.Profiles;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.device.GpuSpec;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.result.RunResult;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Draws and dispatches of all kinds load and run, whoever wrote their counts. */
final class IndirectRunTest {
    private static final GpuSpec DEVICE = Devices.load("seed-discrete-l2");
    private static final String LAYOUTS =
            "vkCmdPipelineBarrier|'commandBuffer':16,'srcStageMask':65536,'dstStageMask':65536,"
                    + "'pImageMemoryBarriers':[" + transition(31, 1, "COLOR_ATTACHMENT_OPTIMAL") + ","
                    + transition(33, 2, "DEPTH_ATTACHMENT_OPTIMAL") + "]";
    private static final String BARRIER =
            "vkCmdPipelineBarrier|'commandBuffer':16,'srcStageMask':65536,'dstStageMask':65536,"
                    + "'pMemoryBarriers':[{'srcAccessMask':98304,'dstAccessMask':98304}]";
    /** A storage buffer of 256 bytes that a compute shader without code reads and writes. */
    private static final List<String> SHADER = List.of(
            "vkCreateDescriptorSetLayout|'pCreateInfo':{'pBindings':[{'binding':0,'descriptorType':'VK_DESCRIPTOR_TYPE_STORAGE_BUFFER','descriptorCount':1}]},'pSetLayout':45",
            "vkCreatePipelineLayout|'pCreateInfo':{'pSetLayouts':[45]},'pPipelineLayout':44",
            "vkCreateComputePipelines|'pCreateInfos':[{'stage':{'module':61,'pName':'main'},'layout':44}],'pPipelines':[60]",
            "vkCmdBindPipeline|'commandBuffer':16,'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_COMPUTE','pipeline':60",
            "vkCmdPushDescriptorSetKHR|'commandBuffer':16,'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_COMPUTE','layout':44,'set':0,'pDescriptorWrites':["
                    + "{'dstSet':0,'dstBinding':0,'dstArrayElement':0,'descriptorCount':1,'descriptorType':'VK_DESCRIPTOR_TYPE_STORAGE_BUFFER','pBufferInfo':[{'buffer':5,'offset':0,'range':256}]}]",
            "vkCmdDispatch|'commandBuffer':16,'groupCountX':1,'groupCountY':1,'groupCountZ':1",
            BARRIER);

    private static final String VERTICES = "'pVertexInputState':{'pVertexBindingDescriptions':["
            + "{'binding':0,'stride':16,'inputRate':'VK_VERTEX_INPUT_RATE_VERTEX'},"
            + "{'binding':1,'stride':32,'inputRate':'VK_VERTEX_INPUT_RATE_INSTANCE'},"
            + "{'binding':2,'stride':0,'inputRate':'VK_VERTEX_INPUT_RATE_VERTEX'}],"
            + "'pVertexAttributeDescriptions':[{'location':0,'binding':0,'format':'VK_FORMAT_R32G32B32A32_SFLOAT','offset':0},"
            + "{'location':1,'binding':1,'format':'VK_FORMAT_R32G32_SFLOAT','offset':8},"
            + "{'location':2,'binding':2,'format':'VK_FORMAT_R32_SFLOAT','offset':0}]},";
    private static final String BIND_VERTICES =
            "vkCmdBindVertexBuffers|'commandBuffer':16,'firstBinding':0,'pBuffers':[5,5,5],'pOffsets':[1024,512,256]";
    private static final String BIND_INDICES =
            "vkCmdBindIndexBuffer|'commandBuffer':16,'buffer':5,'offset':3072,'indexType':'VK_INDEX_TYPE_UINT16'";
    private static final String INDEXED_INDIRECT =
            "vkCmdDrawIndexedIndirect|'commandBuffer':16,'buffer':5,'offset':0,'drawCount':1,'stride':0";

    @TempDir
    private Path folder;

    private static String transition(int image, int aspect, String layout) {
        return "{'srcAccessMask':98304,'dstAccessMask':98304,'oldLayout':'VK_IMAGE_LAYOUT_UNDEFINED','newLayout':'VK_IMAGE_LAYOUT_"
                + layout + "','image':" + image + ","
                + GraphicsFixture.RANGE.replace("'aspectMask':1", "'aspectMask':" + aspect) + "}";
    }

    private static String words(int... words) {
        StringBuilder fills = new StringBuilder();
        for (int i = 0; i < words.length; i++) {
            fills.append("vkCmdFillBuffer|'commandBuffer':16,'dstBuffer':5,'dstOffset':")
                    .append(4 * i)
                    .append(",'size':4,'data':")
                    .append(Integer.toUnsignedString(words[i]))
                    .append('\n');
        }
        return fills.toString();
    }

    /** What runs of a capture with these calls in a render pass, and these before it. */
    private RunResult drawn(List<String> before, String... calls) {
        return drawnBy(pipeline(VERTICES), before, calls);
    }

    private RunResult drawnBy(String pipeline, List<String> before, String... calls) {
        List<String> all = new ArrayList<>(CaptureFixture.SETUP);
        all.addAll(targets());
        all.add(pipeline);
        before.forEach(call -> all.addAll(List.of(call.split("\n"))));
        all.addAll(List.of(LAYOUTS, BEGIN, USE, BIND_VERTICES));
        all.addAll(List.of(calls));
        all.addAll(List.of(END, CaptureFixture.SUBMIT, "vkDeviceWaitIdle|"));
        return run(all);
    }

    private RunResult run(List<String> calls) {
        ImportedCapture imported =
                CaptureImporter.read(new CaptureFixture().calls(calls).write(folder), CaptureTarget.of(DEVICE));
        return Sluice.simulation(
                        DEVICE,
                        Profiles.load(DEVICE.barrierProfile()),
                        StreamReader.read("test.jsonl", imported.bytes(), folder)
                                .resolve(DEVICE),
                        new RunOptions(false, 0, SimObserver.NONE))
                .run();
    }

    private static RunResult.CommandResult only(RunResult result, String kind) {
        return result.commands().stream()
                .filter(command -> command.kind().equals(kind))
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    @Test
    void an_indexed_indirect_draw_whose_counts_a_shader_wrote_fetches_all_that_is_bound() {
        RunResult result = drawn(SHADER, BIND_INDICES, INDEXED_INDIRECT);

        assertThat(only(result, "drawIndexedIndirect").where()).isNotEmpty();
        assertThat(result.staleReads()).isEmpty();
    }

    @Test
    void counts_that_a_fill_wrote_run() {
        RunResult drawn = drawn(List.of(words(6, 2, 0, 0, 0), BARRIER), BIND_INDICES, INDEXED_INDIRECT);
        RunResult none = drawn(List.of(words(0, 2, 0, 0, 0), BARRIER), BIND_INDICES, INDEXED_INDIRECT);

        assertThat(only(drawn, "drawIndexedIndirect").where()).isNotEmpty();
        assertThat(only(none, "drawIndirect").where()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "vkCmdDrawIndexed|'commandBuffer':16,'indexCount':3,'instanceCount':1,'firstIndex':0,'vertexOffset':0,'firstInstance':0",
                "vkCmdDrawIndirect|'commandBuffer':16,'buffer':5,'offset':16,'drawCount':3,'stride':16",
                "vkCmdDrawIndirect|'commandBuffer':16,'buffer':5,'offset':4064,'drawCount':3,'stride':16",
                "vkCmdDrawIndexedIndirect|'commandBuffer':16,'buffer':5,'offset':0,'drawCount':2,'stride':20",
                "vkCmdDrawIndexedIndirectCount|'commandBuffer':16,'buffer':5,'offset':0,'countBuffer':5,'countBufferOffset':200,'maxDrawCount':2,'stride':20",
                "vkCmdDrawIndirectCountAMD|'commandBuffer':16,'buffer':5,'offset':16,'countBuffer':5,'countBufferOffset':200,'maxDrawCount':2,'stride':16",
                "vkCmdDraw|'commandBuffer':16,'vertexCount':3,'instanceCount':7,'firstVertex':1,'firstInstance':2",
                "vkCmdDraw|'commandBuffer':16,'vertexCount':500,'instanceCount':1,'firstVertex':0,'firstInstance':0",
            })
    void every_kind_of_draw_runs_with_and_without_indices_that_are_known(String call) {
        assertThat(drawn(SHADER, call).staleReads()).isEmpty();
        assertThat(drawn(SHADER, BIND_INDICES, call).staleReads()).isEmpty();
        assertThat(drawn(List.of(words(3, 1, 0, 0, 0, 3, 1, 0, 0, 0)), call).lostWrites())
                .isEmpty();
    }

    /** Indices at their place, all the same: 100, and a draw of three of them; what it fetches of vertices, of those shared by all, and of instances. */
    private long fetchedOf(String draw) {
        String indices = "vkCmdFillBuffer|'commandBuffer':16,'dstBuffer':5,'dstOffset':3072,'size':16,'data':"
                + (100 << 16 | 100);
        RunResult result = drawn(List.of(indices, words(3, 1, 0, 0, 0), BARRIER), BIND_INDICES, draw);
        RunResult.CommandResult command = result.commands().stream()
                .filter(each -> each.kind().startsWith("drawIndexed"))
                .findFirst()
                .orElseThrow();
        return command.bytesRead() - 3 * 2 - (draw.contains("Indirect") ? 20 : 0);
    }

    @Test
    void the_vertex_that_an_index_names_is_fetched_wherever_it_lies() {
        long bytes = 16 + 4 + 8;
        assertThat(
                        fetchedOf(
                                "vkCmdDrawIndexed|'commandBuffer':16,'indexCount':3,'instanceCount':1,'firstIndex':0,'vertexOffset':0,'firstInstance':0"))
                .isEqualTo(bytes);
        assertThat(
                        fetchedOf(
                                "vkCmdDrawIndexed|'commandBuffer':16,'indexCount':3,'instanceCount':1,'firstIndex':0,'vertexOffset':-90,'firstInstance':0"))
                .isEqualTo(bytes);
        assertThat(fetchedOf(INDEXED_INDIRECT)).isEqualTo(bytes);
    }

    @Test
    void attributes_of_instances_are_fetched_once_for_each_instance() {
        long one = only(drawn(List.of(), DRAW), "draw").bytesRead();
        long eight = only(drawn(List.of(), DRAW.replace("'instanceCount':1", "'instanceCount':8")), "draw")
                .bytesRead();

        assertThat(eight - one).isEqualTo(7 * 8);
    }

    private RunResult dispatched(List<String> before) {
        List<String> all = new ArrayList<>(CaptureFixture.SETUP);
        all.addAll(SHADER.subList(0, 5));
        before.forEach(call -> all.addAll(List.of(call.split("\n"))));
        all.add("vkCmdDispatchIndirect|'commandBuffer':16,'buffer':5,'offset':0");
        all.addAll(List.of(CaptureFixture.SUBMIT, "vkDeviceWaitIdle|"));
        return run(all);
    }

    @Test
    void a_dispatch_runs_the_counts_that_the_device_filled_in() {
        long bytes = only(dispatched(List.of(words(2, 1, 1), BARRIER)), "dispatchIndirect")
                .bytesWritten();

        assertThat(bytes).isEqualTo(256);
        assertThat(only(dispatched(List.of(words(0, 1, 1), BARRIER)), "dispatchIndirect")
                        .bytesWritten())
                .isZero();
    }

    @Test
    void a_dispatch_whose_counts_a_shader_wrote_runs_at_least_once() {
        RunResult result = dispatched(List.of(SHADER.get(5), BARRIER));

        assertThat(only(result, "dispatchIndirect").bytesWritten()).isEqualTo(256);
        assertThat(result.notes())
                .anyMatch(note -> note.startsWith("the group counts of an indirect dispatch are not known"));
    }

    @Test
    void a_dispatch_whose_counts_a_shader_wrote_runs_those_that_the_host_wrote_before() {
        List<String> calls = new ArrayList<>(CaptureFixture.SETUP);
        calls.add("vkMapMemory|'memory':6,'offset':0,'size':18446744073709551615,'ppData':'0x1'");
        int before = calls.size();
        CaptureFixture fixture = new CaptureFixture().calls(calls).gap().calls(SHADER);
        fixture.call("vkCmdDispatchIndirect|'commandBuffer':16,'buffer':5,'offset':0")
                .call(CaptureFixture.SUBMIT);
        ByteBuffer counts = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
        counts.putInt(3).putInt(0).putInt(2);
        CaptureFixture.write(
                folder.resolve("test.gfxr"),
                new CaptureFixture.Binary()
                        .call(before + 1)
                        .fill(6, 0, counts.array())
                        .call(SHADER.size() + 2)
                        .bytes());

        assertThat(fixture.read(folder).yaml().replaceAll("\\s+", " ")).contains("groups: [3, 1, 2]");
    }

    private static String shaded(String... stages) {
        StringBuilder written = new StringBuilder();
        for (String stage : stages) {
            written.append(written.isEmpty() ? "" : ",")
                    .append("{'stage':'VK_SHADER_STAGE_" + stage + "','module':41,'pName':'main'}");
        }
        return "vkCreateGraphicsPipelines|'pCreateInfos':[{'pStages':[" + written + "]," + VERTICES
                + "'layout':43}],'pPipelines':[40]";
    }

    @Test
    void shaders_of_primitives_run_once_for_each_that_an_indirect_draw_assembles() {
        String pipeline =
                shaded("VERTEX_BIT", "TESSELLATION_CONTROL_BIT", "TESSELLATION_EVALUATION_BIT", "GEOMETRY_BIT");
        RunResult result = drawnBy(
                pipeline,
                List.of(words(192, 1, 0, 0, 0), BARRIER),
                "vkCmdDrawIndirect|'commandBuffer':16,'buffer':5,'offset':0,'drawCount':1,'stride':16");

        RunResult.CommandResult draw = only(result, "drawIndirect");
        assertThat(draw.stages()).containsKeys("TESSELLATION_EVALUATION_SHADER", "GEOMETRY_SHADER");
        assertThat(draw.waves()).isEqualTo(wavesOf(192) * 3 + wavesOf(192 / 3));
        assertThat(result.staleReads()).isEmpty();
    }

    /** Waves of workgroups of 64. */
    private static long wavesOf(long invocations) {
        return invocations / DEVICE.compute().waveSize();
    }

    @Test
    void draws_of_mesh_tasks_run_the_numbers_that_fills_wrote_and_one_where_they_are_not_known() {
        String indirect =
                "vkCmdDrawMeshTasksIndirectEXT|'commandBuffer':16,'buffer':5,'offset':0,'drawCount':1,'stride':12";
        String pipeline = shaded("TASK_BIT_EXT", "MESH_BIT_EXT");
        RunResult filled = drawnBy(pipeline, List.of(words(3, 2, 1), BARRIER), indirect);
        RunResult unknown = drawnBy(pipeline, SHADER, indirect);
        RunResult none = drawnBy(pipeline, List.of(words(3, 0, 1), BARRIER), indirect);

        assertThat(only(filled, "drawMeshTasksIndirect").waves()).isEqualTo(wavesOf(64) * 6 * 2);
        assertThat(only(unknown, "drawMeshTasksIndirect").waves()).isEqualTo(wavesOf(64) * 2);
        assertThat(only(none, "drawMeshTasksIndirect").waves()).isZero();
    }
}
