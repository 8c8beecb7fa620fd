// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.trace;

import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.InvalidImageException;
import dev.sluice.program.image.Surface;
import dev.sluice.program.image.SurfaceLayout;
import dev.sluice.program.image.Tiling;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An image whose tiles may lie compressed, as the column {@code image} of a trace says it: {@code R8G8B8A8_UNORM 64x64x1 levels=1
 * layers=1 samples=1 metadata=0x10000 tile=256 bits=4}.
 *
 * @param metadata address of its first byte of metadata
 * @param tileBytes bytes of a tile
 * @param metadataBits bits of metadata of a tile
 */
public record TraceSurface(
        Format format,
        int width,
        int height,
        int depth,
        int levels,
        int layers,
        int samples,
        long metadata,
        int tileBytes,
        int metadataBits) {

    private static final String NUMBER = "([0-9]{1,9})";
    private static final Pattern TEXT = Pattern.compile("([A-Z0-9_]+) " + NUMBER + "x" + NUMBER + "x" + NUMBER
            + " levels="
            + NUMBER + " layers=" + NUMBER + " samples=" + NUMBER + " metadata=0x([0-9a-f]{1,15}) tile=" + NUMBER
            + " bits=" + NUMBER);

    /** What a trace says of an image of a device. */
    public static TraceSurface of(Surface surface, int tileBytes, int metadataBits) {
        ImageSpec spec = surface.spec();
        return new TraceSurface(
                spec.format(),
                spec.width(),
                spec.height(),
                spec.depth(),
                spec.levels(),
                spec.layers(),
                spec.samples(),
                surface.metadata(),
                tileBytes,
                metadataBits);
    }

    /**
     * Reads the text of the column.
     *
     * @throws IllegalArgumentException if it is not one
     */
    public static TraceSurface of(String text) {
        Matcher words = TEXT.matcher(text);
        if (!words.matches()) {
            throw new IllegalArgumentException("not of that shape");
        }
        return new TraceSurface(
                Format.valueOf(words.group(1)),
                Integer.parseInt(words.group(2)),
                Integer.parseInt(words.group(3)),
                Integer.parseInt(words.group(4)),
                Integer.parseInt(words.group(5)),
                Integer.parseInt(words.group(6)),
                Integer.parseInt(words.group(7)),
                Long.parseLong(words.group(8), 16),
                Integer.parseInt(words.group(9)),
                Integer.parseInt(words.group(10)));
    }

    /** Appends the text of the column. */
    public void appendTo(StringBuilder to) {
        to.append(format)
                .append(' ')
                .append(width)
                .append('x')
                .append(height)
                .append('x')
                .append(depth);
        to.append(" levels=")
                .append(levels)
                .append(" layers=")
                .append(layers)
                .append(" samples=")
                .append(samples);
        to.append(" metadata=0x").append(Long.toHexString(metadata));
        to.append(" tile=").append(tileBytes).append(" bits=").append(metadataBits);
    }

    /**
     * The image, bound to memory.
     *
     * @param number its number among the trace's images
     * @throws InvalidImageException if there is no such image
     */
    public Surface at(int number, long base) {
        ImageSpec spec = new ImageSpec(
                "image " + number, format, width, height, depth, layers, levels, samples, Tiling.OPTIMAL, Set.of());
        return new Surface(number, new SurfaceLayout(spec, tileBytes), base, metadata);
    }
}
