// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

/**
 * An image bound to memory.
 *
 * @param id its number among the run's images, from 1
 * @param base address of its first byte
 * @param metadata address of the first byte of its compression metadata, or {@link #NONE} for an image that is never compressed
 */
public record Surface(int id, SurfaceLayout layout, long base, long metadata) {

    /** No metadata. */
    public static final long NONE = -1;

    /** The image's description. */
    public ImageSpec spec() {
        return layout.spec();
    }

    /** The image's name. */
    public String name() {
        return spec().name();
    }

    /** Whether render output units may store its tiles compressed. */
    public boolean compressible() {
        return metadata != NONE;
    }

    /** Address past its last byte. */
    public long end() {
        return base + layout.size();
    }

    /** Address of a sample of a texel. */
    public long address(int level, int slice, int x, int y, int sample) {
        return base + layout.offset(level, slice, x, y, sample);
    }

    /** Number of the tile that an address of the image lies in, counted from the image's first byte. */
    public long tileOf(long address) {
        return (address - base) / layout.tile().bytes();
    }
}
