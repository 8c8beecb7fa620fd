// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.compress;

import dev.sluice.device.RopSpec;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.VersionBundles;
import dev.sluice.program.image.Surface;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How tiles lie in memory, for whoever makes them raw: what metadata says, and which bytes and versions a stored tile has.
 *
 * <p>It holds scratch space and belongs to one component.
 */
public final class StoredTiles {

    private final RopSpec spec;
    private final VersionBundles bundles;
    private final TileCodec codec;
    private final List<CompressedSurface> surfaces = new ArrayList<>();
    private @Nullable CompressedSurface last;
    private final byte[] bytes = new byte[Request.MAX_BYTES];
    private final int[] versions = new int[VersionBundles.MAX_SIZE];

    /** @param table knows the device's tiles and the lists of versions that encoded bytes carry */
    public StoredTiles(CompressionTable table) {
        this.spec = table.spec();
        this.bundles = table.bundles();
        this.codec = new TileCodec(spec.tileBytes(), spec.transaction(), spec.ratios());
    }

    /** The code of the tile whose metadata begins at a bit of a sector. */
    public int code(Payload metadata, int bit) {
        int value = (metadata.value(bit / Byte.SIZE) & 0xFF) >>> bit % Byte.SIZE;
        return value & (1 << spec.metadataBits()) - 1;
    }

    /** Makes the metadata that begins at a bit of a sector say raw; its version, that of the tile's writer, stays. */
    public void setRaw(Payload metadata, int bit) {
        int mask = (1 << spec.metadataBits()) - 1 << bit % Byte.SIZE;
        metadata.writable()[bit / Byte.SIZE] &= (byte) ~mask;
    }

    /** Whether a tile of this code lies in memory as it is. */
    public boolean raw(int code) {
        return code == TileCodec.RAW;
    }

    /** Whether a tile of this code is only marked as cleared, and its bytes in memory mean nothing. */
    public boolean cleared(int code) {
        return code >= TileCodec.CLEAR;
    }

    /**
     * Decodes a tile for somebody who looks at it outside simulated time; versions are of no interest.
     *
     * @param stored its bytes in memory, at least a tile's; receives the tile
     */
    public void decode(Surface surface, int code, byte[] stored) {
        if (cleared(code)) {
            System.arraycopy(entry(surface).clearTile(code), 0, stored, 0, spec.tileBytes());
        } else if (!raw(code)) {
            codec.decode(stored, storedBytes(code), entry(surface).grid, bytes);
            System.arraycopy(bytes, 0, stored, 0, spec.tileBytes());
        }
    }

    /** Bytes that must be read of a tile of this code, which is neither raw nor cleared. */
    public int storedBytes(int code) {
        return codec.storedBytes(code);
    }

    /**
     * Decodes a tile that is not raw, versions included.
     *
     * <p>The bytes of a cleared tile have the version that its metadata has. Encoded bytes that belong together have that of
     * their list; otherwise (torn, or metadata out of date) the decoder makes of them what it can, and they are nobody's.
     *
     * @param metadata the sector of its metadata
     * @param bit where in the sector its metadata begins
     * @param stored what was read of the tile; nothing if it is cleared
     * @param tile receives its bytes and their versions
     */
    public void restore(Surface surface, int code, Payload metadata, int bit, Payload stored, Payload tile) {
        CompressedSurface entry = entry(surface);
        int size = spec.tileBytes();
        if (cleared(code)) {
            System.arraycopy(entry.clearTile(code), 0, tile.writable(), 0, size);
            unpack(nibbleVersion(metadata, bit));
        } else {
            int length = storedBytes(code);
            codec.decode(stored.data(), Math.min(length, size), entry.grid, bytes);
            System.arraycopy(bytes, 0, tile.writable(), 0, size);
            unpack(storedVersion(stored, length, code));
        }
        for (int sector = 0; sector < size / Request.SECTOR_BYTES; sector++) {
            tile.setVersions(sector, versions, sector * Request.SECTOR_BYTES);
        }
    }

    private int nibbleVersion(Payload metadata, int bit) {
        int version = metadata.byteVersion(bit / Byte.SIZE);
        if (VersionBundles.encoded(version) && bundles.form(version) == MetadataBytes.FORM) {
            return bundles.version(version, bit % Byte.SIZE == 0 ? 0 : 1);
        }
        return version;
    }

    /** The list that all stored bytes carry, if it is one of a tile stored with this code; otherwise 0, nobody's. */
    private int storedVersion(Payload stored, int length, int code) {
        int first = stored.byteVersion(0);
        for (int i = 1; i < length; i++) {
            if (stored.byteVersion(i) != first) {
                return 0;
            }
        }
        return tileList(first) && bundles.form(first) == code ? first : 0;
    }

    private void unpack(int version) {
        if (tileList(version)) {
            bundles.unpack(version, versions);
        } else {
            Arrays.fill(versions, version);
        }
    }

    private boolean tileList(int version) {
        return VersionBundles.encoded(version) && bundles.size(version) == spec.tileBytes();
    }

    private CompressedSurface entry(Surface surface) {
        CompressedSurface recent = last;
        if (recent != null && recent.surface.equals(surface)) {
            return recent;
        }
        for (int i = 0; i < surfaces.size(); i++) {
            CompressedSurface known = surfaces.get(i);
            if (known.surface.equals(surface)) {
                last = known;
                return known;
            }
        }
        CompressedSurface added = new CompressedSurface(surface, spec);
        surfaces.add(added);
        last = added;
        return added;
    }
}
