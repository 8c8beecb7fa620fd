// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import dev.sluice.check.advice.BarrierSites;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Says of each barrier command what was done about it, and what it cost before and after. */
final class AdviceRows {
    private final BarrierSites original;
    private final @Nullable Prices now;
    private final @Nullable Prices best;

    /**
     * For a stream.
     *
     * @param original its commands as it is
     * @param now what it costs as it is; null if that was stopped early
     * @param best what it costs with all edits made; null if nothing was priced
     */
    AdviceRows(BarrierSites original, @Nullable Prices now, @Nullable Prices best) {
        this.original = original;
        this.now = now;
        this.best = best;
    }

    /** First the barriers that were added, then those of the stream, in order. */
    List<Advice.Row> rows(Map<String, Work> works) {
        List<Advice.Row> rows = new ArrayList<>();
        works.forEach((site, work) -> {
            if (!work.shownAs.isEmpty()) {
                rows.add(row(site, work.shownAs, work));
            }
        });
        for (String site : original.barriers()) {
            Work work = works.get(site);
            if (work != null) {
                rows.add(row(site, site, work));
            }
        }
        return rows;
    }

    /** The whole stream, by device; empty unless both prices are known. */
    Map<String, Advice.Total> totals() {
        Map<String, Advice.Total> totals = new LinkedHashMap<>();
        if (now != null && best != null) {
            now.byDevice()
                    .forEach((device, price) -> totals.put(
                            device,
                            new Advice.Total(price.cycles(), best.on(device).cycles())));
        }
        return totals;
    }

    private Advice.Row row(String site, String shownAs, Work work) {
        List<BarrierSites.Instance> instances = original.instances(shownAs);
        String id = instances.isEmpty() ? "" : instances.get(0).id();
        String label =
                instances.isEmpty() ? null : instances.get(0).command().origin().label();
        boolean changed = !work.what.isEmpty();
        return new Advice.Row(
                work.shownAs.isEmpty() ? id : "(new) at " + id,
                shownAs,
                label == null ? "" : label,
                changed ? String.join(", ", work.what) : "keep",
                changed ? String.join("; ", work.why) : work.kept,
                changed,
                work.costed,
                work.untried,
                costs(site, work));
    }

    private Map<String, Advice.Cost> costs(String site, Work work) {
        Map<String, Advice.Cost> costs = new LinkedHashMap<>();
        if (now != null) {
            now.byDevice()
                    .forEach((device, price) -> costs.put(
                            device,
                            new Advice.Cost(
                                    price.stall(site),
                                    best == null
                                            ? price.stall(site)
                                            : best.on(device).stallOfAll(site),
                                    work.saved.getOrDefault(device, 0L))));
        }
        return costs;
    }
}
