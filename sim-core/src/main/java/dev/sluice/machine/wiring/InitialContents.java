// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.queue.RunContext;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.Contents;
import dev.sluice.program.ImageContents;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.Origin;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.Surface;
import dev.sluice.program.image.Tiling;
import org.jspecify.annotations.Nullable;

/**
 * Puts into memory what buffers and images hold before the program begins: written by nobody of the program, before everything in
 * it.
 */
final class InitialContents {

    private final Gpu gpu;
    private final Bindings bindings;
    private final RunContext run;
    private final @Nullable BackingStore intent;

    /** @param intent the bytes that the program means; null where nothing is judged */
    InitialContents(Gpu gpu, Bindings bindings, RunContext run, @Nullable BackingStore intent) {
        this.gpu = gpu;
        this.bindings = bindings;
        this.run = run;
        this.intent = intent;
    }

    void put(BufferDeclaration buffer) {
        Contents data = buffer.data();
        if (data == null || !gpu.pool.functional()) {
            return;
        }
        int agent = agent("buffer", buffer.name(), buffer.origin());
        long base = bindings.addressOf(buffer.name());
        byte[] bytes = data.bytes();
        BackingStore memory = memoryOf(base);
        write(memory, base, bytes, 0, bytes.length, agent);
        gpu.entrances.contents(memory, base, base + bytes.length);
    }

    void put(ImageDeclaration image) {
        if (image.data().isEmpty() || !gpu.pool.functional()) {
            return;
        }
        int agent = agent("image", image.name(), image.origin());
        Surface surface = bindings.surface(image.name());
        BackingStore memory = memoryOf(surface.base());
        for (ImageContents part : image.data()) {
            put(surface, part, memory, agent);
        }
        gpu.entrances.contents(memory, surface.base(), surface.end());
    }

    private void put(Surface surface, ImageContents part, BackingStore memory, int agent) {
        Format format = surface.spec().format();
        boolean whole = !(format.has(Aspect.DEPTH) && format.has(Aspect.STENCIL));
        int first = whole ? 0 : format.part(part.aspect()).offset();
        int taken = whole ? format.texelBytes() : format.part(part.aspect()).bytes();
        int step = ImageContents.bytesPerTexel(format, part.aspect());
        int level = part.level();
        int width = surface.spec().width(level);
        int height = surface.spec().height(level);
        byte[] bytes = part.texels().bytes();
        int texels = bytes.length / step;
        for (int texel = 0; texel < texels; ) {
            int x = texel % width;
            int row = texel / width;
            int run = whole ? run(surface, x, Math.min(width - x, texels - texel)) : 1;
            for (int sample = 0; sample < surface.spec().samples(); sample++) {
                long address = surface.address(level, row / height, x, row % height, sample);
                write(memory, address + first, bytes, texel * step, taken * run, agent);
            }
            texel += run;
        }
    }

    /** How many of some texels of a row lie side by side from one on. */
    private static int run(Surface surface, int x, int most) {
        if (surface.spec().tiling() == Tiling.LINEAR) {
            return most;
        }
        int width = surface.layout().tile().width();
        return Math.min(most, width - x % width);
    }

    private int agent(String kind, String name, Origin origin) {
        return run.agentBeforeAll("data of " + name, "data of " + kind + " " + name, origin.where());
    }

    private BackingStore memoryOf(long address) {
        return gpu.host.memoryOf(address, gpu.vram.store());
    }

    private void write(BackingStore memory, long base, byte[] bytes, int from, int size, int agent) {
        int at = 0;
        while (at < size) {
            long address = base + at;
            int within = (int) (address & Request.MAX_BYTES - 1);
            int count = Math.min(size - at, Request.MAX_BYTES - within);
            write(memory, address - within, within, bytes, from + at, count, agent);
            at += count;
        }
    }

    private void write(BackingStore memory, long address, int within, byte[] bytes, int from, int count, int agent) {
        RequestPool pool = gpu.pool;
        Request request = pool.acquire();
        request.start(Request.WRITE, address, 0, 0, -1, agent);
        request.addBytes(within, count);
        Payload payload = request.payload;
        if (payload != null) {
            System.arraycopy(bytes, from, payload.writable(), within, count);
            for (int rest = request.sectors; rest != 0; rest &= rest - 1) {
                payload.setVersion(Integer.numberOfTrailingZeros(rest), agent);
            }
        }
        memory.write(request);
        BackingStore meant = intent;
        if (meant != null) {
            meant.write(request);
        }
        pool.release(request);
    }
}
