// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.problem.IdentifiedFinding;
import dev.sluice.check.problem.IdentifiedHazard;
import dev.sluice.check.problem.Problems;
import dev.sluice.check.verdict.Verdicts;
import dev.sluice.cli.baseline.Against;
import dev.sluice.cli.bite.Bites;
import dev.sluice.cli.report.CureSyntax;
import dev.sluice.config.calls.LeftOut;
import dev.sluice.config.rewrite.CureText;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.Stages;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What {@code check --json} prints ({@code docs/formats.md}, Result files). */
public final class CheckJson {
    private CheckJson() {}

    /**
     * What a check says.
     *
     * @param leftOut what the import that made the stream left out
     * @param lint the findings that are told
     * @param notes what could not be followed
     * @param known what a baseline has, or null without a baseline
     * @param verdicts on the dependencies, or null if they were not judged
     * @param bites what missing ones do on devices, or null if nothing was run
     * @param syntax what cures are written in besides
     */
    public record Said(
            String stream,
            String device,
            LeftOut leftOut,
            Problems problems,
            List<IdentifiedFinding> lint,
            List<String> notes,
            @Nullable Against known,
            @Nullable Verdicts verdicts,
            @Nullable Bites bites,
            CureSyntax syntax) {}

    /**
     * The text, with a line end.
     *
     * @param file the stream as the user named it
     */
    public static String text(Said said, String file) {
        return RelativePaths.text(tree(said), file);
    }

    private static ObjectNode tree(Said said) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("stream", said.stream());
        root.put("device", said.device());
        LeftOutJson.put(root, said.leftOut());
        ArrayNode hazards = root.putArray("hazards");
        said.problems().hazards().forEach(hazard -> put(hazards.addObject(), hazard, said.syntax()));
        root.set("problems", ProblemJson.of(said.problems().problems()));
        root.set("lint", LintJson.of(said.lint(), said.syntax()));
        Verdicts verdicts = said.verdicts();
        List<Hazard> all =
                said.problems().hazards().stream().map(IdentifiedHazard::hazard).toList();
        root.set("verdicts", VerdictJson.of(verdicts == null ? List.of() : verdicts.all(), all, said.bites()));
        if (verdicts != null) {
            VerdictJson.put(root.putObject("notJudged"), verdicts.notJudged());
        }
        if (said.known() != null) {
            said.known().put(root.putObject("baseline"));
        }
        ArrayNode notes = root.putArray("notes");
        said.notes().forEach(notes::add);
        if (verdicts != null) {
            verdicts.notes().forEach(notes::add);
        }
        if (said.bites() != null) {
            said.bites().notes().forEach(notes::add);
            said.bites().refused().forEach((name, why) -> notes.add(name + " cannot run it: " + why));
        }
        return root;
    }

    /** Puts the keys of a hazard with its id and sites into an object. */
    public static void put(ObjectNode to, IdentifiedHazard one) {
        to.put("id", one.id());
        put(to, one.hazard());
        ProblemJson.site((ObjectNode) to.get("priorAccess"), one.prior());
        ProblemJson.site((ObjectNode) to.get("currentAccess"), one.current());
    }

    /** The same, and what is known of its cure. */
    static void put(ObjectNode to, IdentifiedHazard one, CureSyntax syntax) {
        put(to, one);
        CureJson.put(to, one.hazard().cure(), syntax);
    }

    /** Puts a hazard's keys into an object, and what is known of its cure. */
    static void put(ObjectNode to, Hazard hazard, CureSyntax syntax) {
        put(to, hazard);
        CureJson.put(to, hazard.cure(), syntax);
    }

    /** Puts a hazard's keys into an object. */
    public static void put(ObjectNode to, Hazard hazard) {
        to.put("kind", hazard.kind().name());
        to.put("prior", hazard.prior().id());
        to.put("current", hazard.current().id());
        to.put("resource", hazard.resource());
        to.put("offset", hazard.offset());
        to.put("size", hazard.size());
        to.put("bytes", hazard.bytes());
        Hazard.Subresource sub = hazard.subresource();
        if (sub != null) {
            ObjectNode node = to.putObject("subresource");
            node.put("aspect", sub.aspect().name());
            node.put("level", sub.level());
            node.put("levels", sub.levels());
            node.put("layer", sub.layer());
            node.put("layers", sub.layers());
            node.put("x", sub.x());
            node.put("y", sub.y());
            node.put("width", sub.width());
            node.put("height", sub.height());
        }
        to.put("half", hazard.missing().name());
        to.put("missing", hazard.missing().words());
        to.put("dataRace", hazard.dataRace());
        to.put("suggestion", CureText.line(hazard.cure()));
        to.put("exact", hazard.exact());
        party(to.putObject("priorAccess"), hazard.prior());
        party(to.putObject("currentAccess"), hazard.current());
    }

    private static void party(ObjectNode to, Hazard.Party party) {
        to.put("command", party.command());
        to.put("label", party.origin().label());
        to.put("where", party.origin().where());
        to.put("queue", party.queue());
        to.put("resource", party.resource());
        to.put("what", party.what());
        Stages.names(party.stages()).forEach(to.putArray("stages")::add);
        Accesses.names(party.access()).forEach(to.putArray("access")::add);
    }
}
