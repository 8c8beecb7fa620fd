// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

import java.util.EnumSet;
import java.util.Set;

/**
 * Levels and layers of an image as a kernel sees them: an array of texels without gaps.
 *
 * <p>The array holds, level by level from {@code baseLevel} on, layer after layer, row after row, sample 0 of every texel
 * (samples of a multisampled image follow as further layers: layer * samples + sample). Kernel text indexes this array in
 * elements of the access's own type, so that {@code load.u32 img[y * img.width + x]} is texel (x, y) of a 4-byte format.
 */
public final class ImageView {

    private final Surface surface;
    private final int baseLevel;
    private final int levels;
    private final int baseLayer;
    private final int layers;
    /** Bytes of the array up to each level; one more entry for the end. */
    private final long[] starts;

    private final int texelShift;
    private final MeantTexels meant;

    /**
     * A view of whole texels.
     *
     * @throws IllegalArgumentException if the image has not these levels and layers
     */
    public ImageView(Surface surface, int baseLevel, int levels, int baseLayer, int layers) {
        this(surface, EnumSet.allOf(Aspect.class), baseLevel, levels, baseLayer, layers);
    }

    /**
     * A view of some aspects. The array has the bytes of the others, too: they are read along and mean nothing.
     *
     * @throws IllegalArgumentException if the image has not these levels and layers
     */
    public ImageView(Surface surface, Set<Aspect> aspects, int baseLevel, int levels, int baseLayer, int layers) {
        ImageSpec spec = surface.spec();
        if (baseLevel < 0
                || levels < 1
                || baseLevel + levels > spec.levels()
                || baseLayer < 0
                || layers < 1
                || baseLayer + layers > spec.layers()) {
            throw new IllegalArgumentException("image " + spec.name() + " has " + spec.levels() + " levels and "
                    + spec.layers() + " layers; a view of " + levels + " levels from " + baseLevel + " and " + layers
                    + " layers from " + baseLayer + " does not fit");
        }
        this.surface = surface;
        this.baseLevel = baseLevel;
        this.levels = levels;
        this.baseLayer = baseLayer;
        this.layers = layers;
        this.texelShift = Integer.numberOfTrailingZeros(spec.format().texelBytes());
        this.meant = MeantTexels.oneOf(spec.format(), aspects);
        this.starts = new long[levels + 1];
        for (int i = 0; i < levels; i++) {
            starts[i + 1] = starts[i]
                    + ((long) spec.width(baseLevel + i) * spec.height(baseLevel + i) << texelShift) * planes(i);
        }
    }

    /** What a kernel means of the texels: the aspects of the view, or one of them. */
    public MeantTexels meant() {
        return meant;
    }

    private long planes(int level) {
        ImageSpec spec = surface.spec();
        return (spec.depth() > 1 ? (long) spec.depth(baseLevel + level) : layers) * spec.samples();
    }

    /** The image behind it. */
    public Surface surface() {
        return surface;
    }

    public int baseLevel() {
        return baseLevel;
    }

    public int levels() {
        return levels;
    }

    public int baseLayer() {
        return baseLayer;
    }

    public int layers() {
        return layers;
    }

    /** Texels in a row of the view's first level. */
    public int width() {
        return surface.spec().width(baseLevel);
    }

    /** Rows of the view's first level. */
    public int height() {
        return surface.spec().height(baseLevel);
    }

    /** Layers that an index may name: array layers times samples, or the slices of the first level. */
    public int planes() {
        return (int) Math.min(planes(0), Integer.MAX_VALUE);
    }

    /**
     * The view's extents as {@link ImageShape} computes with them.
     *
     * @throws IllegalArgumentException if it has more layers than that can tell
     */
    public long shape() {
        ImageSpec spec = surface.spec();
        return ImageShape.of(width(), height(), levels, planes(0), spec.depth() > 1, texelShift);
    }

    /** Bytes of the array before a level, counted from {@code baseLevel}. */
    long start(int level) {
        return starts[level];
    }

    /** The level, counted from {@code baseLevel}, that holds a byte of the array. */
    int levelOf(long index) {
        int i = 0;
        while (i + 1 < levels && index >= starts[i + 1]) {
            i++;
        }
        return i;
    }

    /** Bytes of the array. */
    public long size() {
        return starts[levels];
    }

    /**
     * Offset from the image's first byte of a byte of the array.
     *
     * @param index byte of the array, 0 to {@link #size()} - 1
     */
    public long offset(long index) {
        int i = levelOf(index);
        ImageSpec spec = surface.spec();
        int level = baseLevel + i;
        long texel = index - starts[i] >> texelShift;
        int width = spec.width(level);
        long row = texel / width;
        int x = (int) (texel - row * width);
        int height = spec.height(level);
        int plane = (int) (row / height);
        int y = (int) (row - (long) plane * height);
        int slice = plane / spec.samples();
        int sample = plane - slice * spec.samples();
        int base = spec.depth() > 1 ? 0 : baseLayer;
        return surface.layout().offset(level, base + slice, x, y, sample) + (index & (1L << texelShift) - 1);
    }
}
