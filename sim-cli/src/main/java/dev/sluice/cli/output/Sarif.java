// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardKind;
import dev.sluice.check.lint.LintFinding;
import dev.sluice.check.lint.Severity;
import dev.sluice.check.problem.HazardSite;
import dev.sluice.check.problem.IdentifiedFinding;
import dev.sluice.check.problem.IdentifiedHazard;
import dev.sluice.check.problem.Problem;
import dev.sluice.config.rewrite.CureText;
import dev.sluice.program.CodeSite;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A check as a SARIF 2.1.0 log (OASIS, Static Analysis Results Interchange Format): a result for each problem and for each lint
 * finding that is not about a hazard.
 */
public final class Sarif {
    private static final String SCHEMA =
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
    private static final String FINGERPRINT = "sluice/v1";

    private final CheckJson.Said said;
    private final String file;
    private final SarifLocations locations;
    private final SarifRules rules = new SarifRules();

    private Sarif(CheckJson.Said said, String file) {
        this.said = said;
        this.file = file;
        locations = new SarifLocations(file, sites(said));
    }

    /**
     * The text of the log, with a line end.
     *
     * @param file the stream as the user named it
     * @param version Sluice's version
     */
    public static String text(CheckJson.Said said, String file, String version) {
        return PrettyJson.text(new Sarif(said, file).log(version));
    }

    private static List<CodeSite> sites(CheckJson.Said said) {
        List<CodeSite> sites = new ArrayList<>();
        for (IdentifiedHazard one : said.problems().hazards()) {
            sites.add(one.prior().code());
            sites.add(one.current().code());
        }
        said.lint().forEach(one -> sites.add(one.origin().site()));
        return sites;
    }

    private ObjectNode log(String version) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("$schema", SCHEMA);
        root.put("version", "2.1.0");
        ObjectNode run = root.putArray("runs").addObject();
        ObjectNode driver = run.putObject("tool").putObject("driver");
        driver.put("name", "Sluice");
        driver.put("version", version);
        ArrayNode descriptors = driver.putArray("rules");
        invocation(run);
        run.put("columnKind", "unicodeCodePoints");
        ArrayNode results = run.putArray("results");
        said.problems().problems().forEach(problem -> put(results.addObject(), problem));
        said.lint().stream()
                .filter(one -> !one.finding().rule().ofHazards())
                .forEach(one -> put(results.addObject(), one));
        rules.put(descriptors);
        ObjectNode properties = run.putObject("properties");
        properties.put("stream", said.stream());
        properties.put("device", said.device());
        LeftOutJson.put(properties, said.leftOut());
        if (said.known() != null) {
            said.known().put(properties.putObject("baseline"));
        }
        return root;
    }

    /** What findings cannot be relied on for, and what could not be followed. */
    private void invocation(ObjectNode run) {
        ObjectNode invocation = run.putArray("invocations").addObject();
        invocation.put("executionSuccessful", true);
        ArrayNode notifications = invocation.putArray("toolExecutionNotifications");
        said.leftOut().doubts().forEach(doubt -> notification(notifications, "warning", "not reliable: " + doubt));
        said.notes().forEach(note -> notification(notifications, "note", note));
    }

    private static void notification(ArrayNode to, String level, String text) {
        ObjectNode notification = to.addObject();
        notification.put("level", level);
        notification.putObject("message").put("text", text);
    }

    private void put(ObjectNode to, Problem problem) {
        IdentifiedHazard example = problem.example();
        Hazard hazard = example.hazard();
        result(
                to,
                rules.of(hazard.kind()),
                problem.exact() ? "error" : "warning",
                message(problem),
                problem.id(),
                example.current().code());
        to.put("occurrenceCount", problem.hazards().size());
        ArrayNode related = to.putArray("relatedLocations");
        related(related, example.prior(), "first: ");
        for (IdentifiedHazard one :
                problem.hazards().subList(1, problem.hazards().size())) {
            related(related, one.prior(), "also first: ");
            related(related, one.current(), "also then: ");
        }
        ObjectNode properties = to.putObject("properties");
        ProblemJson.put(properties, problem);
        RelativePaths.shorten(properties, file);
    }

    private static String message(Problem problem) {
        Hazard hazard = problem.example().hazard();
        int others = problem.hazards().size() - 1;
        String kind = hazard.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        String cure = CureText.of(hazard.cure()).text();
        return kind + " of " + hazard.resource() + ": "
                + party(problem.example().current()) + " after "
                + party(problem.example().prior()) + "; missing: "
                + hazard.missing().words() + "."
                + (problem.exact() ? "" : " At most: not all of what is accessed is known.")
                + (others == 0 ? "" : " " + others + " more such " + (others == 1 ? "hazard." : "hazards."))
                + (cure.isEmpty() ? "" : " Cure: " + cure);
    }

    private static String party(HazardSite site) {
        String label = site.party().origin().label();
        return site.party().command() + (label == null ? "" : " '" + label + "'") + " ("
                + site.party().id() + ", " + site.party().what() + ")";
    }

    private void related(ArrayNode to, HazardSite site, String when) {
        ObjectNode location = to.addObject();
        location.put("id", to.size());
        locations.put(location, site.code());
        location.putObject("message").put("text", when + party(site));
    }

    private void put(ObjectNode to, IdentifiedFinding one) {
        LintFinding finding = one.finding();
        String cure = CureText.of(finding.suggestion()).text();
        String text = finding.message() + (cure.isEmpty() ? "" : " Cure: " + cure);
        result(
                to,
                rules.of(finding.rule()),
                level(finding.severity()),
                text,
                one.id(),
                one.origin().site());
        ObjectNode properties = to.putObject("properties");
        properties.put("command", finding.command());
        properties.put("severity", finding.severity().key());
        properties.put("captureIndex", one.origin().site().captureIndex());
    }

    private void result(ObjectNode to, SarifRules.Rule rule, String level, String text, String id, CodeSite at) {
        to.put("ruleId", rule.id());
        to.put("ruleIndex", rule.index());
        to.put("level", level);
        to.putObject("message").put("text", text);
        locations.put(to.putArray("locations").addObject(), at);
        to.putObject("partialFingerprints").put(FINGERPRINT, id);
        if (said.known() != null) {
            to.put("baselineState", "new");
        }
    }

    static String level(Severity severity) {
        return switch (severity) {
            case ERROR -> "error";
            case WARNING -> "warning";
            case PERF, INFO -> "note";
        };
    }

    /** The kinds of hazards as ids of rules. */
    static String rule(HazardKind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
