// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.compress;

import dev.sluice.device.LayoutCompression;
import dev.sluice.device.RopSpec;
import dev.sluice.machine.rop.ClearCodes;
import dev.sluice.program.image.Surface;
import dev.sluice.program.image.TexelCodec;
import java.util.Arrays;

/** A surface whose tiles may lie compressed, with what the codec and the metadata need to know of it. */
final class CompressedSurface {

    private static final byte[] ZEROS = new byte[256];

    final Surface surface;
    final TileGrid grid;
    private final int tileShift;
    private final int metadataBits;
    /** A tile of each clear colour. */
    private final byte[][] clears;
    /** By level and slice. */
    private final LayoutCompression[][] storage;

    CompressedSurface(Surface surface, RopSpec spec) {
        this.surface = surface;
        this.grid = TileGrid.of(surface.layout());
        this.tileShift = Integer.numberOfTrailingZeros(spec.tileBytes());
        this.metadataBits = spec.metadataBits();
        this.storage = new LayoutCompression[surface.spec().levels()][];
        for (int level = 0; level < storage.length; level++) {
            int slices = surface.spec().depth() > 1
                    ? surface.spec().depth(level)
                    : surface.spec().layers();
            storage[level] = new LayoutCompression[slices];
            Arrays.fill(storage[level], LayoutCompression.CLEARED);
        }
        this.clears = new byte[spec.clearColors().size()][];
        long[] texel = new long[2];
        for (int i = 0; i < clears.length; i++) {
            ClearCodes.texel(spec, surface.spec().format(), i, texel);
            clears[i] = new byte[spec.tileBytes()];
            for (int at = 0; at < spec.tileBytes(); at += grid.elementBytes()) {
                TexelCodec.putTexel(clears[i], at, grid.elementBytes(), texel[0], texel[1]);
            }
        }
    }

    /** States how the tiles of a layer (of all slices, for a three-dimensional image) of a level may be stored. */
    void storage(int level, int layer, LayoutCompression allowed) {
        boolean volume = surface.spec().depth() > 1;
        int first = volume ? 0 : layer;
        int count = volume ? surface.spec().depth(level) : 1;
        Arrays.fill(storage[level], first, first + count, allowed);
    }

    /** Whether an address is one of the image's own bytes. */
    boolean has(long address) {
        long offset = address - surface.base();
        return offset >= 0 && offset < surface.layout().size();
    }

    /** How the tile at an address may be stored; raw outside the image's own bytes. */
    LayoutCompression storage(long address) {
        if (!has(address)) {
            return LayoutCompression.NONE;
        }
        long offset = address - surface.base();
        int level = storage.length - 1;
        while (offset < surface.layout().sliceOffset(level, 0)) {
            level--;
        }
        long within = offset - surface.layout().sliceOffset(level, 0);
        return storage[level][(int) (within / surface.layout().sliceBytes(level))];
    }

    /** Which tile after the image's first an address lies in; negative for what lies before it in its page. */
    private long tile(long address) {
        return address - surface.base() >> tileShift;
    }

    /** Address of the byte of metadata of an address's tile. */
    long metadataAddress(long address) {
        return surface.metadata() + (tile(address) * metadataBits >> 3);
    }

    /** Which nibble of that byte is the tile's. */
    int nibble(long address) {
        return metadataBits == Byte.SIZE ? 0 : (int) tile(address) & 1;
    }

    /** Whether two tiles share a byte of metadata. */
    boolean nibbles() {
        return metadataBits != Byte.SIZE;
    }

    /** The clear code of a tile's bytes, or -1. */
    int clearCode(byte[] tile) {
        for (int i = 0; i < clears.length; i++) {
            if (clears[i][0] == tile[0] && Arrays.equals(clears[i], tile)) {
                return TileCodec.CLEAR + i;
            }
        }
        return -1;
    }

    /** The bytes of a tile with a clear code; zeros for a code without a colour. */
    byte[] clearTile(int code) {
        int i = code - TileCodec.CLEAR;
        return i < clears.length ? clears[i] : ZEROS;
    }
}
