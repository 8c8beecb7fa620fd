// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.transfer;

import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.MeantTexels;
import dev.sluice.program.image.Surface;

/**
 * Scales boxes of texels. The texels that a destination texel needs, one to eight, are its footprint; a piece reads the
 * footprints of its texels, each byte once. Weights are doubles, and texels of weight 0 are not read.
 */
final class BlitWork extends BlockWork {

    private static final int MAX_FOOTPRINT = 8;

    private final ImageBlit blit;
    private final boolean linear;
    private final boolean sameFormat;
    private final int sourceBytes;
    private final int destinationBytes;
    private final TexelPlace[] grids;
    private final TexelMath math;

    // the footprint last computed
    private final long[] texels = new long[MAX_FOOTPRINT];
    private final double[] weights = new double[MAX_FOOTPRINT];
    private int count;
    // along one axis: two neighbours and the weight of the second
    private final int[] low = new int[3];
    private final int[] high = new int[3];
    private final double[] fraction = new double[3];

    BlitWork(ImageBlit blit) {
        super(blit.regions().size(), blit.destination().spec().format().texelBytes());
        Format from = blit.source().spec().format();
        Format to = blit.destination().spec().format();
        this.blit = blit;
        this.linear = blit.linear()
                && from.color()
                && !from.channels().get(0).numeric().integer();
        this.sameFormat = from == to;
        this.sourceBytes = from.texelBytes();
        this.destinationBytes = to.texelBytes();
        this.math = new TexelMath(from, to);
        this.grids = new TexelPlace[blit.regions().size()];
        for (int i = 0; i < grids.length; i++) {
            ImageBlit.Box box = blit.regions().get(i).destination();
            grids[i] = TexelPlace.image(blit.destination(), box.level(), box.front(), box.left(), box.top());
        }
    }

    @Override
    MeantTexels meant() {
        return MeantTexels.whole(blit.source().spec().format());
    }

    @Override
    int width(int region) {
        return Math.abs(blit.regions().get(region).destination().width());
    }

    @Override
    int height(int region) {
        return Math.abs(blit.regions().get(region).destination().height());
    }

    @Override
    int depth(int region) {
        return Math.abs(blit.regions().get(region).destination().depth());
    }

    @Override
    TexelPlace grid(int region) {
        return grids[region];
    }

    @Override
    int plan(ImagePiece piece, int region, int dx, int dy, int dz, int limit) {
        int done = 0;
        Format.Part part = blit.regions().get(region).part();
        int offset = part == null ? 0 : part.offset();
        findRow(region, dy, dz);
        while (done < limit && piece.hasRoom(MAX_FOOTPRINT)) {
            findFootprint(region, dx + done);
            for (int i = 0; i < count; i++) {
                piece.read(texels[i] + offset, part == null ? sourceBytes : part.bytes(), true);
            }
            long to = target(region, dx + done, dy, dz) + offset;
            piece.write(to, part == null ? destinationBytes : part.bytes(), true);
            done++;
        }
        return done;
    }

    @Override
    void compute(ImagePiece piece, int region, int dx, int dy, int dz, int limit) {
        Format.Part part = blit.regions().get(region).part();
        findRow(region, dy, dz);
        for (int done = 0; done < limit; done++) {
            findFootprint(region, dx + done);
            long to = target(region, dx + done, dy, dz);
            if (part != null) {
                piece.move(texels[0] + part.offset(), to + part.offset(), part.bytes());
                continue;
            }
            if (count == 1 && sameFormat) {
                piece.move(texels[0], to, sourceBytes);
                continue;
            }
            math.clear();
            for (int i = 0; i < count; i++) {
                math.add(piece, texels[i], weights[i]);
            }
            math.store(piece, to);
        }
    }

    private long target(int region, int dx, int dy, int dz) {
        return grids[region].address(dx, dy, dz, 0, destinationBytes);
    }

    /** The source rows and slices of a row of the destination box, counted from its lowest corner. */
    private void findRow(int region, int dy, int dz) {
        ImageBlit.Box from = blit.regions().get(region).source();
        ImageBlit.Box to = blit.regions().get(region).destination();
        ImageSpec spec = blit.source().spec();
        int level = from.level();
        axis(1, to.top() + dy, to.y(), to.height(), from.y(), from.height(), 0, spec.height(level) - 1);
        boolean volume = spec.depth() > 1;
        int first = volume ? 0 : from.slice();
        int last = volume ? spec.depth(level) - 1 : from.slice();
        axis(2, to.front() + dz, to.slice(), to.depth(), from.slice(), from.depth(), first, last);
    }

    /** The source texels of a destination texel of that row. */
    private void findFootprint(int region, int dx) {
        ImageBlit.Box from = blit.regions().get(region).source();
        ImageBlit.Box to = blit.regions().get(region).destination();
        Surface source = blit.source();
        int level = from.level();
        axis(
                0,
                to.left() + dx,
                to.x(),
                to.width(),
                from.x(),
                from.width(),
                0,
                source.spec().width(level) - 1);
        count = 0;
        for (int k = 0; k < ends(2); k++) {
            for (int j = 0; j < ends(1); j++) {
                for (int i = 0; i < ends(0); i++) {
                    texels[count] = source.address(level, end(2, k), end(0, i), end(1, j), 0);
                    weights[count++] = weight(0, i) * weight(1, j) * weight(2, k);
                }
            }
        }
    }

    private int ends(int axis) {
        return fraction[axis] == 0 ? 1 : 2;
    }

    private double weight(int axis, int end) {
        return end == 0 ? 1 - fraction[axis] : fraction[axis];
    }

    private int end(int axis, int end) {
        return end == 0 ? low[axis] : high[axis];
    }

    /** Finds the one or two source coordinates that a destination coordinate falls between. */
    private void axis(int axis, int at, int to, int toExtent, int from, int fromExtent, int first, int last) {
        double u = (at + 0.5 - to) * fromExtent / toExtent + from;
        if (linear) {
            double below = Math.floor(u - 0.5);
            low[axis] = clamp((int) below, first, last);
            high[axis] = clamp((int) below + 1, first, last);
            fraction[axis] = low[axis] == high[axis] ? 0 : u - 0.5 - below;
        } else {
            low[axis] = clamp((int) Math.floor(u), first, last);
            high[axis] = low[axis];
            fraction[axis] = 0;
        }
    }

    private static int clamp(int value, int first, int last) {
        return Math.max(first, Math.min(last, value));
    }
}
