// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.compact;

import dev.sluice.config.bind.Nearest;
import dev.sluice.config.source.Position;
import dev.sluice.config.units.Size;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The buffers, images and synchronization objects of a compact stream, and what its lines do with them. */
final class CompactResources {
    /** The layout of an image for which none is written. */
    static final String GENERAL = "GENERAL";

    private final Map<String, BufferEntry> buffers = new LinkedHashMap<>();
    private final Map<String, ImageEntry> images = new LinkedHashMap<>();
    private final Map<String, Word> events = new LinkedHashMap<>();
    private final Map<String, Semaphore> semaphores = new LinkedHashMap<>();

    /** A buffer. */
    static final class BufferEntry {
        final Word name;
        final long size;
        /** Whether the host reads or writes it. */
        boolean host;

        private BufferEntry(Word name, long size) {
            this.name = name;
            this.size = size;
        }
    }

    /** A two-dimensional image of one level and layer. */
    static final class ImageEntry {
        final Word name;
        final int width;
        final int height;
        /** The layout that it is in when the sequence begins. */
        final Word initial;
        /** Vulkan's usage flags, short, as its uses need them. */
        final Set<String> usage = new LinkedHashSet<>();
        /** The layout that it is in after the lines so far. */
        String layout;

        private ImageEntry(Word name, int width, int height, Word initial) {
            this.name = name;
            this.width = width;
            this.height = height;
            this.initial = initial;
            this.layout = initial.text();
        }
    }

    /**
     * A declared semaphore.
     *
     * @param value what a timeline begins with; null for a binary one
     */
    record Semaphore(Word name, @Nullable Word value) {}

    void declare(Line line) {
        Word name = line.takeName("the name");
        switch (line.keyword()) {
            case BUFFER -> buffer(line, name);
            case IMAGE -> {
                int width = (int) line.takeNumber("the width", 1, Integer.MAX_VALUE);
                int height = (int) line.takeNumber("the height", 1, Integer.MAX_VALUE);
                Word layout = line.more() ? line.take("the layout") : new Word(line.at(), GENERAL);
                unused(line, name);
                images.put(name.text(), new ImageEntry(name, width, height, layout));
            }
            case EVENT -> fresh(line, events.put(name.text(), name), name);
            case SEMAPHORE -> semaphore(line, new Semaphore(name, null));
            case TIMELINE -> {
                Word value = line.more() ? line.take("the value") : new Word(name.at(), "0");
                line.number(value, "the value", 0, Long.MAX_VALUE);
                semaphore(line, new Semaphore(name, value));
            }
            // a fence comes to be where a submission names it
            default -> {}
        }
        line.end();
    }

    private void buffer(Line line, Word name) {
        Word written = line.take("the size");
        long size;
        try {
            size = Size.parse(written.text()).bytes();
        } catch (IllegalArgumentException e) {
            throw written.error("buffer: " + e.getMessage());
        }
        if (size == 0) {
            throw written.error("buffer: a buffer has at least one byte");
        }
        unused(line, name);
        buffers.put(name.text(), new BufferEntry(name, size));
    }

    private void semaphore(Line line, Semaphore semaphore) {
        Semaphore old = semaphores.put(semaphore.name().text(), semaphore);
        fresh(line, old == null ? null : old.name(), semaphore.name());
    }

    private void unused(Line line, Word name) {
        BufferEntry buffer = buffers.get(name.text());
        ImageEntry image = images.get(name.text());
        fresh(line, buffer != null ? buffer.name : image != null ? image.name : null, name);
    }

    private static void fresh(Line line, @Nullable Word old, Word name) {
        if (old != null) {
            throw name.error(line.keyword().word() + ": the name '" + name.text() + "' is taken on line "
                    + old.at().line());
        }
    }

    /** A colour target that no line can name, for a {@code render} without an image. */
    ImageEntry target(Position at) {
        int number = 0;
        while (images.containsKey("target" + number) || buffers.containsKey("target" + number)) {
            number++;
        }
        Word name = new Word(at, "target" + number);
        ImageEntry target = new ImageEntry(name, 16, 16, new Word(at, "COLOR_ATTACHMENT_OPTIMAL"));
        target.usage.add("COLOR_ATTACHMENT");
        images.put(name.text(), target);
        return target;
    }

    boolean isImage(String name) {
        return images.containsKey(name);
    }

    BufferEntry buffer(Word name) {
        BufferEntry buffer = buffers.get(name.text());
        if (buffer == null) {
            throw name.error(
                    isImage(name.text())
                            ? "'" + name.text() + "' is an image; a buffer belongs here"
                            : "unknown buffer '" + name.text() + "'" + Nearest.hint(name.text(), buffers.keySet()));
        }
        return buffer;
    }

    /** The image of a name, which is now used in the way of a usage flag. */
    ImageEntry image(Word name, String usage) {
        ImageEntry image = image(name);
        image.usage.add(usage);
        return image;
    }

    ImageEntry image(Word name) {
        ImageEntry image = images.get(name.text());
        if (image == null) {
            throw name.error(
                    buffers.containsKey(name.text())
                            ? "'" + name.text() + "' is a buffer; an image belongs here"
                            : "unknown image '" + name.text() + "'" + Nearest.hint(name.text(), images.keySet()));
        }
        return image;
    }

    /** Refuses a name that is neither a buffer nor an image. */
    void require(Word name) {
        if (!isImage(name.text()) && !buffers.containsKey(name.text())) {
            List<String> all = new ArrayList<>(buffers.keySet());
            all.addAll(images.keySet());
            throw name.error("unknown buffer or image '" + name.text() + "'" + Nearest.hint(name.text(), all));
        }
    }

    Collection<BufferEntry> buffers() {
        return buffers.values();
    }

    Collection<ImageEntry> images() {
        return images.values();
    }

    Collection<Word> events() {
        return events.values();
    }

    Collection<Semaphore> semaphores() {
        return semaphores.values();
    }
}
