// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.vulkan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.program.Barrier;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.ImageRange;
import dev.sluice.program.ImageTransition;
import dev.sluice.program.MemoryRange;
import dev.sluice.program.Origin;
import dev.sluice.program.SubpassScopes;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.edit.Spot;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class VulkanCureTest {
    private static Cure insert(@Nullable BufferRange range, @Nullable ImageTransition image) {
        Barrier barrier = new Barrier(
                Stage.COPY.mask(),
                Access.TRANSFER_WRITE.mask(),
                Stage.FRAGMENT_SHADER.mask(),
                Access.SHADER_SAMPLED_READ.mask(),
                range,
                image,
                null,
                null);
        return new Cure.InsertCommand(
                new Command.PipelineBarrier(Origin.NOWHERE, List.of(barrier), false), null, Spot.before("submit0.3"));
    }

    @Test
    void should_write_a_buffer_barrier_as_a_dependency_info() {
        assertThat(VulkanCure.of(insert(new BufferRange("vertices", 64, 128), null)))
                .isEqualTo("""
                        /* before submit0.3 */
                        {
                            const VkBufferMemoryBarrier2 dependencyBuffers[] = {
                                {
                                    .sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER_2,
                                    .srcStageMask = VK_PIPELINE_STAGE_2_COPY_BIT,
                                    .srcAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT,
                                    .dstStageMask = VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT,
                                    .dstAccessMask = VK_ACCESS_2_SHADER_SAMPLED_READ_BIT,
                                    .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                    .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                    .buffer = vertices,
                                    .offset = 64,
                                    .size = 128,
                                },
                            };
                            const VkDependencyInfo dependency = {
                                .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
                                .bufferMemoryBarrierCount = 1,
                                .pBufferMemoryBarriers = dependencyBuffers,
                            };
                            vkCmdPipelineBarrier2(commandBuffer, &dependency);
                        }""");
    }

    @Test
    void should_give_an_image_its_subresources_and_a_name_that_c_allows() {
        ImageTransition image = new ImageTransition(
                new ImageRange("src/swapchain.c:629", Set.of(Aspect.DEPTH, Aspect.STENCIL), 1, 2, 3, 4),
                ImageLayout.UNDEFINED,
                ImageLayout.GENERAL);

        assertThat(VulkanCure.of(insert(null, image)))
                .contains("/* src_swapchain_c_629 is src/swapchain.c:629 */")
                .contains(".image = src_swapchain_c_629,")
                .contains(".oldLayout = VK_IMAGE_LAYOUT_UNDEFINED,")
                .contains(".newLayout = VK_IMAGE_LAYOUT_GENERAL,")
                .contains(".subresourceRange = {VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT, 1, 2, 3, 4},")
                .contains(".pImageMemoryBarriers = dependencyImages,");
    }

    @Test
    void should_give_a_subpass_dependency_the_stages_that_it_can_name() {
        Cure cure = new Cure.ExtendExternalDependency(
                Cure.Masks.of(
                        new Cure.Mask(Cure.Mask.Part.DST_STAGE, Stage.COPY.mask()),
                        new Cure.Mask(Cure.Mask.Part.DST_ACCESS, Access.SHADER_SAMPLED_READ.mask())),
                "depth",
                "submit0.1");

        assertThat(VulkanCure.of(cure))
                .endsWith("subpassDependency.dstStageMask |= VK_PIPELINE_STAGE_TRANSFER_BIT;\n"
                        + "subpassDependency.dstAccessMask |= VK_ACCESS_SHADER_READ_BIT;");
    }

    @Test
    void should_name_the_subpasses_of_a_dependency_between_them() {
        Cure.Masks masks = Cure.Masks.of(new Cure.Mask(Cure.Mask.Part.DST_STAGE, Stage.FRAGMENT_SHADER.mask()));

        assertThat(VulkanCure.of(new Cure.SubpassDependency(masks, null, "submit0.2", SubpassScopes.of(0, 1))))
                .contains("the VkSubpassDependency2 from subpass 0 to subpass 1, which submit0.2 begins");
        assertThat(VulkanCure.of(new Cure.SubpassDependency(masks, "color", "submit0.2", null)))
                .contains("the VkSubpassDependency2 into the subpass that submit0.2 begins");
    }

    @Test
    void should_write_no_store_operation() {
        assertThat(VulkanCure.of(new Cure.StoreNone("depth", Set.of(Aspect.DEPTH, Aspect.STENCIL), "submit0.1")))
                .endsWith("depth_attachment.storeOp = VK_ATTACHMENT_STORE_OP_NONE;\n"
                        + "depth_attachment.stencilStoreOp = VK_ATTACHMENT_STORE_OP_NONE;");
    }

    @Test
    void should_write_a_semaphore_as_two_submit_infos() {
        assertThat(VulkanCure.of(new Cure.WaitForSemaphore(
                        "s", "submit0.0", Stage.COPY.mask(), "submit1.0", Stage.COMPUTE_SHADER.mask())))
                .contains("const VkSemaphoreSubmitInfo s_signal = {")
                .contains("    .stageMask = VK_PIPELINE_STAGE_2_COPY_BIT,")
                .contains("const VkSemaphoreSubmitInfo s_wait = {")
                .contains("    .stageMask = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,");
    }

    @Test
    void should_widen_the_stages_of_a_wait() {
        assertThat(VulkanCure.of(
                        new Cure.WidenSemaphore(Cure.WidenSemaphore.Operation.WAIT, "s", Stage.COPY.mask(), "submit1")))
                .endsWith("s_wait.stageMask |= VK_PIPELINE_STAGE_2_COPY_BIT;");
    }

    @Test
    void should_flush_mapped_memory() {
        assertThat(VulkanCure.of(new Cure.InsertOperation(
                        new HostOperation.FlushMappedMemoryRanges(
                                Origin.NOWHERE, List.of(new MemoryRange("upload", 0, 256))),
                        Spot.after("host.2"))))
                .contains(".memory = upload,")
                .endsWith("    vkFlushMappedMemoryRanges(device, 1, ranges);\n}");
    }

    @Test
    void should_wait_for_a_fence() {
        assertThat(VulkanCure.of(new Cure.WaitForFence("host.4", "submit0.1", "f", true, false)))
                .isEqualTo("/* before host.4 */\n{\n    vkWaitForFences(device, 1, &f, VK_TRUE, UINT64_MAX);\n}");
    }

    @Test
    void should_not_let_a_name_end_a_comment() {
        assertThat(VulkanCure.of(new Cure.Note("mend a*/b"))).isEqualTo("/* mend a* /b */");
    }

    @Test
    void should_keep_the_steps_of_a_cure_in_order_and_say_what_nobody_checked() {
        assertThat(VulkanCure.of(new Cure.Steps(
                        List.of(new Cure.ByRegion(), new Cure.Unchecked(new Cure.Layout(true, ImageLayout.GENERAL))))))
                .isEqualTo("dependency.dependencyFlags |= VK_DEPENDENCY_BY_REGION_BIT;\n/* unchecked */\n"
                        + "barrier.oldLayout = VK_IMAGE_LAYOUT_GENERAL;");
    }

    @Test
    void should_leave_out_what_was_tried_and_is_not_enough() {
        assertThat(VulkanCure.of(new Cure.Refuted(new Cure.ByRegion(), "it stays")))
                .isEqualTo("/* tried, and not enough: it stays */\n#if 0\n"
                        + "dependency.dependencyFlags |= VK_DEPENDENCY_BY_REGION_BIT;\n#endif");
    }
}
