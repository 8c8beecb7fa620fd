// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.cli.compare.RegionDifference;
import dev.sluice.cli.compare.ResultDifference;
import dev.sluice.cli.compare.ResultFile;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What {@code compare --json} prints of two results. */
public final class DifferenceJson {
    private DifferenceJson() {}

    /**
     * The text, with a line end.
     *
     * @param version Sluice's
     */
    public static String text(ResultDifference difference, String version) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("version", version);
        side(root.putObject("a"), difference.a());
        side(root.putObject("b"), difference.b());
        root.put("unit", difference.sameClock() ? "cycles" : "picoseconds");
        ArrayNode settings = root.putArray("settings");
        difference
                .settings()
                .forEach(value -> settings.addObject()
                        .put("key", value.key())
                        .put("a", value.a())
                        .put("b", value.b()));
        difference.inputs().forEach(root.putArray("inputs")::add);
        moved(root.putArray("commands"), difference.commands());
        moved(root.putArray("barriers"), difference.barriers());
        ArrayNode caches = root.putArray("caches");
        for (ResultDifference.Cache cache : difference.caches()) {
            ObjectNode node = caches.addObject();
            node.put("name", cache.name());
            moved(node.putArray("counters"), cache.counters());
            moved(node.putArray("missesByCommand"), cache.commands());
        }
        ArrayNode regions = root.putArray("regions");
        for (RegionDifference region : difference.regions()) {
            ObjectNode node = regions.addObject();
            put(node, region.time());
            moved(node.putArray("counters"), region.counters());
        }
        moved(root.putArray("others"), difference.others());
        return PrettyJson.text(root);
    }

    private static void side(ObjectNode node, ResultFile file) {
        node.put("file", file.file());
        for (String key : List.of("stream", "device", "profile", "cycles", "timeNs")) {
            node.set(key, file.root().path(key).deepCopy());
        }
        node.put("findings", file.judged() || file.findings() > 0 ? file.findings() : null);
    }

    private static void moved(ArrayNode to, List<ResultDifference.Moved> moved) {
        moved.forEach(one -> put(to.addObject(), one));
    }

    private static void put(ObjectNode to, ResultDifference.Moved one) {
        to.put("name", one.name()).put("a", one.a()).put("b", one.b()).put("difference", one.by());
    }
}
