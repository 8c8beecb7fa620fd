// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop.compress;

import dev.sluice.machine.engine.Component;
import dev.sluice.machine.request.Request;
import org.jspecify.annotations.Nullable;

/** What a {@link CompressionUnit} does for one request, or one fast clear, from arrival to answer; reused. */
final class CompressionOperation {

    /** Hands the request on as it is. */
    static final int PASS = 0;
    /** Answers a read with decoded bytes. */
    static final int READ = 1;
    /** Stores bytes, encoded where that pays. */
    static final int WRITE = 2;
    /** Sets metadata alone. */
    static final int CLEAR = 3;

    final int index;
    int kind;

    @Nullable
    Request request;

    @Nullable
    CompressedSurface surface;

    /** Address of the tile's first byte. */
    long tile;
    /** Sectors of the tile that the request names. */
    int sectors;
    /** Where the request's first sector lies in the tile. */
    int shift;

    /** First and last byte of metadata that it needs alone; none when the last lies before the first. */
    long metadataFirst;

    long metadataLast;
    int nibble;
    /** Whether it changes what others of its metadata or tile may see. */
    boolean changes;
    /** Earlier operations that must be over before this one begins. */
    int blockers;
    /** Requests below that are not answered yet. */
    int pending;

    /** What the metadata says now, and after the operation. */
    int code;

    int newCode;
    /** The metadata byte as it was read, with a version for each nibble. */
    int metadataByte;

    int lowVersion;
    int highVersion;
    /** Whether the tile's bytes are being fetched to be decoded, rather than to be answered as they are. */
    boolean decodes;
    /** Whether what was fetched does not belong together. */
    boolean garbled;
    /** The version that all encoded bytes fetched have; 0 before the first came. */
    int bundle;

    final byte[] coded;
    final byte[] bytes;
    final int[] versions;

    /** Of a fast clear: tiles, who is told, on whose behalf. */
    int count;

    int client;
    int command;
    int agent;

    @Nullable
    Component replyTo;

    int replyKind;
    int replyArgument;

    /** Links in order of arrival, and the free list. */
    @Nullable
    CompressionOperation previous;

    @Nullable
    CompressionOperation next;

    CompressionOperation(int index, int tileBytes) {
        this.index = index;
        this.coded = new byte[tileBytes];
        this.bytes = new byte[tileBytes];
        this.versions = new int[tileBytes];
    }

    /** Forgets the operation before. */
    void start(int newKind) {
        kind = newKind;
        request = null;
        surface = null;
        metadataFirst = 0;
        metadataLast = -1;
        nibble = 0;
        changes = newKind >= WRITE;
        blockers = 0;
        pending = 0;
        code = TileCodec.RAW;
        newCode = TileCodec.RAW;
        metadataByte = 0;
        lowVersion = 0;
        highVersion = 0;
        decodes = false;
        garbled = false;
        bundle = 0;
        replyTo = null;
    }

    /** Address of the last tile of a fast clear. */
    long lastTile() {
        return tile + (count - 1L) * bytes.length;
    }

    /** Whether the two may not be under way at once: they share metadata, or a tile, and one of them changes it. */
    boolean conflicts(CompressionOperation other) {
        return metadataFirst <= other.metadataLast && other.metadataFirst <= metadataLast && (changes || other.changes);
    }
}
