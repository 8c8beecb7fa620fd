// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.raster;

/** What one draw did. */
public final class DrawCounters {

    long primitives;
    long blocks;
    long fragments;
    long samples;
    long shaded;
    long quads;
    long helperLanes;
    long waves;
    long bytesRead;
    long bytesWritten;

    DrawCounters() {}

    /** A wave of quads with so many fragments is shaded. */
    void shades(int waveQuads, int waveFragments) {
        waves++;
        quads += waveQuads;
        shaded += waveFragments;
        helperLanes += 4L * waveQuads - waveFragments;
    }

    /** Primitives that cover at least one sample of the render area. */
    public long primitives() {
        return primitives;
    }

    /** Blocks of 8 x 8 pixels in which a primitive covers something, once per primitive. */
    public long blocks() {
        return blocks;
    }

    /** Covered pixels, primitive by primitive, before tests. */
    public long fragments() {
        return fragments;
    }

    /** Covered samples, primitive by primitive, before tests. */
    public long samples() {
        return samples;
    }

    /** Fragments that were shaded: those left after early tests. */
    public long shaded() {
        return shaded;
    }

    /** Quads of 2 x 2 pixels that were shaded. */
    public long quads() {
        return quads;
    }

    /** Lanes of those quads without a fragment. */
    public long helperLanes() {
        return helperLanes;
    }

    /** Fragment waves. */
    public long waves() {
        return waves;
    }
}
