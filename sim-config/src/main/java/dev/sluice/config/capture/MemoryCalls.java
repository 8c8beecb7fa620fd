// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.stream.HostStep;
import dev.sluice.config.stream.HostStep.AllocateMemory;
import dev.sluice.config.stream.HostStep.FlushMappedMemoryRanges;
import dev.sluice.config.stream.HostStep.FreeMemory;
import dev.sluice.config.stream.HostStep.HostWrite;
import dev.sluice.config.stream.HostStep.InvalidateMappedMemoryRanges;
import dev.sluice.config.stream.HostStep.MapMemory;
import dev.sluice.config.stream.HostStep.Range;
import dev.sluice.config.stream.HostStep.UnmapMemory;
import dev.sluice.config.units.RangeSize;
import dev.sluice.config.units.Size;
import dev.sluice.device.MemoryProperty;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Memory, buffers, mappings and the contents that the host writes. */
final class MemoryCalls {
    /** VK_BUFFER_CREATE_SPARSE_BINDING_BIT. */
    private static final long SPARSE_BINDING = 1;

    /** 16 TiB, more than any device has. */
    private static final long MAX_SIZE = 1L << 44;

    private final CaptureSession session;
    private List<Long> typeFlags = new ArrayList<>();
    /** Whether any memory was freed: what is allocated from then on may take its place in a heap. */
    private boolean freed;

    MemoryCalls(CaptureSession session) {
        this.session = session;
    }

    void register(Map<String, Handler> handlers) {
        handlers.put("vkGetPhysicalDeviceMemoryProperties", args -> memoryTypes(args.struct("pMemoryProperties")));
        Handler types2 = args -> memoryTypes(args.struct("pMemoryProperties").struct("memoryProperties"));
        handlers.put("vkGetPhysicalDeviceMemoryProperties2", types2);
        handlers.put("vkGetPhysicalDeviceMemoryProperties2KHR", types2);
        handlers.put("vkAllocateMemory", this::allocate);
        handlers.put("vkFreeMemory", this::free);
        handlers.put("vkCreateBuffer", this::createBuffer);
        handlers.put("vkBindBufferMemory", this::bind);
        Handler bind2 = args -> args.structs("pBindInfos").forEach(this::bind);
        handlers.put("vkBindBufferMemory2", bind2);
        handlers.put("vkBindBufferMemory2KHR", bind2);
        for (String suffix : List.of("", "KHR", "EXT")) {
            handlers.put("vkGetBufferDeviceAddress" + suffix, this::address);
        }
        handlers.put("vkMapMemory", this::map);
        handlers.put("vkMapMemory2KHR", args -> map(args.struct("pMemoryMapInfo")));
        handlers.put("vkMapMemory2", args -> map(args.struct("pMemoryMapInfo")));
        handlers.put("vkUnmapMemory", this::unmap);
        handlers.put("vkUnmapMemory2KHR", args -> unmap(args.struct("pMemoryUnmapInfo")));
        handlers.put("vkUnmapMemory2", args -> unmap(args.struct("pMemoryUnmapInfo")));
        handlers.put("vkFlushMappedMemoryRanges", args -> ranges(args, FlushMappedMemoryRanges::new));
        handlers.put("vkInvalidateMappedMemoryRanges", args -> ranges(args, InvalidateMappedMemoryRanges::new));
    }

    private void memoryTypes(Struct properties) {
        List<Long> flags = new ArrayList<>();
        properties.structs("memoryTypes").forEach(type -> flags.add(type.number("propertyFlags")));
        if (!flags.isEmpty()) {
            typeFlags = flags;
        }
    }

    /** Memory types from the binary capture, for captures whose program never asked for them. */
    void memoryTypes(List<Long> flags) {
        if (typeFlags.isEmpty()) {
            typeFlags = flags;
        }
    }

    private void allocate(Struct args) {
        Struct info = args.struct("pAllocateInfo");
        long handle = args.handle("pMemory");
        long type = info.number("memoryTypeIndex");
        long mask = 0;
        if (type >= 0 && type < typeFlags.size()) {
            mask = typeFlags.get((int) type);
        } else if (typeFlags.isEmpty()) {
            session.notes.once(
                    "the capture does not tell the memory types: DEVICE_LOCAL|HOST_VISIBLE|HOST_COHERENT assumed");
            mask = 7;
        } else {
            throw info.error("memoryTypeIndex", Long.toUnsignedString(type) + " is not below " + typeFlags.size());
        }
        Set<MemoryProperty> wanted = MemoryMatch.properties(mask);
        Set<MemoryProperty> asked = MemoryMatch.nearest(wanted, session.target.memoryTypes());
        if (!asked.equals(wanted)) {
            session.notes.count("memory of type " + MemoryMatch.text(wanted) + " becomes " + MemoryMatch.text(asked)
                    + ", the nearest that " + session.target.device() + " has");
        }
        if (info.chained("VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT") != null
                || info.chained("VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR") != null) {
            session.notes.count("memory is imported from outside: its contents are not in the capture");
        }
        long size = info.size("allocationSize");
        if (size == 0 || size > MAX_SIZE) {
            throw info.error("allocationSize", size + " is not from 1 to 2^44 bytes");
        }
        Memory memory =
                new Memory(session.named("memory", handle), size, asked, session.target.bufferImageGranularity());
        session.memories().put(handle, memory);
        if (freed) {
            session.host(args.call(), () -> new AllocateMemory(memory.name.toString()));
        }
    }

    private void free(Struct args) {
        if (args.handle("memory") != 0) {
            Memory memory = session.memory(args, "memory");
            memory.unmap();
            freed = true;
            session.host(args.call(), () -> new FreeMemory(memory.name.toString()));
        }
    }

