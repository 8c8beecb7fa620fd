// SPDX-License-Identifier: Apache-2.0
package dev.sluice.result;

import java.util.List;

/**
 * What became of an image by the end of a run.
 *
 * @param extent width, height, depth in texels
 * @param bytes bytes of its tiles or rows
 * @param layout the layout it is in, or {@code several}
 * @param compressible whether render output units may store its tiles compressed
 * @param tiles its tiles by state, where it is compressible
 * @param storedBytes bytes that its tiles take in transactions
 * @param metadataBytes bytes of its compression metadata
 */
public record ImageResult(
        String name,
        String format,
        List<Integer> extent,
        int layers,
        int levels,
        int samples,
        String tiling,
        String memory,
        long bytes,
        String layout,
        boolean compressible,
        TileStates tiles,
        long storedBytes,
        long metadataBytes) {}
