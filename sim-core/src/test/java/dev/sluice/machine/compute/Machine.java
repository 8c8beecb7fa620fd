// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

import dev.sluice.device.Client;
import dev.sluice.device.ComputeSpec;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.program.image.ImageView;
import dev.sluice.program.kernel.BindingKind;
import dev.sluice.program.kernel.KernelCompiler;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.kernel.KernelSource;
import dev.sluice.program.kernel.LocalSize;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compute units and a dispatcher in front of ideal memories: one for storage, one for the read-only clients. */
final class Machine {

    static final int LINE = 128;

    /** Ends of dispatches as they were reported. */
    static final class Sink extends Component {
        final Map<Integer, Long> ends = new LinkedHashMap<>();

        Sink(Engine engine) {
            super(engine, "sink");
        }

        @Override
        public void onEvent(int kind, int argument) {
            if (ends.put(argument, now()) != null) {
                throw new IllegalStateException("dispatch " + argument + " ended twice");
            }
        }
    }

    /** What a machine is made of; change what a test is about. */
    static final class Builder {
        int units = 1;
        int waveSize = 4;
        int waves = 8;
        int issue = 1;
        int registers;
        long shared = 4096;
        int banks = 4;
        int sharedLatency = 10;
        int sharedQueue;
        int queue = 16;
        int requestsPerCycle = 1;
        int launch;
        int groupsPerCycle = 1;
        int dispatcherGroupCycles = 1;
        int unitGroupCycles;
        int groupStartCycles;
        int latency = 20;
        int credits = 1024;
        boolean functional = true;
        UnitCacheControl caches = UnitCacheControl.NONE;
        SimObserver observer = SimObserver.NONE;

        @Nullable
        AccessChecker checker;

        Machine build() {
            return new Machine(this);
        }
    }

    final Engine engine = new Engine();
    final RequestPool pool;
    final MockMemory memory;
    final MockMemory uniform;
    final MockMemory sampled;
    final MockMemory attachment;
    final List<ComputeUnit> units = new ArrayList<>();
    final Dispatcher dispatcher;
    final ComputeArray array;
    final Sink sink = engine.add(new Sink(engine));
    private int dispatches;

    private Machine(Builder b) {
        pool = new RequestPool(b.functional);
        memory = new MockMemory(engine, "memory", pool, b.latency, b.credits);
        memory.recording = true;
        uniform = readOnly("uniform", b.latency);
        sampled = readOnly("sampled", b.latency);
        attachment = readOnly("attachment", b.latency);
        ComputeSpec spec = new ComputeSpec(
                b.units,
                b.waveSize,
                b.waves,
                b.issue,
                b.registers,
                new ComputeSpec.WorkgroupMemory(b.shared, b.banks, b.sharedLatency, b.sharedQueue, 0, List.of()),
                b.queue,
                b.requestsPerCycle,
                b.launch,
                b.groupsPerCycle,
                b.dispatcherGroupCycles,
                b.unitGroupCycles,
                b.groupStartCycles);
        @Nullable Downstream[] paths = new Downstream[Client.all().size()];
        paths[Client.STORAGE.ordinal()] = memory.path(LINE);
        paths[Client.UNIFORM.ordinal()] = uniform.path(64);
        paths[Client.SAMPLED.ordinal()] = sampled.path(LINE);
        paths[Client.INPUT_ATTACHMENT.ordinal()] = attachment.path(LINE);
        paths[Client.ACCELERATION_STRUCTURE.ordinal()] = paths[Client.STORAGE.ordinal()];
        paths[Client.SHADER_BINDING_TABLE.ordinal()] = paths[Client.STORAGE.ordinal()];
        array = engine.add(new ComputeArray(engine, "units", spec, pool, b.observer, b.checker));
        for (int i = 0; i < b.units; i++) {
            units.add(engine.add(new ComputeUnit(engine, "cu[" + i + "]", i, array, paths, b.caches)));
        }
        dispatcher = engine.add(new Dispatcher(engine, "dispatcher", spec, units));
    }

    private MockMemory readOnly(String name, int latency) {
        MockMemory made = new MockMemory(engine, name, pool, latency);
        made.recording = true;
        return made;
    }

    /** A kernel whose bindings are all storage buffers. */
    static KernelProgram kernel(String code, int localSize, String... bindings) {
        return kernel(code, localSize, 0, 0, bindings);
    }

