// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.GraphicsFixture.LAYERS;
import static dev.sluice.config.capture.GraphicsFixture.MEMORY;
import static dev.sluice.config.capture.GraphicsFixture.NOWHERE;
import static dev.sluice.config.capture.GraphicsFixture.RANGE;
import static dev.sluice.config.capture.GraphicsFixture.bind;
import static dev.sluice.config.capture.GraphicsFixture.flat;
import static dev.sluice.config.capture.GraphicsFixture.image;
import static dev.sluice.config.capture.GraphicsFixture.needs;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Images, barriers on them and their transfers. */
final class ImageImportTest {
    private static final List<String> IMAGE =
            List.of(MEMORY, image(31, "R8G8B8A8_UNORM", 32, 32), needs(31, 4096), bind(31, 0));

    @TempDir
    private Path folder;

    private ImportedCapture read(List<String> setup, String... calls) {
        return GraphicsFixture.read(folder, setup, calls);
    }

    @Test
    void an_image_is_declared_where_it_is_bound() {
        assertThat(flat(read(IMAGE)))
                .contains("name: image31 memory: memory30 extent: [32, 32] format: R8G8B8A8_UNORM"
                        + " usage: [TRANSFER_DST, SAMPLED, COLOR_ATTACHMENT]");
    }

    @Test
    void a_format_that_is_not_known_becomes_one_of_the_same_size() {
        ImportedCapture capture =
                read(List.of(MEMORY, image(31, "B4G4R4A4_UNORM_PACK16", 32, 32), needs(31, 2048), bind(31, 0)));
        assertThat(flat(capture)).contains("format: R8G8_UNORM");
        assertThat(capture.notes())
                .contains("images of format VK_FORMAT_B4G4R4A4_UNORM_PACK16 become R8G8_UNORM, which has elements of"
                        + " the same size");
    }

    @Test
    void a_block_of_a_compressed_format_becomes_one_texel() {
        assertThat(flat(read(List.of(MEMORY, image(31, "BC1_RGBA_UNORM_BLOCK", 30, 30), needs(31, 512), bind(31, 0)))))
                .contains("extent: [8, 8] format: R16G16B16A16_UNORM");
    }

    private static String upload(int level, int edge) {
        return "vkCmdCopyBufferToImage|'commandBuffer':16,'srcBuffer':5,'dstImage':31,'dstImageLayout':'VK_IMAGE_LAYOUT_GENERAL','pRegions':[{'bufferOffset':0,'bufferRowLength':0,'bufferImageHeight':0,"
                + "'imageSubresource':" + LAYERS.replace("'mipLevel':0", "'mipLevel':" + level) + ",'imageOffset':"
                + NOWHERE + ",'imageExtent':{'width':" + edge + ",'height':" + edge + ",'depth':1}}]";
    }

    @Test
    void every_level_of_a_compressed_image_has_room_for_its_blocks() {
        List<String> setup = List.of(
                MEMORY, image(31, "BC1_RGBA_UNORM_BLOCK", 20, 20, "OPTIMAL", 5, 1), needs(31, 320), bind(31, 0));
        ImportedCapture capture = read(setup, upload(1, 10), upload(2, 5), upload(3, 2));
        assertThat(flat(capture))
                .contains("extent: [8, 8] levels: 4")
                .contains("imageExtent: [3, 3, 1]")
                .contains("imageExtent: [2, 2, 1]")
                .contains("imageExtent: [1, 1, 1]");
    }

    @Test
    void levels_that_are_smaller_than_a_block_are_left_out() {
        List<String> setup =
                List.of(MEMORY, image(31, "BC7_UNORM_BLOCK", 16, 16, "OPTIMAL", 5, 1), needs(31, 512), bind(31, 0));
        String barrier =
                "vkCmdPipelineBarrier|'commandBuffer':16,'srcStageMask':4096,'dstStageMask':128,'pImageMemoryBarriers':[{'srcAccessMask':4096,'dstAccessMask':32,"
                        + "'oldLayout':'VK_IMAGE_LAYOUT_GENERAL','newLayout':'VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL','image':31,"
                        + RANGE.replace("'baseMipLevel':0", "'baseMipLevel':3") + "}]";
        ImportedCapture capture = read(setup, upload(2, 4), upload(3, 2), upload(4, 1), barrier);
        assertThat(flat(capture))
                .contains("extent: [4, 4] levels: 3")
                .containsOnlyOnce("copyBufferToImage")
                .contains("memory: [{srcStage: [ALL_TRANSFER], dstStage: [FRAGMENT_SHADER]}]");
        assertThat(capture.notes())
                .contains("levels of images of block-compressed formats that are smaller than a block are left out");
    }

