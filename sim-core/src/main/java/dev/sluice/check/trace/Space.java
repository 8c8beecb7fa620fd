// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.trace;

import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.ImageSlice;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Rect;
import org.jspecify.annotations.Nullable;

/**
 * A line of places: the bytes of a memory, or the texels of one aspect of an image, level by level, layer by layer (or
 * slice by slice), row by row.
 */
public final class Space {
    private final int id;
    private final String name;
    private final @Nullable ImageSpec image;
    private final Aspect aspect;
    private final boolean coherent;
    private final long[] levelStart;

    private Space(int id, String name, @Nullable ImageSpec image, Aspect aspect, boolean coherent, long[] levelStart) {
        this.id = id;
        this.name = name;
        this.image = image;
        this.aspect = aspect;
        this.coherent = coherent;
        this.levelStart = levelStart;
    }

    static Space ofMemory(int id, String memory, boolean coherent) {
        return new Space(id, memory, null, Aspect.COLOR, coherent, new long[0]);
    }

    static Space ofImage(int id, ImageDeclaration image, Aspect aspect) {
        ImageSpec spec = image.spec();
        long[] starts = new long[spec.levels() + 1];
        for (int level = 0; level < spec.levels(); level++) {
            starts[level + 1] = starts[level] + planeSize(spec, level) * planes(spec, level);
        }
        return new Space(id, image.name(), spec, aspect, true, starts);
    }

    private static long planeSize(ImageSpec spec, int level) {
        return (long) spec.width(level) * spec.height(level);
    }

    private static int planes(ImageSpec spec, int level) {
        return spec.depth() > 1 ? spec.depth(level) : spec.layers();
    }

    /** Its number among the spaces of the trace. */
    public int id() {
        return id;
    }

    /** The memory's or the image's name. */
    public String name() {
        return name;
    }

    /** The image whose texels it holds; null for the bytes of a memory. */
    public @Nullable ImageSpec image() {
        return image;
    }

    /** The part of the image's texels. */
    public Aspect aspect() {
        return aspect;
    }

    /** Whether host accesses need no flush or invalidation. */
    public boolean coherent() {
        return coherent;
    }

    /** Texels of a layer or slice of a level. */
    public long planeSize(int level) {
        return planeSize(spec(), level);
    }

    /** Layers or slices of a level. */
    int planes(int level) {
        return planes(spec(), level);
    }

    /** The place of a texel. */
    long place(int level, int plane, int x, int y) {
        return levelStart[level] + plane * planeSize(level) + (long) y * spec().width(level) + x;
    }

    /** The level that a place is of. */
    public int level(long place) {
        int level = 0;
        while (level + 1 < levelStart.length - 1 && place >= levelStart[level + 1]) {
            level++;
        }
        return level;
    }

    /** The layer or slice that a place is of. */
    public int plane(long place) {
        int level = level(place);
        return (int) ((place - levelStart[level]) / planeSize(level));
    }

    /** The place of a texel within its layer or slice. */
    public long inPlane(long place) {
        int level = level(place);
        return (place - levelStart[level]) % planeSize(level);
    }

    /** Adds the texels of a rectangle, clipped to the level. */
    void addRect(Intervals.Builder to, int level, int plane, long x, long y, long width, long height) {
        int w = spec().width(level);
        int h = spec().height(level);
        int left = (int) Math.max(0, Math.min(x, w));
        int right = (int) Math.max(0, Math.min(x + width, w));
        int top = (int) Math.max(0, Math.min(y, h));
        int bottom = (int) Math.max(0, Math.min(y + height, h));
        if (left >= right || top >= bottom || plane >= planes(level)) {
            return;
        }
        if (left == 0 && right == w) {
            to.add(place(level, plane, 0, top), place(level, plane, 0, top) + (long) (bottom - top) * w);
            return;
        }
        for (int row = top; row < bottom; row++) {
            to.add(place(level, plane, left, row), place(level, plane, left, row) + right - left);
        }
    }

    /** The texels of a rectangle of a slice. */
    public Intervals rect(ImageSlice slice, Rect rect) {
        Intervals.Builder texels = new Intervals.Builder();
        addRect(texels, slice.level(), slice.layer(), rect.x(), rect.y(), rect.width(), rect.height());
        return texels.build();
    }

    /** The texels of some levels and layers; of all slices, for a three-dimensional image. */
    Intervals subresources(int level, int levels, int layer, int layers) {
        Intervals.Builder builder = new Intervals.Builder();
        ImageSpec spec = spec();
        for (int l = level; l < Math.min(level + levels, spec.levels()); l++) {
            boolean volume = spec.depth() > 1;
            int first = volume ? 0 : layer;
            int count = volume ? spec.depth(l) : Math.min(layers, spec.layers() - layer);
            builder.add(place(l, first, 0, 0), place(l, first, 0, 0) + planeSize(l) * count);
        }
        return builder.build();
    }

    private ImageSpec spec() {
        ImageSpec spec = image;
        if (spec == null) {
            throw new IllegalStateException(name + " is a memory");
        }
        return spec;
    }
}