    static KernelProgram kernel(String code, int localSize, int shared, int registers, String... bindings) {
        Map<String, BindingKind> kinds = new LinkedHashMap<>();
        for (String binding : bindings) {
            kinds.put(binding, BindingKind.STORAGE);
        }
        return kernel(code, localSize, shared, registers, kinds);
    }

    static KernelProgram kernel(
            String code, int localSize, int shared, int registers, Map<String, BindingKind> bindings) {
        return KernelCompiler.compile(new KernelSource(
                "k",
                code,
                new LocalSize(localSize, 1, 1),
                bindings,
                new LinkedHashSet<>(List.of("n")),
                shared,
                registers));
    }

    /** Starts a dispatch now; binding i lies at i MiB and is 1 MiB long, and {@code n} is {@code groups}. */
    DispatchJob start(KernelProgram program, int groups) {
        int count = program.bindings().size();
        long[] addresses = new long[count];
        long[] sizes = new long[count];
        for (int i = 0; i < count; i++) {
            addresses[i] = (long) i << 20;
            sizes[i] = 1 << 20;
        }
        return start(program, groups, addresses, sizes);
    }

    DispatchJob start(KernelProgram program, int groups, long[] addresses, long[] sizes) {
        return start(program, groups, addresses, sizes, groups);
    }

    /** Starts a dispatch now whose parameter {@code n} is given. */
    DispatchJob start(KernelProgram program, int groups, long[] addresses, long[] sizes, long n) {
        DispatchJob job = new DispatchJob(
                program,
                groups,
                1,
                1,
                addresses,
                sizes,
                new long[] {n},
                3,
                7,
                "dispatch " + dispatches,
                sink,
                0,
                dispatches);
        dispatches++;
        dispatcher.start(job);
        return job;
    }

    /** Starts a dispatch of one row of groups now, whose images are {@code views}; {@code n} is {@code groups}. */
    DispatchJob start(KernelProgram program, int groups, long[] addresses, long[] sizes, @Nullable ImageView[] views) {
        long[] parameters = new long[program.parameters().size()];
        parameters[0] = groups;
        DispatchJob job = new DispatchJob(
                program,
                groups,
                1,
                1,
                addresses,
                sizes,
                views,
                parameters,
                3,
                7,
                "dispatch " + dispatches,
                sink,
                0,
                dispatches);
        dispatches++;
        dispatcher.start(job);
        return job;
    }

    /** Starts to shade waves now. */
    DispatchJob shade(
            KernelProgram program,
            long[] addresses,
            long[] sizes,
            @Nullable ImageView[] views,
            FragmentWave[] waves,
            FragmentSink to) {
        DispatchJob job = DispatchJob.fragments(
                new AccessSites(program, addresses, sizes, views),
                new long[program.parameters().size()],
                3,
                7,
                "draw " + dispatches,
                waves,
                waves.length,
                to,
                sink,
                0,
                dispatches);
        dispatches++;
        dispatcher.start(job);
        return job;
    }

    /** Runs to the end, and proves that nothing is left. */
    void finish() {
        engine.run();
        engine.auditAtEnd();
        if (pool.inUse() != 0) {
            throw new IllegalStateException(pool.inUse() + " requests were not released");
        }
    }

    long end(int dispatch) {
        Long cycle = sink.ends.get(dispatch);
        if (cycle == null) {
            throw new IllegalStateException("dispatch " + dispatch + " has not ended");
        }
        return cycle;
    }

    void poke(long address, int size, long value) {
        for (int i = 0; i < size; i++) {
            memory.store.set(address + i, (byte) (value >>> 8 * i), 1);
        }
    }

    long peek(long address, int size) {
        long value = 0;
        for (int i = size - 1; i >= 0; i--) {
            value = value << 8 | memory.store.data(address + i) & 0xFF;
        }
        return value;
    }

    /** Cycles at which the storage memory saw requests. */
    long[] cycles() {
        return memory.seen.stream().mapToLong(MockMemory.Seen::cycle).toArray();
    }

    /** Addresses that the storage memory saw, in order. */
    long[] addresses() {
        return memory.seen.stream().mapToLong(MockMemory.Seen::address).toArray();
    }
}
