// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

/**
 * The extents of a view in one number, and the index arithmetic of texture units on it.
 *
 * <p>A kernel gets the shape as a parameter, so that finding a texel is a function of numbers and not of an object. Indices
 * count elements of the view's array ({@link ImageView}): texels, or parts of a texel of a power of two.
 *
 * <p>Positions and places are numbers as well: {@link #pixel} packs x and y, {@link #place} packs layer, level and size of an
 * element. All of them saturate far outside of any image, so that what is outside stays outside.
 */
public final class ImageShape {

    /** Texels are sampled at multiples of 1/256: bits of the fraction of a coordinate. */
    public static final int FRACTION_BITS = 8;

    /** The most layers (or slices, or layers times samples) of a view that a shape can tell. */
    public static final int MAX_PLANES = 1 << 22;

    private static final int ONE = 1 << FRACTION_BITS;
    private static final int HALF = ONE / 2;

    private static final int HEIGHT_AT = 16;
    private static final int LEVELS_AT = 32;
    private static final int TEXEL_AT = 37;
    private static final int VOLUME_AT = 40;
    private static final int PLANES_AT = 41;
    private static final int EDGE_MASK = 0xFFFF;
    private static final int LEVEL_MASK = 31;

    private static final int LEVEL_AT = 3;
    private static final int LAYER_AT = 8;

    private static final long FAR = (1L << 30) - 1;
    private static final int OUTSIDE_BITS = 31;

    private ImageShape() {}

    /**
     * Packs the extents of a view.
     *
     * @param planes layers times samples, or slices of the first level
     * @param volume whether the number of planes halves from level to level
     * @param texelShift log2 of the bytes of a texel
     * @throws IllegalArgumentException if there are more than {@value #MAX_PLANES} planes
     */
    static long of(int width, int height, int levels, long planes, boolean volume, int texelShift) {
        if (planes > MAX_PLANES) {
            throw new IllegalArgumentException(
                    "a kernel can see at most " + MAX_PLANES + " layers of an image, not " + planes);
        }
        return width - 1
                | (long) (height - 1) << HEIGHT_AT
                | (long) (levels - 1) << LEVELS_AT
                | (long) texelShift << TEXEL_AT
                | (volume ? 1L : 0L) << VOLUME_AT
                | planes - 1 << PLANES_AT;
    }

    private static int width(long shape, int level) {
        return Math.max(1, (int) (shape & EDGE_MASK) + 1 >> level);
    }

    private static int height(long shape, int level) {
        return Math.max(1, (int) (shape >> HEIGHT_AT & EDGE_MASK) + 1 >> level);
    }

    private static int levels(long shape) {
        return (int) (shape >> LEVELS_AT & LEVEL_MASK) + 1;
    }

    private static int planes(long shape, int level) {
        int planes = (int) (shape >> PLANES_AT) + 1;
        return (shape >> VOLUME_AT & 1) == 0 ? planes : Math.max(1, planes >> level);
    }

    /** Texels of the array before a level. */
    private static long start(long shape, int level) {
        long texels = 0;
        for (int i = 0; i < level; i++) {
            texels += (long) width(shape, i) * height(shape, i) * planes(shape, i);
        }
        return texels;
    }

    /** A column and a row, or the two coordinates of a sample, in one number. */
    public static long pixel(long x, long y) {
        return near(x) << Integer.SIZE | near(y) & 0xFFFF_FFFFL;
    }

    private static long near(long at) {
        return Math.max(-FAR, Math.min(at, FAR));
    }

    /**
     * A layer, a level and the size of an element in one number.
     *
     * @param elementShift log2 of the bytes of an element, 0 to 4
     */
    public static long place(long layer, long level, long elementShift) {
        long plane = layer < 0 || layer > MAX_PLANES ? MAX_PLANES : layer;
        long of = level < 0 || level > LEVEL_MASK ? LEVEL_MASK : level;
        return plane << LAYER_AT | of << LEVEL_AT | elementShift & 7;
    }

    private static int level(long place) {
        return (int) (place >> LEVEL_AT) & LEVEL_MASK;
    }

