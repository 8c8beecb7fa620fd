// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.bind.Capitals;
import dev.sluice.config.bind.Default;
import dev.sluice.config.bind.Doc;
import dev.sluice.config.bind.Max;
import dev.sluice.config.bind.Min;
import dev.sluice.config.bind.OneOrMany;
import dev.sluice.config.bind.Shorthand;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.program.Attachment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Views, render passes, framebuffers and swapchains as a stream writes them: Vulkan's structures
 * ({@code docs/formats.md}, Images and passes).
 */
public final class GraphicsFile {
    private GraphicsFile() {}

    /** Levels and layers of an image ({@code VkImageSubresourceRange}). */
    public record Subresources(
            @Doc("COLOR, DEPTH, STENCIL; all that the format has when absent.") @OneOrMany
            List<String> aspectMask,

            @Doc("The first mip level.") @Default("0") @Min(0)
            int baseMipLevel,

            @Doc("Levels; all the rest when absent or REMAINING_MIP_LEVELS.") @Nullable
            ScalarNode levelCount,

            @Doc("The first array layer.") @Default("0") @Min(0)
            int baseArrayLayer,

            @Doc("Layers; all the rest when absent or REMAINING_ARRAY_LAYERS.") @Nullable
            ScalarNode layerCount) {}

    /** A part of an image. */
    public record View(
            String image,
            @Doc("The image's when absent.") @Nullable String format,

            @Doc("1D, 2D, 3D, CUBE and arrays of them.") @Nullable
            String viewType,

            @Doc("The whole image when absent.") @Nullable Subresources subresourceRange) {}

    /** Attachments, subpasses and the dependencies between them. */
    public record RenderPass(
            List<PassAttachment> attachments, List<Subpass> subpasses, List<Dependency> dependencies) {}

    /** What a render pass does to an attachment, whichever image it is. */
    public record PassAttachment(
            String format,
            @Default("1") @Min(1) int samples,
            @Default("LOAD") @Capitals Attachment.LoadOp loadOp,
            @Default("STORE") @Capitals Attachment.StoreOp storeOp,
            @Doc("loadOp when absent.") @Capitals Attachment.@Nullable LoadOp stencilLoadOp,
            @Doc("storeOp when absent.") @Capitals Attachment.@Nullable StoreOp stencilStoreOp,
            @Default("UNDEFINED") String initialLayout,
            String finalLayout,

            @Doc("Of the stencil, where initialLayout is one of depth alone.") @Nullable
            String stencilInitialLayout,

            @Doc("Of the stencil, where finalLayout is one of depth alone.") @Nullable
            String stencilFinalLayout) {}

    /** The attachments that a subpass uses. */
    public record Subpass(
            List<Reference> colorAttachments,
            List<Reference> inputAttachments,
            List<Reference> resolveAttachments,
            @Nullable Reference depthStencilAttachment,

            @Doc("Where depth and stencil are resolved to.") @Nullable
            Reference depthStencilResolveAttachment,

            @Doc("SAMPLE_ZERO (when absent), AVERAGE, MIN, MAX or NONE.") @Nullable
            String depthResolveMode,

            @Doc("SAMPLE_ZERO (when absent), MIN, MAX or NONE.") @Nullable
            String stencilResolveMode,

            List<Integer> preserveAttachments,

            @Doc("A bit for each view, which is a layer of every attachment; 0 for no views.") @Default("0") @Min(0)
            int viewMask) {}

    /** An attachment by its number, and the layout that it is in meanwhile. */
    @Shorthand("attachment")
    public record Reference(
            @Doc("Its number, or ATTACHMENT_UNUSED.") ScalarNode attachment,

            @Doc("The optimal one of its use when absent.") @Nullable
            String layout,

            @Doc("Of the stencil, where layout is one of depth alone.") @Nullable
            String stencilLayout) {}

    /** A dependency between subpasses. */
    public record Dependency(
            @Doc("A number or EXTERNAL.") ScalarNode srcSubpass,
            @Doc("A number or EXTERNAL.") ScalarNode dstSubpass,
            @OneOrMany List<String> srcStageMask,
            @OneOrMany List<String> dstStageMask,
            @OneOrMany List<String> srcAccessMask,
            @OneOrMany List<String> dstAccessMask,
            @Doc("BY_REGION and others.") @OneOrMany List<String> dependencyFlags) {}

    /** The images of a render pass's attachments. */
    public record Framebuffer(
            String renderPass,

            @Doc("Names of views or images, one for each attachment.")
            List<String> attachments,

            @Doc("Pixels; as many as every attachment has when absent.") @Nullable @Min(1)
            Integer width,

            @Doc("Pixels; as many as every attachment has when absent.") @Nullable @Min(1)
            Integer height,

            @Doc("Layers of every attachment that are drawn to.") @Default("1") @Min(1) @Max(PassStep.MOST_LAYERS)
            int layers) {}

    /** Images that are shown in turn. */
    public record Swapchain(
            @Doc("Names of images, in the order in which they are acquired.")
            List<String> images) {}
}
