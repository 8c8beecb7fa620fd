// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.host;

import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.request.VersionRuns;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.machine.truth.CacheContents;
import dev.sluice.machine.view.Texts;
import org.jspecify.annotations.Nullable;

/**
 * A core's write-combining buffers: stores to one line are collected and leave as one write with a byte mask (Philip
 * Taylor, Vulkan memory dependencies, section Host CPU accesses).
 *
 * <p>A buffer drains when it is full, when another line needs a buffer (the oldest first), on a store fence, a doorbell, an
 * uncached load or an atomic, and after a time without stores. It is free again when its write has been acknowledged.
 */
final class WriteCombiningBuffers implements CacheContents {

    private static final int NONE = -1;

    private final HostExecution execution;
    private final int core;
    private final RequestPool pool;
    private final int lineBytes;
    private final long drainAfter;
    private final @Nullable AccessChecker checker;
    /** The write that a buffer collects or has sent; null when free. */
    private final @Nullable Request[] buffers;

    private final boolean[] draining;
    private final boolean[] timed;
    private final long[] lastStore;
    private final long[] order;
    private long nextOrder;
    private int drainingCount;

    long drains;
    long fullDrains;
    long combinedStores;

    WriteCombiningBuffers(
            HostExecution execution,
            int core,
            RequestPool pool,
            int count,
            int lineBytes,
            long drainAfter,
            @Nullable AccessChecker checker) {
        this.execution = execution;
        this.core = core;
        this.pool = pool;
        this.lineBytes = lineBytes;
        this.drainAfter = drainAfter;
        this.checker = checker;
        this.buffers = new Request[count];
        this.draining = new boolean[count];
        this.timed = new boolean[count];
        this.lastStore = new long[count];
        this.order = new long[count];
    }

    /**
     * Takes in a store to one line.
     *
     * @return false if no buffer is free; the core is resumed when one is
     */
    boolean store(long address, byte[] data, int from, int count, int agent) {
        long line = address & -lineBytes;
        int at = (int) (address - line);
        int slot = collecting(line);
        if (slot != NONE) {
            merge(request(slot), line, at, data, from, count, agent);
            execution.observe("combine", address, count);
        } else {
            slot = free();
            if (slot == NONE) {
                if (drainingCount == 0) {
                    drainOldest();
                }
                return false;
            }
            open(slot, line, at, data, from, count, agent);
            execution.observe("store", address, count);
        }
        combinedStores++;
        lastStore[slot] = execution.now();
        if (request(slot).byteCount() == lineBytes) {
            fullDrains++;
            drain(slot);
        } else if (!timed[slot]) {
            timed[slot] = true;
            execution.scheduleDrain(drainAfter, core, slot);
        }
        return true;
    }

    /** The drain timer of a buffer has run out. */
    void timeout(int slot) {
        timed[slot] = false;
        if (buffers[slot] == null || draining[slot]) {
            return;
        }
        long due = lastStore[slot] + drainAfter;
        if (due <= execution.now()) {
            drain(slot);
        } else {
            timed[slot] = true;
            execution.scheduleDrain(due - execution.now(), core, slot);
        }
    }

    /** Sends every buffer that holds bytes, oldest first. */
    void drainAll() {
        boolean more = true;
        while (more) {
            more = drainOldest();
        }
    }

    /** Whether every store has left and been acknowledged. */
    boolean empty() {
        return drainingCount == 0 && oldest() == NONE;
    }

    void acknowledged(int slot) {
        pool.release(request(slot));
        buffers[slot] = null;
        draining[slot] = false;
        drainingCount--;
    }

    int count() {
        return buffers.length;
    }

    /** The write of a buffer, or null if it is free. */
    @Nullable
    Request held(int slot) {
        return buffers[slot];
    }

    /** Whether a buffer's write is on its way. */
    boolean drains(int slot) {
        return draining[slot];
    }

    long lastStore(int slot) {
        return lastStore[slot];
    }

    /** The tables of what the buffers hold, for somebody who looks between events. */
    WriteCombiningTable view(Texts texts, VersionRuns versions) {
        return new WriteCombiningTable(this, texts, versions, lineBytes);
    }

    int held() {
        int count = 0;
        for (Request each : buffers) {
            count += each == null ? 0 : 1;
        }
        return count;
    }

    @Override
    public String name() {
        return "host.writeCombining[" + core + "]";
    }

    @Override
    public String role() {
        return "HOST_WRITE_COMBINING";
    }

    @Override
    public int versionOf(long address) {
        int slot = collecting(address & -lineBytes);
        if (slot == NONE || !holds(request(slot), (int) (address & (lineBytes - 1)))) {
            return ABSENT;
        }
        Payload payload = request(slot).payload;
        return payload == null ? ABSENT : payload.byteVersion((int) (address & (lineBytes - 1)));
    }

    @Override
    public boolean dirty(long address) {
        return versionOf(address) != ABSENT;
    }

    private void open(int slot, long line, int at, byte[] data, int from, int count, int agent) {
        Request request = pool.acquire();
        request.start(Request.WRITE, line, 0, HostBytes.CLIENT, -1, agent);
        HostBytes.put(request, at, data, from, count, agent);
        buffers[slot] = request;
        order[slot] = nextOrder++;
        if (checker != null && request.payload != null) {
            checker.wrote(request);
        }
    }

    private void merge(Request into, long line, int at, byte[] data, int from, int count, int agent) {
        if (checker != null && into.payload != null) {
            Request part = pool.acquire();
            part.start(Request.WRITE, line, 0, HostBytes.CLIENT, -1, agent);
            HostBytes.put(part, at, data, from, count, agent);
            checker.wrote(part);
            pool.release(part);
        }
        HostBytes.put(into, at, data, from, count, agent);
        into.agent = agent;
        pool.changed(into);
    }

    private boolean drainOldest() {
        int slot = oldest();
        if (slot == NONE) {
            return false;
        }
        drain(slot);
        return true;
    }

    private void drain(int slot) {
        Request request = request(slot);
        draining[slot] = true;
        drainingCount++;
        drains++;
        execution.observe("drain", request.address, request.byteCount());
        execution.sendDrain(request, core, slot);
    }

    private Request request(int slot) {
        Request request = buffers[slot];
        if (request == null) {
            throw new IllegalStateException(name() + ": buffer " + slot + " is free");
        }
        return request;
    }

    private int collecting(long line) {
        for (int i = 0; i < buffers.length; i++) {
            Request request = buffers[i];
            if (request != null && !draining[i] && request.address == line) {
                return i;
            }
        }
        return NONE;
    }

    private int free() {
        for (int i = 0; i < buffers.length; i++) {
            if (buffers[i] == null) {
                return i;
            }
        }
        return NONE;
    }

    private int oldest() {
        int found = NONE;
        for (int i = 0; i < buffers.length; i++) {
            if (buffers[i] != null && !draining[i] && (found == NONE || order[i] < order[found])) {
                found = i;
            }
        }
        return found;
    }

    private static boolean holds(Request request, int offset) {
        return request.takesByte(offset);
    }
}
