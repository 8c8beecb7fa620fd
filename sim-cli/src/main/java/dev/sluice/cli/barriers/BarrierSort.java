// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.barriers;

import java.util.Comparator;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** By what the rows of the barrier table are sorted: the costliest first, and equals in the order in which they were reached. */
public enum BarrierSort {
    STALL(BarrierCost::stallCycles),
    ACTIONS(BarrierCost::actionCycles),
    DRAIN(BarrierCost::drainCycles),
    REFILL(BarrierCost::refillBytes),
    HELD_BACK(BarrierCost::heldBackCycles),
    BYTES(BarrierCost::movedBytes),
    ORDER(cost -> 0);

    /** All names, for help. */
    public static final String NAMES =
            Stream.of(values()).map(BarrierSort::text).collect(Collectors.joining(", "));

    private final ToLongFunction<BarrierCost> key;

    BarrierSort(ToLongFunction<BarrierCost> key) {
        this.key = key;
    }

    /** Its name on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The order with a name.
     *
     * @throws IllegalArgumentException for an unknown one, naming all
     */
    public static BarrierSort of(String text) {
        return Stream.of(values())
                .filter(sort -> sort.text().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + text + "' is no order; say " + NAMES));
    }

    Comparator<BarrierRow> comparator() {
        return Comparator.comparingLong((BarrierRow row) -> -key.applyAsLong(row.cost()))
                .thenComparingInt(BarrierRow::order);
    }
}
