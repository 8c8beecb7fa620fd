// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.standalone;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.Client;
import dev.sluice.device.DramSpec;
import dev.sluice.device.FixedLatencySpec;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.NetworkSpec;
import dev.sluice.machine.cache.Cache;
import dev.sluice.machine.cache.CacheNodeStats;
import dev.sluice.machine.cache.Interleave;
import dev.sluice.machine.cache.RefillLedger;
import dev.sluice.machine.cache.SliceHash;
import dev.sluice.machine.cache.SliceLinks;
import dev.sluice.machine.dram.DramSystem;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.Port;
import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.network.Crossbar;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.DirectPath;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Caches over a memory, without compute units, programs or barriers: {@linkplain TraceDriver traces} go in, counters come out.
 *
 * <p>Each cache has one instance with all its slices and hangs below its {@code parent}, so several may share one parent. Only
 * time is simulated: caches hold no bytes. It belongs to one thread, and equal calls give equal results.
 */
public final class MemoryHierarchy {

    private static final int MEMORY_REQUEST_BYTES = 256;
    private static final int NO_COMMAND = -1;

    private final Engine engine = new Engine();
    private final RequestPool pool = new RequestPool(false);
    private final RefillLedger ledger = new RefillLedger();
    private final Map<String, Level> levels = new LinkedHashMap<>();
    private final List<TraceDriver> drivers = new ArrayList<>();
    private final Builder setup;
    private final Downstream memory;
    private final @Nullable FixedLatencyMemory ideal;
    private final @Nullable DramSystem dram;

    /**
     * A cache, and how it is entered: by drivers through the first entrance, then by one cache above it after the other.
     */
    private record Level(
            CacheSpec spec, CacheNodeStats stats, Iterator<Downstream> entrances, Downstream own, List<Cache> slices) {}

    private MemoryHierarchy(Builder setup) {
        this.setup = setup;
        DramSpec channels = setup.dram;
        if (channels != null) {
            ideal = null;
            dram = new DramSystem(
                    engine, "memory", channels, setup.clockHz, 0, new BackingStore(), pool, setup.observer, null);
            memory = dram;
        } else {
            dram = null;
            ideal = engine.add(new FixedLatencyMemory(engine, "memory", setup.fixed, pool));
            memory = ideal.path(MEMORY_REQUEST_BYTES);
        }
        setup.caches.values().forEach(this::level);
        levels.values().forEach(this::include);
    }

    /** A hierarchy to be put together. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * What one client of a device sees: an instance of each cache that its accesses go through, behind the device's network, over
     * the device's memory.
     *
     * @throws IllegalArgumentException if the client goes to memory directly
     */
    public static MemoryHierarchy of(GpuSpec device, Client client) {
        Builder builder = builder().memory(device.vram(), device.clockHz()).network(device.network());
        String at = device.clients().getOrDefault(client, GpuSpec.VRAM);
        if (at.equals(GpuSpec.VRAM)) {
            throw new IllegalArgumentException("client " + client.key() + " of " + device.name() + " enters no cache");
        }
        while (!at.equals(GpuSpec.VRAM)) {
            CacheSpec cache = device.cache(at);
            builder.cache(cache);
            at = cache.parent();
        }
        return builder.build();
    }

    /** Tells an inclusive cache whose lines must be in it too. */
    private void include(Level level) {
        if (level.spec().structure().inclusive()) {
            List<Cache> above = new ArrayList<>();
            levels.values().stream()
                    .filter(other ->
                            !other.spec().name().equals(level.spec().name()) && isAbove(other.spec(), level.spec()))
                    .forEach(other -> above.addAll(other.slices()));
            level.slices().forEach(slice -> SliceLinks.include(slice, above));
        }
    }

    private boolean isAbove(CacheSpec upper, CacheSpec lower) {
        @Nullable CacheSpec at = upper;
        while (at != null && !at.name().equals(lower.name())) {
            at = setup.caches.get(at.parent());
        }
        return at != null;
    }

    private Level level(CacheSpec spec) {
        Level known = levels.get(spec.name());
        if (known != null) {
            return known;
        }
        CacheSpec parent = setup.caches.get(spec.parent());
        Downstream below = parent == null ? memory : level(parent).entrances().next();
        SliceHash hash = SliceHash.of(spec);
        CacheNodeStats stats = new CacheNodeStats(spec, 1);
        List<Cache> slices = new ArrayList<>();
        int count = spec.geometry().slices();
        for (int i = 0; i < count; i++) {
            slices.add(engine.add(new Cache(
                    engine,
                    count == 1 ? spec.name() : spec.name() + "[" + i + "]",
                    spec,
                    hash,
                    i,
                    pool,
                    below,
                    stats,
                    ledger,
                    setup.seed,
                    setup.observer,
                    null)));
        }
        SliceLinks.join(slices);
        Iterator<Downstream> entrances = entrances(spec, slices, hash).iterator();
        Downstream own = entrances.next();
        Level level = new Level(spec, stats, entrances, own, slices);
        levels.put(spec.name(), level);
        return level;
    }

