// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.cli.advise.Asked;
import dev.sluice.cli.advise.LineChange;
import dev.sluice.cli.report.Quantity;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What {@code advise --barrier --json} prints. */
public final class AskedJson {
    private AskedJson() {}

    /**
     * The text, with a line end.
     *
     * @param written the file that the rewritten stream was written to, or null
     */
    public static String text(Asked asked, @Nullable String written) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("stream", asked.stream());
        LeftOutJson.put(root, asked.leftOut());
        root.put("barrier", asked.barrier());
        root.put("where", asked.where());
        root.put("label", asked.label());
        root.put("times", asked.times());
        root.put("as", asked.form().name().toLowerCase(Locale.ROOT));
        root.put("safe", asked.safe());
        root.put("change", asked.answer().what());
        root.put("why", asked.answer().why());
        ArrayNode hazards = root.putArray("hazards");
        asked.answer().hazards().forEach(hazard -> {
            ObjectNode node = hazards.addObject();
            CheckJson.put(node, hazard);
            node.put("prior", asked.name(hazard.prior()));
            node.put("current", asked.name(hazard.current()));
        });
        ObjectNode devices = root.putObject("devices");
        asked.devices().forEach((device, measured) -> {
            ObjectNode one = devices.putObject(device);
            cost(one.putObject("now"), measured.now());
            cost(one.putObject("then"), measured.then());
            one.put("savedCycles", measured.saved());
            one.put(
                    "savedNs",
                    Quantity.exact(measured.now().timeNs() - measured.then().timeNs()));
        });
        ArrayNode differences = root.putArray("differences");
        asked.differences().forEach(differences::add);
        ArrayNode edit = root.putArray("edit");
        for (LineChange change : asked.edit()) {
            ObjectNode node = edit.addObject();
            node.put("line", change.line());
            change.removed().forEach(node.putArray("removed")::add);
            change.added().forEach(node.putArray("added")::add);
        }
        root.put("interrupted", asked.interrupted());
        root.put("written", written);
        return PrettyJson.text(root);
    }

    private static void cost(ObjectNode to, Asked.Cost cost) {
        to.put("cycles", cost.cycles());
        to.put("timeNs", Quantity.exact(cost.timeNs()));
        to.put("stallCycles", cost.stall());
        to.put("drainCycles", cost.drain());
        to.put("actionCycles", cost.actions());
        to.put("writtenBackBytes", cost.writtenBackBytes());
        to.put("refillBytes", cost.refillBytes());
    }
}
