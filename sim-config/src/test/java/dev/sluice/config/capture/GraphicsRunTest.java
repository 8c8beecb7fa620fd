// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.GraphicsFixture.BEGIN;
import static dev.sluice.config.capture.GraphicsFixture.DRAW;
import static dev.sluice.config.capture.GraphicsFixture.END;
import static dev.sluice.config.capture.GraphicsFixture.LAYERS;
import static dev.sluice.config.capture.GraphicsFixture.NOWHERE;
import static dev.sluice.config.capture.GraphicsFixture.RANGE;
import static dev.sluice.config.capture.GraphicsFixture.USE;
import static dev.sluice.config.capture.GraphicsFixture.flat;
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
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.StreamProgram;
import dev.sluice.result.RunResult;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Imported graphics are streams that load and run. */
final class GraphicsRunTest {
    private static final GpuSpec DEVICE = Devices.load("seed-discrete-l2");

    private static final List<String> FRAME = List.of(
            "vkCreateSwapchainKHR|'pCreateInfo':{'imageFormat':'VK_FORMAT_B8G8R8A8_UNORM','imageExtent':{'width':64,'height':64},'imageArrayLayers':1,'imageUsage':18},'pSwapchain':50",
            "vkGetSwapchainImagesKHR|'swapchain':50,'pSwapchainImageCount':1,'pSwapchainImages':[51]",
            "vkCreateSemaphore|'pCreateInfo':{'pNext':null},'pSemaphore':20",
            "vkCreateSemaphore|'pCreateInfo':{'pNext':null},'pSemaphore':21",
            "vkCreateDescriptorSetLayout|'pCreateInfo':{'pBindings':[{'binding':1,'descriptorType':'VK_DESCRIPTOR_TYPE_STORAGE_IMAGE','descriptorCount':1}]},'pSetLayout':45",
            "vkCreatePipelineLayout|'pCreateInfo':{'pSetLayouts':[45]},'pPipelineLayout':43",
            pipeline(
                    "'pDepthStencilState':{'depthTestEnable':1,'depthWriteEnable':1,'depthCompareOp':'VK_COMPARE_OP_LESS_OR_EQUAL'},"),
            layouts("UNDEFINED", "COLOR_ATTACHMENT_OPTIMAL", "UNDEFINED", "DEPTH_ATTACHMENT_OPTIMAL", 31, 33),
            BEGIN.replace("LOAD_OP_LOAD'", "LOAD_OP_CLEAR','clearValue':{'depthStencil':{'depth':1.0,'stencil':0}}"),
            USE,
            DRAW,
            END,
            layouts("COLOR_ATTACHMENT_OPTIMAL", "TRANSFER_SRC_OPTIMAL", "UNDEFINED", "TRANSFER_DST_OPTIMAL", 31, 51),
            "vkCmdBlitImage|'commandBuffer':16,'srcImage':31,'srcImageLayout':'VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL','dstImage':51,'dstImageLayout':'VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL','filter':'VK_FILTER_NEAREST','pRegions':[{"
                    + "'srcSubresource':" + LAYERS + ",'srcOffsets':[" + NOWHERE
                    + ",{'x':64,'y':64,'z':1}],'dstSubresource':"
                    + LAYERS + ",'dstOffsets':[" + NOWHERE + ",{'x':64,'y':64,'z':1}]}]",
            layouts("TRANSFER_SRC_OPTIMAL", "GENERAL", "TRANSFER_DST_OPTIMAL", "PRESENT_SRC_KHR", 31, 51),
            "vkAcquireNextImageKHR=VK_SUCCESS|'swapchain':50,'semaphore':20,'fence':null,'pImageIndex':0",
            "vkQueueSubmit|'queue':4,'pSubmits':[{'pNext':null,'pWaitSemaphores':[20],'pWaitDstStageMask':[65536],'pCommandBuffers':[16],'pSignalSemaphores':[21]}],'fence':null",
            "vkQueuePresentKHR|'queue':4,'pPresentInfo':{'pWaitSemaphores':[21],'pSwapchains':[50],'pImageIndices':[0]}",
            "vkDeviceWaitIdle|");

    @TempDir
    private Path folder;

    /** A barrier that waits for everything and changes the layouts of two images. */
    private static String layouts(String from, String to, String otherFrom, String otherTo, int image, int other) {
        String one = "{'srcAccessMask':98304,'dstAccessMask':98304,'oldLayout':'VK_IMAGE_LAYOUT_" + from
                + "','newLayout':'VK_IMAGE_LAYOUT_" + to + "','image':" + image + "," + RANGE + "}";
        String two = "{'srcAccessMask':98304,'dstAccessMask':98304,'oldLayout':'VK_IMAGE_LAYOUT_" + otherFrom
                + "','newLayout':'VK_IMAGE_LAYOUT_" + otherTo + "','image':" + other + ","
                + RANGE.replace("'aspectMask':1", "'aspectMask':" + (other == 33 ? 2 : 1)) + "}";
        return "vkCmdPipelineBarrier|'commandBuffer':16,'srcStageMask':65536,'dstStageMask':65536,'pImageMemoryBarriers':["
                + one + "," + two + "]";
    }

