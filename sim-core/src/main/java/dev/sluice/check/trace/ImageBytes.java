// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.trace;

import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.SurfaceLayout;
import dev.sluice.program.image.Tiling;

/** Which bytes of its memory an image's texels lie in. */
public final class ImageBytes {
    private final SurfaceLayout layout;
    private final ImageSpec spec;
    private final long base;
    private final Intervals.Builder bytes = new Intervals.Builder();

    private ImageBytes(Resources.OfImage image) {
        this.layout = image.layout();
        this.spec = image.declaration().spec();
        this.base = image.declaration().offset();
    }

    /** The bytes that an access of texels may touch: of linear images their own, else those of their layers or slices. */
    static Intervals touched(Resources.OfImage image, Space space, Intervals texels) {
        return image.declaration().spec().tiling() == Tiling.LINEAR
                ? of(image, space, texels, false)
                : ofSlices(image, space, texels);
    }

    /** All bytes of the layers or slices that have some of the texels. */
    public static Intervals ofSlices(Resources.OfImage image, Space space, Intervals texels) {
        ImageBytes made = new ImageBytes(image);
        for (int i = 0; i < texels.count(); i++) {
            for (long at = texels.start(i); at < texels.end(i); ) {
                int level = space.level(at);
                long first = made.base + made.layout.sliceOffset(level, space.plane(at));
                made.bytes.add(first, first + made.layout.sliceBytes(level));
                at += space.planeSize(level) - space.inPlane(at);
            }
        }
        return made.bytes.build();
    }

    /**
     * The bytes of texels, all samples and aspects.
     *
     * @param margins with those that rows of tiles which are wholly covered have beyond the image's edge
     */
    public static Intervals of(Resources.OfImage image, Space space, Intervals texels, boolean margins) {
        ImageBytes made = new ImageBytes(image);
        for (int i = 0; i < texels.count(); i++) {
            for (long at = texels.start(i); at < texels.end(i); ) {
                int level = space.level(at);
                long inPlane = space.inPlane(at);
                long count = Math.min(space.planeSize(level) - inPlane, texels.end(i) - at);
                made.inPlane(level, space.plane(at), inPlane, inPlane + count, margins);
                at += count;
            }
        }
        return made.bytes.build();
    }

    private void inPlane(int level, int plane, long from, long end, boolean margins) {
        int width = spec.width(level);
        long at = from;
        while (at < end) {
            int y = (int) (at / width);
            int x = (int) (at % width);
            int rows = x == 0 ? rowOfTiles(level, y, (end - at) / width) : 0;
            if (rows > 0) {
                tiles(level, plane, y, rows, margins);
                at += (long) rows * width;
            } else {
                int count = (int) Math.min(width - x, end - at);
                row(level, plane, y, x, x + count);
                at += count;
            }
        }
    }

    /** Rows of texels of the row of tiles that begins at one, if as many are there; else 0. */
    private int rowOfTiles(int level, int y, long rows) {
        int height = layout.tile().height();
        int wanted = Math.min(height, spec.height(level) - y);
        return spec.tiling() == Tiling.LINEAR || y % height != 0 || rows < wanted ? 0 : wanted;
    }

    /** A row of tiles: those that have no margin in one piece. */
    private void tiles(int level, int plane, int y, int rows, boolean margins) {
        int width = spec.width(level);
        int across = layout.tile().width();
        int whole =
                margins ? (width + across - 1) / across : rows < layout.tile().height() ? 0 : width / across;
        long first = base + layout.tileOffset(level, plane, 0, y);
        bytes.add(first, first + (long) whole * layout.tile().bytes());
        for (int row = y; row < y + rows; row++) {
            row(level, plane, row, whole * across, width);
        }
    }

    private void row(int level, int plane, int y, int from, int end) {
        int across = spec.tiling() == Tiling.LINEAR ? end : layout.tile().width();
        int samples = spec.tiling() == Tiling.LINEAR ? 1 : spec.samples();
        for (int sample = 0; sample < samples; sample++) {
            for (int x = from; x < end; ) {
                int next = Math.min(end, x / across * across + across);
                long first = base + layout.offset(level, plane, x, y, sample);
                bytes.add(first, first + (long) (next - x) * spec.format().texelBytes());
                x = next;
            }
        }
    }
}
