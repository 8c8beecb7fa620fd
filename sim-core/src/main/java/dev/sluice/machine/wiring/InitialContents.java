// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.queue.RunContext;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.Contents;
import org.jspecify.annotations.Nullable;

/** Puts into memory what buffers hold before the program begins: written by nobody of the program, before everything in it. */
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
        int agent = run.agentBeforeAll(
                "data of " + buffer.name(),
                "data of buffer " + buffer.name(),
                buffer.origin().where());
        long base = bindings.addressOf(buffer.name());
        byte[] bytes = data.bytes();
        BackingStore memory = gpu.host.memoryOf(base, gpu.vram.store());
        int at = 0;
        while (at < bytes.length) {
            long address = base + at;
            int within = (int) (address & Request.MAX_BYTES - 1);
            int count = Math.min(bytes.length - at, Request.MAX_BYTES - within);
            write(memory, address - within, within, bytes, at, count, agent);
            at += count;
        }
        gpu.entrances.contents(memory, base, base + bytes.length);
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
