// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.device.Client;
import dev.sluice.device.ComputeSpec;
import dev.sluice.device.DeviceLimits;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.HostSpec;
import dev.sluice.device.LinkSpec;
import dev.sluice.device.MemoryHeap;
import dev.sluice.device.MemoryProperty;
import dev.sluice.device.MemoryType;
import dev.sluice.device.PageSpec;
import dev.sluice.device.RopSpec;
import dev.sluice.machine.dram.Specs;
import dev.sluice.machine.memory.MemoryAllocator;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.MemoryDeclaration;
import dev.sluice.program.Origin;
import dev.sluice.program.Sharing;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.Tiling;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Invented streams bound to a device of which only heap, pages and render output units count. */
final class BindingsRig {

    static final Origin ORIGIN = Origin.at("s.yaml:4:2");
    private static final long CLOCK = 1_000_000_000L;
    static final long HEAP = 64L << 20;

    private final List<MemoryDeclaration> memories = new ArrayList<>();
    private final List<BufferDeclaration> buffers = new ArrayList<>();
    private final List<ImageDeclaration> images = new ArrayList<>();
    private PageSpec pages = PageSpec.DEFAULT;
    private int metadataBits = 4;

    BindingsRig memory(String name, long size) {
        memories.add(new MemoryDeclaration(name, size, 0, ORIGIN));
        return this;
    }

    BindingsRig buffer(String name, String memory, long offset, long size) {
        buffers.add(new BufferDeclaration(name, memory, offset, size, List.of(), ORIGIN));
        return this;
    }

    BindingsRig image(String name, String memory, long offset, int width, int height, Tiling tiling, String... usage) {
        ImageSpec spec = new ImageSpec(name, Format.R8G8B8A8_UNORM, width, height, 1, 1, 1, 1, tiling, Set.of(usage));
        return image(spec, memory, offset);
    }

    BindingsRig image(ImageSpec spec, String memory, long offset) {
        images.add(new ImageDeclaration(spec, memory, offset, ImageLayout.UNDEFINED, false, Sharing.UNSTATED, ORIGIN));
        return this;
    }

    BindingsRig pages(PageSpec spec) {
        pages = spec;
        return this;
    }

    BindingsRig metadataBits(int bits) {
        metadataBits = bits;
        return this;
    }

    Bindings bind() {
        RopSpec rop = new RopSpec(
                4,
                256,
                32,
                List.of(2, 4, 8),
                List.of(),
                metadataBits,
                8,
                Set.of(Client.SAMPLED),
                Set.of(Client.SAMPLED),
                4,
                false);
        List<MemoryHeap> heaps = List.of(new MemoryHeap(HEAP, true));
        List<MemoryType> types = List.of(new MemoryType(0, Set.of(MemoryProperty.DEVICE_LOCAL)));
        GpuSpec device = new GpuSpec(
                "invented",
                "",
                List.of(),
                false,
                CLOCK,
                new ComputeSpec(1, 32, 8, 1, 0, new ComputeSpec.WorkgroupMemory(65_536, 32, 24), 64, 1, 100, 1),
                List.of(),
                Map.of(),
                null,
                null,
                Specs.of(Specs.DISTINCT),
                rop,
                new HostSpec(
                        CLOCK,
                        1,
                        List.of(),
                        4,
                        64,
                        1_000_000,
                        new LinkSpec(LinkSpec.Kind.ONCHIP, 16, 27 * CLOCK, 0, 1024, 256),
                        null,
                        0),
                new DeviceLimits(64, pages.size(), 64, List.of(65535L, 65535L, 65535L), 65535, 0xFFFF_FFFFL),
                heaps,
                types,
                List.of(),
                "none",
                pages,
                GpuSpec.DISPLAY);
        StreamProgram stream = new StreamProgram("s", memories, buffers, images, Map.of(), List.of(), List.of());
        return new Bindings(device, stream, new MemoryAllocator(heaps, types, false));
    }
}
