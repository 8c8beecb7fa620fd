// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.ConfigException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.NullNode;

/**
 * The blocks of the binary capture that say what memory, buffers and images hold. Source: gfxreconstruct, {@code
 * framework/format/format.h}.
 */
final class ContentsBlocks {
    /** Bytes of a block with contents before these. */
    private static final int CONTENTS_HEADER = 36;
    /** Levels that an image can have, more than a length of 32 bits makes. */
    private static final int MAX_LEVELS = 32;
    /** Of the contents of an image, what comes next, with so many levels. */
    private static final int IMAGE_HEADER = 12 + 8 * MAX_LEVELS;
    /** Bytes of contents that are taken at once. */
    private static final int PART = 4 << 20;

    private final String file;
    private final MemoryCalls memory;
    private final InitialState initial;

    /** @param file the capture's name, for messages */
    ContentsBlocks(String file, MemoryCalls memory, InitialState initial) {
        this.file = file;
        this.memory = memory;
        this.initial = initial;
    }

    /** Takes a block with contents; false if it makes no sense, which is no reason to give up the rest. */
    boolean take(GfxrFile from, int line, GfxrFile.Meta meta) {
        try {
            return contents(from, line, meta);
        } catch (ConfigException | BufferUnderflowException e) {
            return false;
        }
    }

    /** Each begins with u32 meta id and u64 thread. */
    private boolean contents(GfxrFile from, int line, GfxrFile.Meta meta) {
        boolean whole = meta.id() == GfxrFile.MEMORY_PROPERTIES || meta.id() == GfxrFile.SWAPCHAIN_STATE;
        ByteBuffer body = from.body(meta.index(), 0, whole ? Integer.MAX_VALUE : CONTENTS_HEADER);
        if (body == null) {
            return true;
        }
        body.position(Math.min(12, body.limit()));
        return switch (meta.id()) {
            case GfxrFile.MEMORY_PROPERTIES -> memoryProperties(body);
            case GfxrFile.SWAPCHAIN_STATE -> swapchainState(body);
            case GfxrFile.INIT_BUFFER -> initBuffer(from, meta, body);
            case GfxrFile.INIT_IMAGE -> initImage(from, meta, body);
            default -> fillMemory(from, line, meta, body);
        };
    }

    /** u64 memory, u64 offset, u64 size, then the bytes. */
    private boolean fillMemory(GfxrFile from, int line, GfxrFile.Meta meta, ByteBuffer body) {
        Call call = new Call(file, line, meta.index(), "FillMemory", "", NullNode.instance);
        long handle = body.getLong();
        long offset = body.getLong();
        CapturedBlock.Binary block = new CapturedBlock.Binary(from, meta.index(), CONTENTS_HEADER, body.getLong());
        if (!block.fills()) {
            return false;
        }
        for (long at = 0; at < block.size(); at += PART) {
            byte[] data = block.bytes(at, (int) Math.min(PART, block.size() - at));
            if (data == null) {
                return true;
            }
            memory.contents(call, handle, offset + at, data, block.at(at));
        }
        return true;
    }

    /** u64 device, u64 buffer, u64 size, then the bytes. */
    private boolean initBuffer(GfxrFile from, GfxrFile.Meta meta, ByteBuffer body) {
        body.getLong();
        long handle = body.getLong();
        CapturedBlock.Binary block = new CapturedBlock.Binary(from, meta.index(), CONTENTS_HEADER, body.getLong());
        if (!block.fills()) {
            return false;
        }
        initial.buffer(handle, block);
        return true;
    }

    /** u64 device, u64 image, u64 size, u32 aspect, u32 layout, u32 levels, u64 size of each level, then the bytes. */
    private boolean initImage(GfxrFile from, GfxrFile.Meta meta, ByteBuffer body) {
        body.getLong();
        long handle = body.getLong();
        long size = body.getLong();
        ByteBuffer more = from.body(meta.index(), CONTENTS_HEADER, IMAGE_HEADER);
        if (more == null) {
            return true;
        }
        int aspect = more.getInt();
        long layout = Integer.toUnsignedLong(more.getInt());
        int levels = more.getInt();
        if (levels < 0 || levels > MAX_LEVELS) {
            return false;
        }
        List<Long> levelBytes = new ArrayList<>();
        for (int i = 0; i < levels; i++) {
            levelBytes.add(more.getLong());
        }
        long header = CONTENTS_HEADER + 12L + 8L * levels;
        CapturedBlock.Binary block = new CapturedBlock.Binary(from, meta.index(), header, size);
        if (!block.fills()) {
            return false;
        }
        initial.image(handle, aspect, layout, levelBytes, block);
        return true;
    }

    /** u64 device, u64 swapchain, u32 image shown last, u32 images, then each: u64 image, u32 index, u32 layout and 32 bytes more. */
    private boolean swapchainState(ByteBuffer body) {
        skip(body, 20);
        int images = body.getInt();
        for (int i = 0; i < images; i++) {
            long handle = body.getLong();
            body.getInt();
            initial.layout(handle, Integer.toUnsignedLong(body.getInt()));
            skip(body, 32);
        }
        return true;
    }

    private static void skip(ByteBuffer body, int bytes) {
        if (body.remaining() < bytes) {
            throw new BufferUnderflowException();
        }
        body.position(body.position() + bytes);
    }

    /** u64 physical device, u32 types, u32 heaps, then {u32 flags, u32 heap} for each type. */
    private boolean memoryProperties(ByteBuffer body) {
        body.getLong();
        int count = body.getInt();
        body.getInt();
        List<Long> flags = new ArrayList<>();
        for (int i = 0; i < count && body.remaining() >= 8; i++) {
            flags.add(Integer.toUnsignedLong(body.getInt()));
            body.getInt();
        }
        memory.memoryTypes(flags);
        return true;
    }
}
