// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.result.ImageResult;
import dev.sluice.result.RunResult;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The CSV files that only results with images have, and the counters of the graphics hardware and of address translation. */
final class GraphicsCsv {

    private GraphicsCsv() {}

    static void addTo(Map<String, String> files, RunResult result) {
        if (!result.images().isEmpty()) {
            files.put("images.csv", images(result));
            files.put("transitions.csv", transitions(result));
        }
        if (!result.images().isEmpty() || result.tlb() != null) {
            files.put("graphics.csv", counters(result));
        }
    }

    private static String images(RunResult result) {
        CsvColumns columns = new CsvColumns(ImageResult.class, "name", "format");
        Csv csv = columns.file("name", "format", "width", "height", "depth");
        for (ImageResult image : result.images()) {
            List<Integer> extent = image.extent();
            csv.row(columns.cells(image, image.name(), image.format(), extent.get(0), extent.get(1), extent.get(2)));
        }
        return csv.toString();
    }

    /** The transitions among the actions of barriers, by what they are rather than by what an action calls it. */
    private static String transitions(RunResult result) {
        Csv csv = new Csv(
                "barrier", "kind", "image", "tilesVisited", "tilesChanged", "bytesWritten", "startCycle", "endCycle");
        for (RunResult.BarrierResult barrier : result.barriers()) {
            for (RunResult.ActionResult action : barrier.actions()) {
                String transition = action.transition();
                if (transition != null) {
                    csv.row(
                            barrier.id(),
                            transition,
                            action.cache(),
                            action.linesVisited(),
                            action.dirtyLines(),
                            action.writtenBackBytes(),
                            action.startCycle(),
                            action.endCycle());
                }
            }
        }
        return csv.toString();
    }

    /** A row for each number of {@code rop}, {@code tlb} and {@code display}, with its path in the JSON. */
    private static String counters(RunResult result) {
        Csv csv = new Csv("counter", "value");
        ObjectNode root = ResultJson.graphics(result);
        root.forEachEntry((key, value) -> flatten(csv, key, value));
        return csv.toString();
    }

    private static void flatten(Csv csv, String path, JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.forEachEntry((key, value) -> flatten(csv, path + "." + key, value));
        } else if (!node.isNull()) {
            csv.row(path, node.asString());
        }
    }
}
