// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.cli.price.PairPrice;
import dev.sluice.cli.report.Quantity;
import dev.sluice.result.RunResult;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What {@code barrier --json} prints. */
public final class PriceJson {
    private PriceJson() {}

    /**
     * The text, with a line end.
     *
     * @param spec the barrier as it is written
     * @param words what its sides are
     */
    public static String text(String spec, String words, List<PairPrice> prices) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("barrier", spec);
        root.put("pair", words);
        ArrayNode devices = root.putArray("devices");
        prices.forEach(price -> put(devices.addObject(), price));
        return PrettyJson.text(root);
    }

    private static void put(ObjectNode to, PairPrice price) {
        to.put("device", price.device());
        to.put("profile", price.profile());
        RunResult.BarrierResult barrier = price.barrier();
        if (barrier == null) {
            to.put("refused", price.refused());
            return;
        }
        to.put("dirtyBytes", price.bytes());
        to.put("totalCycles", price.total());
        to.put("totalNs", Quantity.exact(price.nanos(price.total())));
        to.put("cyclesWith", price.cyclesWith());
        to.put("cyclesWithout", price.cyclesWithout());
        cycles(to, price, "stall", barrier.stallCycles());
        cycles(to, price, "drain", barrier.drainCycles());
        cycles(to, price, "action", barrier.actionCycles());
        to.put("writtenBackBytes", price.writtenBack());
        to.put("refillBytes", barrier.refillBytes());
        to.put("refillMisses", barrier.refillMisses());
        ArrayNode actions = to.putArray("actions");
        for (RunResult.ActionResult action : barrier.actions()) {
            ObjectNode node = actions.addObject();
            node.put("kind", action.kind());
            node.put("cache", action.cache());
            node.put("cycles", action.endCycle() - action.startCycle());
            node.put("dirtyLines", action.dirtyLines());
            node.put("writtenBackBytes", action.writtenBackBytes());
            node.put("invalidatedLines", action.invalidatedLines());
        }
        ArrayNode assumptions = to.putArray("assumptions");
        price.assumptions().forEach(assumptions::add);
    }

    private static void cycles(ObjectNode to, PairPrice price, String what, long cycles) {
        to.put(what + "Cycles", cycles);
        to.put(what + "Ns", Quantity.exact(price.nanos(cycles)));
    }
}
