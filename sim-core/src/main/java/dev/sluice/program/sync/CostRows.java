// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A table of cycles: what accesses cost, by stage. Of the cells that apply to an access all count.
 *
 * @param rows by access, in the order of the file
 * @param execution the row for halves without accesses; empty for none
 */
public record CostRows(Map<Access, List<Cell>> rows, List<Cell> execution) {
    /** No costs. */
    public static final CostRows EMPTY = new CostRows(Map.of(), List.of());

    /** Copies the collections. */
    public CostRows {
        Map<Access, List<Cell>> copy = new LinkedHashMap<>();
        rows.forEach((access, cells) -> copy.put(access, List.copyOf(cells)));
        rows = Collections.unmodifiableMap(copy);
        execution = List.copyOf(execution);
    }

    /** The cycles of one column. */
    public record Cell(ActionColumn column, long cycles) {}

    /** Whether there is nothing in it. */
    public boolean isEmpty() {
        return rows.isEmpty() && execution.isEmpty();
    }

    /** Adds what an access costs, if anything. */
    void add(Access access, long scope, Map<String, Long> into) {
        add(access.name(), rows.getOrDefault(access, List.of()), scope, access.supportedStages(), into);
    }

    /** Adds what a half without accesses costs, if anything. */
    void addExecution(long scope, Map<String, Long> into) {
        add(BarrierRows.EXECUTION, execution, scope, -1L, into);
    }

    private static void add(String name, List<Cell> cells, long scope, long supported, Map<String, Long> into) {
        long cycles = cells.stream()
                .filter(cell -> cell.column().applies(scope, supported))
                .mapToLong(Cell::cycles)
                .sum();
        if (cycles > 0) {
            into.put(name, cycles);
        }
    }
}