    @Test
    void a_blit_of_a_compressed_image_has_all_of_the_blocks_at_its_edges() {
        List<String> setup = List.of(
                MEMORY,
                image(31, "BC1_RGBA_UNORM_BLOCK", 30, 30),
                needs(31, 512),
                bind(31, 0),
                image(32, "R8G8B8A8_UNORM", 32, 32),
                needs(32, 4096),
                bind(32, 512));
        String blit =
                "vkCmdBlitImage|'commandBuffer':16,'srcImage':31,'srcImageLayout':'VK_IMAGE_LAYOUT_GENERAL','dstImage':32,'dstImageLayout':'VK_IMAGE_LAYOUT_GENERAL','filter':'VK_FILTER_LINEAR','pRegions':[{"
                        + "'srcSubresource':" + LAYERS
                        + ",'srcOffsets':[{'x':30,'y':5,'z':0},{'x':6,'y':30,'z':1}],'dstSubresource':" + LAYERS
                        + ",'dstOffsets':[" + NOWHERE + ",{'x':32,'y':32,'z':1}]}]";
        assertThat(flat(read(setup, blit))).contains("srcOffsets: [[8, 1, 0], [1, 8, 1]]");
    }

    @Test
    void a_copy_of_the_first_of_several_layers_is_of_no_other() {
        List<String> setup =
                List.of(MEMORY, image(31, "R8G8B8A8_UNORM", 16, 16, "OPTIMAL", 1, 6), needs(31, 6144), bind(31, 0));
        assertThat(flat(read(setup, upload(0, 16)))).contains("imageSubresource: {aspectMask: [COLOR], layerCount: 1}");
        assertThat(flat(read(setup, upload(0, 16).replace("'layerCount':1", "'layerCount':4294967295"))))
                .contains("imageSubresource: {aspectMask: [COLOR]}");
    }

    @Test
    void a_copy_without_regions_copies_nothing() {
        String copy =
                "vkCmdCopyImage|'commandBuffer':16,'srcImage':31,'srcImageLayout':'VK_IMAGE_LAYOUT_GENERAL','dstImage':31,'dstImageLayout':'VK_IMAGE_LAYOUT_GENERAL','pRegions':null";
        assertThat(flat(read(IMAGE, copy, copy.replace("Copy", "Blit") + ",'filter':'VK_FILTER_NEAREST'")))
                .doesNotContain("copyImage")
                .doesNotContain("blitImage");
    }

    @Test
    void depth_of_16_bits_beside_stencil_lies_in_two_bytes_of_a_buffer() {
        ImportedCapture capture = read(
                List.of(MEMORY, image(31, "D16_UNORM_S8_UINT", 32, 32), needs(31, 4096), bind(31, 0)),
                upload(0, 32)
                        .replace("'bufferOffset':0", "'bufferOffset':2048")
                        .replace("'aspectMask':1", "'aspectMask':2"));
        assertThat(flat(capture)).contains("format: D16_UNORM_S8_UINT").contains("aspectMask: [DEPTH]");
        assertThat(capture.notes()).isEmpty();
    }

    @Test
    void padding_moves_the_next_image_and_grows_the_memory() {
        // one row of 8 x 8 tiles takes two tiles, 512 bytes, where the captured driver asked for 64
        ImportedCapture capture = read(List.of(
                MEMORY.replace("65536", "128"),
                image(31, "R8G8B8A8_UNORM", 4, 4),
                needs(31, 64),
                bind(31, 0),
                image(32, "R8G8B8A8_UNORM", 4, 4),
                needs(32, 64),
                bind(32, 64)));
        assertThat(flat(capture))
                .contains("{name: memory30, size: 1024,")
                .contains("name: image32 memory: memory30 offset: 512");
        assertThat(capture.notes())
                .anyMatch(note ->
                        note.startsWith("memory30 has 1024 bytes instead of 128, and objects in it have moved"));
    }

