package dev.sluice.cli.output;

import dev.sluice.cli.run.StreamCheck;
import dev.sluice.config.rewrite.CureText;
import dev.sluice.core.checker.hazard.Hazard;
import dev.sluice.core.checker.lint.LintFinding;
import java.util.Map;

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
                "currentWhere");
        for (Hazard hazard : check.hazards().hazards()) {
            csv.row(
                    hazard.kind().name(),
                    hazard.prior().id(),
                    hazard.current().id(),
                    hazard.resource(),
                    hazard.offset(),
                    hazard.size(),
                    hazard.bytes(),
                    hazard.missing().name(),
                    hazard.missing().words(),
                    hazard.dataRace(),
                    CureText.line(hazard.cure()),
                    hazard.exact(),
                    hazard.prior().origin().where(),
                    hazard.current().origin().where());
        }
        return csv.toString();
    }

    private static String lint(StreamCheck check) {
        Csv csv = new Csv("rule", "severity", "command", "message", "suggestion", "where");
        for (LintFinding finding : check.lint()) {
            csv.row(
                    finding.rule().id(),
                    finding.severity().key(),
                    finding.command(),
                    finding.message(),
                    CureText.line(finding.suggestion()),
                    finding.where());
        }
        return csv.toString();
    }
}
