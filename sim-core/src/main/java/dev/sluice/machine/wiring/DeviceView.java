// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.RopSpec;
import dev.sluice.machine.cache.Cache;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.EventListener;
import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.memory.SectorTable;
import dev.sluice.machine.request.Downstream;
import dev.sluice.machine.request.RequestPlaces;
import dev.sluice.machine.request.RequestTable;
import dev.sluice.machine.request.VersionRuns;
import dev.sluice.machine.truth.TruthMonitor;
import dev.sluice.machine.view.AddressTable;
import dev.sluice.machine.view.MachineView;
import dev.sluice.machine.view.Part;
import dev.sluice.machine.view.PartKind;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.ViewTable;
import dev.sluice.machine.view.WholeTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A wired device as somebody sees it who looks between two events. */
final class DeviceView implements MachineView, EventListener, RequestPlaces {

    private final Gpu gpu;
    private final ViewedProgram program;
    private final Texts texts = new Texts();
    private final VersionRuns versions;
    private final RequestTable requests;
    private final List<Part> parts = new ArrayList<>();
    /** What to read again after an event of a component, and which part it is; asked, never gone through in order. */
    private final IdentityHashMap<Component, List<WholeTable>> small = new IdentityHashMap<>();

    private final IdentityHashMap<Component, Integer> partOf = new IdentityHashMap<>();
    /** The part of the network that a path leads through. */
    private final IdentityHashMap<Downstream, Integer> networkOf = new IdentityHashMap<>();

    private final List<Runnable> listeners = new ArrayList<>();
    /** Parts by name. */
    private final Map<String, Integer> named = new HashMap<>();

    DeviceView(Gpu gpu, ViewedProgram program) {
        this.gpu = gpu;
        this.program = program;
        this.versions = new VersionRuns(
                gpu.compression == null ? null : gpu.compression.table().bundles());
        this.requests = new RequestTable(gpu.pool, texts, gpu.engine, this);
        UnitView units = new UnitView(gpu, texts);
        for (Component component : gpu.engine.components()) {
            Part part = units.part(component);
            if (part != null) {
                add(part, component);
            }
        }
        networks();
        caches(units);
        gpu.vram.view(texts).forEach((channel, part) -> add(part, channel));
        gpu.host.view(texts, versions, this::add, () -> touch(gpu.host.cpu()));
        add(new Part("program", PartKind.PROGRAM, "program", "program", List.of(), Map.of(), program.tables(texts)));
        add(new Part("requests", PartKind.REQUESTS, "requests", "requests", List.of(), Map.of(), List.of(requests)));
        memories(program.truth());
        for (int i = 0; i < parts.size(); i++) {
            named.put(parts.get(i).name(), i);
        }
    }

    private void networks() {
        gpu.hierarchy.crossbars((cache, crossbar) -> {
            crossbar.paths().forEach(path -> networkOf.put(path, parts.size()));
            add(NetworkView.part(gpu.spec, cache, crossbar, texts));
        });
    }

    private void caches(UnitView units) {
        CacheView view = new CacheView(texts, versions);
        for (CacheSpec cache : gpu.spec.caches()) {
            CacheNode node = gpu.hierarchy.nodes().stream()
                    .filter(each -> each.spec().name().equals(cache.name()))
                    .findFirst()
                    .orElseThrow();
            for (int i = 0; i < node.instances().size(); i++) {
                List<String> below = units.below(cache, i);
                for (Cache slice : node.instance(i)) {
                    add(view.part(slice, below), slice);
                }
            }
        }
    }

    private void memories(@Nullable TruthMonitor truth) {
        if (!gpu.pool.functional()) {
            return;
        }
        BackingStore vram = gpu.vram.store();
        BackingStore ram = gpu.host.ram();
        memory(PartKind.MEMORY, "memory", new SectorTable("sectors", "accessed sectors", vram, versions, v -> v));
        if (ram != null) {
            memory(
                    PartKind.MEMORY,
                    "memory.host",
                    new SectorTable("sectors", "accessed sectors", ram, versions, v -> v));
        }
        if (truth != null) {
            String meaning = "what the program meant to be in sectors that it wrote";
            memory(
                    PartKind.TRUTH,
                    "truth",
                    new SectorTable("sectors", meaning, truth.intent(), versions, truth::agent));
        }
    }

    private void memory(PartKind kind, String name, ViewTable table) {
        add(new Part(name, kind, name, name, List.of(), Map.of(), List.of(table)));
    }

    private void add(Part part) {
        parts.add(part);
    }

    private void add(Part part, Component component) {
        partOf.putIfAbsent(component, parts.size());
        parts.add(part);
        List<WholeTable> whole = small.computeIfAbsent(component, c -> new ArrayList<>());
        for (ViewTable table : part.tables()) {
            if (table instanceof WholeTable each) {
                whole.add(each);
            }
        }
    }

    /** Has somebody told after every event, while the machine stands still; in the order of these calls. */
    void afterEach(Runnable told) {
        listeners.add(told);
    }

    @Override
    public void before(Component component, int kind, int argument, int request) {
        requests.before(component, kind, argument, request);
    }

    @Override
    public void after(Component component) {
        touch(component);
        for (Runnable listener : listeners) {
            listener.run();
        }
    }

    @Override
    public void enters(Component to, int request) {
        requests.enters(to, request);
    }

    @Override
    public void returns(Component from) {
        touch(from);
        requests.returns(from);
    }

    @Override
    public void sent(Component to, long delay, int request) {
        requests.sent(to, delay, request);
    }

    @Override
    public int partOf(@Nullable Component component) {
        if (component == null) {
            return NOWHERE;
        }
        int part = partOf.getOrDefault(component, NOWHERE);
        // what feeds a trace in is where the trace's client would be
        return part == NOWHERE && component instanceof TraceClient client
                ? named.getOrDefault(client.inPlaceOf(), NOWHERE)
                : part;
    }

    @Override
    public int networkOf(@Nullable Downstream path) {
        return path == null ? NOWHERE : networkOf.getOrDefault(path, NOWHERE);
    }

    private void touch(Component component) {
        List<WholeTable> tables = small.get(component);
        if (tables != null) {
            for (WholeTable table : tables) {
                table.touch();
            }
        }
    }

    @Override
    public List<Part> parts() {
        return List.copyOf(parts);
    }

    @Override
    public long cycle() {
        return gpu.engine.now();
    }

    @Override
    public long events() {
        return gpu.engine.executedEvents();
    }

    @Override
    public Texts texts() {
        return texts;
    }

    @Override
    public List<Writer> writers() {
        return program.writers();
    }

    @Override
    public List<String> commands() {
        return program.commands();
    }

    @Override
    public List<TileCodes> tileCodes() {
        return program.tileCodes();
    }

    @Override
    public List<String> codeMeanings() {
        RopSpec rop = gpu.spec.rop();
        List<String> meanings = new ArrayList<>(List.of("raw", "2:1", "4:1", "8:1"));
        rop.clearColors().forEach(color -> meanings.add("cleared to " + color));
        return meanings;
    }

    @Override
    public long rowOf(int part, long address) {
        for (ViewTable table : parts.get(part).tables()) {
            if (table instanceof AddressTable lines) {
                return lines.rowOf(address);
            }
        }
        return AddressTable.ABSENT;
    }
}
