// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One side of a profile's table: a row for each access flag that the profile knows.
 *
 * @param rows by access, in the order of the file
 * @param every a row that adds to every other row of an access ({@code *} of a variant); null when there is none
 * @param execution the row for halves without accesses ({@code NONE}); null when there is none
 */
public record BarrierRows(
        Map<Access, ActionRow> rows,
        @Nullable ActionRow every,
        @Nullable ActionRow execution) {
    /** The key of the row for halves without accesses. */
    public static final String EXECUTION = "NONE";

    /** The key of the row that adds to every other row of an access. */
    public static final String EVERY = "*";

    /** A side without rows. */
    public static final BarrierRows EMPTY = new BarrierRows(Map.of(), null, null);

    /** Copies the map. */
    public BarrierRows {
        rows = Collections.unmodifiableMap(new LinkedHashMap<>(rows));
    }

    /** Whether there is nothing in it. */
    public boolean isEmpty() {
        return rows.isEmpty() && every == null && execution == null;
    }

    /** These rows with those of a variant in their place. */
    BarrierRows replacedBy(BarrierRows variant) {
        Map<Access, ActionRow> merged = new LinkedHashMap<>(rows);
        merged.putAll(variant.rows);
        return new BarrierRows(
                merged,
                variant.every == null ? every : variant.every,
                variant.execution == null ? execution : variant.execution);
    }

    /** These rows without some actions. */
    BarrierRows without(Collection<CacheAction> dropped) {
        Map<Access, ActionRow> kept = new LinkedHashMap<>();
        rows.forEach((access, row) -> kept.put(access, row.without(dropped)));
        return new BarrierRows(
                kept,
                every == null ? null : every.without(dropped),
                execution == null ? null : execution.without(dropped));
    }

    /** Adds to {@code into} the actions of one access flag, whose row must exist. */
    void collect(Access access, long accessScope, Collection<CacheAction> into) {
        ActionRow row = rows.get(access);
        if (row == null) {
            return;
        }
        row.collect(accessScope, access.supportedStages(), into);
        if (every != null) {
            every.collect(accessScope, access.supportedStages(), into);
        }
    }

    /** Adds to {@code into} the actions of a half without accesses, whose stages are these. */
    void collectExecution(long scope, Collection<CacheAction> into) {
        if (execution != null) {
            execution.collect(scope, -1L, into);
        }
    }
}
