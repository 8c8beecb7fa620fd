// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.host;

import dev.sluice.device.HostSpec;
import dev.sluice.machine.engine.Audit;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.WaitGraph;
import dev.sluice.machine.memory.MemoryMode;
import dev.sluice.machine.network.HostLink;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.AtomicOperands;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.request.VersionRuns;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.machine.truth.CacheContents;
import dev.sluice.result.CacheCounters;
import dev.sluice.result.RunResult.DramResult;
import dev.sluice.result.RunResult.HostResult;
import java.math.BigInteger;
import dev.sluice.machine.view.Part;
import dev.sluice.machine.view.PartKind;
import dev.sluice.machine.view.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The host's processor: executes the memory operations of host threads, a core each, in simulated time.
 *
 * <p>A thread has one operation at a time, which ends with an event at whoever asked. By {@link MemoryMode}: write-combined
 * stores and uncached loads of a line, one at a time; or the caches, whose misses overlap. Stores end when they are in a
 * buffer or in a cache, loads when their bytes are there, fences and maintenance when memory has acknowledged the writes.
 *
 * <p>A core moves {@value #BYTES_PER_HOST_CYCLE} bytes per host cycle, the width of a vector register.
 */
public final class HostCpu extends Component {

    /** Bytes that a core loads or stores per host cycle. */
    static final int BYTES_PER_HOST_CYCLE = 32;

    private static final int MAX_CORES = 64;

    private final HostMemoryPort memory;
    private final long atomBytes;
    private final HostExecution execution;
    /** Told when an operation begins; null in most runs. */
    private @Nullable Runnable touched;

    /**
     * @param clockHz the core clock of the device, the time base
     * @param threads host threads, at most 64
     * @param nonCoherentAtomSize bytes to which flush and invalidate round, a power of two
     * @param seed of the run, for caches whose replacement draws lots
     */
    public HostCpu(
            Engine engine,
            String name,
            RequestPool pool,
            HostSpec spec,
            long clockHz,
            int threads,
            long nonCoherentAtomSize,
            HostMemoryPort memory,
            HostLink link,
            long seed,
            SimObserver observer,
            @Nullable AccessChecker checker) {
        super(engine, name);
        if (threads < 1 || threads > MAX_CORES) {
            throw new IllegalArgumentException("host: 1 to " + MAX_CORES + " threads, not " + threads);
        }
        this.memory = memory;
        this.atomBytes = nonCoherentAtomSize;
        this.execution = new HostExecution(this, pool, spec, clockHz, threads, memory, link, seed, observer, checker);
    }

    /** Stores {@code count} bytes of {@code data} in address order. */
    public void store(
            int thread,
            long address,
            byte[] data,
            int from,
            int count,
            MemoryMode mode,
            int agent,
            Component replyTo,
            int kind,
            int argument) {
        HostCore core = begin(thread, HostCore.STORE, address, count, mode, agent, replyTo, kind, argument);
        core.data = data;
        core.dataFrom = from;
        execution.advance(core);
    }

    /** Loads {@code count} bytes into {@code into}; without an array they are only read, and checked. */
    public void load(
            int thread,
            long address,
            byte @Nullable [] into,
            int from,
            int count,
            MemoryMode mode,
            int agent,
            Component replyTo,
            int kind,
            int argument) {
        HostCore core = begin(thread, HostCore.LOAD, address, count, mode, agent, replyTo, kind, argument);
        core.data = into;
        core.dataFrom = from;
        if (!core.cached) {
            core.writeCombining.drainAll();
        }
        execution.advance(core);
    }

    /**
     * Reads, modifies and writes 1, 2, 4 or 8 bytes; the old value is {@link #atomicResult} when it ends.
     *
     * @throws IllegalArgumentException if the address is not a multiple of the width
     */
    public void atomic(
            int thread,
            long address,
            int bytes,
            AtomicOperands.Operation operation,
            long operand,
            long compare,
            MemoryMode mode,
            int agent,
            Component replyTo,
            int kind,
            int argument) {
        if ((address & (bytes - 1)) != 0) {
            throw new IllegalArgumentException("an atomic of " + bytes + " bytes at " + address + " is not aligned");
        }
        HostCore core = begin(thread, HostCore.ATOMIC, address, bytes, mode, agent, replyTo, kind, argument);
        core.atomic.operation = operation;
        core.atomic.elementBytes = bytes;
        core.atomic.signed = false;
        core.atomic.count = 1;
        core.atomic.operands[0] = operand;
        core.atomic.compares[0] = compare;
        core.writeCombining.drainAll();
        execution.advance(core);
    }

    /** What the thread's last atomic read, zero-extended. */
    public long atomicResult(int thread) {
        return execution.cores[thread].atomic.results[0];
    }

    /** Waits until all earlier stores of the thread have left its write-combining buffers and were acknowledged. */
    public void storeFence(int thread, int agent, Component replyTo, int kind, int argument) {
        HostCore core = begin(thread, HostCore.FENCE, 0, 0, MemoryMode.UNCACHED_WC, agent, replyTo, kind, argument);
        core.writeCombining.drainAll();
        execution.advance(core);
    }

    /**
     * Rings the device after all earlier stores of the thread have left: a store fence, then a write to a device register.
     *
     * @param replyTo who learns that the host goes on
     * @param device who learns that the doorbell has arrived, behind all earlier writes across the link
     */
    public void doorbell(
            int thread,
            int agent,
            Component replyTo,
            int kind,
            int argument,
            Component device,
            int deviceKind,
            int deviceArgument) {
        HostCore core = begin(thread, HostCore.DOORBELL, 0, 0, MemoryMode.UNCACHED_WC, agent, replyTo, kind, argument);
        core.device = device;
        core.deviceKind = deviceKind;
        core.deviceArgument = deviceArgument;
        core.writeCombining.drainAll();
        execution.advance(core);
    }

    /** Writes back the dirty lines of a range, rounded out to {@code nonCoherentAtomSize}; they stay, clean. */
    public void flushRange(int thread, long address, long size, int agent, Component replyTo, int kind, int argument) {
        maintain(thread, HostCore.FLUSH, address, size, agent, replyTo, kind, argument);
    }

    /** Drops the lines of a range, rounded out to {@code nonCoherentAtomSize}; dirty ones are written back first. */
    public void invalidateRange(
            int thread, long address, long size, int agent, Component replyTo, int kind, int argument) {
        maintain(thread, HostCore.INVALIDATE, address, size, agent, replyTo, kind, argument);
    }

    /** Every cache instance and every core's write-combining buffers, for explaining findings. */
    public List<CacheContents> contents() {
        List<CacheContents> all = new ArrayList<>();
        for (HostCore core : execution.cores) {
            all.add(core.writeCombining);
        }
        HostCaches hierarchy = execution.caches;
        if (hierarchy != null) {
            all.addAll(hierarchy.contents());
        }
        return all;
    }

    /**
     * Cores, write-combining buffers and caches as parts, for somebody who looks between events.
     *
     * @param toTell called when an operation begins, in an event of whoever asks for it
     */
    public List<Part> view(Texts texts, VersionRuns versions, Runnable toTell) {
        touched = toTell;
        List<Part> parts = new ArrayList<>();
        HostCaches hierarchy = execution.caches;
        List<String> below = new ArrayList<>();
        if (hierarchy != null) {
            for (HostCore core : execution.cores) {
                below.add(hierarchy.instanceName(0, core.index));
            }
        }
        for (HostCore core : execution.cores) {
            below.add(core.writeCombining.name());
        }
        parts.add(new Part(
                name(),
                PartKind.HOST_CORE,
                name(),
                "host processor",
                below,
                Map.of("threads", String.valueOf(execution.cores.length)),
                List.of(new HostCoreTable(execution.cores, texts))));
        for (HostCore core : execution.cores) {
            String buffers = core.writeCombining.name();
            parts.add(new Part(
                    buffers,
                    PartKind.WRITE_COMBINING,
                    "host.writeCombining",
                    buffers,
                    List.of("host memory"),
                    Map.of("buffers", String.valueOf(core.writeCombining.count())),
                    List.of(core.writeCombining.view(texts, versions))));
        }
        if (hierarchy != null) {
            parts.addAll(hierarchy.view(versions));
        }
        return parts;
    }

    /** The host's counters; {@code ram} is what host memory reports. */
    public HostResult result(DramResult ram) {
        long combined = 0;
        long drains = 0;
        long full = 0;
        for (HostCore core : execution.cores) {
            combined += core.writeCombining.combinedStores;
            drains += core.writeCombining.drains;
            full += core.writeCombining.fullDrains;
        }
        HostCaches hierarchy = execution.caches;
        Map<String, CacheCounters> counters = hierarchy == null ? Map.of() : hierarchy.counters();
        return new HostResult(
                execution.counters.loads,
                execution.counters.stores,
                execution.counters.uncachedLoads,
                combined,
                drains,
                full,
                drains - full,
                hierarchy == null ? 0 : hierarchy.flushedLines,
                hierarchy == null ? 0 : hierarchy.invalidatedLines,
                hierarchy == null ? 0 : hierarchy.snoops,
                hierarchy == null ? 0 : hierarchy.snoopHits,
                execution.counters.busyCycles(now()),
                counters,
                ram);
    }

    /** Loads, stores and atomics of a line or part of one. */
    public long requests() {
        return execution.counters.loads + execution.counters.stores;
    }

    /** Sectors that these touched. */
    public long sectors() {
        return execution.counters.sectors;
    }

    /** Begins a region of interest. */
    public void resetStatistics() {
        execution.resetStatistics();
    }

    @Override
    public void onEvent(int kind, int argument) {
        execution.onEvent(kind, argument);
    }

    void schedule(long delay, int kind, int argument) {
        wake(delay, kind, argument);
    }

    private HostCore begin(
            int thread,
            int operation,
            long address,
            long size,
            MemoryMode mode,
            int agent,
            Component replyTo,
            int kind,
            int argument) {
        Runnable told = touched;
        if (told != null) {
            told.run();
        }
        HostCore core = execution.cores[thread];
        core.begin(
                operation,
                address,
                size,
                HostCore.cached(mode) && execution.caches != null,
                agent,
                replyTo,
                kind,
                argument);
        execution.counters.began(now());
        return core;
    }

    private void maintain(
            int thread, int operation, long address, long size, int agent, Component replyTo, int kind, int argument) {
        long from = address & -atomBytes;
        long to = (address + size + atomBytes - 1) & -atomBytes;
        HostCaches hierarchy = execution.caches;
        if (hierarchy == null) {
            to = from;
        } else {
            from &= -hierarchy.lineBytes();
        }
        HostCore core = begin(thread, operation, from, to - from, MemoryMode.CACHED, agent, replyTo, kind, argument);
        core.writeCombining.drainAll();
        execution.observe(operation == HostCore.FLUSH ? "flush" : "invalidate", from, (int)
                Math.min(to - from, Integer.MAX_VALUE));
        execution.advance(core);
    }

    /** Core cycles of a duration, rounded up. */
    static long cycles(long picos, long clockHz) {
        BigInteger[] parts = BigInteger.valueOf(picos)
                .multiply(BigInteger.valueOf(clockHz))
                .divideAndRemainder(BigInteger.valueOf(1_000_000_000_000L));
        return parts[0].longValueExact() + (parts[1].signum() == 0 ? 0 : 1);
    }

    @Override
    public void audit(Audit audit) {
        audit.balance(this, "operations", execution.counters.begun, execution.counters.ended);
        audit.held(this, "fetches", execution.fetchesUnderWay());
        audit.held(this, "write-backs", execution.writeBacksUnderWay());
        for (HostCore core : execution.cores) {
            audit.held(this, "write-combining buffers of thread " + core.index, core.writeCombining.held());
        }
    }

    @Override
    public void describeWaits(WaitGraph graph) {
        if (execution.counters.begun != execution.counters.ended
                || execution.fetchesUnderWay() > 0
                || execution.writeBacksUnderWay() > 0) {
            graph.edge(this, memory, "an answer from memory");
        }
    }
}
