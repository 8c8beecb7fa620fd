package dev.sluice.core.image;

/** A part of a texel (seed 003, image subresources). */
public enum Aspect {
    COLOR,
    DEPTH,
    STENCIL
}
