package dev.sluice.config.capture;

import dev.sluice.core.image.ImageLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One import: the capture's objects as they stand, and the stream as far as it is made. */
final class Session {
    final CaptureTarget target;
    final CaptureBytes bytes;
    final Notes notes = new Notes();
    final Masks masks = new Masks(notes);
    final KernelTexts kernels = new KernelTexts();

    private final Map<Long, Named> names = new TreeMap<>();
    private final Map<Long, Memory> memories = new LinkedHashMap<>();
    private final Map<Long, Buffer> buffers = new LinkedHashMap<>();
    private final Map<Long, Image> images = new LinkedHashMap<>();
    private final Map<Long, View> views = new LinkedHashMap<>();
    private final List<Named> extras = new ArrayList<>();
    /** Parts of the stream that other classes fill: render passes, framebuffers, swapchains. */
    private final Map<String, Map<Object, Object>> declarations = new LinkedHashMap<>();

    private final List<Map<String, Object>> program = new ArrayList<>();
    private final List<Named> timelines = new ArrayList<>();

    Session(CaptureTarget target, CaptureBytes bytes) {
        this.target = target;
        this.bytes = bytes;
    }

    /** The name of an object; handles are unique in the whole capture. */
    Named named(String kind, long handle) {
        return names.computeIfAbsent(handle, h -> new Named(kind, h));
    }

    /** The name of an object that is already known, or null. */
    @Nullable
    Named known(long handle) {
        return names.get(handle);
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

    /** Declares something that the stream lists by name under {@code section}. */
    void declare(String section, Named name, Map<String, Object> declaration) {
        declarations.computeIfAbsent(section, s -> new LinkedHashMap<>()).put(name, declaration);
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

    /** Adds a host operation. */
    void host(Call call, String kind, Object arguments) {
        program.add(operation(call, kind, arguments, "", false));
    }

    /** An operation or command with its place in the capture. */
    static Map<String, Object> operation(Call call, String kind, Object arguments, String label, boolean approximate) {
        Map<String, Object> operation = new LinkedHashMap<>();
        operation.put(kind, arguments);
        operation.put("source", call.source());
        if (!label.isEmpty()) {
            operation.put("label", label);
        }
        if (approximate) {
            operation.put("approximate", true);
        }
        return operation;
    }

    /** A map in the order of its entries: key, value, key, value. */
    static Map<String, Object> map(Object... entries) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i + 1 < entries.length; i += 2) {
            map.put((String) entries[i], entries[i + 1]);
        }
        return map;
    }

    /** The whole stream; settles all names. */
    Map<String, Object> stream(String name) {
        Set<String> taken = new HashSet<>();
        names.values().forEach(named -> named.resolve(taken));
        extras.forEach(named -> named.resolve(taken));
        Map<String, Object> stream = map("sluice", 1, "name", name, "device", target.device());
        List<Object> declared = new ArrayList<>();
        for (Memory memory : memories.values()) {
            memory.placement.settle();
            List<String> properties = new ArrayList<>();
            memory.properties.forEach(property -> properties.add(property.name()));
            declared.add(
                    map("name", memory.name, "size", memory.placement.grown(memory.size), "properties", properties));
        }
        stream.put("memory", declared);
        stream.put("buffers", bufferList());
        List<Object> declaredImages = imageList();
        if (!declaredImages.isEmpty()) {
            stream.put("images", declaredImages);
        }
        Map<Object, Object> declaredViews = new LinkedHashMap<>();
        for (View view : views.values()) {
            if (view.used()) {
                declaredViews.put(view.name, view.declaration());
            }
        }
        if (!declaredViews.isEmpty()) {
            stream.put("imageViews", declaredViews);
        }
        stream.putAll(declarations);
        List<Object> semaphores = new ArrayList<>();
        timelines.forEach(semaphore -> semaphores.add(map("name", semaphore, "type", "timeline")));
        if (!semaphores.isEmpty()) {
            stream.put("semaphores", semaphores);
        }
        if (!kernels.texts().isEmpty()) {
            stream.put("kernels", kernels.texts());
        }
        memoryNotes();
        List<String> lines = notes.lines();
        if (!lines.isEmpty()) {
            stream.put("notes", lines);
        }
        stream.put("program", program);
        return stream;
    }

    private List<Object> bufferList() {
        List<Object> list = new ArrayList<>();
        for (Buffer buffer : buffers.values()) {
            Memory memory = buffer.memory();
            if (memory == null) {
                notes.count("buffers left out because they are never bound to memory");
                continue;
            }
            Map<String, Object> entry = map(
                    "name",
                    buffer.name,
                    "memory",
                    memory.name,
                    "offset",
                    memory.placement.moved(buffer.offset()),
                    "size",
                    buffer.size);
            if (!buffer.usage.isEmpty()) {
                entry.put("usage", buffer.usage);
            }
            list.add(entry);
        }
        return list;
    }

    private List<Object> imageList() {
        List<Object> list = new ArrayList<>();
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
            if (memory.returned > 0) {
                notes.once(memory.name + ": " + memory.returned
                        + " bytes that the device had written were sent again as the host" + " sees them (first at "
                        + memory.firstReturned + "): they are not taken as host writes");
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
