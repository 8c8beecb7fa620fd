// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A row of a profile's table: the actions for one access flag, by stage.
 *
 * <p>An absent cell says that the stage never makes that access, an empty one that nothing needs to be done.
 *
 * @param cells in the order of the file
 */
public record ActionRow(List<Cell> cells) {
    /** Copies the list. */
    public ActionRow {
        cells = List.copyOf(cells);
    }

    /** A row from the keys and actions of a file. */
    public static ActionRow of(Map<String, List<CacheAction>> cells) {
        List<Cell> row = new ArrayList<>();
        new LinkedHashMap<>(cells).forEach((key, actions) -> row.add(new Cell(ActionColumn.of(key), actions)));
        return new ActionRow(row);
    }

    /** Adds to {@code into} the actions of every cell that applies. */
    void collect(long accessScope, long supportedStages, Collection<CacheAction> into) {
        for (Cell cell : cells) {
            if (cell.column.applies(accessScope, supportedStages)) {
                into.addAll(cell.actions);
            }
        }
    }

    /** The row without some actions. */
    ActionRow without(Collection<CacheAction> dropped) {
        return new ActionRow(cells.stream().map(cell -> cell.without(dropped)).toList());
    }

    /**
     * One cell.
     *
     * @param column the stages for which it stands
     * @param actions in the order of the file
     */
    public record Cell(ActionColumn column, List<CacheAction> actions) {
        /** Copies the list. */
        public Cell {
            actions = List.copyOf(actions);
        }

        private Cell without(Collection<CacheAction> dropped) {
            return new Cell(
                    column,
                    actions.stream().filter(action -> !dropped.contains(action)).toList());
        }
    }
}
