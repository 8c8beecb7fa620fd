// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.cache.prefetch;

import dev.sluice.contract.PlainRead;
import dev.sluice.machine.cache.prefetch.Prefetcher.Outcome;
import dev.sluice.plugin.ParameterValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Tells a prefetcher of accesses, one line of 128 bytes after the other, and collects the lines that it asks for. */
final class Trace implements PlainRead {

    static final int LINE = 128;

    private final Prefetcher prefetcher;
    private long line;
    private int site = NO_SITE;
    private int unit = NO_UNIT;

    Trace(String kind, int degree, int distance) {
        prefetcher = Prefetchers.providers().stream()
                .filter(provider -> provider.name().equals(kind))
                .findFirst()
                .orElseThrow()
                .create(new PrefetcherProvider.Settings(
                        LINE, 4096, degree, distance, ParameterValues.of(List.of(), Map.of())));
    }

    /** What follows is of this site and unit. */
    Trace from(int newSite, int newUnit) {
        site = newSite;
        unit = newUnit;
        return this;
    }

    /** The lines asked for at an access to a line. */
    List<Long> access(long number, Outcome outcome) {
        line = number;
        List<Long> asked = new ArrayList<>();
        prefetcher.onAccess(this, outcome, address -> asked.add(address / LINE));
        return asked;
    }

    List<Long> miss(long number) {
        return access(number, Outcome.MISS);
    }

    @Override
    public long address() {
        return line * LINE;
    }

    @Override
    public int unit() {
        return unit;
    }

    @Override
    public int site() {
        return site;
    }
}
