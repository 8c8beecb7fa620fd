// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.host;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.HostSpec;
import dev.sluice.machine.engine.BandwidthServer;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.network.HostLink;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.truth.AccessChecker;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Executes the operations of {@link HostCpu}'s cores, a line at a time, and holds what they share: the caches, the fetches
 * under way and the bus lock.
 */
final class HostExecution {

    static final int ADVANCE = 0;
    static final int DRAIN_TIMER = 1;
    static final int DRAINED = 2;
    static final int UNCACHED_DONE = 3;
    static final int FETCHED = 4;
    static final int WRITTEN_BACK = 5;

    /** Nobody waits for a write-back. */
    static final int NO_CORE = -1;

    private static final int MAX_WRITE_BACKS = 64;
    private static final int UNLOCKED = -1;

    final HostCore[] cores;
    final @Nullable HostCaches caches;

    private final HostCpu cpu;
    private final RequestPool pool;
    private final HostMemoryPort memory;
    private final HostLink link;
    private final SimObserver observer;
    private final boolean observed;
    private final HostAccesses accesses;
    private final int combiningLine;
    private final int missesPerCore;
    private final int buffersPerCore;
    private final FetchTable fetches;
    private final int[] missesOf;
    /** What a request under way is for, by its pool index: a core, or a fetch. */
    private int[] contexts = new int[256];

    private int lockedBy = UNLOCKED;
    private int writeBacks;
    final HostCounters counters = new HostCounters();

    HostExecution(
            HostCpu cpu,
            RequestPool pool,
            HostSpec spec,
            long clockHz,
            int threads,
            HostMemoryPort memory,
            HostLink link,
            long seed,
            SimObserver observer,
            @Nullable AccessChecker checker) {
        this.cpu = cpu;
        this.pool = pool;
        this.memory = memory;
        this.link = link;
        this.observer = observer;
        this.observed = observer != SimObserver.NONE;
        this.accesses = new HostAccesses(pool, checker);
        this.combiningLine = Math.min(spec.writeCombiningLine(), memory.maxRequestBytes());
        List<CacheSpec> levels = spec.caches();
        this.missesPerCore = levels.isEmpty() ? 1 : levels.get(0).ports().mshrs();
        this.buffersPerCore = spec.writeCombiningBuffers();
        int walk = levels.isEmpty() ? 1 : levels.get(0).upkeep().walkLinesPerCycle();
        long drainAfter = HostCpu.cycles(spec.writeCombiningDrainPicos(), clockHz);
        this.cores = new HostCore[threads];
        for (int i = 0; i < threads; i++) {
            cores[i] = new HostCore(
                    i,
                    new WriteCombiningBuffers(this, i, pool, buffersPerCore, combiningLine, drainAfter, checker),
                    BandwidthServer.of(HostCpu.BYTES_PER_HOST_CYCLE * spec.clockHz(), clockHz),
                    BandwidthServer.of(walk, 1));
        }
        this.fetches = new FetchTable(missesPerCore * threads);
        this.missesOf = new int[threads];
        HostCaches hierarchy =
                levels.isEmpty() ? null : new HostCaches(this, pool, levels, threads, memory, observer, seed);
        this.caches = hierarchy;
        if (hierarchy != null) {
            memory.attach(hierarchy);
        }
    }

    void onEvent(int kind, int argument) {
        switch (kind) {
            case ADVANCE -> {
                cores[argument].wakeScheduled = false;
                advance(cores[argument]);
            }
            case DRAIN_TIMER -> cores[argument / buffersPerCore].writeCombining.timeout(argument % buffersPerCore);
            case DRAINED -> {
                HostCore core = cores[argument / buffersPerCore];
                core.writeCombining.acknowledged(argument % buffersPerCore);
                advance(core);
            }
            case UNCACHED_DONE -> uncachedDone(pool.get(argument));
            case FETCHED -> fetched(pool.get(argument));
            case WRITTEN_BACK -> writtenBack(pool.get(argument));
            default -> throw new IllegalStateException("event " + kind);
        }
    }

    // what the buffers and caches ask for

    long now() {
        return cpu.now();
    }

    void scheduleDrain(long delay, int core, int buffer) {
        cpu.schedule(delay, DRAIN_TIMER, core * buffersPerCore + buffer);
    }

    void sendDrain(Request request, int core, int buffer) {
        request.replyTo(cpu, DRAINED, core * buffersPerCore + buffer);
        memory.send(request);
    }

