// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.stream.StreamFile;
import dev.sluice.config.units.Size;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.SurfaceLayout;
import dev.sluice.program.image.Tiling;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A {@code VkImage}. */
final class Image implements Resident {
    final Named name;
    final ImageSpec spec;
    final Formats.Texel texel;
    private String initialLayout;
    private final List<String> usage;
    private final SurfaceLayout layout;
    private final List<StreamFile.ImageData> data = new ArrayList<>();
    private long capturedSize;
    private @Nullable Memory memory;
    private long offset;

    /** Whether a command of the stream may name it. */
    private boolean used;

    private boolean startedBefore;

    private @Nullable String sharingMode;
    private @Nullable LayoutsNow layoutsNow;

    Image(Named name, ImageSpec spec, Formats.Texel texel, List<String> usage, String initialLayout, int tileBytes) {
        this.name = name;
        this.spec = spec;
        this.texel = texel;
        this.usage = usage;
        this.initialLayout = initialLayout;
        layout = new SurfaceLayout(spec, tileBytes);
        capturedSize = tight();
    }

    /** Bytes without any padding. */
    private long tight() {
        long bytes = 0;
        for (int level = 0; level < spec.levels(); level++) {
            bytes += (long) spec.width(level) * spec.height(level) * spec.depth(level);
        }
        return bytes * spec.layers() * spec.texelBytes();
    }

    /** Notes that a command of the stream may name it, so that the stream must declare it. */
    void use() {
        used = true;
    }

    boolean used() {
        return used;
    }

    /** Whether no command that has been recorded names it, and no frame before the capture did. */
    boolean unused() {
        return !used && !startedBefore;
    }

    void bind(Memory to, long at) {
        memory = to;
        offset = at;
        to.placement.add(this);
    }

    /** Takes what the captured driver said that the image needs. */
    void needs(long bytes) {
        capturedSize = bytes;
    }

    /** Bytes from one row of texels to the next of a linear image. */
    int rowPitch(int level) {
        return layout.rowPitch(level);
    }

    @Nullable
    Memory memory() {
        return memory;
    }

    Format format() {
        return texel.format();
    }

    /** The levels from {@code base} on that a count, which may be "all that remain", reaches. */
    int levels(long base, long count) {
        return (int) Math.max(0, Math.min(count, spec.levels() - base));
    }

    /** The layers from {@code base} on that a count reaches; the slices of a three-dimensional image are no layers. */
    int layers(long base, long count) {
        return (int) Math.max(0, Math.min(count, spec.layers() - base));
    }

    /** Whether a {@code VkImageSubresourceRange} is all of the image, so that a stream need not say it. */
    boolean whole(Struct range) {
        return range.number("baseMipLevel") == 0
                && range.number("baseArrayLayer") == 0
                && aspects(range.number("aspectMask")).equals(aspects(-1))
                && levels(0, range.number("levelCount")) == spec.levels()
                && layers(0, range.number("layerCount")) == spec.layers();
    }

    /** Whether a level was left out. */
    boolean lacksLevel(long level) {
        return level >= spec.levels();
    }

    /** Those aspects of a mask that the format has. */
    List<String> aspects(long mask) {
        List<String> names = new ArrayList<>();
        for (Aspect aspect : Aspect.values()) {
            boolean asked = switch (aspect) {
                case COLOR -> (mask & ~6L) != 0;
                case DEPTH -> (mask & 2) != 0;
                case STENCIL -> (mask & 4) != 0;
            };
            if (asked && texel.format().has(aspect)) {
                names.add(aspect.name());
            }
        }
        return names;
    }

    /** Notes that the device wrote the image, with unknown values. */
    void deviceWrote() {
        Memory to = memory;
        if (to != null) {
            to.deviceWritten = true;
            notOfHost();
        }
    }

    /** Takes over how it is shared: one that is exclusive counts as such only where a barrier transfers it. */
    void shared(Struct createInfo) {
        sharingMode = createInfo.text("sharingMode").equals("VK_SHARING_MODE_CONCURRENT") ? "CONCURRENT" : null;
    }

    /** Whether several queue families share it. */
    boolean concurrent() {
        return sharingMode != null;
    }

    /** The entry in the stream's images. */
    StreamFile.Image declaration(Memory in) {
        return new StreamFile.Image(
                name.toString(),
                in.name.toString(),
                new Size(in.placement.moved(offset)),
                extent(),
                spec.layers(),
                spec.levels(),
                spec.samples(),
                texel.format().name(),
                spec.tiling(),
                usage,
                initialLayout,
                in.placement.overlaps(this),
                sharingMode,
                List.of(),
                List.copyOf(data));
    }

    /** Has it be in a layout before the program begins. */
    void startsIn(String layoutThen) {
        initialLayout = layoutThen;
        layoutsNow = null;
    }

    /** Whether it is in a layout before the program begins. */
    boolean startsIn(@Nullable ImageLayout layoutThen) {
        return ImageLayout.of(initialLayout) == layoutThen;
    }

    /** Has it be as the frames before the capture left it. */
    void startedBefore(String layoutThen) {
        startedBefore = true;
        startsIn(layoutThen);
    }

    /** In which layouts it is, after the submissions that have been read. */
    LayoutsNow layoutsNow() {
        LayoutsNow now = layoutsNow;
        if (now == null) {
            now = new LayoutsNow(spec, ImageLayout.of(initialLayout));
            layoutsNow = now;
        }
        return now;
    }

    /** The levels and layers of a {@code VkImageSubresourceRange} that the image has. */
    LayoutsNow.Part part(Struct range) {
        int level = (int) Math.max(0, Math.min(range.number("baseMipLevel", 0), spec.levels() - 1L));
        int layer = (int) Math.max(0, Math.min(range.number("baseArrayLayer", 0), spec.layers() - 1L));
        return new LayoutsNow.Part(
                level,
                Math.max(1, levels(level, range.number("levelCount"))),
                layer,
                Math.max(1, layers(layer, range.number("layerCount"))));
    }

    /** Has texels hold something before the program begins, in the place of what the same level held. */
    void holds(StreamFile.ImageData texels) {
        data.removeIf(other -> other.aspect() == texels.aspect() && other.mipLevel() == texels.mipLevel());
        data.add(texels);
    }

    /** Has it hold nothing before the program begins. */
    void holdsNothing() {
        data.clear();
    }

    /** Notes that it holds something of which the host knows nothing. */
    void notOfHost() {
        Memory in = memory;
        if (in != null) {
            in.shadow.deviceWrote(offset, Math.min(capturedSize, Math.max(0, in.size - offset)));
        }
    }

    private List<Integer> extent() {
        return spec.depth() > 1
                ? List.of(spec.width(), spec.height(), spec.depth())
                : List.of(spec.width(), spec.height());
    }

    @Override
    public long offset() {
        return offset;
    }

    @Override
    public long capturedSize() {
        return capturedSize;
    }

    @Override
    public long neededSize() {
        return layout.size();
    }

    @Override
    public long alignment() {
        return layout.alignment();
    }

    @Override
    public boolean tiled() {
        return spec.tiling() == Tiling.OPTIMAL;
    }
}
