// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.GpuSpec;
import dev.sluice.machine.memory.BackingStore;
import dev.sluice.program.image.Surface;

/**
 * Puts into memory what the driver has set up of every image before the program begins: nothing is compressed yet. Where
 * compression is a property of pages, the rest of each page is still as an earlier owner left it (a choice: each tile
 * compressed in some class).
 */
record InitialMetadata(GpuSpec device, Bindings bindings, BackingStore vram, Entrances entrances) {

    void set() {
        for (Surface surface : bindings.surfaces()) {
            long page = device.pages().size();
            if (surface.compressible() && device.pages().compressionInPageTable()) {
                set(surface, surface.base() / page * page, (surface.end() + page - 1) / page * page, false);
            }
        }
        for (Surface surface : bindings.surfaces()) {
            if (bindings.metadata(surface) != Surface.NONE) {
                set(surface, surface.base(), surface.end(), true);
            }
        }
    }

    private void set(Surface surface, long from, long to, boolean raw) {
        long first = bindings.metadata(surface);
        int bits = device.rop().metadataBits();
        int bytes = surface.layout().tile().bytes() * Byte.SIZE / bits;
        for (long at = from; at < to; at += bytes) {
            long metadata = first + Math.floorDiv(at - surface.base(), bytes);
            int left = 1
                    + (int) ((at * 0x9E3779B97F4A7C15L >>> 62)
                            % device.rop().ratios().size());
            vram.set(metadata, (byte) (raw ? 0 : bits == Byte.SIZE ? left : left * 0x11), 0);
        }
        entrances.contents(
                vram,
                first + Math.floorDiv(from - surface.base(), bytes),
                first + Math.floorDiv(to - 1 - surface.base(), bytes) + 1);
    }
}
