// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.cli.barriers.BarrierCost;
import dev.sluice.cli.barriers.BarrierRow;
import dev.sluice.cli.barriers.BarrierTable;
import dev.sluice.cli.barriers.FrameCost;
import dev.sluice.cli.report.Quantity;
import dev.sluice.cli.report.Text;
import dev.sluice.result.FrameResult;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The barrier table as JSON, and as CSV files with the same names. */
public final class BarrierTableFiles {
    private static final String DECLARED = "declared";
    private static final String IMPLICIT = "implicit";

    private BarrierTableFiles() {}

    /** Adds {@code barrier_table.csv} and {@code barrier_frames.csv}. */
    public static void addTo(Map<String, String> files, BarrierTable table) {
        files.put("barrier_table.csv", rows(table));
        files.put("barrier_frames.csv", frames(table));
    }

    /** The table as an object. */
    static ObjectNode json(BarrierTable table) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("sort", table.sort().text());
        node.put("frames", table.range().text());
        node.set("rows", rows(table.rows(), table));
        node.set("setUp", rows(table.setUp(), table));
        node.set("rest", rows(table.rest(), table));
        ArrayNode perFrame = node.putArray("perFrame");
        for (FrameCost cost : table.frames()) {
            ObjectNode frame = ResultJson.object(cost.frames().get(0));
            frame.setAll(sums(cost, table));
            perFrame.add(frame);
        }
        node.set("total", sums(table.total(), table));
        node.set("run", sums(table.run(), table));
        return node;
    }

    private static ArrayNode rows(List<BarrierRow> rows, BarrierTable table) {
        ArrayNode nodes = JsonNodeFactory.instance.arrayNode();
        rows.forEach(row -> nodes.add(row(row, table)));
        return nodes;
    }

    private static ObjectNode row(BarrierRow row, BarrierTable table) {
        RunResult.BarrierResult barrier = row.barrier();
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("frame", barrier.frame());
        node.put("order", row.order());
        node.put("id", barrier.id());
        node.put("kind", barrier.kind());
        node.put("label", barrier.label());
        ArrayNode says = node.putArray("says");
        barrier.says().forEach(says::add);
        node.put("where", barrier.where());
        node.put("captureIndex", Text.indexOf(barrier.where()));
        node.setAll(cost(row.cost(), table));
        node.put("shareOfFrame", Quantity.exact(row.shareOfFrame()));
        return node;
    }

    private static ObjectNode sums(FrameCost cost, BarrierTable table) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("cycles", cost.cycles());
        node.put("timeNs", nanos(cost.cycles(), table));
        node.put("stalledCycles", cost.stalledCycles());
        node.put("shareOfFrame", Quantity.exact(cost.shareOfFrame()));
        node.set(DECLARED, cost(cost.declared(), table));
        node.set(IMPLICIT, cost(cost.implicit(), table));
        return node;
    }

    /** A cost with its times in nanoseconds. */
    private static ObjectNode cost(BarrierCost cost, BarrierTable table) {
        ObjectNode node = ResultJson.object(cost);
        node.put("stallNs", nanos(cost.stallCycles(), table));
        node.put("drainNs", nanos(cost.drainCycles(), table));
        node.put("actionNs", nanos(cost.actionCycles(), table));
        node.put("heldBackNs", nanos(cost.heldBackCycles(), table));
        return node;
    }

    private static java.math.BigDecimal nanos(long cycles, BarrierTable table) {
        return Quantity.exact(cycles * table.nanosPerCycle());
    }

    private static String rows(BarrierTable table) {
        Map<String, List<BarrierRow>> parts = new LinkedHashMap<>();
        parts.put(FrameResult.SET_UP, table.setUp());
        parts.put(FrameResult.FRAME, table.rows());
        parts.put(FrameResult.REST, table.rest());
        List<ObjectNode> objects = new ArrayList<>();
        parts.forEach((part, rows) -> rows.forEach(row -> {
            ObjectNode object = JsonNodeFactory.instance.objectNode().put("part", part);
            object.setAll(row(row, table));
            object.put("says", String.join("; ", row.barrier().says()));
            objects.add(object);
        }));
        return csv(
                List.of("part", "frame", "order", "id", "kind", "label", "says", "where", "captureIndex"),
                List.of("shareOfFrame"),
                objects,
                table);
    }

    private static String frames(BarrierTable table) {
        List<ObjectNode> objects = new ArrayList<>();
        table.frames().forEach(cost -> add(objects, cost, cost.frames().get(0).part(), table));
        add(objects, table.total(), "frames", table);
        add(objects, table.run(), "run", table);
        return csv(
                List.of("part", "frame", "cycles", "timeNs", "stalledCycles", "shareOfFrame", "work"),
                List.of(),
                objects,
                table);
    }

    /** Two records: what is declared, and what is implicit. */
    private static void add(List<ObjectNode> objects, FrameCost cost, String part, BarrierTable table) {
        for (String work : List.of(DECLARED, IMPLICIT)) {
            ObjectNode object = sums(cost, table);
            object.put("part", part).put("work", work);
            if (cost.frames().size() == 1) {
                object.put("frame", cost.frames().get(0).frame());
            }
            object.setAll((ObjectNode) object.get(work));
            objects.add(object);
        }
    }

    /** A file with the columns of a cost between others. */
    private static String csv(List<String> first, List<String> last, List<ObjectNode> objects, BarrierTable table) {
        List<String> header = new ArrayList<>(first);
        header.addAll(cost(table.run().declared(), table).propertyNames());
        header.addAll(last);
        Csv csv = new Csv(header.toArray(String[]::new));
        objects.forEach(csv::row);
        return csv.toString();
    }
}
