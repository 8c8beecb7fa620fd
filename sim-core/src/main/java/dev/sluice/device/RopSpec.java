// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

import java.util.List;
import java.util.Set;

/**
 * The render output units and what they do to tiles on the way to memory. See
 * {@code docs/decisions/0010-tiles-are-cache-lines.md}.
 *
 * @param count units; 0 for a device without
 * @param tileBytes bytes of a tile before compression, a power of two from 64 to 256
 * @param transaction bytes of a memory transaction: no tile is stored smaller (Philip Taylor, Vulkan memory
 * dependencies, section Framebuffer compression)
 * @param ratios compression ratios that the codec reaches, ascending, from 2, 4 and 8; empty: nothing is ever compressed
 * @param clearColors colours that the metadata can hold, as red, green, blue, alpha from 0 to 1; a depth tile's constant is the
 *     first component
 * @param metadataBits bits of metadata per tile: 4 or 8
 * @param codecLatency core cycles of the codec, each way
 * @param readers clients that understand compressed tiles beside the units themselves
 * @param clearReaders those of the readers that understand tiles that are only marked as cleared
 * @param pixelsPerCycle pixels that a unit tests or blends per cycle
 * @param flushAtPassEnd whether the units' caches are written back when a render pass ends (a tiler's on-chip memory)
 */
public record RopSpec(
        int count,
        int tileBytes,
        int transaction,
        List<Integer> ratios,
        List<List<Double>> clearColors,
        int metadataBits,
        int codecLatency,
        Set<Client> readers,
        Set<Client> clearReaders,
        int pixelsPerCycle,
        boolean flushAtPassEnd) {

    private static final int MOST_UNITS = 1024;

    /** A device without render output units. */
    public static final RopSpec NONE =
            new RopSpec(0, 256, 32, List.of(), List.of(), 4, 0, Set.of(), Set.of(), 4, false);

    public RopSpec {
        ratios = List.copyOf(ratios);
        clearColors = clearColors.stream().map(List::copyOf).toList();
        readers = Set.copyOf(readers);
        clearReaders = Set.copyOf(clearReaders);
        if (count < 0 || count > MOST_UNITS) {
            throw new InvalidSpecException("count must be from 0 to " + MOST_UNITS + ", not " + count, "count");
        }
        if (Integer.bitCount(tileBytes) != 1 || tileBytes < 64 || tileBytes > 256) {
            throw new InvalidSpecException(
                    "a tile must have 16, 32 or 64 pixels (64 to 256 bytes at 4 bytes each), not " + tileBytes / 4,
                    "tile");
        }
        if (Integer.bitCount(transaction) != 1 || transaction < 32 || transaction > tileBytes) {
            throw new InvalidSpecException(
                    "transaction must be a power of two from 32 to the tile's " + tileBytes + " bytes, not "
                            + transaction,
                    "transaction");
        }
        for (int ratio : ratios) {
            if (ratio != 2 && ratio != 4 && ratio != 8) {
                throw new InvalidSpecException("compression ratios are 2, 4 and 8, not " + ratio, "compression");
            }
        }
        if (metadataBits != 4 && metadataBits != 8) {
            throw new InvalidSpecException(
                    "metadata has 4 or 8 bits per tile, not " + metadataBits, "metadata", "bitsPerTile");
        }
        if (clearColors.size() > (1 << metadataBits) - 4) {
            throw new InvalidSpecException(
                    metadataBits + " bits of metadata have room for " + ((1 << metadataBits) - 4)
                            + " clear colours, not " + clearColors.size(),
                    "clearColors");
        }
        if (codecLatency < 0) {
            throw new InvalidSpecException("codecLatency must not be negative", "codecLatency");
        }
        if (pixelsPerCycle < 1) {
            throw new InvalidSpecException(
                    "pixelsPerCycle must be at least 1, not " + pixelsPerCycle, "pixelsPerCycle");
        }
    }

    /** Whether anything is ever stored compressed. */
    public boolean compresses() {
        return count > 0 && !ratios.isEmpty();
    }
}