    void observe(String what, long address, int bytes) {
        if (observed) {
            observer.host(now(), what, address, bytes);
        }
    }

    int agentOf(int core) {
        return core == NO_CORE ? 0 : cores[core].agent;
    }

    void expectWriteBack(Request request, int core) {
        writeBacks++;
        remember(request, core);
        request.replyTo(cpu, WRITTEN_BACK, request.index);
    }

    void fetchesOvertaken(long line) {
        fetches.overtake(line);
    }

    // operations

    int fetchesUnderWay() {
        return fetches.size();
    }

    int writeBacksUnderWay() {
        return writeBacks;
    }

    void resetStatistics() {
        for (HostCore core : cores) {
            core.writeCombining.combinedStores = 0;
            core.writeCombining.drains = 0;
            core.writeCombining.fullDrains = 0;
        }
        HostCaches hierarchy = caches;
        if (hierarchy != null) {
            hierarchy.resetStatistics();
        }
        counters.reset(now());
    }

    /** Goes on with a core's operation until it ends or has to wait for an event. */
    void advance(HostCore core) {
        if (core.operation == HostCore.IDLE || (lockedBy != UNLOCKED && lockedBy != core.index)) {
            return;
        }
        while (core.cursor < core.end) {
            boolean maintenance = core.operation == HostCore.FLUSH || core.operation == HostCore.INVALIDATE;
            BandwidthServer server = maintenance ? core.lines : core.bytes;
            long start = server.nextStart(now());
            if (start > now()) {
                wakeAt(core, start);
                return;
            }
            long before = core.cursor;
            if (!step(core)) {
                return;
            }
            server.reserve(now(), maintenance ? 1 : core.cursor - before);
        }
        if (core.outstanding == 0 && core.drained()) {
            if (core.doneAt > now()) {
                wakeAt(core, core.doneAt);
            } else {
                finish(core);
            }
        }
    }

    private void wakeAt(HostCore core, long cycle) {
        if (!core.wakeScheduled) {
            core.wakeScheduled = true;
            cpu.schedule(cycle - now(), ADVANCE, core.index);
        }
    }

    private boolean step(HostCore core) {
        HostCaches hierarchy = caches;
        return switch (core.operation) {
            case HostCore.FLUSH, HostCore.INVALIDATE -> hierarchy == null || maintainLine(core, hierarchy);
            case HostCore.STORE -> (hierarchy != null && core.cached) ? cachedLine(core, hierarchy) : combine(core);
            default -> (hierarchy != null && core.cached) ? cachedLine(core, hierarchy) : uncachedLine(core);
        };
    }

    private boolean maintainLine(HostCore core, HostCaches hierarchy) {
        if (core.outstanding >= missesPerCore) {
            return false;
        }
        boolean invalidate = core.operation == HostCore.INVALIDATE;
        if (invalidate) {
            fetches.overtake(core.cursor);
        }
        if (hierarchy.maintain(core.index, core.cursor, invalidate)) {
            core.outstanding++;
        }
        core.cursor += hierarchy.lineBytes();
        return true;
    }

    private boolean combine(HostCore core) {
        int count = core.bytesInLine(combiningLine);
        if (!core.writeCombining.store(
                core.cursor, core.bytesOfProgram(), core.position(core.cursor), count, core.agent)) {
            return false;
        }
        counters.count(core.cursor, count, true);
        core.cursor += count;
        return true;
    }

    private boolean uncachedLine(HostCore core) {
        if (core.outstanding > 0) {
            return false;
        }
        if (core.operation == HostCore.ATOMIC) {
            lockedBy = core.index; // a bus lock: no other core moves until the write is done
        }
        int count = core.bytesInLine(combiningLine);
        counters.uncachedLoads++;
        counters.count(core.cursor, count, false);
        observe("load", core.cursor, count);
        Request request = accesses.request(Request.READ, core.cursor, count, core.agent);
        request.replyTo(cpu, UNCACHED_DONE, request.index);
        remember(request, core.index);
        core.outstanding++;
        core.cursor += count;
        memory.send(request);
        return true;
    }

