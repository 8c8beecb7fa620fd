// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.bind.OneKey;
import dev.sluice.config.calls.Change;
import dev.sluice.config.calls.LeftOut;
import dev.sluice.config.source.Versions;
import dev.sluice.config.stream.GraphicsFile;
import dev.sluice.config.stream.HostStep;
import dev.sluice.config.stream.StreamFile;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.result.Counted;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One import: the capture's objects as they stand, and the stream as far as it is made. */
final class CaptureSession {
    final CaptureTarget target;
    final CaptureBytes bytes;
    final HostData hostData;
    final Notes notes = new Notes();
    final Dropped dropped = new Dropped();
    final Masks masks = new Masks(this);
    final KernelTexts kernels = new KernelTexts();
    final SparseBindings sparse = new SparseBindings(this);
    final BufferAddresses addresses = new BufferAddresses();
    final AccelerationStructures structures = new AccelerationStructures(this);
    final DescriptorBuffers descriptorBuffers = new DescriptorBuffers(this);

    private final Map<Long, Named> names = new TreeMap<>();
    /** Pipelines and shader modules, which only reports name. */
    private final Map<Long, Named> code = new TreeMap<>();

    private final Map<Long, Memory> memories = new LinkedHashMap<>();
    private final Map<Long, Buffer> buffers = new LinkedHashMap<>();
    private final Map<Long, Image> images = new LinkedHashMap<>();
    private final Map<Long, View> views = new LinkedHashMap<>();
    private final List<Named> extras = new ArrayList<>();
    private final Map<Named, GraphicsFile.RenderPass> renderPasses = new LinkedHashMap<>();
    private final Map<Named, Late<GraphicsFile.Framebuffer>> framebuffers = new LinkedHashMap<>();
    private final Map<Named, Late<GraphicsFile.Swapchain>> swapchains = new LinkedHashMap<>();
    private final List<Late<OneKey<HostStep>>> program = new ArrayList<>();
    private final List<Named> timelines = new ArrayList<>();
    /** Whether work of the program went before that the capture lacks. */
    private boolean midway;

    CaptureSession(CaptureTarget target, CaptureBytes bytes, HostData hostData) {
        this.hostData = hostData;
        this.target = target;
        this.bytes = bytes;
    }

    /** The name of an object; handles are unique in the whole capture. */
    Named named(String kind, long handle) {
        return names.computeIfAbsent(handle, h -> new Named(kind, h));
    }

    /** The name of a pipeline or shader module; it takes none away from what the stream declares. */
    Named code(String kind, long handle) {
        return code.computeIfAbsent(handle, h -> new Named(kind, h));
    }

    /** The name of an object that is already known, or null. */
    @Nullable
    Named known(long handle) {
        Named name = names.get(handle);
        return name == null ? code.get(handle) : name;
    }

    Map<Long, Memory> memories() {
        return memories;
    }

    Map<Long, Buffer> buffers() {
        return buffers;
    }

    Map<Long, Image> images() {
        return images;
    }

    Map<Long, View> views() {
        return views;
    }

    /** A name for something that the capture has no handle for. */
    Named extra(String kind, long handle) {
        Named name = new Named(kind, handle);
        extras.add(name);
        return name;
    }

    /** The render passes that the stream declares. */
    Map<Named, GraphicsFile.RenderPass> renderPasses() {
        return renderPasses;
    }

    /** The framebuffers that the stream declares. */
    Map<Named, Late<GraphicsFile.Framebuffer>> framebuffers() {
        return framebuffers;
    }

    /** The swapchains that the stream declares. */
    Map<Named, Late<GraphicsFile.Swapchain>> swapchains() {
        return swapchains;
    }

    /** Notes that work of the program went before, which the capture lacks. */
    void beginsMidway() {
        midway = true;
    }

    /** Whether work of the program went before that the capture lacks. */
    boolean midway() {
        return midway;
    }

    /** An image layout without its prefix; one that the simulator does not know becomes GENERAL. */
    String layout(String text) {
        ImageLayout layout = ImageLayout.of(text);
        if (layout == null) {
            notes.count("the layout " + text + " is taken as GENERAL");
            return ImageLayout.GENERAL.name();
        }
        return layout.name();
    }

    void timeline(Named semaphore) {
        timelines.add(semaphore);
    }

    /** The memory of a handle in a call. */
    Memory memory(Struct struct, String key) {
        Memory memory = memories.get(struct.handle(key));
        if (memory == null) {
            throw struct.error(key, "names no memory that the capture has allocated");
        }
        return memory;
    }

    /** The buffer of a handle in a call, bound to memory. */
    Buffer buffer(Struct struct, String key) {
        Buffer buffer = buffers.get(struct.handle(key));
        if (buffer == null) {
            throw struct.error(key, "names no buffer that the capture has created");
        }
        if (buffer.memory() == null && buffer.sparse) {
            throw new UnfollowedException("commands on sparse buffers of more than 1 GiB are left out");
        }
        if (buffer.memory() == null) {
            throw struct.error(key, "names a buffer that is not bound to memory");
        }
        return buffer;
    }

    /** The buffer that holds a range of a memory, or null when there is none or more than one. */
    @Nullable
    Buffer onlyBuffer(Memory memory, long offset, long size) {
        Buffer found = null;
        for (Buffer buffer : buffers.values()) {
            if (buffer.memory() == memory
                    && offset >= buffer.offset()
                    && offset + size <= buffer.offset() + buffer.size) {
                if (found != null) {
                    return null;
                }
                found = buffer;
            }
        }
        return found;
    }

