// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import dev.sluice.machine.engine.Component;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that a request carries, each with the version of the write that produced it.
 *
 * <p>A version is the id of the writing agent ({@code docs/model.md}, Two truths); 0 means that nobody wrote the byte.
 * A sector whose bytes all have one version keeps just that; otherwise its version is {@link #MIXED} and each byte has
 * its own.
 */
public final class Payload {

    /** The version of a sector whose bytes differ in version. */
    public static final int MIXED = -1;

    private static final int[] NONE = new int[0];

    /** The bytes, from the request's address on. */
    public final byte[] data = new byte[Request.MAX_BYTES];

    /** The requester's own, untouched by everyone else: the lanes that take part. */
    public long lanes;

    final int[] versions = new int[Request.MAX_SECTORS];
    /** Versions byte by byte, of sectors that are {@link #MIXED}; made when first needed, because few ever are. */
    private int[] byteVersions = NONE;

    /** The component whose contents answered a read. */
    @Nullable
    Component servedBy;
    /** Of a write-back: the cache instance whose bytes these were. */
    @Nullable
    String heldIn;

    Payload() {}

    /** The versions of all bytes; only those of {@link #MIXED} sectors mean anything. */
    int[] byteVersions() {
        if (byteVersions.length == 0) {
            byteVersions = new int[Request.MAX_BYTES];
        }
        return byteVersions;
    }

    /** Copies the bytes that a request covers into an array that stands for memory from an address on. */
    public void copyTo(byte[] into, long base, Request request) {
        for (int b = 0; b < Request.MAX_BYTES; b++) {
            if (request.takesByte(b)) {
                into[(int) (request.address + b - base)] = data[b];
            }
        }
    }

    /** Gives every byte of a sector the same version. */
    public void setVersion(int sector, int version) {
        versions[sector] = version;
    }

    /** The one version of a sector, or {@link #MIXED}. */
    public int version(int sector) {
        return versions[sector];
    }

    /** The version of byte {@code index} from the request's address. */
    public int byteVersion(int index) {
        int version = versions[index >>> 5];
        return version == MIXED ? byteVersions()[index] : version;
    }

    /** Gives one byte its own version. */
    public void setByteVersion(int index, int version) {
        int sector = index >>> 5;
        int whole = versions[sector];
        if (whole == version) {
            return;
        }
        if (whole != MIXED) {
            int base = sector << 5;
            for (int i = 0; i < 32; i++) {
                byteVersions()[base + i] = whole;
            }
            versions[sector] = MIXED;
        }
        byteVersions()[index] = version;
    }

    /** Copies one sector with its versions from another payload. */
    public void copySector(int sector, Payload from, int fromSector) {
        System.arraycopy(from.data, fromSector << 5, data, sector << 5, 32);
        versions[sector] = from.versions[fromSector];
        if (versions[sector] == MIXED) {
            System.arraycopy(from.byteVersions(), fromSector << 5, byteVersions(), sector << 5, 32);
        }
    }

    /** Reads a little-endian integer of 1, 2, 4 or 8 bytes, zero-extended. */
    public long read(int offset, int size) {
        long value = 0;
        for (int i = size - 1; i >= 0; i--) {
            value = value << 8 | (data[offset + i] & 0xFF);
        }
        return value;
    }

    /** Writes a little-endian integer of 1, 2, 4 or 8 bytes; versions are the caller's business. */
    public void write(int offset, int size, long value) {
        long rest = value;
        for (int i = 0; i < size; i++) {
            data[offset + i] = (byte) rest;
            rest >>>= 8;
        }
    }
}