    @Test
    void images_that_share_bytes_in_the_capture_are_aliases() {
        assertThat(flat(read(List.of(
                        MEMORY,
                        image(31, "R8_UNORM", 64, 64),
                        needs(31, 4096),
                        bind(31, 0),
                        image(32, "R32_UINT", 32, 32),
                        needs(32, 4096),
                        bind(32, 0)))))
                .containsPattern("name: image31 .* alias: true .*name: image32 .* alias: true");
    }

    @Test
    void what_the_host_writes_moves_with_its_image() {
        List<String> calls = List.of(
                MEMORY.replace("65536", "4096").replace("'memoryTypeIndex':0", "'memoryTypeIndex':1"),
                image(31, "R8G8B8A8_UNORM", 4, 4),
                needs(31, 64),
                bind(31, 0),
                image(32, "R8_UNORM", 32, 4, "LINEAR", 1, 1),
                needs(32, 128),
                bind(32, 64),
                "vkMapMemory|'memory':30,'offset':0,'size':18446744073709551615,'ppData':'0x1'");
        CaptureFixture fixture = new CaptureFixture()
                .calls(CaptureFixture.SETUP)
                .calls(calls)
                .gap()
                .call("vkDeviceWaitIdle|");
        Path path = fixture.write(folder);
        CaptureFixture.write(
                folder.resolve("test.gfxr"),
                new CaptureFixture.Binary()
                        .call(CaptureFixture.SETUP.size() + calls.size() + 1)
                        .fill(30, 64, new byte[128])
                        .call(1)
                        .bytes());
        // the image of tiles takes 512 bytes, and the linear one begins on the next page of 1024
        assertThat(flat(CaptureImporter.read(path, CaptureFixture.TARGET)))
                .contains("name: image32 memory: memory30 offset: 1024")
                .contains("hostWrite: {memory: memory30, offset: 1024,");
    }

    @Test
    void an_image_barrier_keeps_layouts_and_leaves_out_a_range_of_everything() {
        assertThat(flat(read(
                        IMAGE,
                        "vkCmdPipelineBarrier|'commandBuffer':16,'srcStageMask':4096,'dstStageMask':128,'pImageMemoryBarriers':[{'srcAccessMask':4096,'dstAccessMask':32,"
                                + "'oldLayout':'VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL','newLayout':'VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL','image':31,"
                                + RANGE + "}]")))
                .contains("pipelineBarrier: images: - image: image31 oldLayout: TRANSFER_DST_OPTIMAL newLayout:"
                        + " SHADER_READ_ONLY_OPTIMAL srcStage: [ALL_TRANSFER] srcAccess: [TRANSFER_WRITE] dstStage:"
                        + " [FRAGMENT_SHADER] dstAccess: [SHADER_READ] source");
    }

    @Test
    void an_image_barrier_names_the_levels_that_it_covers() {
        assertThat(flat(read(
                        List.of(
                                MEMORY,
                                image(31, "R8G8B8A8_UNORM", 32, 32, "OPTIMAL", 3, 1),
                                needs(31, 8192),
                                bind(31, 0)),
                        "vkCmdPipelineBarrier2|'commandBuffer':16,'pDependencyInfo':{'dependencyFlags':0,'pImageMemoryBarriers':[{'srcStageMask':'VK_PIPELINE_STAGE_2_COPY_BIT','srcAccessMask':'VK_ACCESS_2_NONE',"
                                + "'dstStageMask':'VK_PIPELINE_STAGE_2_NONE','dstAccessMask':'VK_ACCESS_2_NONE','oldLayout':'VK_IMAGE_LAYOUT_UNDEFINED','newLayout':'VK_IMAGE_LAYOUT_GENERAL','image':31,"
                                + RANGE.replace(
                                        "'baseMipLevel':0,'levelCount':1", "'baseMipLevel':1,'levelCount':4294967295")
                                + "}]}")))
                .contains("srcStage: [COPY] subresourceRange: {aspectMask: [COLOR], baseMipLevel: 1, levelCount: 2,"
                        + " layerCount: 1}");
    }

