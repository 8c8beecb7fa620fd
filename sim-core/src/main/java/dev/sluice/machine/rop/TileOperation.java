// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import dev.sluice.machine.request.Request;
import org.jspecify.annotations.Nullable;

/** What a unit does to one tile: a read, a write, or a read and then a write. Pooled by {@link TileTable}. */
final class TileOperation {

    /** Depth and stencil test of a batch. */
    static final int TEST = 0;
    /** A colour of a batch. */
    static final int COLOR = 1;
    /** Part of a clear. */
    static final int CLEAR = 2;
    /** A tile that averages go to. */
    static final int RESOLVE = 3;
    /** A tile whose samples are averaged. */
    static final int SOURCE = 4;

    /** Its place in the table. */
    final int index;

    int kind;
    /** Whether it goes to the depth tiles' cache. */
    boolean depth;
    /** Whether it begins with a read. */
    boolean reads;
    /** Whether it ends with a write, unless what it reads makes that needless. */
    boolean writes;

    long address;
    /** Of a batch: its pixels in this tile. */
    long pixels;
    /** Of a test, by sample: pixels that failed the stencil test. */
    final long[] stencilFailed = new long[PixelBatch.MAX_SAMPLES];
    /** Of a test, by sample: pixels that passed the stencil test and failed the depth test. */
    final long[] depthFailed = new long[PixelBatch.MAX_SAMPLES];
    /** Of a batch: number of the colour target. */
    int target;
    /** Otherwise: the part of the tile. */
    int x;

    int y;
    int width;
    int height;
    /** Whether the part is all of the tile that exists. */
    boolean whole;
    /** Offset in the tile of sample 0 of pixel 0: of the block's first pixel for batches, else of the part's. */
    int origin;

    int rowStride;
    int planeStride;
    int texelShift;

    /** Of a {@link #RESOLVE}: its write, which is filled in bit by bit. */
    @Nullable
    Request held;
    /** Of a {@link #RESOLVE}: sources that are missing. */
    int missing;
    /** Of a {@link #SOURCE}: where its averages go. */
    @Nullable
    TileOperation parent;

    private @Nullable RopOperation owner;

    TileOperation(int index) {
        this.index = index;
    }

    /** Sets it up for the tile that a cursor stands at. */
    void start(int newKind, RopOperation newOwner, TileCursor at, boolean newDepth) {
        kind = newKind;
        owner = newOwner;
        depth = newDepth;
        reads = false;
        writes = false;
        address = at.address;
        pixels = 0;
        target = 0;
        x = at.x;
        y = at.y;
        width = at.width;
        height = at.height;
        whole = at.whole;
        origin = at.origin;
        rowStride = at.rowStride;
        planeStride = at.planeStride;
        texelShift = at.texelShift;
        held = null;
        missing = 0;
        parent = null;
    }

    /** Takes offsets from the first pixel of a block, instead of from the part's. */
    void relativeTo(PixelBatch batch) {
        origin -= (y - batch.y) * rowStride + (x - batch.x << texelShift);
    }

    /** Whether it is a part of a row of a linear image, which has no tiles. */
    boolean row() {
        return rowStride == 0;
    }

    /** What it is part of. */
    RopOperation owner() {
        RopOperation own = owner;
        if (own == null) {
            throw new IllegalStateException("a tile operation without owner");
        }
        return own;
    }

    /** Offset in the tile of a sample of a pixel of the block. */
    int offset(int pixel, int sample) {
        return origin
                + (pixel >>> 3) * rowStride
                + ((pixel & PixelBatch.EDGE - 1) << texelShift)
                + sample * planeStride;
    }

    /** Adds bytes of the texels of a block's pixels to a request's mask. */
    void cover(Request request, long mask, int sample, TexelBytes bytes) {
        boolean all = bytes.count() == 1 << texelShift;
        if (all && mask == -1 && rowStride == PixelBatch.EDGE << texelShift) {
            request.addBytes(origin + sample * planeStride, PixelBatch.PIXELS << texelShift);
            return;
        }
        for (int row = 0; row < PixelBatch.EDGE; row++) {
            int at = origin + row * rowStride + sample * planeStride;
            for (int rest = (int) (mask >>> (row << 3)) & 0xFF; rest != 0; ) {
                int first = Integer.numberOfTrailingZeros(rest);
                int count = Integer.numberOfTrailingZeros(~(rest >>> first));
                rest &= -1 << first + count;
                coverRun(request, at + (first << texelShift), count, bytes, all);
            }
        }
    }

    /** Adds bytes of all samples, up to {@code samples}, of the part's pixels to a request's mask. */
    void coverPart(Request request, int samples, TexelBytes bytes) {
        boolean all = bytes.count() == 1 << texelShift;
        for (int sample = 0; sample < samples; sample++) {
            for (int row = 0; row < height; row++) {
                coverRun(request, origin + row * rowStride + sample * planeStride, width, bytes, all);
            }
        }
    }

    private void coverRun(Request request, int at, int count, TexelBytes bytes, boolean all) {
        if (all) {
            request.addBytes(at, count << texelShift);
            return;
        }
        for (int i = 0; i < count; i++) {
            int texel = at + (i << texelShift);
            for (int first = bytes.next(0); first >= 0; ) {
                int length = bytes.runLength(first);
                request.addBytes(texel + first, length);
                first = bytes.next(first + length);
            }
        }
    }
}
