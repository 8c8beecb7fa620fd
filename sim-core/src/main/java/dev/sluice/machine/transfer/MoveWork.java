// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.transfer;

import dev.sluice.program.image.Format;
import dev.sluice.program.image.MeantTexels;
import dev.sluice.program.image.Surface;
import dev.sluice.program.image.TileShape;

/** Copies boxes of texels with all their samples, or resolves the samples of each texel into one. */
final class MoveWork extends BlockWork {

    /** Requests that a run of texels may need at each side: 64 bytes, the longest row of a tile, unaligned to 32 bytes. */
    private static final int REQUESTS_PER_RUN = 3;

    private final ImageMove move;
    private final int texelBytes;
    private final int samples;
    /** Samples to average, or 0 for a copy. */
    private final int resolved;

    private final TexelMath math;

    private MoveWork(ImageMove move, int samples, int resolved) {
        super(move.regions().size(), move.format().texelBytes());
        this.move = move;
        this.texelBytes = move.format().texelBytes();
        this.samples = samples;
        this.resolved = resolved;
        this.math = new TexelMath(move.format(), move.format());
    }

    static MoveWork copy(ImageMove move) {
        move.requireSameTexels();
        int samples = move.sourceSamples();
        if (samples != move.destinationSamples()) {
            throw new IllegalArgumentException("a copy keeps samples: from " + samples + " to "
                    + move.destinationSamples() + " samples per texel is not possible");
        }
        return new MoveWork(move, samples, 0);
    }

    static MoveWork resolve(ImageMove move) {
        move.requireSameTexels();
        int samples = move.sourceSamples();
        if (samples == 1 || move.destinationSamples() != 1) {
            throw new IllegalArgumentException("a resolve goes from several samples to one per texel, not from "
                    + samples + " to " + move.destinationSamples());
        }
        Format format = move.format();
        boolean average = format.color() && !format.channels().get(0).numeric().integer();
        return new MoveWork(move, samples, average ? samples : 1);
    }

    @Override
    MeantTexels meant() {
        Surface source = move.regions().get(0).source().surface();
        return source == null
                ? MeantTexels.ALL
                : MeantTexels.whole(source.spec().format());
    }

    @Override
    int width(int region) {
        return move.regions().get(region).width();
    }

    @Override
    int height(int region) {
        return move.regions().get(region).height();
    }

    @Override
    int depth(int region) {
        return move.regions().get(region).depth();
    }

    @Override
    TexelPlace grid(int region) {
        TexelRegion box = move.regions().get(region);
        return box.destination().tiled() || !box.source().tiled() ? box.destination() : box.source();
    }

    @Override
    int plan(ImagePiece piece, int region, int dx, int dy, int dz, int count) {
        TexelRegion box = move.regions().get(region);
        if (box.part() != null) {
            return planPart(piece, box, box.part(), dx, dy, dz, count);
        }
        TexelPlace source = box.source();
        TexelPlace destination = box.destination();
        boolean fromImage = source.surface() != null;
        boolean toImage = destination.surface() != null;
        int room = resolved > 0 ? resolved : samples == 1 ? REQUESTS_PER_RUN : 2 * samples;
        int done = 0;
        while (done < count && piece.hasRoom(room)) {
            int x = dx + done;
            int run = resolved > 0 ? 1 : destination.run(x, source.run(x, count - done));
            int size = run * texelBytes;
            if (resolved > 0) {
                for (int sample = 0; sample < resolved; sample++) {
                    piece.read(source.address(x, dy, dz, sample, texelBytes), size, true);
                }
                piece.write(destination.address(x, dy, dz, 0, texelBytes), size, true);
            } else {
                for (int sample = 0; sample < samples; sample++) {
                    piece.read(source.address(x, dy, dz, sample, texelBytes), size, fromImage);
                    piece.write(destination.address(x, dy, dz, sample, texelBytes), size, toImage);
                }
            }
            done += run;
        }
        return done;
    }

