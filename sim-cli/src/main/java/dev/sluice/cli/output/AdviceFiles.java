// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.cli.advise.Advice;
import dev.sluice.cli.advise.Verification;
import dev.sluice.cli.report.CureSyntax;
import dev.sluice.config.calls.LeftOut;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Advice as JSON and as CSV. */
public final class AdviceFiles {
    private AdviceFiles() {}

    /**
     * What {@code advise --json} prints, with a line end.
     *
     * @param file the stream as the user named it
     * @param syntax what cures are written in besides
     */
    public static String json(
            String file,
            Advice advice,
            LeftOut leftOut,
            Verification verified,
            @Nullable String written,
            CureSyntax syntax) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("stream", advice.stream());
        LeftOutJson.put(root, leftOut);
        ArrayNode hazards = root.putArray("hazards");
        advice.hazards().forEach(hazard -> CheckJson.put(hazards.addObject(), hazard, syntax));
        root.put("hazardsLeft", advice.left().size());
        ArrayNode barriers = root.putArray("barriers");
        for (Advice.Row row : advice.rows()) {
            ObjectNode node = barriers.addObject();
            node.put("barrier", row.id());
            node.put("where", row.where());
            node.put("label", row.label());
            node.put("changed", row.changed());
            node.put("advice", row.what());
            node.put("why", row.why());
            node.put("priced", row.costed());
            ArrayNode untried = node.putArray("untried");
            row.untried().forEach(untried::add);
            ObjectNode devices = node.putObject("devices");
            row.devices().forEach((device, cost) -> {
                ObjectNode one = devices.putObject(device);
                one.put("stallNow", cost.now());
                one.put("stallBest", cost.best());
                one.put("savedCycles", cost.saved());
            });
        }
        ObjectNode totals = root.putObject("devices");
        advice.totals().forEach((device, total) -> {
            ObjectNode one = totals.putObject(device);
            one.put("cyclesNow", total.now());
            one.put("cyclesBest", total.best());
            one.put("savedCycles", total.saved());
        });
        root.put("simulations", advice.simulations());
        root.put("interrupted", advice.interrupted());
        ObjectNode verification = root.putObject("verified");
        verification.put("compared", verified.ran());
        verification.put("hazards", verified.hazards());
        ArrayNode on = verification.putArray("devices");
        verified.devices().forEach(on::add);
        ArrayNode differences = verification.putArray("differences");
        verified.differences().forEach(differences::add);
        ArrayNode races = verification.putArray("races");
        verified.races().forEach(races::add);
        root.put("written", written);
        ArrayNode notes = root.putArray("notes");
        advice.notes().forEach(notes::add);
        RelativePaths.shorten(root, file);
        // the user's own word for another file than the stream
        root.put("written", written);
        return PrettyJson.text(root);
    }

    /** A line for each barrier and device. */
    public static String csv(Advice advice) {
        Csv csv = new Csv(
                "barrier",
                "where",
                "label",
                "device",
                "stallNow",
                "stallBest",
                "savedCycles",
                "cyclesNow",
                "changed",
                "priced",
                "advice",
                "why");
        for (Advice.Row row : advice.rows()) {
            row.devices().forEach((device, cost) -> {
                Advice.Total total = advice.totals().get(device);
                csv.row(
                        row.id(),
                        row.where(),
                        row.label(),
                        device,
                        cost.now(),
                        cost.best(),
                        cost.saved(),
                        total == null ? null : total.now(),
                        row.changed(),
                        row.costed(),
                        row.what(),
                        row.why());
            });
        }
        return csv.toString();
    }
}
