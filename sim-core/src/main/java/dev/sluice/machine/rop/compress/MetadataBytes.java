// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.compress;

import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.VersionBundles;

/**
 * Bytes of metadata in requests: a tile's code in 4 or 8 bits, and the versions that go with it.
 *
 * <p>A byte written here carries a list of two versions, one a nibble. That of a cleared tile is the version of its bytes (a
 * list where they differ); that of another is whoever wrote to the tile last.
 */
final class MetadataBytes {

    /** The form of lists of metadata's versions, which tells them from those of tiles. */
    static final int FORM = -1;

    private final VersionBundles bundles;
    private final boolean nibbles;
    private final int[] pair = new int[2];

    MetadataBytes(VersionBundles bundles, int bitsPerTile) {
        this.bundles = bundles;
        this.nibbles = bitsPerTile == 4;
    }

    /** Takes an operation's byte out of a sector that was read, and the code of its tile. */
    void take(CompressionOperation op, Payload from, int offset) {
        op.metadataByte = from.value(offset) & 0xFF;
        int version = from.byteVersion(offset);
        if (VersionBundles.encoded(version) && bundles.form(version) == FORM) {
            op.lowVersion = bundles.version(version, 0);
            op.highVersion = bundles.version(version, 1);
        } else {
            op.lowVersion = version;
            op.highVersion = version;
        }
        op.code = nibbles ? op.metadataByte >>> 4 * op.nibble & 15 : op.metadataByte;
    }

    /** The version that belongs to the code of an operation's tile. */
    static int version(CompressionOperation op) {
        return op.nibble == 0 ? op.lowVersion : op.highVersion;
    }

    /** Puts a code into an operation's byte and writes the byte into a request. */
    void put(CompressionOperation op, int code, int version, Request to, int offset) {
        if (!nibbles) {
            op.metadataByte = code;
            op.lowVersion = version;
            op.highVersion = version;
        } else if (op.nibble == 0) {
            op.metadataByte = op.metadataByte & 0xF0 | code & 15;
            op.lowVersion = version;
        } else {
            op.metadataByte = op.metadataByte & 15 | code << 4 & 0xF0;
            op.highVersion = version;
        }
        write(to, offset, op.metadataByte, op.lowVersion, op.highVersion);
    }

    /** Writes one byte with a version a nibble. */
    void write(Request to, int offset, int value, int lowVersion, int highVersion) {
        to.addBytes(offset, 1);
        Payload payload = to.payload;
        if (payload != null) {
            pair[0] = lowVersion;
            pair[1] = highVersion;
            payload.writable()[offset] = (byte) value;
            payload.setByteVersion(offset, bundles.intern(pair, 2, FORM));
        }
    }
}
