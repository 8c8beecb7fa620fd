// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What must hold between the attachments of a subpass (Vulkan specification, VkSubpassDescription). */
final class SubpassRules {
    private final StreamContext context;
    private final GraphicsFile.Subpass written;
    private final List<RenderPass.Description> attachments;

    SubpassRules(StreamContext context, GraphicsFile.Subpass written, List<RenderPass.Description> attachments) {
        this.context = context;
        this.written = written;
        this.attachments = attachments;
    }

    /** Fails unless all that is drawn to has as many samples. */
    void samples(List<RenderPass.Use> colors, RenderPass.@Nullable Use depth) {
        if (colors.isEmpty()) {
            return;
        }
        RenderPass.Use first = colors.get(0);
        for (int i = 1; i < colors.size(); i++) {
            if (samples(colors.get(i)) != samples(first)) {
                throw context.where.error(
                        written, "colorAttachments", i, "colorAttachments: " + differing(first, colors.get(i)));
            }
        }
        if (depth != null && samples(depth) != samples(first)) {
            throw context.where.error(
                    written, "depthStencilAttachment", "depthStencilAttachment: " + differing(first, depth));
        }
    }

    private String differing(RenderPass.Use first, RenderPass.Use other) {
        return "all attachments need as many samples; attachment " + other.attachment() + " has " + samples(other)
                + " and attachment " + first.attachment() + " " + samples(first);
    }

    /** Fails unless a resolve goes from several samples to one, in one format. */
    void resolve(int place, RenderPass.Use from, RenderPass.Use to) {
        String problem = problem(from, to);
        if (problem != null) {
            throw context.where.error(written, "resolveAttachments", place, "resolveAttachments: " + problem);
        }
    }

    /** The same of depth and stencil. */
    void depthResolve(RenderPass.Use from, RenderPass.Use to) {
        String problem = problem(from, to);
        if (problem != null) {
            String key = "depthStencilResolveAttachment";
            throw context.where.error(written, key, key + ": " + problem);
        }
    }

    private @Nullable String problem(RenderPass.Use from, RenderPass.Use to) {
        return samples(from) == 1 || samples(to) > 1
                ? "a resolve goes from several samples to one; attachment " + from.attachment() + " has "
                        + samples(from) + " and attachment " + to.attachment() + " " + samples(to)
                : of(from).format() != of(to).format()
                        ? "a resolve needs one format; attachment " + from.attachment() + " has "
                                + of(from).format() + " and attachment " + to.attachment() + " "
                                + of(to).format()
                        : null;
    }

    private int samples(RenderPass.Use use) {
        return of(use).samples();
    }

    private RenderPass.Description of(RenderPass.Use use) {
        return attachments.get(use.attachment());
    }
}
