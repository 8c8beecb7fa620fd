// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.display;

import dev.sluice.machine.request.Request;
import dev.sluice.program.image.Surface;
import dev.sluice.program.image.SurfaceLayout;
import dev.sluice.program.image.Tiling;

/** The reads of a scan-out in order: tile after tile, row of tiles after row of tiles; or row after row of a linear image. */
final class ScanPath {

    private static final byte[] NOTHING = {};

    private final Surface surface;
    private final boolean tiled;
    private final int texelBytes;
    private final int width;
    private final int height;
    private final int tileWidth;
    private final int tileHeight;
    private final int chunkBytes;
    private int x;
    private int y;
    /** Next byte within the tile, or within the row of a linear image. */
    private int at;

    /** @param requestBytes bytes of the longest read, a power of two */
    ScanPath(Surface surface, int requestBytes) {
        SurfaceLayout layout = surface.layout();
        this.surface = surface;
        this.tiled = surface.spec().tiling() == Tiling.OPTIMAL;
        this.texelBytes = surface.spec().format().texelBytes();
        this.width = surface.spec().width();
        this.height = surface.spec().height();
        this.tileWidth = layout.tile().width();
        this.tileHeight = layout.tile().height();
        this.chunkBytes = tiled ? Math.min(requestBytes, layout.tile().bytes()) : requestBytes;
    }

    /** Bytes of all pixels. */
    long bytes() {
        return (long) width * height * texelBytes;
    }

    boolean ended() {
        return y >= height;
    }

    /** Bytes of the next read's pixels: 0 where it has room for pixels beyond the image's edge only, and can be left out. */
    int next(Request request) {
        request.address = address();
        request.tag = tiled ? y / tileHeight * tilesAcross() + x / tileWidth : y;
        int size;
        if (tiled) {
            alongRows(request, x, y, at, NOTHING, NOTHING);
            size = request.byteCount();
            at += chunkBytes;
            if (at == tileBytes()) {
                at = 0;
                x += tileWidth;
                if (x >= width) {
                    x = 0;
                    y += tileHeight;
                }
            }
        } else {
            long address = surface.address(0, 0, 0, y, 0) + at;
            size = (int) Math.min((long) width * texelBytes - at, chunkBytes - (address & chunkBytes - 1));
            request.addBytes((int) (address - request.address), size);
            at += size;
            if (at == width * texelBytes) {
                at = 0;
                y++;
            }
        }
        return size;
    }

    private long address() {
        return tiled
                ? surface.base() + surface.layout().tileOffset(0, 0, x, y) + at
                : surface.address(0, 0, 0, y, 0) + at & -chunkBytes;
    }

    private int tilesAcross() {
        return surface.layout().tilesAcross(0);
    }

    private int tileBytes() {
        return surface.layout().tile().bytes();
    }

    /** Puts the bytes of an answered read where they belong in a picture, row after row without gaps. */
    void show(Request request, byte[] data, byte[] frame) {
        if (tiled) {
            int across = tilesAcross();
            int tileX = request.tag % across * tileWidth;
            int tileY = request.tag / across * tileHeight;
            long tile = surface.base() + surface.layout().tileOffset(0, 0, tileX, tileY);
            alongRows(request, tileX, tileY, (int) (request.address - tile), data, frame);
            return;
        }
        long start = surface.address(0, 0, 0, request.tag, 0);
        int from = (int) Math.max(0, start - request.address);
        int offset = (int) (request.address + from - start);
        int size = request.byteCount();
        System.arraycopy(data, from, frame, request.tag * width * texelBytes + offset, size);
    }

    /** Goes along the rows of a tile's pixels in the request's part of it: adds their bytes to it, or copies them to the frame. */
    private void alongRows(Request request, int tileX, int tileY, int part, byte[] data, byte[] frame) {
        int pitch = tileWidth * texelBytes;
        int rowBytes = Math.min(tileWidth, width - tileX) * texelBytes;
        int rows = Math.min(tileHeight, height - tileY);
        for (int row = part / pitch; row < rows && row * pitch < part + chunkBytes; row++) {
            int from = Math.max(row * pitch, part);
            int to = Math.min(row * pitch + rowBytes, part + chunkBytes);
            if (from >= to) {
                continue;
            }
            if (frame.length == 0) {
                request.addBytes(from - part, to - from);
            } else {
                int target = ((tileY + row) * width + tileX) * texelBytes + from - row * pitch;
                System.arraycopy(data, from - part, frame, target, to - from);
            }
        }
    }
}