    @Test
    void a_copy_of_a_buffer_to_an_image_keeps_its_rows() {
        assertThat(
                        flat(
                                read(
                                        IMAGE,
                                        "vkCmdCopyBufferToImage|'commandBuffer':16,'srcBuffer':5,'dstImage':31,'dstImageLayout':'VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL','pRegions':[{'bufferOffset':64,'bufferRowLength':40,'bufferImageHeight':0,"
                                                + "'imageSubresource':" + LAYERS
                                                + ",'imageOffset':{'x':8,'y':4,'z':0},'imageExtent':{'width':16,'height':8,'depth':1}}]")))
                .contains("copyBufferToImage: src: buffer5 dst: image31 dstLayout: TRANSFER_DST_OPTIMAL regions: -"
                        + " bufferOffset: 64 bufferRowLength: 40 imageOffset: [8, 4, 0]"
                        + " imageExtent: [16, 8, 1] imageSubresource: {aspectMask: [COLOR]}");
    }

    @Test
    void a_copy_of_an_image_to_a_buffer_is_kept() {
        assertThat(flat(read(
                        IMAGE,
                        "vkCmdCopyImageToBuffer|'commandBuffer':16,'srcImage':31,'srcImageLayout':'VK_IMAGE_LAYOUT_GENERAL','dstBuffer':5,'pRegions':[{'bufferOffset':0,'bufferRowLength':0,'bufferImageHeight':0,"
                                + "'imageSubresource':" + LAYERS + ",'imageOffset':" + NOWHERE
                                + ",'imageExtent':{'width':16,'height':8,'depth':1}}]")))
                .contains("copyImageToBuffer: src: image31 srcLayout: GENERAL dst: buffer5 regions:");
    }

    @Test
    void a_blit_names_its_corners_and_filter() {
        assertThat(flat(read(
                        IMAGE,
                        "vkCmdBlitImage|'commandBuffer':16,'srcImage':31,'srcImageLayout':'VK_IMAGE_LAYOUT_GENERAL','dstImage':31,'dstImageLayout':'VK_IMAGE_LAYOUT_GENERAL','filter':'VK_FILTER_LINEAR','pRegions':[{"
                                + "'srcSubresource':" + LAYERS + ",'srcOffsets':[" + NOWHERE
                                + ",{'x':8,'y':8,'z':1}],'dstSubresource':" + LAYERS + ",'dstOffsets':["
                                + "{'x':16,'y':16,'z':0},{'x':32,'y':32,'z':1}]}]")))
                .contains("filter: LINEAR regions: - srcOffsets: [[0, 0, 0], [8, 8, 1]]")
                .contains("dstOffsets: [[16, 16, 0], [32, 32, 1]]");
    }

    @Test
    void copies_and_resolves_between_images_have_the_same_form() {
        String call =
                "vkCmdCopyImage|'commandBuffer':16,'srcImage':31,'srcImageLayout':'VK_IMAGE_LAYOUT_GENERAL','dstImage':31,'dstImageLayout':'VK_IMAGE_LAYOUT_GENERAL','pRegions':[{'srcSubresource':"
                        + LAYERS + ",'srcOffset':" + NOWHERE + ",'dstSubresource':" + LAYERS
                        + ",'dstOffset':{'x':16,'y':16,'z':0},'extent':{'width':8,'height':4,'depth':1}}]";
        String region =
                " src: image31 srcLayout: GENERAL dst: image31 dstLayout: GENERAL regions: - srcOffset: [0, 0, 0]"
                        + " srcSubresource: {aspectMask: [COLOR]} dstOffset: [16, 16, 0] dstSubresource:"
                        + " {aspectMask: [COLOR]} extent: [8, 4, 1]";
        assertThat(flat(read(IMAGE, call, call.replace("Copy", "Resolve"))))
                .contains("copyImage:" + region)
                .contains("resolveImage:" + region);
    }

    @Test
    void a_clear_of_a_colour_image_keeps_colour_and_ranges() {
        assertThat(
                        flat(
                                read(
                                        IMAGE,
                                        "vkCmdClearColorImage|'commandBuffer':16,'image':31,'imageLayout':'VK_IMAGE_LAYOUT_GENERAL','pColor':{'float32':[0.25,0.5,0.0,1.0],'int32':[1,2,3,4],'uint32':[1,2,3,4]},'pRanges':[{'aspectMask':1,'baseMipLevel':0,'levelCount':1,'baseArrayLayer':0,'layerCount':1}]")))
                .contains(
                        "clearColorImage: image: image31 layout: GENERAL color: [0.25, 0.5, 0.0, 1.0] ranges: [{aspectMask:"
                                + " [COLOR], levelCount: 1, layerCount: 1}]");
    }

