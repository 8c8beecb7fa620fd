// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.output.CsvFiles;
import dev.sluice.cli.output.DistinctFiles;
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

    /** No input may be where an output would go. */
    void refuseInputs(List<Path> inputs) {
        if (out != null) {
            WholeFile.refuseInputs(out, Set.of(RESULT, REPORT), inputs);
        }
        if (csv != null) {
            WholeFile.refuseInputs(csv, CsvFiles.NAMES, inputs);
        }
        if (page != null) {
            WholeFile.refuseInputs(page, inputs);
        }
    }

    /**
     * No output may replace another one.
     *
     * @param more other outputs, by the option that writes them
     */
    void refuseTwice(Map<String, List<Path>> more) {
        DistinctFiles files = new DistinctFiles();
        files.add("--html", page == null ? List.of() : List.of(page));
        Map<String, List<Path>> others = new TreeMap<>(more);
        others.put("--out", in(out, List.of(RESULT, REPORT)));
        others.put("--csv", in(csv, CsvFiles.NAMES));
        others.forEach(files::add);
    }

    private static List<Path> in(@Nullable Path directory, List<String> names) {
        return directory == null
                ? List.of()
                : names.stream().map(directory::resolve).toList();
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
