// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.cache.Cache;
import dev.sluice.machine.cache.DirtyBytes;
import java.util.ArrayList;
import java.util.List;

/** Looks at the bytes of buffers outside simulated time: the newest copy of each. */
final class BufferInspector {
    private final Gpu gpu;
    private final List<Cache> writable = new ArrayList<>();

    BufferInspector(Gpu gpu) {
        this.gpu = gpu;
        for (CacheNode node : gpu.hierarchy.nodes()) {
            if (node.spec().policy().canBeDirty()
                    && !node.spec().geometry().tile()
                    && !node.spec().role().isMetadata()) {
                writable.addAll(node.slices());
            }
        }
    }

    /** The newest bytes from an address on: a dirty copy in a cache of the device if there is one, else what memory holds. */
    byte[] bytes(long address, long size) {
        byte[] bytes = new byte[Math.toIntExact(size)];
        gpu.host.memoryOf(address, gpu.vram.store()).copyTo(address, bytes, 0, bytes.length);
        new DirtyBytes(writable).last(address, bytes);
        return bytes;
    }
}
