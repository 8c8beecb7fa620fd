// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.result.ImageResult;
import dev.sluice.result.RunResult;
import dev.sluice.result.TileStates;
import java.util.ArrayList;
import java.util.List;

/**
 * A row for each image: what it is, the layout it ended in and how its tiles are stored. Images with tiles come
 * first.
 */
final class ImagesSection {
    private static final int SHOWN = 12;

    private final RunResult result;
    private final Style style;

    ImagesSection(RunResult result, Style style) {
        this.result = result;
        this.style = style;
    }

    List<String> lines() {
        List<ImageResult> images = result.images();
        if (images.isEmpty()) {
            return List.of();
        }
        List<ImageResult> shown = images;
        if (images.size() > SHOWN) {
            // those of which there is nothing to say but their names give way
            List<ImageResult> compressible =
                    images.stream().filter(ImageResult::compressible).toList();
            shown = compressible.isEmpty() ? images : compressible;
        }
        Table table = new Table()
                .left("image", 24)
                .left("format", 32)
                .left("extent")
                .left("layout at the end", 32)
                .right("raw")
                .right("2:1")
                .right("4:1")
                .right("8:1")
                .right("cleared")
                .right("stored")
                .right("of");
        for (ImageResult image : shown.subList(0, Math.min(SHOWN, shown.size()))) {
            row(table, image);
        }
        List<String> lines = new ArrayList<>(table.lines(style));
        int left = images.size() - Math.min(SHOWN, shown.size());
        if (left > 0) {
            lines.add(TextReport.more(left, style));
        }
        return lines;
    }

    private static void row(Table table, ImageResult image) {
        TileStates tiles = image.tiles();
        table.row(
                image.name(),
                image.format(),
                extent(image),
                image.layout(),
                Quantity.countOrDash(tiles.raw()),
                Quantity.countOrDash(tiles.half()),
                Quantity.countOrDash(tiles.quarter()),
                Quantity.countOrDash(tiles.eighth()),
                Quantity.countOrDash(tiles.cleared()),
                image.compressible() ? Quantity.bytes(image.storedBytes()) : "-",
                Quantity.bytes(image.bytes()));
    }

    /** {@code 256×256}, with what there is more than one of: {@code ×4 samples}. */
    private static String extent(ImageResult image) {
        StringBuilder text = new StringBuilder();
        text.append(image.extent().get(0)).append('×').append(image.extent().get(1));
        if (image.extent().get(2) > 1) {
            text.append('×').append(image.extent().get(2));
        }
        several(text, image.layers(), "layers");
        several(text, image.levels(), "levels");
        several(text, image.samples(), "samples");
        return text.toString();
    }

    private static void several(StringBuilder text, int count, String of) {
        if (count > 1) {
            text.append(", ").append(count).append(' ').append(of);
        }
    }
}
