// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.output.JsonDocument;
import dev.sluice.cli.output.OutputSet;
import dev.sluice.cli.output.WholeFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The files that a result is written to.
 *
 * @param out the directory of the result and the report; null for none
 * @param csv the directory of the tables; null for none
 * @param page the page for a browser; null for none
 */
record ResultFiles(
        @Nullable Path out, @Nullable Path csv, @Nullable Path page) {
    private static final String RESULT = "result.json";
    private static final String REPORT = "report.txt";

    /** The directories may not hold an input where an output would go. */
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
    }

    /**
     * The page may replace neither inputs nor other outputs.
     *
     * @param more other outputs, by the option that writes them
     */
    void refusePage(List<Path> inputs, Map<String, List<Path>> more) {
        Map<String, List<Path>> others = new TreeMap<>(more);
        others.put("--out", PageOptions.in(out, List.of(RESULT, REPORT)).toList());
        others.put("--csv", PageOptions.tables(csv, page));
        PageOptions.refuse(page, inputs, others);
    }

    /**
     * Adds them to what is written together.
     *
     * @param result the result file
     * @param report gives the text of the report
     * @param tables gives the files of {@code --csv}, by name
     * @param html the page
     */
    void addTo(
            OutputSet outputs,
            JsonDocument result,
            Supplier<String> report,
            Supplier<Map<String, String>> tables,
            String html) {
        if (out != null) {
            outputs.addDirectory(out);
            outputs.add(out.resolve(RESULT), result);
            outputs.add(out.resolve(REPORT), report.get());
        }
        if (csv != null) {
            outputs.addAll(csv, tables.get());
        }
        if (page != null) {
            outputs.add(page, html);
        }
    }
}
