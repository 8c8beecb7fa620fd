// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.GpuSpec;
import dev.sluice.machine.ImageSight;
import dev.sluice.machine.cache.Cache;
import dev.sluice.machine.cache.DirtyBytes;
import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.queue.LayoutTracker;
import dev.sluice.machine.rop.compress.StoredTiles;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Surface;
import dev.sluice.program.image.SurfaceLayout;
import dev.sluice.program.image.Tiling;
import dev.sluice.result.ImageResult;
import dev.sluice.result.RunDetails;
import dev.sluice.result.TileStates;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks at images outside simulated time: what the program meant, what the machine holds, and what lies in memory. */
final class ImageInspector {

    private final GpuSpec spec;
    private final Gpu gpu;
    private final @Nullable BackingStore intent;
    private final StoredTiles tiles;
    private final List<Cache> tileCaches = new ArrayList<>();
    private final List<Cache> metadataCaches = new ArrayList<>();
    private final List<Cache> others = new ArrayList<>();
    private final byte[] one = new byte[1];

    /** @param intent what the program meant; null in a timing-only run */
    ImageInspector(GpuSpec spec, Gpu gpu, Compression compression, @Nullable BackingStore intent) {
        this.spec = spec;
        this.gpu = gpu;
        this.intent = intent;
        this.tiles = new StoredTiles(compression.table());
        for (CacheNode node : gpu.hierarchy.nodes()) {
            if (node.spec().geometry().tile()) {
                tileCaches.addAll(node.slices());
            } else if (node.spec().role().isMetadata()) {
                metadataCaches.addAll(node.slices());
            } else if (node.spec().policy().canBeDirty() || node.spec().scope() == CacheSpec.Scope.DEVICE) {
                others.addAll(node.slices());
            }
        }
    }

    /** The texels of a layer of a level, row after row, sample 0. */
    byte[] texels(Surface surface, int level, int layer, ImageSight sight) {
        ImageSpec image = surface.spec();
        SurfaceLayout layout = surface.layout();
        int width = image.width(level);
        int height = image.height(level);
        int size = image.format().texelBytes();
        byte[] texels = new byte[Math.multiplyExact(Math.multiplyExact(width, height), size)];
        boolean optimal = image.tiling() == Tiling.OPTIMAL;
        int stepX = optimal ? layout.tile().width() : width;
        int stepY = optimal ? layout.tile().height() : 1;
        Dirty dirty = new Dirty();
        byte[] piece = new byte[optimal ? layout.tile().bytes() : width * size];
        for (int y = 0; y < height; y += stepY) {
            for (int x = 0; x < width; x += stepX) {
                long address = surface.base()
                        + (optimal ? layout.tileOffset(level, layer, x, y) : layout.offset(level, layer, x, y, 0));
                read(surface, address, piece, sight, dirty);
                for (int row = y; row < Math.min(height, y + stepY); row++) {
                    int count = Math.min(stepX, width - x) * size;
                    int from = optimal ? layout.offsetInTile(x, row, 0) : 0;
                    System.arraycopy(piece, from, texels, (row * width + x) * size, count);
                }
            }
        }
        return texels;
    }

    private void read(Surface surface, long address, byte[] into, ImageSight sight, Dirty dirty) {
        if (sight == ImageSight.INTENT) {
            if (intent != null) {
                intent.copyTo(address, into, 0, into.length);
            }
            return;
        }
        memory(address, into);
        if (sight != ImageSight.MEMORY) {
            dirty.others.first(address, into);
        }
        if (sight == ImageSight.MACHINE) {
            if (surface.compressible()) {
                tiles.decode(surface, code(surface, address, dirty), into);
            }
            dirty.tiles.last(address, into);
        }
    }

    private void memory(long address, byte[] into) {
        gpu.host.memoryOf(address, gpu.vram.store()).copyTo(address, into, 0, into.length);
    }

    private int code(Surface surface, long address, Dirty dirty) {
        int bits = spec.rop().metadataBits();
        long bit = surface.tileOf(address) * bits;
        long at = surface.metadata() + bit / Byte.SIZE;
        memory(at, one);
        dirty.others.first(at, one);
        dirty.metadata.last(at, one);
        return (one[0] & 0xFF) >>> (int) (bit % Byte.SIZE) & (1 << bits) - 1;
    }

    /** What is dirty now: of the tile caches, of those of metadata, and of what lies below the render output units. */
    private final class Dirty {
        final DirtyBytes tiles = new DirtyBytes(tileCaches);
        final DirtyBytes metadata = new DirtyBytes(metadataCaches);
        final DirtyBytes others = new DirtyBytes(ImageInspector.this.others);
    }

    /** The states of the tiles of each layer of each level of an image that may be compressed. */
    List<RunDetails.TileMap> tileMaps(Surface surface) {
        List<RunDetails.TileMap> maps = new ArrayList<>();
        ImageSpec image = surface.spec();
        SurfaceLayout layout = surface.layout();
        if (!surface.compressible()) {
            return maps;
        }
        int width = layout.tile().width();
        int height = layout.tile().height();
        Dirty dirty = new Dirty();
        for (int level = 0; level < image.levels(); level++) {
            int columns = (image.width(level) + width - 1) / width;
            int rows = (image.height(level) + height - 1) / height;
            for (int layer = 0; layer < image.layers(); layer++) {
                int[] states = new int[columns * rows];
                for (int i = 0; i < states.length; i++) {
                    long tile = layout.tileOffset(level, layer, i % columns * width, i / columns * height);
                    int code = code(surface, surface.base() + tile, dirty);
                    states[i] = tiles.cleared(code) ? TileStates.CLEARED : code;
                }
                maps.add(
                        new RunDetails.TileMap(image.name(), level, layer, width, height, columns, rows, runs(states)));
            }
        }
        return maps;
    }

    private static String runs(int[] states) {
        StringBuilder runs = new StringBuilder();
        for (int i = 0, end; i < states.length; i = end) {
            end = i + 1;
            while (end < states.length && states[end] == states[i]) {
                end++;
            }
            runs.append(i == 0 ? "" : " ").append(states[i]).append('*').append(end - i);
        }
        return runs.toString();
    }

    /** What became of an image. */
    ImageResult summary(Surface surface, String memory, LayoutTracker layouts) {
        ImageSpec image = surface.spec();
        long[] states = new long[TileStates.STATES];
        long stored = 0;
        long count = 0;
        if (surface.compressible()) {
            int tile = surface.layout().tile().bytes();
            Dirty dirty = new Dirty();
            for (long at = surface.base(); at < surface.end(); at += tile) {
                int code = code(surface, at, dirty);
                boolean cleared = tiles.cleared(code);
                states[cleared ? TileStates.CLEARED : code]++;
                stored += cleared ? 0 : tiles.raw(code) ? tile : tiles.storedBytes(code);
                count++;
            }
        }
        Set<ImageLayout> all = layouts.layouts(image.name());
        String layout = all.size() == 1 ? all.iterator().next().name() : "several";
        return new ImageResult(
                image.name(),
                image.format().name(),
                List.of(image.width(), image.height(), image.depth()),
                image.layers(),
                image.levels(),
                image.samples(),
                image.tiling().name(),
                memory,
                surface.layout().size(),
                layout,
                surface.compressible(),
                TileStates.of(states),
                surface.compressible() ? stored : surface.layout().size(),
                count * spec.rop().metadataBits() / Byte.SIZE);
    }
}
