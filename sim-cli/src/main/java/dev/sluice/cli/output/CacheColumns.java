// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.result.CacheCounters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Columns of a CSV file of caches: their counters, and the traffic with the levels above and below that device caches have. */
final class CacheColumns {

    private static final List<String> TRAFFIC =
            List.of("aboveReadBytes", "aboveWriteBytes", "belowReadBytes", "belowWriteBytes");

    private final CsvColumns counters = new CsvColumns(CacheCounters.class);

    /** An empty file with these columns behind others. */
    Csv file(String... first) {
        List<String> header = new ArrayList<>(Arrays.asList(first));
        header.addAll(counters.names());
        header.addAll(TRAFFIC);
        return new Csv(header.toArray(String[]::new));
    }

    /** The cells of a device cache behind others. */
    @Nullable
    Object[] cells(CacheCounters total, @Nullable Object... first) {
        @Nullable Object[] cells = cellsOfHost(total, first);
        int at = cells.length - TRAFFIC.size();
        cells[at] = total.aboveReadBytes();
        cells[at + 1] = total.aboveWriteBytes();
        cells[at + 2] = total.belowReadBytes();
        cells[at + 3] = total.belowWriteBytes();
        return cells;
    }

    /** The cells of a cache of the host behind others: of its traffic nothing is known. */
    @Nullable
    Object[] cellsOfHost(CacheCounters total, @Nullable Object... first) {
        @Nullable Object[] cells = counters.cells(total, first);
        return Arrays.copyOf(cells, cells.length + TRAFFIC.size());
    }
}
