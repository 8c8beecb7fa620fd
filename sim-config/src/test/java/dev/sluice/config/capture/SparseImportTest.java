// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.CaptureFixture.SUBMIT;
import static dev.sluice.config.capture.GraphicsFixture.flat;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sparse resources, and queues that bind memory to their parts. */
final class SparseImportTest {
    private static final String BUFFER =
            "vkCreateBuffer|'pCreateInfo':{'size':262144,'usage':3,'flags':3},'pBuffer':31";
    private static final String IMAGE =
            GraphicsFixture.image(32, "R8G8B8A8_UNORM", 256, 256).replace("{'flags':0,", "{'flags':3,");
    private static final String NONE = "'pBufferBinds':[],'pImageOpaqueBinds':[],'pImageBinds':[]";

    @TempDir
    private Path folder;

    /** The calls after the usual set-up and a memory of 64 KiB (30). */
    private ImportedCapture read(String... calls) {
        List<String> all = new ArrayList<>(List.of(GraphicsFixture.MEMORY, BUFFER, IMAGE));
        all.addAll(List.of(calls));
        return new CaptureFixture().calls(CaptureFixture.SETUP).calls(all).read(folder);
    }

    private static String queueBind(String info, String rest) {
        return "vkQueueBindSparse|'queue':4,'pBindInfo':[{" + info + "}]" + rest;
    }

    private static String bind(String... binds) {
        return queueBind(
                "'pBufferBinds':[{'buffer':31,'pBinds':[" + String.join(",", binds)
                        + "]}],'pImageOpaqueBinds':[],'pImageBinds':[]",
                "");
    }

    private static String range(long offset, long size, int memory, long at) {
        return "{'resourceOffset':" + offset + ",'size':" + size + ",'memory':" + memory + ",'memoryOffset':" + at
                + ",'flags':0}";
    }

    private static String block(int x, long at) {
        return queueBind(
                "'pBufferBinds':[],'pImageOpaqueBinds':[],'pImageBinds':[{'image':32,'pBinds':[{'subresource':"
                        + "{'aspectMask':1,'mipLevel':0,'arrayLayer':0},'offset':{'x':" + x
                        + ",'y':0,'z':0},'extent':{'width':64,'height':64,'depth':1},'memory':30,'memoryOffset':" + at
                        + ",'flags':0}]}]",
                "");
    }

    @Test
    void sparse_images_and_buffers_have_memory_of_their_own() {
        ImportedCapture capture = read(
                bind(range(0, 16384, 30, 0)),
                "vkCmdClearColorImage|'commandBuffer':16,'image':32,'imageLayout':'VK_IMAGE_LAYOUT_GENERAL',"
                        + "'pColor':{'uint32':[0,0,0,0]},'pRanges':[{'aspectMask':1,'baseMipLevel':0,'levelCount':1,"
                        + "'baseArrayLayer':0,'layerCount':1}]",
                SUBMIT);

        assertThat(capture.notUnderstood()).isEmpty();
        assertThat(capture.notes()).contains("sparse resources get memory of their own");
        assertThat(flat(capture))
                .contains("name: buffer31, memory: sparseMemory31")
                .contains("name: image32 memory: sparseMemory32")
                .contains("clearColorImage");
    }

    @Test
    void binding_memory_waits_for_semaphores_and_signals_them_and_a_fence() {
        ImportedCapture capture = read(
                "vkCreateSemaphore|'pCreateInfo':{'flags':0},'pSemaphore':50",
                "vkCreateSemaphore|'pCreateInfo':{'flags':0},'pSemaphore':51",
                "vkCreateFence|'pCreateInfo':{'flags':0},'pFence':52",
                SUBMIT.replace("'pCommandBuffers':[16]", "'pCommandBuffers':[],'pSignalSemaphores':[50]"),
                queueBind(NONE + ",'pWaitSemaphores':[50],'pSignalSemaphores':[51]", ",'fence':52"),
                SUBMIT.replace(
                        "'pCommandBuffers':[16]",
                        "'pCommandBuffers':[16],'pWaitSemaphores':[51],'pWaitDstStageMask':[65536]"),
                "vkWaitForFences=VK_SUCCESS|'pFences':[52],'waitAll':1,'timeout':1");

        assertThat(capture.notUnderstood()).isEmpty();
        assertThat(flat(capture))
                .contains("wait: [semaphore50], signal: [semaphore51], fence: fence52}")
                .contains("waitForFences: [fence52]");
    }

