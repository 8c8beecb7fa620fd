// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.profile;

import dev.sluice.config.bind.Located;
import dev.sluice.config.bind.Nearest;
import dev.sluice.config.source.MapNode;
import dev.sluice.config.source.Node;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.ActionColumn;
import dev.sluice.program.sync.BarrierCosts;
import dev.sluice.program.sync.BarrierRows;
import dev.sluice.program.sync.CacheAction;
import dev.sluice.program.sync.CostRows;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Turns the {@code costs} of a profile file into the simulator's. */
final class CostTable {
    private final ProfileFile.Costs costs;
    private final Located where;

    private CostTable(ProfileFile.Costs costs, Located where) {
        this.costs = costs;
        this.where = where;
    }

    /** The costs; none where the file has none. */
    static BarrierCosts of(ProfileFile.@Nullable Costs costs, Located where) {
        return costs == null ? BarrierCosts.NONE : new CostTable(costs, where).table();
    }

    /**
     * Refuses costs of actions that nothing does.
     *
     * @param done every action of the file, without prefixes
     */
    static void checkActions(ProfileFile.@Nullable Costs costs, Located where, Set<String> done) {
        for (MapNode.Entry entry : entries(costs == null ? null : where.written(costs, "actions"))) {
            if (!done.contains(entry.key())) {
                throw entry.keyPosition()
                        .error("nothing in this profile does " + entry.key() + Nearest.hint(entry.key(), done));
            }
        }
    }

    private BarrierCosts table() {
        if (costs.status().isBlank()) {
            throw where.error(
                    costs, "status", "status: say where the numbers come from: measured, extracted, or guess");
        }
        ProfileFile.EventCosts event = costs.event();
        return new BarrierCosts(
                costs.status(),
                costs.command(),
                event == null ? 0 : event.set(),
                event == null ? 0 : event.reset(),
                event == null ? 0 : event.await(),
                actions(),
                rows());
    }

    private Map<CacheAction, Long> actions() {
        Map<CacheAction, Long> actions = new LinkedHashMap<>();
        for (MapNode.Entry entry : entries(where.written(costs, "actions"))) {
            CacheAction action = BarrierProfileReader.checkedKey(entry, CacheAction::parse);
            if (action.prefix() != CacheAction.Prefix.NONE) {
                throw entry.keyPosition().error("costs are those of " + action.immediate() + ", whenever it is done");
            }
            actions.put(action, cycles(entry, costs.actions()));
        }
        return actions;
    }

    private CostRows rows() {
        Map<Access, List<CostRows.Cell>> rows = new LinkedHashMap<>();
        List<CostRows.Cell> execution = new ArrayList<>();
        for (MapNode.Entry row : entries(where.written(costs, "dst"))) {
            boolean withoutAccess = row.key().equals(BarrierRows.EXECUTION);
            List<CostRows.Cell> cells = new ArrayList<>();
            Map<String, Long> numbers = costs.dst().getOrDefault(row.key(), Map.of());
            Function<String, ActionColumn> columns = BarrierProfileReader.columns(row);
            for (MapNode.Entry cell : entries(row.value())) {
                cells.add(new CostRows.Cell(BarrierProfileReader.checkedKey(cell, columns), cycles(cell, numbers)));
            }
            if (withoutAccess) {
                execution.addAll(cells);
            } else if (rows.put(BarrierProfileReader.checkedKey(row, Accesses::parse), cells) != null) {
                throw row.keyPosition().error("a second row for " + row.key());
            }
        }
        return new CostRows(rows, execution);
    }

    private static Collection<MapNode.Entry> entries(@Nullable Node node) {
        return node instanceof MapNode map ? map.entries() : List.of();
    }

    private static long cycles(MapNode.Entry entry, Map<String, Long> numbers) {
        long cycles = numbers.getOrDefault(entry.key(), 0L);
        if (cycles < 0 || cycles > ProfileFile.Costs.MOST_CYCLES) {
            throw entry.value()
                    .error(entry.key() + ": " + cycles + " cycles are not from 0 to " + ProfileFile.Costs.MOST_CYCLES);
        }
        return cycles;
    }
}
