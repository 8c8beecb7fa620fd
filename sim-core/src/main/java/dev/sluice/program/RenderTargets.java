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
 * @param others attachments that are loaded or stored here and not drawn to: read as input attachments, or resolved to
 * @param samples samples of every attachment
 */
public record RenderTargets(
        Rect area, List<Attachment> colors, @Nullable Attachment depthStencil, List<Attachment> others, int samples) {
    public RenderTargets {
        colors = List.copyOf(colors);
        others = List.copyOf(others);
    }

    /** Without others. */
    public RenderTargets(Rect area, List<Attachment> colors, @Nullable Attachment depthStencil, int samples) {
        this(area, colors, depthStencil, List.of(), samples);
    }

    /** Colours, then depth/stencil, then others. */
    public Stream<Attachment> all() {
        Stream<Attachment> drawn =
                depthStencil == null ? colors.stream() : Stream.concat(colors.stream(), Stream.of(depthStencil));
        return Stream.concat(drawn, others.stream());
    }
}
