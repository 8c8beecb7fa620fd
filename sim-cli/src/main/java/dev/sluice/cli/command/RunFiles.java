// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.dump.ImageDumps;
import dev.sluice.cli.output.OutputSet;
import dev.sluice.cli.output.RelativePaths;
import dev.sluice.cli.output.WholeFile;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The files that are written once a run is over.
 *
 * @param out the directory of the result and the report; null for none
 * @param csv the directory of the tables; null for none
 * @param page the page for a browser; null for none
 * @param dumps pictures of images
 */
record RunFiles(
        @Nullable Path out, @Nullable Path csv, @Nullable Path page, ImageDumps dumps) {
    private static final String RESULT = "result.json";
    private static final String REPORT = "report.txt";

    /** No output may replace what the run is made of. */
    void refuseInputs(List<Path> inputs) {
        if (out != null) {
            WholeFile.refuseInputs(out, Set.of(RESULT, REPORT), inputs);
        }
        if (csv != null) {
            List<String> tables = inputs.stream()
                    .map(input -> String.valueOf(input.getFileName()))
                    .filter(name -> name.endsWith(".csv"))
                    .toList();
            WholeFile.refuseInputs(csv, tables, inputs);
        }
        dumps.files().forEach(picture -> WholeFile.refuseInputs(picture, inputs));
    }

    /**
     * The page may replace neither inputs nor other outputs.
     *
     * @param watched what is written while the run goes on, by option
     */
    void refusePage(List<Path> inputs, Map<String, List<Path>> watched) {
        Map<String, List<Path>> others = new TreeMap<>(watched);
        others.put("--dump", List.copyOf(dumps.files()));
        others.put("--out", PageOptions.in(out, List.of(RESULT, REPORT)).toList());
        others.put("--csv", PageOptions.tables(csv, page));
        PageOptions.refuse(page, inputs, others);
    }

    /** Whether any of them needs the result file's tree. */
    boolean needResult() {
        return out != null || page != null;
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
    List<String> write(String stream, RunOutcome outcome, String result, RunReport report, String html) {
        try (OutputSet outputs = new OutputSet()) {
            if (out != null) {
                Map<String, String> files = new LinkedHashMap<>();
                files.put(RESULT, result);
                files.put(REPORT, report.filed());
                outputs.addAll(out, files);
            }
            if (csv != null) {
                Map<String, String> tables = outcome.tables();
                tables.replaceAll((name, content) -> RelativePaths.text(content, stream));
                outputs.addAll(csv, tables);
            }
            if (page != null) {
                outputs.add(page, html);
            }
            List<String> pictures = dumps.addTo(
                    outputs, outcome.run().machine(), outcome.loaded().stream().images());
            outputs.commit();
            return pictures;
        }
    }
}