    private void createBuffer(Struct args) {
        Struct info = args.struct("pCreateInfo");
        long handle = args.handle("pBuffer");
        boolean sparse = (info.number("flags", 0) & SPARSE_BINDING) != 0;
        Buffer buffer =
                new Buffer(session.named("buffer", handle), info.size("size"), Masks.bufferUsages(usage(info)), sparse);
        buffer.shared(info);
        session.buffers().put(handle, buffer);
        Memory own = sparse ? session.sparse.own(handle, buffer.size) : null;
        if (own != null) {
            buffer.bind(own, 0);
        }
    }

    /** A chained mask of 64 bits takes the place of the structure's own. */
    private static long usage(Struct info) {
        Struct wide = info.chained("VK_STRUCTURE_TYPE_BUFFER_USAGE_FLAGS_2_CREATE_INFO");
        return (wide == null ? info : wide).number("usage", 0);
    }

    private void bind(Struct bind) {
        Buffer buffer = session.buffers().get(bind.handle("buffer"));
        if (buffer == null) {
            throw bind.error("buffer", "names no buffer that the capture has created");
        }
        Memory to = session.memory(bind, "memory");
        long offset = bind.size("memoryOffset");
        if (offset > to.size || buffer.size > to.size - offset) {
            throw bind.error(
                    "memoryOffset",
                    offset + " leaves no room for the " + buffer.size + " bytes of " + buffer.name + " in " + to.name
                            + ", which has " + to.size);
        }
        buffer.bind(to, offset);
    }

    private void address(Struct args) {
        Buffer buffer = session.buffers().get(args.struct("pInfo").handle("buffer"));
        Long address = args.call().returned();
        if (buffer == null || address == null) {
            session.lost(
                    args.call(), "addresses that are not in the capture, or of buffers that are not, are not followed");
        } else {
            session.addresses.add(address, buffer);
        }
    }

    private void map(Struct args) {
        Memory memory = session.memory(args, "memory");
        long offset = args.size("offset");
        long size = args.number("size");
        session.host(
                args.call(),
                () -> new MapMemory(memory.name.toString(), memory.place(offset), memory.extent(offset, size)));
        memory.map(offset, size);
        if (memory.deviceWritten) {
            memory.hostMayHaveRead = true;
        }
    }

    private void unmap(Struct args) {
        Memory memory = session.memory(args, "memory");
        memory.unmap();
        session.host(args.call(), () -> new UnmapMemory(memory.name.toString()));
    }

    private void ranges(Struct args, Function<List<Range>, HostStep> kind) {
        List<Late<Range>> ranges = new ArrayList<>();
        for (Struct range : args.structs("pMemoryRanges")) {
            Memory memory = session.memory(range, "memory");
            long offset = range.size("offset");
            long size = range.number("size");
            ranges.add(() -> new Range(memory.name.toString(), memory.place(offset), memory.extent(offset, size)));
        }
        session.host(args.call(), () -> kind.apply(Late.all(ranges)));
    }

    /**
     * Takes a block of memory contents, as the host sees them, and adds what the host wrote.
     *
     * @param fromMapping first byte, counted from where the memory is mapped, as gfxreconstruct does
     * @param from where the block is in a file
     */
    void contents(Call call, long handle, long fromMapping, byte[] block, FileRange from) {
        Memory memory = session.memories().get(handle);
        if (memory == null) {
            session.notes.count("contents of a memory that the capture did not allocate are left out");
            return;
        }
        long offset = memory.mappedFrom + fromMapping;
        if (fromMapping < 0 || offset > memory.size || block.length > memory.size - offset) {
            throw call.error("writes " + block.length + " bytes at " + Long.toUnsignedString(fromMapping) + " of "
                    + memory.name + ", which has " + memory.size);
        }
        byte[] data = block;
        if (block.length > memory.mappedTo - offset) {
            session.notes.count("memory contents past the end of a mapping are left out");
            data = Arrays.copyOf(block, (int) Math.max(0, memory.mappedTo - offset));
        }
        MemoryShadow.Difference difference = memory.shadow.hostSent(offset, data, session.bytes.pages(from));
        if (difference.device() > 0) {
            memory.firstReturned = memory.returned == 0 ? call.source() : memory.firstReturned;
            memory.returned += difference.device();
        }
        if (!difference.writes().isEmpty()) {
            session.notes.once(
                    "host writes are approximate: the capture holds whole pages, of which the bytes that changed"
                            + " are taken as written (all of them the first time)");
        }
        boolean closed = !memory.mapped && !difference.writes().isEmpty();
        if (closed) {
            session.host(
                    call, () -> new MapMemory(memory.name.toString(), new Size(0), new RangeSize(RangeSize.WHOLE)));
        }
        difference
                .writes()
                .forEach(run -> run.cut(memory.placement.cuts(run.offset(), run.data().length))
                        .forEach(part -> write(call, memory, part, from.plus(part.offset() - offset))));
        if (closed) {
            session.host(call, () -> new UnmapMemory(memory.name.toString()));
        }
    }

    private void write(Call call, Memory memory, MemoryShadow.Run run, FileRange from) {
        for (CapturedBytes.Piece piece : session.hostData.pieces(run.data(), from)) {
            long at = run.offset() + piece.offset();
            Buffer buffer = session.onlyBuffer(memory, run.offset(), run.data().length);
            session.host(
                    call,
                    () -> buffer == null
                            ? new HostWrite(null, memory.name.toString(), memory.place(at), piece.data())
                            : new HostWrite(
                                    buffer.name.toString(), null, new Size(at - buffer.offset()), piece.data()));
        }
    }
}
