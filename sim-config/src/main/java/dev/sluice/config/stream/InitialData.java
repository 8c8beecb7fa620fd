// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.ConfigException;
import dev.sluice.config.data.DataFile;
import dev.sluice.config.data.DataSource;
import dev.sluice.device.MemoryProperty;
import dev.sluice.program.Contents;
import dev.sluice.program.ImageContents;
import dev.sluice.program.MemoryDeclaration;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.result.Counted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What buffers and images of a stream hold before the program begins. */
final class InitialData {

    private final StreamContext context;

    InitialData(StreamContext context) {
        this.context = context;
    }

    /** What a buffer holds; null if nothing is said of it. */
    @Nullable
    Contents of(StreamFile.Buffer buffer, MemoryDeclaration memory) {
        DataFile written = buffer.data();
        if (written == null) {
            return null;
        }
        DataSource data = context.data.read(written, context.where);
        if (data.size() > buffer.size().bytes()) {
            throw context.where.error(
                    buffer,
                    "data",
                    "data: " + Counted.of(data.size(), "byte does", "bytes do") + " not fit buffer '" + buffer.name()
                            + "', which has " + buffer.size().bytes());
        }
        inMemory(buffer, memory);
        return data.contents();
    }

    /** What an image holds; empty if nothing is said of it. */
    List<ImageContents> of(StreamFile.Image image, ImageSpec spec, ImageLayout layout, MemoryDeclaration memory) {
        if (image.data().isEmpty()) {
            return List.of();
        }
        if (layout == ImageLayout.UNDEFINED) {
            throw context.where.error(
                    image,
                    "data",
                    "data: image '" + image.name() + "' holds nothing in its initialLayout UNDEFINED;"
                            + " GENERAL or SHADER_READ_ONLY_OPTIMAL would be right");
        }
        inMemory(image, memory);
        List<ImageContents> parts = new ArrayList<>();
        for (StreamFile.ImageData part : image.data()) {
            parts.add(part(part, spec));
        }
        return parts;
    }

    private ImageContents part(StreamFile.ImageData part, ImageSpec spec) {
        Aspect aspect = part.aspect() == null ? first(spec) : part.aspect();
        if (!spec.format().has(aspect)) {
            throw context.where.error(part, "aspect", "aspect: format " + spec.format() + " has no " + aspect);
        }
        if (part.mipLevel() >= spec.levels()) {
            throw context.where.error(
                    part,
                    "mipLevel",
                    "mipLevel: " + part.mipLevel() + " is not below " + spec.levels() + ", the levels of image '"
                            + spec.name() + "'");
        }
        DataSource texels = context.data.read(part.texels(), context.where);
        long most = ImageContents.bytes(spec, aspect, part.mipLevel());
        int step = ImageContents.bytesPerTexel(spec.format(), aspect);
        if (texels.size() > most) {
            throw fault(
                    part,
                    Counted.of(texels.size(), "byte does", "bytes do") + " not fit, level " + part.mipLevel()
                            + " of image '" + spec.name() + "' has " + most);
        }
        if (texels.size() % step != 0) {
            throw fault(
                    part,
                    Counted.of(texels.size(), "byte is", "bytes are") + " no whole number of texels, which have " + step
                            + " each");
        }
        return new ImageContents(aspect, part.mipLevel(), texels.contents());
    }

    private ConfigException fault(StreamFile.ImageData part, String problem) {
        return context.where.error(part, "texels", "texels: " + problem);
    }

    private static Aspect first(ImageSpec spec) {
        return Arrays.stream(Aspect.values())
                .filter(spec.format()::has)
                .findFirst()
                .orElseThrow();
    }

    private void inMemory(Object bound, MemoryDeclaration memory) {
        if (context.device.memoryTypes().get(memory.typeIndex()).has(MemoryProperty.LAZILY_ALLOCATED)) {
            throw context.where.error(
                    bound, "data", "data: memory '" + memory.name() + "' is LAZILY_ALLOCATED, and holds nothing yet");
        }
    }
}