    @Test
    void a_binding_that_is_made_again_is_the_same() {
        assertThat(read(bind(range(0, 16384, 30, 0), range(16384, 16384, 30, 16384)), bind(range(0, 16384, 30, 0)))
                        .notUnderstood())
                .isEmpty();
    }

    @Test
    void memory_that_goes_from_one_part_to_another_is_listed() {
        assertThat(read(bind(range(0, 16384, 30, 0)), bind(range(16384, 16384, 30, 16383)))
                        .leftOut()
                        .notUnderstood())
                .singleElement()
                .satisfies(lost -> assertThat(lost.call()).isEqualTo("vkQueueBindSparse"))
                .satisfies(lost -> assertThat(lost.reason()).contains("is not shared with that"));
        assertThat(read(bind(range(0, 16384, 30, 0)), block(0, 0)).notUnderstood())
                .containsOnlyKeys("vkQueueBindSparse");
        assertThat(read(block(0, 0), block(0, 0)).notUnderstood()).isEmpty();
        assertThat(read(block(0, 0), block(64, 0)).notUnderstood()).containsOnlyKeys("vkQueueBindSparse");
    }

    @Test
    void memory_that_the_host_writes_to_is_listed() {
        assertThat(read(
                                "vkMapMemory|'device':3,'memory':6,'offset':0,'size':4096,'flags':0",
                                bind(range(0, 4096, 6, 0)))
                        .notUnderstood())
                .containsOnlyKeys("vkQueueBindSparse");
    }

    @Test
    void a_part_of_a_range_that_is_bound_again_is_the_same() {
        assertThat(read(bind(range(0, 32768, 30, 4096)), bind(range(16384, 16384, 30, 20480)))
                        .notUnderstood())
                .isEmpty();
    }

    @Test
    void blocks_of_compressed_images_take_the_memory_of_a_block_each() {
        String wide = GraphicsFixture.image(33, "BC7_UNORM_BLOCK", 512, 256).replace("{'flags':0,", "{'flags':3,");
        String first = block(0, 0).replace("'image':32", "'image':33").replace("':64", "':256");
        String second = block(256, 65536).replace("'image':32", "'image':33").replace("':64", "':256");

        assertThat(read(wide, first, second).notUnderstood()).isEmpty();
    }

    @Test
    void blocks_at_the_edge_of_an_image_take_all_of_their_memory() {
        String edge = GraphicsFixture.image(33, "R8G8B8A8_UNORM", 130, 130).replace("{'flags':0,", "{'flags':3,");
        String all = block(0, 0).replace("'image':32", "'image':33").replace("':64", "':130");

        assertThat(read(edge, all, block(0, 3 * 65536)).notUnderstood()).containsOnlyKeys("vkQueueBindSparse");
    }

    @Test
    void memory_that_a_buffer_has_too_is_listed() {
        String other = "vkCreateBuffer|'pCreateInfo':{'size':4096,'usage':3},'pBuffer':34";
        String plain = "vkBindBufferMemory|'buffer':34,'memory':30,'memoryOffset':4096";

        assertThat(read(other, bind(range(0, 16384, 30, 0)), plain).notUnderstood())
                .containsOnlyKeys("vkQueueBindSparse");
        assertThat(read(other, plain, bind(range(0, 4096, 30, 0))).notUnderstood())
                .isEmpty();
    }

    @Test
    void memory_that_is_mapped_later_is_listed() {
        assertThat(read(
                                bind(range(0, 4096, 30, 0)),
                                "vkMapMemory|'device':3,'memory':30,'offset':0,'size':4096,'flags':0")
                        .notUnderstood())
                .containsOnlyKeys("vkQueueBindSparse");
    }

    @Test
    void a_part_that_loses_its_memory_keeps_what_it_has() {
        assertThat(read(bind(range(0, 16384, 30, 0)), bind(range(0, 16384, 0, 0)))
                        .notUnderstood())
                .isEmpty();
    }
}