    @Test
    void a_clear_of_a_depth_image_keeps_depth_and_stencil() {
        assertThat(
                        flat(
                                read(
                                        List.of(
                                                MEMORY,
                                                image(31, "D24_UNORM_S8_UINT", 32, 32),
                                                needs(31, 4096),
                                                bind(31, 0)),
                                        "vkCmdClearDepthStencilImage|'commandBuffer':16,'image':31,'imageLayout':'VK_IMAGE_LAYOUT_GENERAL','pDepthStencil':{'depth':0.5,'stencil':7},'pRanges':[{'aspectMask':6,'baseMipLevel':0,'levelCount':1,'baseArrayLayer':0,'layerCount':1}]")))
                .contains("depthStencil: {depth: 0.5, stencil: 7}")
                .contains("aspectMask: [DEPTH, STENCIL]");
    }

    @Test
    void transfers_of_images_that_are_not_known_are_counted() {
        assertThat(read(
                                List.of(),
                                "vkCmdClearColorImage|'commandBuffer':16,'image':31,'imageLayout':'VK_IMAGE_LAYOUT_GENERAL'")
                        .notes())
                .contains("transfers of images that are not known are left out");
    }

    @Test
    void a_copy_to_a_compressed_image_counts_blocks() {
        assertThat(
                        flat(
                                read(
                                        List.of(
                                                MEMORY,
                                                image(31, "BC1_RGBA_UNORM_BLOCK", 32, 32),
                                                needs(31, 512),
                                                bind(31, 0)),
                                        "vkCmdCopyBufferToImage2|'commandBuffer':16,'pCopyBufferToImageInfo':{'srcBuffer':5,'dstImage':31,'dstImageLayout':'VK_IMAGE_LAYOUT_GENERAL','pRegions':[{'bufferOffset':0,'bufferRowLength':32,'bufferImageHeight':32,"
                                                + "'imageSubresource':" + LAYERS
                                                + ",'imageOffset':{'x':8,'y':16,'z':0},'imageExtent':{'width':10,'height':8,'depth':1}}]}")))
                .contains("bufferRowLength: 8 bufferImageHeight: 8 imageOffset: [2, 4, 0] imageExtent: [3, 2, 1]");
    }

    @Test
    void rows_of_a_linear_image_that_lie_otherwise_are_noted() {
        assertThat(read(List.of(
                                MEMORY,
                                image(31, "R8_UNORM", 16, 16, "LINEAR", 1, 1),
                                needs(31, 1024),
                                bind(31, 0),
                                "vkGetImageSubresourceLayout|'image':31,'pSubresource':{'aspectMask':1,'mipLevel':0,'arrayLayer':0},'pLayout':{'rowPitch':64}"))
                        .notes())
                .anyMatch(note ->
                        note.startsWith("rows of a linear image are 64 bytes apart in the capture and 32 here"));
    }

    @Test
    void an_image_comes_from_outside_and_goes_there() {
        String barrier =
                "vkCmdPipelineBarrier|'commandBuffer':16,'srcStageMask':1,'dstStageMask':4096,'pImageMemoryBarriers':[{'srcAccessMask':0,'dstAccessMask':2048,"
                        + "'oldLayout':'VK_IMAGE_LAYOUT_GENERAL','newLayout':'VK_IMAGE_LAYOUT_GENERAL','srcQueueFamilyIndex':%s,'dstQueueFamilyIndex':%s,'image':31,"
                        + RANGE + "}]";
        ImportedCapture capture = read(
                IMAGE,
                "vkGetPhysicalDeviceQueueFamilyProperties|'pQueueFamilyProperties':[{'queueFlags':7}]",
                barrier.formatted("4294967293", "0"),
                barrier.formatted("0", "4294967294"));

        assertThat(flat(capture))
                .contains("srcQueueFamily: FOREIGN_EXT dstQueueFamily: universal")
                .contains("srcQueueFamily: universal dstQueueFamily: EXTERNAL");
        assertThat(capture.notes()).noneMatch(note -> note.startsWith("queue family transfers"));
    }

