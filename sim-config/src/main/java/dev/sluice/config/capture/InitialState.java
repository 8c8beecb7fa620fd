// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.data.DataFile;
import dev.sluice.config.data.DataReader;
import dev.sluice.config.stream.StreamFile;
import dev.sluice.device.MemoryProperty;
import dev.sluice.program.ImageContents;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.Tiling;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a trimmed capture says of resources before its first frame: what buffers and images hold, and in which layouts images are. It
 * becomes what the stream's resources hold at the begin. Source: gfxreconstruct, {@code framework/format/format.h}, which replay
 * follows in {@code framework/decode/vulkan_resource_initializer.cpp}.
 */
final class InitialState {
    /** Bytes of contents that are looked at at once. */
    private static final int PART = 4 << 20;

    private static final Map<Integer, Aspect> ASPECTS = Map.of(1, Aspect.COLOR, 2, Aspect.DEPTH, 4, Aspect.STENCIL);

    private final CaptureSession session;

    InitialState(CaptureSession session) {
        this.session = session;
    }

    /** A buffer holds some bytes from its first on. */
    void buffer(long handle, CapturedBlock block) {
        session.beginsMidway();
        Buffer buffer = session.buffers().get(handle);
        Memory memory = buffer == null ? null : buffer.memory();
        if (buffer == null || memory == null) {
            session.notes.count("initial contents of buffers that are not known are left out");
            return;
        }
        long size = buffer.clamp(0, block.size());
        if (size == 0 || !holds(memory)) {
            return;
        }
        for (long at = 0; at < size; at += PART) {
            byte[] part = block.bytes(at, (int) Math.min(PART, size - at));
            if (part == null) {
                return;
            }
            memory.shadow.deviceWrote(buffer.offset() + at, part, session.bytes.pages(block.at(at)));
        }
        DataFile data = data(block, 0, size);
        if (data != null) {
            buffer.holds(data);
        }
    }

    /** An image is in a layout, whatever it holds. */
    void layout(long handle, long layout) {
        session.beginsMidway();
        Image image = session.images().get(handle);
        ImageLayout known = ImageLayout.ofVulkan(layout);
        if (image == null) {
            return;
        }
        if (known == null) {
            session.notes.count("layouts of images before the first frame that are not known are taken as GENERAL");
            known = ImageLayout.GENERAL;
        }
        image.startedBefore(known.name());
    }

    /**
     * An image is in a layout, and an aspect of it holds something.
     *
     * @param aspect one bit of a {@code VkImageAspectFlags}
     * @param levelBytes bytes of each level with all its layers; empty if that is not known
     */
    void image(long handle, int aspect, long layout, List<Long> levelBytes, CapturedBlock block) {
        session.beginsMidway();
        Image image = session.images().get(handle);
        Memory memory = image == null ? null : image.memory();
        if (image == null || memory == null) {
            session.notes.count("initial contents of images that are not known are left out");
            return;
        }
        layout(handle, layout);
        image.notOfHost();
        Aspect part = ASPECTS.get(aspect);
        if (block.size() == 0 || ImageLayout.ofVulkan(layout) == ImageLayout.UNDEFINED || !holds(memory)) {
            return;
        }
        if (part == null || !image.format().has(part)) {
            session.notes.count("initial contents of planes of images are left out");
            return;
        }
        long at = 0;
        for (int level = 0; level < image.spec.levels(); level++) {
            long wanted = ImageContents.bytes(image.spec, part, level);
            long there = level < levelBytes.size() ? levelBytes.get(level) : wanted;
            if (there < wanted || there > block.size() - at || padded(image, there, wanted)) {
                session.notes.count("initial contents of images whose rows are padded are left out");
                return;
            }
            DataFile data = data(block, at, wanted);
            if (data == null) {
                return;
            }
            image.holds(new StreamFile.ImageData(part, level, data));
            at += there;
        }
    }

    /** Rows of linear images lie as the driver had them, where the host can read them; tiled ones are packed. */
    private static boolean padded(Image image, long there, long wanted) {
        return image.spec.tiling() == Tiling.LINEAR && there != wanted;
    }

    private static boolean holds(Memory memory) {
        return !memory.properties.contains(MemoryProperty.LAZILY_ALLOCATED);
    }

    private @Nullable DataFile data(CapturedBlock block, long from, long size) {
        if (size > DataReader.MAX_BYTES) {
            session.notes.count("initial contents of more than 1 GiB are left out");
            return null;
        }
        byte[] bytes = size <= PART ? block.bytes(from, (int) size) : null;
        return size <= PART && bytes == null ? null : session.hostData.initial(bytes, block.at(from), size);
    }
}
