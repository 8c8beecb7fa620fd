// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.compact;

import dev.sluice.config.source.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lines that copy, fill and clear. */
final class TransferLines {
    /** What one update can hold ({@code vkCmdUpdateBuffer}). */
    private static final long MAX_UPDATE = 65536;

    private static final String SRC = "TRANSFER_SRC";
    private static final String DST = "TRANSFER_DST";

    private final CompactResources resources;

    TransferLines(CompactResources resources) {
        this.resources = resources;
    }

    Node command(Line line) {
        return switch (line.keyword()) {
            case COPY -> copy(line);
            case FILL -> fill(line);
            case UPDATE -> update(line);
            case COPYB2I -> bufferToImage(line);
            case COPYI2B -> imageToBuffer(line);
            case COPYIMG -> copyImage(line);
            case BLIT -> blit(line);
            default -> clear(line);
        };
    }

    private Word buffer(Line line, String what) {
        Word name = line.take(what);
        resources.buffer(name);
        return name;
    }

    private Node copy(Line line) {
        Mapping copy = new Mapping(line.at())
                .put("src", buffer(line, "the source"))
                .put("dst", buffer(line, "the destination"));
        if (line.more()) {
            Mapping region = new Mapping(line.at())
                    .put("srcOffset", line.take("the source's offset"))
                    .put("dstOffset", line.take("the destination's offset"))
                    .put("size", line.take("the size"));
            copy.list("regions", List.of(region.node()));
        }
        line.end();
        return Mapping.one("copyBuffer", copy.node());
    }

    private Node fill(Line line) {
        Mapping fill = new Mapping(line.at()).put("dst", buffer(line, "the buffer"));
        Word value = line.more() ? line.take("the value") : new Word(line.at(), "0");
        if (line.more()) {
            fill.put("offset", line.take("the offset")).put("size", line.take("the size"));
        }
        line.end();
        return Mapping.one("fillBuffer", fill.put("data", value).node());
    }

    private Node update(Line line) {
        Word name = line.take("the buffer");
        long size = Math.min(resources.buffer(name).size, MAX_UPDATE);
        Mapping update = new Mapping(line.at()).put("dst", name);
        Word value = line.more() ? line.take("the value") : new Word(line.at(), "0");
        Word place = name;
        if (line.more()) {
            update.put("offset", line.take("the offset"));
            place = line.take("the size");
            size = line.number(place, "the size", 4, MAX_UPDATE);
        }
        line.end();
        if (size % 4 != 0) {
            throw place.error("update: " + size + " bytes are no multiple of 4; name the size that is written");
        }
        Mapping data = new Mapping(line.at())
                .put("type", "u32")
                .put("pattern", "constant")
                .put("value", value)
                .put("count", size / 4);
        return Mapping.one("updateBuffer", update.put("data", data.node()).node());
    }

    private Node bufferToImage(Line line) {
        Word buffer = buffer(line, "the buffer");
        Word image = line.take("the image");
        CompactResources.ImageEntry entry = resources.image(image, DST);
        Mapping copy = new Mapping(line.at()).put("src", buffer).put("dst", image);
        layout(line, copy, "dstLayout", entry);
        return Mapping.one("copyBufferToImage", copy.node());
    }

    private Node imageToBuffer(Line line) {
        Word image = line.take("the image");
        CompactResources.ImageEntry entry = resources.image(image, SRC);
        Mapping copy = new Mapping(line.at()).put("src", image).put("dst", buffer(line, "the buffer"));
        layout(line, copy, "srcLayout", entry);
        return Mapping.one("copyImageToBuffer", copy.node());
    }

    /** Takes the last word as the layout, or else the one that the image is in. */
    private static void layout(Line line, Mapping into, String key, CompactResources.ImageEntry image) {
        @Nullable Word written = line.more() ? line.take("the layout") : null;
        line.end();
        if (written == null) {
            into.put(key, image.layout);
        } else {
            into.put(key, written);
        }
    }

    /** The source and the destination of a transfer between images. */
    private Mapping images(Line line) {
        Word src = line.take("the source");
        CompactResources.ImageEntry from = resources.image(src, SRC);
        Word dst = line.take("the destination");
        CompactResources.ImageEntry to = resources.image(dst, DST);
        return new Mapping(line.at())
                .put("src", src)
                .put("srcLayout", from.layout)
                .put("dst", dst)
                .put("dstLayout", to.layout);
    }

    private Node copyImage(Line line) {
        Mapping copy = images(line);
        if (line.more()) {
            line.restart();
            int height = Math.min(
                    resources.image(line.take("the source")).height,
                    resources.image(line.take("the destination")).height);
            long x = line.takeNumber("the first column", 0, Integer.MAX_VALUE);
            long width = line.takeNumber("the columns", 1, Integer.MAX_VALUE);
            Mapping region = new Mapping(line.at())
                    .numbers("srcOffset", x, 0, 0)
                    .numbers("dstOffset", x, 0, 0)
                    .numbers("extent", width, height, 1);
            copy.list("regions", List.of(region.node()));
        }
        line.end();
        return Mapping.one("copyImage", copy.node());
    }

    private Node blit(Line line) {
        Mapping blit = images(line);
        line.end();
        return Mapping.one("blitImage", blit.node());
    }

    private Node clear(Line line) {
        Word image = line.take("the image");
        Mapping clear = new Mapping(line.at()).put("image", image);
        layout(line, clear, "layout", resources.image(image, DST));
        return Mapping.one("clearColorImage", clear.numbers("color", 0, 0, 0, 1).node());
    }
}
