// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.transfer;

import dev.sluice.program.image.Format;
import dev.sluice.program.image.Surface;
import java.util.List;
import java.util.Objects;

/**
 * Boxes of texels to move between two images, or between an image and a buffer.
 *
 * @param regions at least one, each with an image on one side or both; all have the same sides
 */
public record ImageMove(List<TexelRegion> regions) {
    public ImageMove {
        regions = List.copyOf(regions);
        if (regions.isEmpty()) {
            throw new IllegalArgumentException("a move of texels needs a region");
        }
        for (TexelRegion region : regions) {
            if (region.source().surface() == null && region.destination().surface() == null) {
                throw new IllegalArgumentException("a move of texels needs an image");
            }
            if (!Objects.equals(
                            region.source().surface(), regions.get(0).source().surface())
                    || !Objects.equals(
                            region.destination().surface(),
                            regions.get(0).destination().surface())) {
                throw new IllegalArgumentException("the regions of a move are of the same images");
            }
        }
    }

    /** The texels' format: the source image's, or the destination's where the source is a buffer. */
    Format format() {
        TexelRegion first = regions.get(0);
        Surface source = first.source().surface();
        Surface destination = first.destination().surface();
        if (source != null) {
            return source.spec().format();
        }
        if (destination != null) {
            return destination.spec().format();
        }
        throw new IllegalStateException("a move without an image");
    }

    /** Samples per texel of the source, 1 for a buffer. */
    int sourceSamples() {
        return samples(regions.get(0).source());
    }

    /** Samples per texel of the destination, 1 for a buffer. */
    int destinationSamples() {
        return samples(regions.get(0).destination());
    }

    /** Throws if a texel of one side has not as many bytes as one of the other. */
    void requireSameTexels() {
        for (TexelRegion region : regions) {
            requireTexels(region.source());
            requireTexels(region.destination());
        }
    }

    private void requireTexels(TexelPlace place) {
        Surface surface = place.surface();
        if (surface != null && surface.spec().format().texelBytes() != format().texelBytes()) {
            throw new IllegalArgumentException("texels of " + format() + " and "
                    + surface.spec().format() + " differ in size; a copy does not convert");
        }
    }

    private static int samples(TexelPlace place) {
        Surface surface = place.surface();
        return surface == null ? 1 : surface.spec().samples();
    }
}
