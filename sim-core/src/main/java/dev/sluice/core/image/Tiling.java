package dev.sluice.core.image;

/** How texels are arranged in memory. */
public enum Tiling {
    /** Row after row; the bytes mean the same to a buffer. */
    LINEAR,
    /** Tile after tile, opaque to everyone but images (seed 002, Framebuffer compression). */
    OPTIMAL
}
