// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import dev.sluice.program.image.Rect;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a subpass, or an instance of dynamic rendering, draws to: attachments of one layer, and the same of further layers or views
 * (Vulkan specification, chapter Render Pass, and VkRenderingInfo).
 *
 * @param area the render area
 * @param colors by number of {@code out.colorN}
 * @param depthStencil the depth/stencil attachment, or null
 * @param others attachments that are loaded or stored here and not drawn to: read as input attachments, or resolved to
 * @param samples samples of every attachment
 * @param layer which layer, or view, of the attachments this is
 * @param further the same of further layers, which have none themselves
 */
public record RenderTargets(
        Rect area,
        List<Attachment> colors,
        @Nullable Attachment depthStencil,
        List<Attachment> others,
        int samples,
        int layer,
        List<RenderTargets> further) {
    public RenderTargets {
        colors = List.copyOf(colors);
        others = List.copyOf(others);
        further = List.copyOf(further);
    }

    /** Of one layer. */
    public RenderTargets(
            Rect area,
            List<Attachment> colors,
            @Nullable Attachment depthStencil,
            List<Attachment> others,
            int samples) {
        this(area, colors, depthStencil, others, samples, 0, List.of());
    }

    /** Of one layer, without others. */
    public RenderTargets(Rect area, List<Attachment> colors, @Nullable Attachment depthStencil, int samples) {
        this(area, colors, depthStencil, List.of(), samples);
    }

    /** Each layer by itself. */
    public List<RenderTargets> layers() {
        RenderTargets first = further.isEmpty() ? this : of(List.of(this));
        return further.isEmpty()
                ? List.of(first)
                : Stream.concat(Stream.of(first), further.stream()).toList();
    }

    /** Several layers, each by itself, as one. */
    public static RenderTargets of(List<RenderTargets> layers) {
        RenderTargets first = layers.get(0);
        return new RenderTargets(
                first.area,
                first.colors,
                first.depthStencil,
                first.others,
                first.samples,
                first.layer,
                layers.subList(1, layers.size()));
    }

    /** The same in some layers of the attachments, by their numbers. */
    public RenderTargets in(List<Integer> numbers) {
        return of(numbers.stream().map(this::in).toList());
    }

    private RenderTargets in(int number) {
        RenderTargets moved = map(attachment -> attachment.moved(number - layer));
        return new RenderTargets(area, moved.colors, moved.depthStencil, moved.others, samples, number, List.of());
    }

    /** The attachments in their first layer, whichever of them it is of: the same for all draws of a subpass. */
    public RenderTargets base() {
        return layer == 0 && further.isEmpty() ? this : in(0);
    }

    /** The same with all attachments changed. */
    public RenderTargets map(UnaryOperator<Attachment> change) {
        Attachment depth = depthStencil;
        return new RenderTargets(
                area,
                colors.stream().map(change).toList(),
                depth == null ? null : change.apply(depth),
                others.stream().map(change).toList(),
                samples,
                layer,
                further.stream().map(each -> each.map(change)).toList());
    }

    /** Colours, then depth/stencil, then others; layer by layer. */
    public Stream<Attachment> all() {
        Stream<Attachment> drawn =
                depthStencil == null ? colors.stream() : Stream.concat(colors.stream(), Stream.of(depthStencil));
        Stream<Attachment> own = Stream.concat(drawn, others.stream());
        return further.isEmpty() ? own : Stream.concat(own, further.stream().flatMap(RenderTargets::all));
    }
}
