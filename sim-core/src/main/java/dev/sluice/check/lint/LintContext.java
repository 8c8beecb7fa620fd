// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.Intervals;
import dev.sluice.check.trace.PassSpans;
import dev.sluice.check.trace.Space;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.QueueFamily;
import dev.sluice.program.Barrier;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.MemoryDeclaration;
import dev.sluice.program.Sharing;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.sync.BarrierProfile;
import dev.sluice.program.sync.QueueCapabilities;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the rules know of the stream and the device. */
final class LintContext {
    private final AccessTrace trace;
    private final StreamProgram program;
    private final GpuSpec device;
    private final BarrierProfile profile;

    @Nullable
    private PassSpans passes;

    private final Map<String, MemoryDeclaration> memories = new LinkedHashMap<>();
    private final Map<String, BufferDeclaration> buffers = new LinkedHashMap<>();
    private final Map<String, ImageDeclaration> images = new LinkedHashMap<>();
    private final Map<String, QueueCapabilities> capabilities = new LinkedHashMap<>();

    LintContext(AccessTrace trace, GpuSpec device, BarrierProfile profile) {
        this.trace = trace;
        this.program = trace.stream();
        this.device = device;
        this.profile = profile;
        this.program.memories().forEach(memory -> memories.put(memory.name(), memory));
        this.program.buffers().forEach(buffer -> buffers.put(buffer.name(), buffer));
        this.program.images().forEach(image -> images.put(image.name(), image));
        for (QueueFamily family : device.queueFamilies()) {
            capabilities.put(family.name(), QueueCapabilities.of(family.flags()));
        }
    }

    AccessTrace trace() {
        return trace;
    }

    /** The render passes of the stream. */
    PassSpans passes() {
        if (passes == null) {
            passes = new PassSpans(trace);
        }
        return passes;
    }

    /** The places that a barrier is limited to; null for a global one. */
    @Nullable
    Map<Space, Intervals> places(Barrier barrier) {
        return trace.places(barrier);
    }

    StreamProgram program() {
        return program;
    }

    GpuSpec device() {
        return device;
    }

    BarrierProfile profile() {
        return profile;
    }

    MemoryDeclaration memory(String name) {
        return found(memories.get(name), name);
    }

    BufferDeclaration buffer(String name) {
        return found(buffers.get(name), name);
    }

    ImageDeclaration image(String name) {
        return found(images.get(name), name);
    }

    /** How a buffer or image is shared between queue families; a memory that is used without either is not owned. */
    Sharing sharing(String resource) {
        if (buffers.containsKey(resource)) {
            return buffer(resource).sharing();
        }
        return images.containsKey(resource) ? image(resource).sharing() : Sharing.UNSTATED;
    }

    /** What the queues of a family can do. */
    QueueCapabilities capabilities(String family) {
        return found(capabilities.get(family), family);
    }

    private static <T> T found(@Nullable T value, String name) {
        if (value == null) {
            throw new IllegalArgumentException("the stream or the device has no " + name);
        }
        return value;
    }
}
