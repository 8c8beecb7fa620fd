// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import dev.sluice.program.image.Rect;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a subpass, or an instance of dynamic rendering, draws to.
 *
 * @param area the render area
 * @param colors by number of {@code out.colorN}
 * @param depthStencil the depth/stencil attachment, or null
 * @param samples samples of every attachment
 */
public record RenderTargets(
        Rect area, List<Attachment> colors, @Nullable Attachment depthStencil, int samples) {
    public RenderTargets {
        colors = List.copyOf(colors);
    }

    /** Colours, then depth/stencil. */
    public Stream<Attachment> all() {
        return depthStencil == null ? colors.stream() : Stream.concat(colors.stream(), Stream.of(depthStencil));
    }
}