    @Test
    void a_frame_runs_to_its_presentation() {
        List<String> calls = new ArrayList<>(CaptureFixture.SETUP);
        calls.addAll(targets());
        calls.addAll(FRAME);
        Path path = new CaptureFixture().calls(calls).write(folder);
        ImportedCapture imported = CaptureImporter.read(path, CaptureTarget.of(DEVICE));
        StreamProgram program =
                StreamReader.read(path.toString(), imported.bytes(), folder).resolve(DEVICE);

        RunResult result = Sluice.simulation(
                        DEVICE,
                        Profiles.load(DEVICE.barrierProfile()),
                        program,
                        new RunOptions(false, 0, SimObserver.NONE))
                .run();

        assertThat(imported.notUnderstood()).isEmpty();
        assertThat(result.commands())
                .extracting(command -> command.kind())
                .contains("pipelineBarrier", "beginRendering", "draw", "endRendering", "blitImage");
        assertThat(result.staleReads()).isEmpty();
        assertThat(result.lostWrites()).isEmpty();
    }

    @Test
    void the_shipped_import_of_libplacebo_has_all_its_barrier_commands() {
        StreamProgram program = StreamReader.read(
                        "ffmpeg-libplacebo.yaml", CaptureFixture.resource("ffmpeg-libplacebo.yaml"), folder)
                .resolve(DEVICE);

        assertThat(program.threads().get(0).operations().stream()
                        .filter(HostOperation.QueueSubmit.class::isInstance)
                        .flatMap(submit -> ((HostOperation.QueueSubmit) submit).commandBuffers().stream())
                        .flatMap(List::stream)
                        .filter(Command.PipelineBarrier.class::isInstance))
                .hasSize(86);
    }

    @Test
    void a_fragment_kernel_follows_the_shaders_code() {
        CaptureFixture.write(folder.resolve("fragment.spv"), fragmentShader(1));
        List<String> setup = new ArrayList<>(targets());
        setup.addAll(
                List.of(
                        "vkCreateShaderModule|'pCreateInfo':{'codeSize':0,'pCode':'fragment.spv'},'pShaderModule':42",
                        "vkCreateDescriptorSetLayout|'pCreateInfo':{'pBindings':[{'binding':1,'descriptorType':'VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE','descriptorCount':1}]},'pSetLayout':45",
                        "vkCreatePipelineLayout|'pCreateInfo':{'pSetLayouts':[45]},'pPipelineLayout':43",
                        pipeline(""),
                        BEGIN,
                        USE,
                        "vkCmdPushDescriptorSetKHR|'commandBuffer':16,'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_GRAPHICS','layout':43,'set':0,'pDescriptorWrites':["
                                + "{'dstSet':0,'dstBinding':1,'dstArrayElement':0,'descriptorCount':1,'descriptorType':'VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE','pImageInfo':[{'sampler':null,'imageView':34,'imageLayout':'VK_IMAGE_LAYOUT_GENERAL'}]}]"));

        // the shader has no output and reads nothing: its kernel only writes depth
        assertThat(flat(GraphicsFixture.read(folder, setup, DRAW)))
                .contains("fragment: shader42")
                .contains("shader42: code: | acc = x + y * 65536 alu 1 out.depth = 1056964608");
    }

    /** Entry point {@code main} with the output FragDepth, whose only instruction is the return. */
    private static byte[] fragmentShader(int capability) {
        int[] words = {
            0x0723_0203,
            0x10000,
            0,
            100,
            0,
            2 << 16 | 17,
            capability,
            6 << 16 | 15,
            4,
            8,
            0x6e69_616d,
            0,
            20,
            4 << 16 | 71,
            20,
            11,
            22,
            4 << 16 | 32,
            25,
            3,
            2,
            4 << 16 | 59,
            25,
            20,
            3,
            5 << 16 | 54,
            1,
            8,
            0,
            9,
            2 << 16 | 248,
            10,
            1 << 16 | 253,
            1 << 16 | 56
        };
        ByteBuffer code = ByteBuffer.allocate(4 * words.length).order(ByteOrder.LITTLE_ENDIAN);
        for (int word : words) {
            code.putInt(word);
        }
        return code.array();
    }
}
