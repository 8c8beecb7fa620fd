// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.CacheSpec;
import dev.sluice.device.Client;
import dev.sluice.device.GpuSpec;
import dev.sluice.machine.compute.ComputeUnit;
import dev.sluice.machine.display.Display;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.queue.DeviceQueue;
import dev.sluice.machine.queue.HostThreadRunner;
import dev.sluice.machine.rop.RenderOutputUnit;
import dev.sluice.machine.rop.compress.CompressionUnit;
import dev.sluice.machine.rop.transition.TransitionEngine;
import dev.sluice.machine.tlb.SharedTlb;
import dev.sluice.machine.tlb.Tlb;
import dev.sluice.machine.transfer.TransferEngine;
import dev.sluice.machine.view.Part;
import dev.sluice.machine.view.PartKind;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.ViewTable;
import dev.sluice.program.sync.CacheRole;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What sends requests into the hierarchy, as parts: compute units, render output units, engines, queues; and what is below each. */
final class UnitView {

    private final Gpu gpu;
    private final GpuSpec spec;
    private final Texts texts;

    UnitView(Gpu gpu, Texts texts) {
        this.gpu = gpu;
        this.spec = gpu.spec;
        this.texts = texts;
    }

    /** The part that a component is, or null if it is shown as none or elsewhere. */
    @Nullable
    Part part(Component component) {
        if (component instanceof ComputeUnit unit) {
            Set<String> below = new LinkedHashSet<>();
            Client.ofComputeUnits().forEach(client -> below.addAll(entered(client, unit.index())));
            return part(component, PartKind.COMPUTE_UNIT, "cu", below, unit.view(texts));
        }
        if (component instanceof RenderOutputUnit unit) {
            Set<String> below = new LinkedHashSet<>();
            below.addAll(entered(Client.COLOR_ATTACHMENT, unit.number()));
            below.addAll(entered(Client.DEPTH_STENCIL_ATTACHMENT, unit.number()));
            return part(component, PartKind.ROP, "rop", below, unit.view(texts));
        }
        if (component instanceof TransferEngine engine) {
            return part(
                    component, PartKind.COPY_ENGINE, component.name(), outside(Client.TRANSFER), engine.view(texts));
        }
        if (component instanceof Display display) {
            return part(
                    component,
                    PartKind.DISPLAY,
                    component.name(),
                    outside(Client.DISPLAY),
                    List.of(display.view(texts)));
        }
        if (component instanceof GeometryFetcher fetcher) {
            return part(
                    component,
                    PartKind.FRONT_END,
                    component.name(),
                    outside(Client.INDIRECT),
                    List.of(fetcher.view(texts)));
        }
        if (component instanceof FrontEnd) {
            return part(component, PartKind.FRONT_END, component.name(), outside(Client.INDIRECT), List.of());
        }
        if (component instanceof CompressionUnit unit) {
            return part(component, PartKind.COMPRESSION, "compression", Set.of(), List.of(unit.view(texts)));
        }
        if (component instanceof TransitionEngine engine) {
            return part(
                    component,
                    PartKind.COMPRESSION,
                    component.name(),
                    Set.of(GpuSpec.VRAM),
                    List.of(engine.view(texts)));
        }
        if (component instanceof Tlb || component instanceof SharedTlb) {
            return part(component, PartKind.TRANSLATION, "translation", Set.of(), List.of());
        }
        if (component instanceof DeviceQueue) {
            return part(component, PartKind.QUEUE, "queue", Set.of(), List.of());
        }
        return component instanceof HostThreadRunner thread
                ? part(component, PartKind.HOST_THREAD, "host thread", Set.of(), List.of(thread.view(texts)))
                : null;
    }

    private static Part part(
            Component component, PartKind kind, String group, Set<String> below, List<ViewTable> tables) {
        return new Part(component.name(), kind, group, component.name(), new ArrayList<>(below), Map.of(), tables);
    }

    private Set<String> outside(Client client) {
        return new LinkedHashSet<>(entered(client, spec.compute().count()));
    }

    private List<String> entered(Client client, int unit) {
        String target = spec.clients().get(client);
        if (target == null) {
            return List.of();
        }
        boolean toMemory =
                target.equals(GpuSpec.VRAM) || spec.cache(target).role().equals(CacheRole.MALL);
        return toMemory ? memory() : names(spec.cache(target), unit);
    }

    /** The part of a cache that a unit enters: of a shared one the whole group. */
    private List<String> names(CacheSpec cache, int unit) {
        return gpu.hierarchy.hasCrossbar(cache.name())
                ? List.of(NetworkView.name(cache.name()))
                : gpu.hierarchy.instance(cache, unit).stream()
                        .map(Component::name)
                        .toList();
    }

    /** What is below an instance of a cache. */
    List<String> below(CacheSpec cache, int instance) {
        if (cache.role().equals(CacheRole.MALL)) {
            return List.of(GpuSpec.VRAM);
        }
        if (cache.parent().equals(GpuSpec.VRAM)
                || spec.cache(cache.parent()).role().equals(CacheRole.MALL)) {
            return memory();
        }
        CacheSpec parent = spec.cache(cache.parent());
        return cache.scope() == CacheSpec.Scope.DEVICE && parent.scope() == CacheSpec.Scope.DEVICE
                ? List.of(parent.name())
                : names(parent, instance * cache.sharedBy());
    }

    private List<String> memory() {
        String device = spec.caches().stream()
                .filter(cache -> cache.role().equals(CacheRole.MALL))
                .map(CacheSpec::name)
                .findFirst()
                .orElse(GpuSpec.VRAM);
        return spec.unified() ? List.of(device) : List.of(device, "link");
    }
}
