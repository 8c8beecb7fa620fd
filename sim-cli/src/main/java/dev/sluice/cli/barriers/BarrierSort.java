// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.barriers;

import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** By what the rows of the barrier table are sorted: the costliest first, and equals in the order in which they were reached. */
public enum BarrierSort {
    STALL,
    ACTIONS,
    DRAIN,
    REFILL,
    HELD_BACK,
    BYTES,
    ORDER;

    /** All names, for help. */
    public static final String NAMES =
            Stream.of(values()).map(BarrierSort::text).collect(Collectors.joining(", "));

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
        return Comparator.comparingLong((BarrierRow row) -> -key(row.cost())).thenComparingInt(BarrierRow::order);
    }

    private long key(BarrierCost cost) {
        return switch (this) {
            case STALL -> cost.stallCycles();
            case ACTIONS -> cost.actionCycles();
            case DRAIN -> cost.drainCycles();
            case REFILL -> cost.refillBytes();
            case HELD_BACK -> cost.heldBackCycles();
            case BYTES -> cost.movedBytes();
            case ORDER -> 0;
        };
    }
}
