// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.Client;
import dev.sluice.device.GpuSpec;
import dev.sluice.machine.cache.Cache;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.memory.SectorTable;
import dev.sluice.machine.queue.RunContext;
import dev.sluice.machine.request.VersionRuns;
import dev.sluice.machine.truth.Agent;
import dev.sluice.machine.truth.TruthMonitor;
import dev.sluice.machine.view.MachineView;
import dev.sluice.machine.view.Part;
import dev.sluice.machine.view.PartKind;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.ViewTable;
import dev.sluice.machine.view.WholeTable;
import dev.sluice.program.sync.CacheRole;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A wired device as somebody sees it who looks between two events. */
final class DeviceView implements MachineView {

    private final Gpu gpu;
    private final GpuSpec spec;
    private final RunContext run;
    private final Texts texts = new Texts();
    private final VersionRuns versions;
    private final List<Part> parts = new ArrayList<>();
    private final Map<Integer, Cache> caches = new LinkedHashMap<>();
    /** What to read again after an event of a component; asked, never gone through in order. */
    private final Map<Component, List<WholeTable>> small = new IdentityHashMap<>();

    private final List<Writer> writers = new ArrayList<>();

    DeviceView(Gpu gpu, RunContext run, @Nullable TruthMonitor truth) {
        this.gpu = gpu;
        this.spec = gpu.spec;
        this.run = run;
        this.versions = new VersionRuns(
                gpu.compression == null ? null : gpu.compression.table().bundles());
        units();
        caches();
        memories(truth);
    }

    private void units() {
        for (int i = 0; i < spec.compute().count(); i++) {
            int unit = i;
            Set<String> below = new LinkedHashSet<>();
            for (Client client : Entrances.ofUnit()) {
                below.addAll(entered(spec.clients().get(client), unit));
            }
            add(PartKind.COMPUTE_UNIT, "cu", "cu[" + i + "]", new ArrayList<>(below), Map.of(), List.of());
        }
    }

    private List<String> entered(@Nullable String target, int unit) {
        if (target == null) {
            return List.of();
        }
        if (target.equals(GpuSpec.VRAM)) {
            return memory();
        }
        CacheSpec cache = spec.cache(target);
        return names(cache, unit);
    }

    /** The part of a cache that a unit enters: of a shared one the whole group. */
    private List<String> names(CacheSpec cache, int unit) {
        return cache.scope() == CacheSpec.Scope.DEVICE
                ? List.of(cache.name())
                : gpu.hierarchy.instance(cache, unit).stream().map(Component::name).toList();
    }

    private List<String> memory() {
        List<String> below = new ArrayList<>();
        spec.caches().stream()
                .filter(cache -> cache.role().equals(CacheRole.MALL))
                .forEach(cache -> below.add(cache.name()));
        return below.isEmpty() ? List.of(GpuSpec.VRAM, "link") : List.of(below.get(0), "link");
    }

    private void caches() {
        CacheView view = new CacheView(texts, versions);
        for (CacheSpec cache : spec.caches()) {
            CacheNode node = gpu.hierarchy.nodes().stream()
                    .filter(each -> each.spec().name().equals(cache.name()))
                    .findFirst()
                    .orElseThrow();
            for (int i = 0; i < node.instances().size(); i++) {
                List<String> below = below(cache, i);
                for (Cache slice : node.instance(i)) {
                    Part part = view.part(slice, below);
                    caches.put(parts.size(), slice);
                    add(part, slice);
                }
            }
        }
    }

    private List<String> below(CacheSpec cache, int instance) {
        if (cache.role().equals(CacheRole.MALL)) {
            return List.of(GpuSpec.VRAM);
        }
        return cache.parent().equals(GpuSpec.VRAM)
                ? memory()
                : spec.cache(cache.parent()).role().equals(CacheRole.MALL)
                        ? memory()
                        : names(spec.cache(cache.parent()), instance * cache.sharedBy());
    }

    private void memories(@Nullable TruthMonitor truth) {
        if (!gpu.pool.functional()) {
            return;
        }
        add(
                PartKind.MEMORY,
                "memory",
                "device memory",
                List.of(),
                Map.of(),
                List.of(new SectorTable(
                        "sectors", "sectors that were accessed", gpu.vram.store(), versions, version -> version)));
        if (truth != null) {
            add(
                    PartKind.TRUTH,
                    "truth",
                    "truth",
                    List.of(),
                    Map.of(),
                    List.of(new SectorTable(
                            "sectors",
                            "what the program meant to be in sectors that it wrote",
                            truth.intent(),
                            versions,
                            truth::agent)));
        }
    }

    private void add(
            PartKind kind,
            String group,
            String name,
            List<String> below,
            Map<String, String> attributes,
            List<ViewTable> tables) {
        parts.add(new Part(name, kind, group, name, below, attributes, tables));
    }

    private void add(Part part, Component component) {
        parts.add(part);
        List<WholeTable> whole = new ArrayList<>();
        for (ViewTable table : part.tables()) {
            if (table instanceof WholeTable each) {
                whole.add(each);
            }
        }
        small.computeIfAbsent(component, c -> new ArrayList<>()).addAll(whole);
    }

    /** An event of a component is over: what it holds may have changed. */
    void ranOn(Component component) {
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
        for (int i = writers.size(); i < run.agents().size(); i++) {
            Agent agent = run.agents().get(i);
            writers.add(new Writer(agent.name(), agent.what(), agent.where()));
        }
        return List.copyOf(writers);
    }

    @Override
    public List<String> commands() {
        return run.attributions();
    }

    @Override
    public long rowOf(int part, long address) {
        Cache cache = caches.get(part);
        return cache == null ? ABSENT : cache.lineOf(address);
    }
}