    @Override
    void compute(ImagePiece piece, int region, int dx, int dy, int dz, int count) {
        TexelRegion box = move.regions().get(region);
        if (box.part() != null) {
            computePart(piece, box, box.part(), dx, dy, dz, count);
            return;
        }
        TexelPlace source = box.source();
        TexelPlace destination = box.destination();
        for (int done = 0; done < count; ) {
            int x = dx + done;
            if (resolved > 0) {
                resolve(piece, source, destination, x, dy, dz);
                done++;
                continue;
            }
            int run = destination.run(x, source.run(x, count - done));
            for (int sample = 0; sample < samples; sample++) {
                piece.move(
                        source.address(x, dy, dz, sample, texelBytes),
                        destination.address(x, dy, dz, sample, texelBytes),
                        run * texelBytes);
            }
            done += run;
        }
    }

    private int planPart(ImagePiece piece, TexelRegion box, Format.Part part, int dx, int dy, int dz, int count) {
        boolean fromImage = box.source().surface() != null;
        boolean toImage = box.destination().surface() != null;
        int moved = resolved > 0 ? 1 : samples;
        int done = 0;
        while (done < count && piece.hasRoom(moved)) {
            for (int sample = 0; sample < moved; sample++) {
                piece.read(part(box.source(), part, dx + done, dy, dz, sample), part.bytes(), fromImage);
                piece.write(part(box.destination(), part, dx + done, dy, dz, sample), part.bytes(), toImage);
            }
            done++;
        }
        return done;
    }

    private void computePart(ImagePiece piece, TexelRegion box, Format.Part part, int dx, int dy, int dz, int count) {
        int moved = resolved > 0 ? 1 : samples;
        for (int done = 0; done < count; done++) {
            for (int sample = 0; sample < moved; sample++) {
                piece.move(
                        part(box.source(), part, dx + done, dy, dz, sample),
                        part(box.destination(), part, dx + done, dy, dz, sample),
                        part.bytes());
            }
        }
    }

    /** Where a part of a texel lies: beside the rest of it in an image, by itself in a buffer. */
    private static long part(TexelPlace place, Format.Part part, int dx, int dy, int dz, int sample) {
        long address = place.address(dx, dy, dz, sample, part.bufferBytes());
        return place.surface() == null ? address : address + part.offset();
    }

    @Override
    boolean planWhole(ImagePiece piece, int region, int dx, int dy, int dz, int width, int height) {
        TexelRegion box = move.regions().get(region);
        int bytes = wholeTile(box, dx, dy, width, height);
        if (bytes == 0) {
            return false;
        }
        piece.read(box.source().address(dx, dy, dz, 0, texelBytes), bytes, true);
        piece.write(box.destination().address(dx, dy, dz, 0, texelBytes), bytes, true);
        return true;
    }

    @Override
    boolean computeWhole(ImagePiece piece, int region, int dx, int dy, int dz, int width, int height) {
        TexelRegion box = move.regions().get(region);
        int bytes = wholeTile(box, dx, dy, width, height);
        if (bytes == 0) {
            return false;
        }
        piece.move(
                box.source().address(dx, dy, dz, 0, texelBytes),
                box.destination().address(dx, dy, dz, 0, texelBytes),
                bytes);
        return true;
    }

    /** Bytes of the tile that a block is at both sides, or 0. Both sides' tiles have the same shape: texels have the same size. */
    private int wholeTile(TexelRegion box, int dx, int dy, int width, int height) {
        Surface to = box.destination().surface();
        if (resolved > 0
                || box.part() != null
                || to == null
                || !box.source().tiled()
                || !box.destination().tiled()) {
            return 0;
        }
        TileShape tile = to.layout().tile();
        boolean whole = width == tile.width()
                && height == tile.height()
                && (box.source().x() + dx & width - 1) == 0
                && (box.source().y() + dy & height - 1) == 0;
        return whole ? tile.bytes() : 0;
    }

    private void resolve(ImagePiece piece, TexelPlace source, TexelPlace destination, int x, int y, int z) {
        long to = destination.address(x, y, z, 0, texelBytes);
        if (resolved == 1) {
            piece.move(source.address(x, y, z, 0, texelBytes), to, texelBytes);
            return;
        }
        math.clear();
        for (int sample = 0; sample < resolved; sample++) {
            math.add(piece, source.address(x, y, z, sample, texelBytes), 1.0 / resolved);
        }
        math.store(piece, to);
    }
}
