// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.program.RenderTargets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which layers of its attachments a render pass instance draws to: those of its framebuffer, or the views of a mask (Vulkan
 * specification, VkRenderingInfo, VkFramebufferCreateInfo and section Multiview).
 *
 * @param numbers from the first layer of each attachment's view on, or the first slice
 * @param views whether they are views, all of which every draw and clear covers
 */
record TargetLayers(List<Integer> numbers, boolean views) {
    /** The first layer alone. */
    static final TargetLayers ONE = new TargetLayers(List.of(0), false);

    TargetLayers {
        numbers = List.copyOf(numbers);
    }

    /** The layers of a framebuffer, or the views of a mask that is not 0. */
    static TargetLayers of(int layers, int viewMask) {
        if (viewMask == 0) {
            return layers == 1
                    ? ONE
                    : new TargetLayers(IntStream.range(0, layers).boxed().toList(), false);
        }
        List<Integer> views = new ArrayList<>();
        for (int bit = 0; bit < Integer.SIZE; bit++) {
            if ((viewMask >> bit & 1) != 0) {
                views.add(bit);
            }
        }
        return new TargetLayers(views, true);
    }

    /**
     * Refuses an attachment that has not all of them.
     *
     * @param level of what is attached
     * @param first the first layer of it that is attached
     * @throws dev.sluice.config.ConfigException made of a text
     */
    void require(Viewed attachment, int level, int first, Function<String, RuntimeException> error) {
        int last = numbers.get(numbers.size() - 1);
        int attached = attachment.slices(level) - first;
        if (last >= attached) {
            throw error.apply((views ? "view " : "layer ") + last + " lies beyond the "
                    + (attached == 1 ? "only " + attachment.layer() : attached + " " + attachment.layer() + "s")
                    + " of '" + attachment.image().name() + "' that " + (attached == 1 ? "is" : "are") + " attached");
        }
    }

    /**
     * Those that a draw or clear covers.
     *
     * @param all what the subpass draws to
     * @param base the first of them, 0 when null
     * @param count how many; when null all that remain, or one
     * @param rest whether these are all that remain
     */
    RenderTargets covered(
            StreamContext context,
            Object step,
            RenderTargets all,
            @Nullable Integer base,
            @Nullable Integer count,
            boolean rest) {
        if (views) {
            if (base != null || count != null) {
                String key = base != null ? "baseArrayLayer" : "layerCount";
                throw context.where.error(step, key, key + ": of several views all are covered");
            }
            return all;
        }
        int first = Objects.requireNonNullElse(base, 0);
        int some = Objects.requireNonNullElse(count, rest ? Math.max(1, numbers.size() - first) : 1);
        if (first >= numbers.size() || some > numbers.size() - first) {
            String key = base != null && (count == null || first >= numbers.size()) ? "baseArrayLayer" : "layerCount";
            throw context.where.error(
                    step,
                    key,
                    key + ": layer " + (first + some - 1L) + " is not among the " + numbers.size()
                            + " that are drawn to");
        }
        return first == 0 && some == numbers.size()
                ? all
                : RenderTargets.of(all.layers().subList(first, first + some));
    }
}
