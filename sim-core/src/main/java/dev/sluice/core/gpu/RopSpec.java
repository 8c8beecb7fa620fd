package dev.sluice.core.gpu;

/**
 * The render output units.
 *
 * @param count units; 0 for a device without
 * @param tileWidth pixels
 * @param tileHeight pixels
 */
public record RopSpec(int count, int tileWidth, int tileHeight) {
    public RopSpec {
        if (count < 0 || tileWidth < 1 || tileHeight < 1) {
            throw new IllegalArgumentException("rop: count must not be negative and tiles must be at least 1 x 1");
        }
    }
}
