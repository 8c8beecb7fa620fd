package dev.sluice.config.stream;

import dev.sluice.config.units.RangeSize;
import dev.sluice.core.command.MemoryDeclaration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The checks of a stream's images; what passes them is noted as not modelled. */
final class ImageChecks {
    private static final Pattern COMPONENT = Pattern.compile("[RGBADSEX]([0-9]+)");
    private static final int MOST_LEVELS = 32;

    private final StreamContext context;

    private record Placed(StreamFile.Image image, long start, long end) {}

    ImageChecks(StreamContext context) {
        this.context = context;
    }

    void check() {
        List<Placed> placed = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>(context.buffers.keySet());
        for (StreamFile.Image image : context.file.images()) {
            if (!names.add(image.name())) {
                throw context.where.error(image, "name", "images: the name '" + image.name() + "' is taken");
            }
            MemoryDeclaration memory = context.memory(image, "memory", image.memory());
            long size = size(image);
            context.checked(
                    image,
                    "offset",
                    "extent",
                    "memory '" + memory.name() + "'",
                    memory.size(),
                    image.offset(),
                    new RangeSize(size));
            Placed here =
                    new Placed(image, image.offset().bytes(), image.offset().bytes() + size);
            for (Placed other : placed) {
                boolean overlap =
                        other.image.memory().equals(image.memory()) && here.start < other.end && other.start < here.end;
                if (overlap && !(image.alias() && other.image.alias())) {
                    throw context.where.error(
                            image,
                            "offset",
                            "image '" + image.name() + "' overlaps image '"
                                    + other.image.name() + "' (bytes " + other.start + " to " + (other.end - 1)
                                    + " of memory '"
                                    + image.memory() + "'); if that is meant, give both alias: true");
                }
            }
            placed.add(here);
        }
        if (!placed.isEmpty()) {
            context.notes.add("images are placed and checked, but no command of this version uses them: "
                    + placed.stream().map(place -> place.image.name()).collect(Collectors.joining(", ")));
        }
    }

    /** The bytes of all levels, layers and samples, tightly packed. */
    private long size(StreamFile.Image image) {
        int dimensions = image.extent().size();
        if (dimensions < 1 || dimensions > 3) {
            throw context.where.error(image, "extent", "extent: expected 1 to 3 numbers of texels, got " + dimensions);
        }
        long[] extent = {1, 1, 1};
        for (int i = 0; i < dimensions; i++) {
            extent[i] = image.extent().get(i);
            if (extent[i] < 1 || extent[i] > 1 << 16) {
                throw context.where.error(image, "extent", i, "extent: " + extent[i] + " is not from 1 to 65536");
            }
        }
        if (image.levels() > MOST_LEVELS) {
            throw context.where.error(image, "levels", "levels: at most " + MOST_LEVELS + " are possible");
        }
        long texels = 0;
        for (int level = 0; level < image.levels(); level++) {
            texels +=
                    Math.max(1, extent[0] >> level) * Math.max(1, extent[1] >> level) * Math.max(1, extent[2] >> level);
        }
        return Math.multiplyExact(
                Math.multiplyExact(texels, (long) texelBytes(image)),
                Math.multiplyExact((long) image.layers(), (long) image.samples()));
    }

    private int texelBytes(StreamFile.Image image) {
        String format = image.format().replaceFirst("^VK_FORMAT_", "");
        String components = format.replaceFirst("_(UNORM|SNORM|UINT|SINT|USCALED|SSCALED|SFLOAT|UFLOAT|SRGB).*$", "");
        Matcher matcher = COMPONENT.matcher(format.startsWith("D") ? format : components);
        int bits = 0;
        while (matcher.find()) {
            bits += Integer.parseInt(
                    matcher.group(1).substring(0, Math.min(3, matcher.group(1).length())));
        }
        if (bits == 0 || bits % 8 != 0 || components.equals(format)) {
            throw context.where.error(
                    image,
                    "format",
                    "format: '" + image.format()
                            + "' is not an uncompressed Vulkan format such as R8G8B8A8_UNORM or D32_SFLOAT");
        }
        return bits / 8;
    }
}
