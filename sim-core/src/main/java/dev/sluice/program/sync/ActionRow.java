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
        new LinkedHashMap<>(cells).forEach((key, actions) -> row.add(Cell.of(key, actions)));
        return new ActionRow(row);
    }

    /** Adds to {@code into} the actions of every cell that applies. */
    void collect(long accessScope, long supportedStages, Collection<CacheAction> into) {
        for (Cell cell : cells) {
            if (cell.applies(accessScope, supportedStages)) {
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
     * @param key the column: {@code *}, a stage group or a single stage
     * @param kind which of these
     * @param stages the column's stages, expanded
     * @param actions in the order of the file
     */
    public record Cell(String key, Kind kind, long stages, List<CacheAction> actions) {
        /** What a cell's key is. */
        public enum Kind {
            /** {@code *}: every stage. */
            EVERY,
            /** A stage group. */
            GROUP,
            /** A single stage. */
            STAGE
        }

        /** Copies the list. */
        public Cell {
            actions = List.copyOf(actions);
        }

        /**
         * A cell by its key.
         *
         * @throws IllegalArgumentException when the key is no column, naming the nearest
         */
        public static Cell of(String key, List<CacheAction> actions) {
            if (key.equals("*")) {
                return new Cell(key, Kind.EVERY, Stages.EVERY_EXPANDED, actions);
            }
            return StageGroup.named(key)
                    .map(group -> new Cell(key, Kind.GROUP, group.stages(), actions))
                    .orElseGet(() -> new Cell(key, Kind.STAGE, single(key), actions));
        }

        private static long single(String key) {
            for (Stage stage : Stages.list(Stages.EVERY_EXPANDED)) {
                if (stage.name().equals(key)) {
                    return stage.mask();
                }
            }
            List<String> columns = new ArrayList<>(StageGroup.names());
            Stages.list(Stages.EVERY_EXPANDED).forEach(stage -> columns.add(stage.name()));
            throw new IllegalArgumentException(
                    "'" + key + "' is no stage group and no single stage" + NearestName.suggestion(key, columns));
        }

        boolean applies(long accessScope, long supportedStages) {
            return switch (kind) {
                case EVERY -> true;
                case GROUP -> (stages & accessScope & supportedStages) != 0;
                case STAGE -> (stages & accessScope) != 0;
            };
        }

        private Cell without(Collection<CacheAction> dropped) {
            return new Cell(
                    key,
                    kind,
                    stages,
                    actions.stream().filter(action -> !dropped.contains(action)).toList());
        }
    }
}