    private boolean cachedLine(HostCore core, HostCaches hierarchy) {
        if (writeBacks >= MAX_WRITE_BACKS) {
            return false;
        }
        long line = core.cursor & -hierarchy.lineBytes();
        int count = core.bytesInLine(hierarchy.lineBytes());
        int touched = (int) ((core.cursor + count - 1) / Request.SECTOR_BYTES - core.cursor / Request.SECTOR_BYTES) + 1;
        int entry = fetches.find(line);
        if (entry == FetchTable.NONE && missesOf[core.index] >= missesPerCore) {
            return false;
        }
        boolean write = core.operation == HostCore.STORE;
        int latency = hierarchy.access(core.index, line, touched, write);
        counters.count(core.cursor, count, write);
        observe(write ? "store" : "load", core.cursor, count);
        core.cursor += count;
        if (latency != HostCaches.MISS) {
            accesses.perform(core, hierarchy, line);
            core.doneAt = Math.max(core.doneAt, now() + latency);
        } else if (entry != FetchTable.NONE) {
            fetches.join(entry, core.index);
            core.outstanding++;
        } else if (write && count == hierarchy.lineBytes()) {
            hierarchy.install(core.index, line, null); // every byte is about to be written: nothing to fetch
            accesses.perform(core, hierarchy, line);
        } else {
            fetch(fetches.add(line, core.index), line);
            core.outstanding++;
            missesOf[core.index]++;
        }
        return true;
    }

    private void fetch(int entry, long line) {
        HostCaches hierarchy = caches;
        if (hierarchy == null) {
            return;
        }
        Request request =
                accesses.request(Request.READ, line, hierarchy.lineBytes(), agentOf(fetches.firstWaiter(entry)));
        request.flags = Request.FILL;
        request.replyTo(cpu, FETCHED, request.index);
        remember(request, entry);
        memory.send(request);
    }

    private void fetched(Request request) {
        int entry = contexts[request.index];
        HostCaches hierarchy = caches;
        if (hierarchy == null) {
            return;
        }
        long line = fetches.line(entry);
        if (fetches.takeOvertaken(entry)) {
            pool.release(request);
            fetch(entry, line);
            return;
        }
        int first = fetches.firstWaiter(entry);
        long waiters = fetches.waiters(entry);
        fetches.remove(entry);
        missesOf[first]--;
        hierarchy.install(first, line, request);
        pool.release(request);
        finishWaiter(cores[first], hierarchy, line);
        for (long rest = waiters & ~(1L << first); rest != 0; rest &= rest - 1) {
            finishWaiter(cores[Long.numberOfTrailingZeros(rest)], hierarchy, line);
        }
        advance(cores[first]);
        for (long rest = waiters & ~(1L << first); rest != 0; rest &= rest - 1) {
            advance(cores[Long.numberOfTrailingZeros(rest)]);
        }
    }

    private void finishWaiter(HostCore core, HostCaches hierarchy, long line) {
        hierarchy.claim(core.index, line);
        accesses.perform(core, hierarchy, line);
        core.outstanding--;
    }

    private void uncachedDone(Request request) {
        HostCore core = cores[contexts[request.index]];
        core.outstanding--;
        int at = (int) (Math.max(core.start, request.address) - request.address);
        if (request.kind == Request.READ) {
            int count = request.byteCount();
            accesses.loaded(core, request, at, request.address + at, count);
            if (core.operation == HostCore.ATOMIC) {
                core.outstanding++;
                accesses.modify(core, request, at);
                request.replyTo(cpu, UNCACHED_DONE, request.index);
                memory.send(request);
                return;
            }
        }
        pool.release(request);
        if (core.operation == HostCore.ATOMIC) {
            lockedBy = UNLOCKED;
            advanceAll();
        } else {
            advance(core);
        }
    }

    private void writtenBack(Request request) {
        writeBacks--;
        int owner = contexts[request.index];
        pool.release(request);
        if (owner != NO_CORE) {
            cores[owner].outstanding--;
            advance(cores[owner]);
        }
        if (writeBacks == MAX_WRITE_BACKS - 1) {
            advanceAll();
        }
    }

    private void advanceAll() {
        for (HostCore core : cores) {
            advance(core);
        }
    }

    private void finish(HostCore core) {
        if (core.operation == HostCore.DOORBELL && core.device != null) {
            link.doorbell(core.device, core.deviceKind, core.deviceArgument);
        }
        core.operation = HostCore.IDLE;
        core.data = null;
        core.device = null;
        counters.ended(now());
        Component to = core.replyTo;
        if (to != null) {
            to.engine().schedule(to, 0, core.replyKind, core.replyArgument);
        }
    }

    private void remember(Request request, int context) {
        if (request.index >= contexts.length) {
            contexts = Arrays.copyOf(contexts, Math.max(contexts.length * 2, request.index + 1));
        }
        contexts[request.index] = context;
    }
}
