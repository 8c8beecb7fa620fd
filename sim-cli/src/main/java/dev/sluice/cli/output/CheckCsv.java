// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.problem.IdentifiedHazard;
import dev.sluice.cli.run.StreamCheck;
import java.util.Map;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a check of a stream found as CSV files; columns carry the keys of the JSON. */
public final class CheckCsv {
    private CheckCsv() {}

    /** Adds {@code hazards.csv} and {@code lint.csv}. */
    public static void addTo(Map<String, String> files, StreamCheck check) {
        files.put("hazards.csv", hazards(check));
        files.put("lint.csv", lint(check));
    }

    private static String hazards(StreamCheck check) {
        Csv csv = new Csv(
                "kind",
                "prior",
                "current",
                "resource",
                "offset",
                "size",
                "bytes",
                "half",
                "missing",
                "dataRace",
                "suggestion",
                "exact",
                "priorWhere",
                "currentWhere",
                "id");
        for (IdentifiedHazard one : check.problems().hazards()) {
            Hazard hazard = one.hazard();
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            CheckJson.put(object, one);
            object.put("priorWhere", hazard.prior().origin().where());
            object.put("currentWhere", hazard.current().origin().where());
            csv.row(object);
        }
        return csv.toString();
    }

    private static String lint(StreamCheck check) {
        Csv csv = new Csv("rule", "severity", "command", "message", "suggestion", "where", "id");
        LintJson.of(check.findings()).forEach(finding -> csv.row((ObjectNode) finding));
        return csv.toString();
    }
}
