// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.dump.ImageDumps;
import dev.sluice.cli.output.JsonDocument;
import dev.sluice.cli.output.OutputSet;
import dev.sluice.cli.output.RelativePaths;
import dev.sluice.cli.output.WholeFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The files that are written once a run is over.
 *
 * @param results those of its result
 * @param dumps pictures of images
 */
record RunFiles(ResultFiles results, ImageDumps dumps) {

    /** No output may replace what the run is made of. */
    void refuseInputs(List<Path> inputs) {
        results.refuseInputs(inputs);
        dumps.files().forEach(picture -> WholeFile.refuseInputs(picture, inputs));
    }

    /**
     * No output may replace another one.
     *
     * @param watched what is written while the run goes on, by option
     */
    void refuseTwice(Map<String, List<Path>> watched) {
        Map<String, List<Path>> others = new TreeMap<>(watched);
        others.put("--dump", List.copyOf(dumps.files()));
        results.refuseTwice(others);
    }

    /** Whether a page for a browser is among them. */
    boolean page() {
        return results.page() != null;
    }

    /**
     * Writes all of them, or none.
     *
     * @param stream the stream's file as it was given: paths in the files are relative to it
     * @param result the result file
     * @param report the text of the report
     * @param html the page
     * @return what to say of each picture
     */
    List<String> write(String stream, RunOutcome outcome, JsonDocument result, RunReport report, String html) {
        try (OutputSet outputs = new OutputSet()) {
            results.addTo(outputs, result, report::filed, () -> tables(outcome, stream), html);
            List<String> pictures = dumps.addTo(
                    outputs, outcome.run().machine(), outcome.loaded().stream().images());
            outputs.commit();
            return pictures;
        }
    }

    private static Map<String, String> tables(RunOutcome outcome, String stream) {
        Map<String, String> tables = outcome.tables();
        tables.replaceAll((name, content) -> RelativePaths.text(content, stream));
        return tables;
    }
}
