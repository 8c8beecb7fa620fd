// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.bind.Capitals;
import dev.sluice.config.bind.Default;
import dev.sluice.config.bind.Doc;
import dev.sluice.config.bind.Keys;
import dev.sluice.config.bind.Min;
import dev.sluice.config.bind.OneOrMany;
import dev.sluice.config.source.Node;
import dev.sluice.config.source.ScalarNode;
import dev.sluice.config.units.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Copies, blits, resolves and clears of images outside render passes, as they are written. */
public sealed interface ImageStep extends CommandStep {
    /** Copies texels between images, or averages their samples. */
    @Keys({"copyImage", "resolveImage"})
    record CopyImage(
            String src,

            @Doc("TRANSFER_SRC_OPTIMAL when absent.") @Nullable
            String srcLayout,

            String dst,

            @Doc("TRANSFER_DST_OPTIMAL when absent.") @Nullable
            String dstLayout,

            @Doc("The whole of level 0 when absent.") List<ImageCopy> regions)
            implements ImageStep {}

    /** Copies a buffer's texels into an image. */
    record CopyBufferToImage(
            String src,
            String dst,

            @Doc("TRANSFER_DST_OPTIMAL when absent.") @Nullable
            String dstLayout,

            @Doc("The whole of level 0 when absent.") List<BufferImageCopy> regions)
            implements ImageStep {}

    /** Copies an image's texels into a buffer. */
    record CopyImageToBuffer(
            String src,

            @Doc("TRANSFER_SRC_OPTIMAL when absent.") @Nullable
            String srcLayout,

            String dst,
            @Doc("The whole of level 0 when absent.") List<BufferImageCopy> regions)
            implements ImageStep {}

    /** Copies with scaling and conversion. */
    record BlitImage(
            String src,

            @Doc("TRANSFER_SRC_OPTIMAL when absent.") @Nullable
            String srcLayout,

            String dst,

            @Doc("TRANSFER_DST_OPTIMAL when absent.") @Nullable
            String dstLayout,

            @Default("NEAREST") @Capitals Filter filter,
            @Doc("The whole of level 0 when absent.") List<Blit> regions)
            implements ImageStep {}

    /** Clears whole subresources of a colour image. */
    record ClearColorImage(
            String image,

            @Doc("TRANSFER_DST_OPTIMAL when absent.") @Nullable
            String layout,

            @Doc("[r, g, b, a].") Node color,
            @Doc("The whole image when absent.") @OneOrMany List<GraphicsFile.Subresources> ranges)
            implements ImageStep {}

    /** Clears whole subresources of a depth/stencil image. */
    record ClearDepthStencilImage(
            String image,

            @Doc("TRANSFER_DST_OPTIMAL when absent.") @Nullable
            String layout,

            @Doc("{depth, stencil}.") @Nullable Node depthStencil,
            @Doc("In the place of depthStencil.") @Nullable Double depth,

            @Doc("In the place of depthStencil.") @Nullable @Min(0)
            Integer stencil,

            @Doc("The whole image when absent.") @OneOrMany List<GraphicsFile.Subresources> ranges)
            implements ImageStep {}

    /** A layer or several of one level ({@code VkImageSubresourceLayers}). */
    record Layers(
            @OneOrMany List<String> aspectMask,
            @Default("0") @Min(0) int mipLevel,
            @Default("0") @Min(0) int baseArrayLayer,

            @Doc("A number or REMAINING_ARRAY_LAYERS.") @Nullable
            ScalarNode layerCount) {}

    /** A box of texels to copy. */
    record ImageCopy(
            @Doc("[x, y, z] or {x, y, z}.") @Nullable Node srcOffset,
            @Nullable @Min(0) Integer srcMipLevel,
            @Nullable @Min(0) Integer srcLayer,

            @Doc("Level and layers in Vulkan's structure.") @Nullable
            Layers srcSubresource,

            @Doc("[x, y, z] or {x, y, z}.") @Nullable Node dstOffset,
            @Nullable @Min(0) Integer dstMipLevel,
            @Nullable @Min(0) Integer dstLayer,

            @Doc("Level and layers in Vulkan's structure.") @Nullable
            Layers dstSubresource,

            @Doc("[width, height, depth]; all that is left of the source when absent.") @Nullable
            Node extent) {}

    /** A box of texels of an image and where they lie in a buffer. */
    record BufferImageCopy(
            @Default("0") Size bufferOffset,

            @Doc("Texels from one row to the next; 0 for none between them.") @Default("0") @Min(0)
            int bufferRowLength,

            @Doc("Rows from one slice to the next; 0 for none between them.") @Default("0") @Min(0)
            int bufferImageHeight,

            @Doc("[x, y, z] or {x, y, z}.") @Nullable Node imageOffset,

            @Doc("[width, height, depth]; all that is left of the level when absent.") @Nullable
            Node imageExtent,

            @Nullable @Min(0) Integer mipLevel,
            @Nullable @Min(0) Integer layer,

            @Doc("Level and layers in Vulkan's structure.") @Nullable
            Layers imageSubresource) {}

    /** Boxes of texels of a blit, each by two corners. */
    record Blit(
            @Doc("[[x0, y0, z0], [x1, y1, z1]]; the whole level when absent.") @Nullable
            Node srcOffsets,

            @Nullable @Min(0) Integer srcMipLevel,
            @Nullable @Min(0) Integer srcLayer,

            @Doc("Level and layers in Vulkan's structure.") @Nullable
            Layers srcSubresource,

            @Doc("[[x0, y0, z0], [x1, y1, z1]]; the whole level when absent.") @Nullable
            Node dstOffsets,

            @Nullable @Min(0) Integer dstMipLevel,
            @Nullable @Min(0) Integer dstLayer,

            @Doc("Level and layers in Vulkan's structure.") @Nullable
            Layers dstSubresource) {}

    /** How a blit reads between texels. */
    enum Filter {
        /** The nearest texel. */
        NEAREST,
        /** A weighted mean of neighbours. */
        LINEAR
    }
}