    /** One for drivers, and one for each cache above. */
    private List<Downstream> entrances(CacheSpec spec, List<Cache> slices, SliceHash hash) {
        int line = spec.geometry().line();
        int senders = 1
                + (int) setup.caches.values().stream()
                        .filter(above -> above.parent().equals(spec.name()))
                        .count();
        NetworkSpec network = setup.network;
        if (network != null && spec.scope() == CacheSpec.Scope.DEVICE) {
            List<Port> ports = slices.stream().map(Cache::newPort).toList();
            Crossbar crossbar = new Crossbar(network, spec.name(), pool, senders, ports, hash, line);
            return IntStream.range(0, senders).mapToObj(crossbar::path).toList();
        }
        List<DirectPath> wires = slices.stream()
                .map(slice -> new DirectPath(slice.newPort(), 0, 0, line))
                .toList();
        return Collections.nCopies(senders, wires.size() == 1 ? wires.get(0) : new Interleave(wires, hash));
    }

    /**
     * Something that feeds addresses into a cache.
     *
     * @param cache the cache's name
     * @param outstanding how many accesses may be under way, at least 1; 1 is a pointer chase
     * @throws IllegalArgumentException if no cache has the name
     */
    public TraceDriver driver(String cache, int outstanding) {
        Level level = named(cache);
        TraceDriver driver = engine.add(new TraceDriver(
                engine,
                "driver[" + drivers.size() + "]",
                pool,
                level.own(),
                Client.STORAGE,
                level.spec().policy().readOnly(),
                outstanding));
        drivers.add(driver);
        return driver;
    }

    /**
     * Runs until every access of every driver is answered and nothing is under way.
     *
     * @throws dev.sluice.machine.fault.DeadlockException if accesses can never be answered
     */
    public void run() {
        drivers.forEach(TraceDriver::begin);
        engine.run();
        engine.auditAtEnd();
    }

    /** The current cycle. */
    public long cycle() {
        return engine.now();
    }

    /**
     * What a cache counted, in sectors of 32 bytes.
     *
     * @throws IllegalArgumentException if no cache has the name
     */
    public RunResult.CacheResult cache(String name) {
        return named(name).stats().result(command -> command == NO_COMMAND ? "trace" : Integer.toString(command));
    }

    /** Bytes that went between the caches and memory. */
    public long memoryBytes() {
        FixedLatencyMemory fixed = ideal;
        if (fixed != null) {
            return fixed.bytes();
        }
        RunResult.DramResult counted = Objects.requireNonNull(dram).result();
        return counted.readBytes() + counted.writeBytes();
    }

    private Level named(String cache) {
        Level level = levels.get(cache);
        if (level == null) {
            throw new IllegalArgumentException("no cache named " + cache + "; there are " + levels.keySet());
        }
        return level;
    }

    /** Puts a hierarchy together. */
    public static final class Builder {
        private final Map<String, CacheSpec> caches = new LinkedHashMap<>();
        private FixedLatencySpec fixed = new FixedLatencySpec(0, MEMORY_REQUEST_BYTES);
        private @Nullable DramSpec dram;
        private long clockHz;
        private @Nullable NetworkSpec network;
        private long seed;
        private SimObserver observer = SimObserver.NONE;

        private Builder() {}

        /** Adds a cache; a parent that no cache has the name of is the memory. */
        public Builder cache(CacheSpec cache) {
            if (caches.put(cache.name(), cache) != null) {
                throw new IllegalArgumentException("two caches are named " + cache.name());
            }
            return this;
        }

        /** Lets an ideal memory answer, without which memory takes no time. */
        public Builder memory(FixedLatencySpec memory) {
            fixed = memory;
            dram = null;
            return this;
        }

        /**
         * Lets DRAM answer.
         *
         * @param coreHz the core clock in hertz, the time base of all cycles
         */
        public Builder memory(DramSpec memory, long coreHz) {
            dram = memory;
            clockHz = coreHz;
            return this;
        }

        /** Puts a crossbar in front of each cache of scope device; without it caches are joined by wires that take no time. */
        public Builder network(NetworkSpec crossbar) {
            network = crossbar;
            return this;
        }

        /** The seed of random replacement; 0 without this. */
        public Builder seed(long value) {
            seed = value;
            return this;
        }

        /** Lets an observer see what the caches do. */
        public Builder observer(SimObserver watcher) {
            observer = watcher;
            return this;
        }

        /**
         * Wires it.
         *
         * @throws IllegalArgumentException if the caches' parents form a circle
         */
        public MemoryHierarchy build() {
            for (CacheSpec cache : caches.values()) {
                int steps = 0;
                for (CacheSpec at = cache; at != null; at = caches.get(at.parent())) {
                    if (++steps > caches.size()) {
                        throw new IllegalArgumentException("the parents of cache " + cache.name() + " form a circle");
                    }
                }
            }
            return new MemoryHierarchy(this);
        }
    }
}