    @Test
    void what_queue_families_share_goes_outside_from_that_of_the_queue() {
        String barrier =
                "vkCmdPipelineBarrier|'commandBuffer':16,'srcStageMask':1,'dstStageMask':4096,'pImageMemoryBarriers':[{'srcAccessMask':0,'dstAccessMask':2048,"
                        + "'oldLayout':'VK_IMAGE_LAYOUT_GENERAL','newLayout':'VK_IMAGE_LAYOUT_GENERAL','srcQueueFamilyIndex':%s,'dstQueueFamilyIndex':%s,'image':31,"
                        + RANGE + "}]";
        String in = barrier.formatted("4294967293", "4294967295");
        String out = barrier.formatted("4294967295", "4294967294");

        assertThat(flat(read(shared(IMAGE, "VK_SHARING_MODE_CONCURRENT"), in, out)))
                .contains("srcQueueFamily: FOREIGN_EXT dstQueueFamily: universal")
                .contains("srcQueueFamily: universal dstQueueFamily: EXTERNAL");
        assertThat(flat(read(shared(IMAGE, "VK_SHARING_MODE_EXCLUSIVE"), in, out)))
                .doesNotContain("QueueFamily:");
    }

    @Test
    void a_transfer_with_all_stages_orders_them_on_both_queues() {
        String barrier =
                "vkCmdPipelineBarrier2|'commandBuffer':16,'pDependencyInfo':{'dependencyFlags':%s,'pImageMemoryBarriers':[{"
                        + "'srcStageMask':2048,'srcAccessMask':0,'dstStageMask':4096,'dstAccessMask':0,"
                        + "'oldLayout':'VK_IMAGE_LAYOUT_GENERAL','newLayout':'VK_IMAGE_LAYOUT_GENERAL','srcQueueFamilyIndex':0,'dstQueueFamilyIndex':4294967294,'image':31,"
                        + RANGE + "}]}";
        String ordered = "memory: [{srcStage: [COMPUTE_SHADER], dstStage: [ALL_TRANSFER]}]";

        ImportedCapture capture = read(
                IMAGE, barrier.formatted("'VK_DEPENDENCY_QUEUE_FAMILY_OWNERSHIP_TRANSFER_USE_ALL_STAGES_BIT_KHR'"));

        assertThat(flat(capture)).contains(ordered).contains("dstQueueFamily: EXTERNAL");
        assertThat(capture.notUnderstood()).isEmpty();
        assertThat(flat(read(IMAGE, barrier.formatted("32")))).contains(ordered);
        assertThat(flat(read(IMAGE, barrier.formatted("0")))).doesNotContain("memory: [");
    }

    @Test
    void what_is_shared_by_queue_families_stays_shared() {
        assertThat(flat(shared("VK_SHARING_MODE_CONCURRENT")).split("sharingMode: CONCURRENT", -1))
                .hasSize(3);
        assertThat(flat(shared("VK_SHARING_MODE_EXCLUSIVE"))).doesNotContain("sharingMode");
    }

    /** An image and a buffer. */
    private ImportedCapture shared(String mode) {
        return read(
                shared(IMAGE, mode),
                "vkCreateBuffer|'pCreateInfo':{'size':256,'usage':35,'sharingMode':'" + mode + "'},'pBuffer':50",
                "vkBindBufferMemory|'buffer':50,'memory':6,'memoryOffset':0");
    }

    private static List<String> shared(List<String> image, String mode) {
        return image.stream()
                .map(call -> call.replace(
                        "'pCreateInfo':{", "'pCreateInfo':{'sharingMode':'" + mode + "','pQueueFamilyIndices':[0,1],"))
                .toList();
    }

    @Test
    void an_image_goes_from_one_queue_family_to_another() {
        assertThat(flat(read(
                        IMAGE,
                        "vkGetPhysicalDeviceQueueFamilyProperties|'pQueueFamilyProperties':[{'queueFlags':7},{'queueFlags':4}]",
                        "vkCmdPipelineBarrier|'commandBuffer':16,'srcStageMask':4096,'dstStageMask':128,'pImageMemoryBarriers':[{'srcAccessMask':4096,'dstAccessMask':0,"
                                + "'oldLayout':'VK_IMAGE_LAYOUT_GENERAL','newLayout':'VK_IMAGE_LAYOUT_GENERAL','srcQueueFamilyIndex':0,'dstQueueFamilyIndex':1,'image':31,"
                                + RANGE + "}]")))
                .contains("srcQueueFamily: universal dstQueueFamily: copy");
    }
}
