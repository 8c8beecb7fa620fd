// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.host;

import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.request.SectorStore;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of the lines that the host's caches hold: a frame for each, which the line keeps from level to level. A run
 * without bytes has frames and nothing in them.
 */
final class HostFrames {

    private final int sectorsPerLine;
    private final @Nullable SectorStore store;
    private int[] free = new int[256];
    private int freeCount;
    private int made;

    /** @param most how many there can be at a time */
    HostFrames(RequestPool pool, long most, int lineBytes) {
        sectorsPerLine = lineBytes / Request.SECTOR_BYTES;
        store = pool.functional() ? new SectorStore(Math.toIntExact(most * sectorsPerLine), pool.blocks()) : null;
    }

    /** Whether there are bytes in them. */
    boolean functional() {
        return store != null;
    }

    /** A frame that no line has. */
    int take() {
        return freeCount > 0 ? free[--freeCount] : made++;
    }

    /** Its line is gone. */
    void release(int frame) {
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, freeCount * 2);
        }
        free[freeCount++] = frame;
    }

    /** Puts the bytes of a whole line into a frame. */
    void fill(int frame, @Nullable Payload payload) {
        SectorStore bytes = store;
        if (bytes != null && payload != null) {
            for (int i = 0; i < sectorsPerLine; i++) {
                bytes.store(frame * sectorsPerLine + i, payload, i, -1);
            }
        }
    }

    /** Copies the bytes of a whole line out of a frame. */
    void copyTo(int frame, @Nullable Payload payload) {
        SectorStore bytes = store;
        if (bytes != null && payload != null) {
            bytes.load(frame * sectorsPerLine, (1 << sectorsPerLine) - 1, payload, 0);
        }
    }

    /** Copies the sectors of a request into a frame, or out of it. */
    void exchange(int frame, Request request, boolean write) {
        Payload payload = request.payload;
        SectorStore bytes = store;
        if (payload == null || bytes == null) {
            return;
        }
        int first = (int) (request.address / Request.SECTOR_BYTES) & sectorsPerLine - 1;
        int base = frame * sectorsPerLine + first;
        if (!write) {
            bytes.load(base, request.sectors, payload, 0);
            return;
        }
        for (int rest = request.sectors; rest != 0; rest &= rest - 1) {
            int i = Integer.numberOfTrailingZeros(rest);
            bytes.store(base + i, payload, i, request.sectorBytes(i));
        }
    }

    /** A byte of a frame; 0 in a run without bytes. */
    byte value(int frame, int offset) {
        SectorStore bytes = store;
        return bytes == null ? 0 : bytes.data(sector(frame, offset), offset % Request.SECTOR_BYTES);
    }

    /** The version of a byte of a frame; 0 in a run without bytes. */
    int version(int frame, int offset) {
        SectorStore bytes = store;
        return bytes == null ? 0 : bytes.byteVersion(sector(frame, offset), offset % Request.SECTOR_BYTES);
    }

    private int sector(int frame, int offset) {
        return frame * sectorsPerLine + offset / Request.SECTOR_BYTES;
    }
}