    /** Checks that a range lies in a buffer. */
    static void check(Struct struct, String key, Buffer buffer, long offset, long size) {
        if (offset > buffer.size || size > buffer.size - offset) {
            throw struct.error(
                    key,
                    offset + " with " + size + " bytes lies outside " + buffer.name + ", which has " + buffer.size);
        }
    }

    /** Work of a call is left out, because something that it names is not known. */
    void lost(Call call, String what) {
        notes.count(what);
        dropped.call(call, Change.WORK, what);
    }

    /** What a call orders is not ordered here: nothing that is known ends its wait, or parts of it are not known. */
    void unordered(Call call, String what) {
        notes.count(what);
        dropped.call(call, Change.SYNCHRONIZATION, what);
    }

    /** Adds a host operation. */
    void host(Call call, Late<HostStep> step) {
        program.add(() -> OneKey.of(step.make()).found(call.source(), null, false));
    }

    /** The whole stream; settles all names and places. */
    StreamFile stream(String name) {
        Set<String> taken = new HashSet<>();
        names.values().forEach(named -> named.resolve(taken));
        extras.forEach(named -> named.resolve(taken));
        Set<String> takenByCode = new HashSet<>();
        code.values().forEach(named -> named.resolve(takenByCode));
        memories.values().forEach(memory -> memory.placement.settle());
        sparse.finish();
        List<StreamFile.Buffer> declaredBuffers = bufferList();
        List<StreamFile.Image> declaredImages = imageList();
        memoryNotes();
        LeftOut leftOut = dropped.leftOut();
        return new StreamFile(
                Versions.CURRENT,
                name,
                "",
                target.device(),
                memories.values().stream().map(Memory::declaration).toList(),
                declaredBuffers,
                declaredImages,
                viewMap(),
                named(renderPasses, pass -> pass),
                named(framebuffers, Late::make),
                named(swapchains, Late::make),
                kernels.texts(),
                timelines.stream()
                        .map(semaphore ->
                                new StreamFile.Semaphore(semaphore.toString(), StreamFile.Semaphore.Type.TIMELINE, 0))
                        .toList(),
                List.of(),
                Map.of(),
                notes.lines(),
                leftOut.isNothing() ? null : leftOut,
                midway,
                Late.all(program),
                Map.of());
    }

    private static <F, T> Map<String, T> named(Map<Named, F> parts, Function<F, T> form) {
        Map<String, T> result = new LinkedHashMap<>();
        parts.forEach((name, part) -> result.put(name.toString(), form.apply(part)));
        return result;
    }

    private Map<String, GraphicsFile.View> viewMap() {
        Map<String, GraphicsFile.View> result = new LinkedHashMap<>();
        views.values().stream()
                .flatMap(View::declared)
                .forEach(view -> result.put(view.name.toString(), view.declaration()));
        return result;
    }

    private List<StreamFile.Buffer> bufferList() {
        List<StreamFile.Buffer> list = new ArrayList<>();
        for (Buffer buffer : buffers.values()) {
            Memory memory = buffer.memory();
            if (memory != null) {
                list.add(buffer.declaration(memory));
            } else {
                notes.count("buffers left out because they are never bound to memory");
            }
        }
        return list;
    }

    private List<StreamFile.Image> imageList() {
        List<StreamFile.Image> list = new ArrayList<>();
        for (Image image : images.values()) {
            Memory memory = image.memory();
            if (memory != null) {
                list.add(image.declaration(memory));
            } else {
                notes.count("images left out because they are never bound to memory");
            }
        }
        return list;
    }

    private void memoryNotes() {
        for (Memory memory : memories.values()) {
            if (memory.placement.moves() || memory.placement.grown(memory.size) > memory.size) {
                notes.once(memory.name + " has " + memory.placement.grown(memory.size) + " bytes instead of "
                        + memory.size + (memory.placement.moves() ? ", and objects in it have moved" : "")
                        + ": tiles are padded and want other places than in the capture");
            }
            if (memory.placement.separated() > 0) {
                notes.once(memory.name + ": "
                        + Counted.of(
                                memory.placement.separated(),
                                "pair of objects shares bytes in the capture and none here",
                                "pairs of objects share bytes in the capture and none here")
                        + ", because tiles between them are padded: what they do to one another is missed");
            }
            if (memory.returned > 0) {
                notes.once(memory.name + ": "
                        + Counted.of(
                                memory.returned,
                                "byte that the device had written was sent again as the host sees it (at "
                                        + memory.firstReturned + "): it is not taken as a host write",
                                "bytes that the device had written were sent again as the host sees them (first at "
                                        + memory.firstReturned + "): they are not taken as host writes"));
            }
            if (memory.hostMayHaveRead) {
                notes.once(
                        memory.name + " is mapped after the host waited for the device, which had written it: the host"
                                + " may read it then; such reads are not in the capture, and no finding depends on them");
            }
        }
    }

    /** Notes that the host knows now that the device's work is done. */
    void hostWaited() {
        for (Memory memory : memories.values()) {
            if (memory.mapped && memory.deviceWritten) {
                memory.hostMayHaveRead = true;
            }
        }
    }
}
