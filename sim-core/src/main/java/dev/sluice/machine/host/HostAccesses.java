// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.host;

import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.truth.AccessChecker;
import org.jspecify.annotations.Nullable;

/**
 * Moves the bytes of the cores' operations through requests, and tells the checker what was read and written. It takes
 * no time and sends nothing: {@link HostExecution} decides when.
 */
final class HostAccesses {

    private final RequestPool pool;
    private final @Nullable AccessChecker checker;

    HostAccesses(RequestPool pool, @Nullable AccessChecker checker) {
        this.pool = pool;
        this.checker = checker;
    }

    /** Acquires a request for bytes from an address on; with a count of 0 it asks for none yet. */
    Request request(int kind, long address, int count, int agent) {
        Request request = pool.acquire();
        long base = address & -Request.SECTOR_BYTES;
        request.start(kind, base, 0, HostBytes.CLIENT, -1, agent);
        if (count > 0) {
            request.addBytes((int) (address - base), count);
        }
        return request;
    }

    /** Executes the part of the operation that lies in a line of the core's first level. */
    void perform(HostCore core, HostCaches hierarchy, long line) {
        long from = Math.max(core.start, line);
        int count = (int) (Math.min(core.end, line + hierarchy.lineBytes()) - from);
        boolean store = core.operation == HostCore.STORE;
        Request request = request(store ? Request.WRITE : Request.READ, from, 0, core.agent);
        int at = (int) (from - request.address);
        if (store) {
            HostBytes.put(request, at, core.bytesOfProgram(), core.position(from), count, core.agent);
            wrote(request);
            hierarchy.write(core.index, request);
        } else {
            request.addBytes(at, count);
            hierarchy.read(core.index, request);
            loaded(core, request, at, from, count);
            if (core.operation == HostCore.ATOMIC) {
                modify(core, request, at);
                hierarchy.write(core.index, request);
            }
        }
        pool.release(request);
    }

    /** Takes what a request has read: to the checker, and for a load into the program's array. */
    void loaded(HostCore core, Request request, int at, long address, int count) {
        if (checker != null && request.payload != null) {
            checker.read(request);
        }
        byte[] into = core.data;
        if (into != null && core.operation == HostCore.LOAD) {
            HostBytes.get(request, at, into, core.position(address), count);
        }
    }

    /** Turns a request that has read an atomic's bytes into the write of its result. */
    void modify(HostCore core, Request request, int at) {
        request.kind = Request.WRITE;
        int bytes = core.atomic.elementBytes;
        Payload payload = request.payload;
        if (payload == null) {
            core.atomic.results[0] = 0;
            return;
        }
        payload.write(at, bytes, core.atomic.apply(0, payload.read(at, bytes)));
        for (int b = at; b < at + bytes; b++) {
            payload.setByteVersion(b, core.agent);
        }
        wrote(request);
    }

    private void wrote(Request request) {
        if (checker != null && request.payload != null) {
            checker.wrote(request);
        }
    }
}