    /**
     * Index of the element at a position, where x counts the elements of a row; an {@link #isOutside} number if the view has
     * no such element.
     */
    public static long index(long shape, long pixel, long place) {
        int level = level(place);
        long layer = place >> LAYER_AT;
        long x = pixel >> Integer.SIZE;
        int y = (int) pixel;
        int width = width(shape, level);
        int height = height(shape, level);
        int elements = (int) (shape >> TEXEL_AT & 7) - (int) (place & 7);
        long row = (long) width << elements;
        if (x < 0 || x >= row || y < 0 || y >= height || level >= levels(shape) || layer >= planes(shape, level)) {
            return Long.MIN_VALUE | (x & (1L << OUTSIDE_BITS) - 1) << OUTSIDE_BITS | y & (1L << OUTSIDE_BITS) - 1;
        }
        long start = level == 0 ? 0 : start(shape, level) << elements;
        return start + (layer * height + y) * row + x;
    }

    /** Whether an index is what {@link #index} gives for a position that is not there. */
    public static boolean isOutside(long index) {
        return index < Long.MIN_VALUE / 2;
    }

    /** The x of a position that {@link #isOutside}. */
    public static int outsideX(long index) {
        return (int) (index << 2 >> OUTSIDE_BITS + 2);
    }

    /** The y of a position that {@link #isOutside}. */
    public static int outsideY(long index) {
        return (int) (index << Long.SIZE - OUTSIDE_BITS >> Long.SIZE - OUTSIDE_BITS);
    }

    /** The level nearest to a level of detail in 1/256, of those that the view has. */
    public static long nearestLevel(long shape, long lod) {
        return inside(lod, shape) + HALF >> FRACTION_BITS;
    }

    /** The level that a level of detail in 1/256 has reached. */
    public static long finerLevel(long shape, long lod) {
        return inside(lod, shape) >> FRACTION_BITS;
    }

    /** The level after {@link #finerLevel}, or the last. */
    public static long coarserLevel(long shape, long lod) {
        return Math.min(levels(shape) - 1L, finerLevel(shape, lod) + 1);
    }

    /** How far, in 1/256, a level of detail is on its way from {@link #finerLevel} to {@link #coarserLevel}. */
    public static long levelFraction(long shape, long lod) {
        return inside(lod, shape) & ONE - 1;
    }

    private static long inside(long lod, long shape) {
        return Math.max(0, Math.min(lod, levels(shape) - 1L << FRACTION_BITS));
    }

    /** Index of the texel that holds a sample's position. */
    public static long nearest(long shape, long position, long place) {
        int level = level(place);
        return texel(
                shape,
                level,
                scaled(across(position), width(shape, 0), width(shape, level), level) >> FRACTION_BITS,
                scaled(down(position), height(shape, 0), height(shape, level), level) >> FRACTION_BITS);
    }

    /**
     * Index of one of the four texels around a sample's position.
     *
     * @param right 0 for the left ones, 1 for the right ones
     * @param below 0 for the upper ones, 1 for the lower ones
     */
    public static long corner(long shape, long position, long place, int right, int below) {
        int level = level(place);
        long u = scaled(across(position), width(shape, 0), width(shape, level), level) - HALF;
        long v = scaled(down(position), height(shape, 0), height(shape, level), level) - HALF;
        return texel(shape, level, (u >> FRACTION_BITS) + right, (v >> FRACTION_BITS) + below);
    }

    /** How far, in 1/256, a sample's position is from the centre of its left upper texel: to the right, and 256 times down. */
    public static long fraction(long shape, long position, long place) {
        int level = level(place);
        long u = scaled(across(position), width(shape, 0), width(shape, level), level) - HALF;
        long v = scaled(down(position), height(shape, 0), height(shape, level), level) - HALF;
        return u & ONE - 1 | (v & ONE - 1) << FRACTION_BITS;
    }

    private static long across(long position) {
        return position >> Integer.SIZE;
    }

    private static long down(long position) {
        return position << Integer.SIZE >> Integer.SIZE;
    }

    /** A coordinate of the first level at another one; rounded down where the levels' edges do not divide. */
    private static long scaled(long at, int first, int edge, int level) {
        return first == edge << level ? at >> level : Math.floorDiv(at * edge, (long) first);
    }

    private static long texel(long shape, int level, long x, long y) {
        int width = width(shape, level);
        int height = height(shape, level);
        long column = Math.max(0, Math.min(x, width - 1));
        long row = Math.max(0, Math.min(y, height - 1));
        return (level == 0 ? 0 : start(shape, level)) + row * width + column;
    }
}
