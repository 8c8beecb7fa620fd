// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.usage;

import dev.sluice.result.Limits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All gauges of a machine, read at the beginning and the end of a span; what lies between says what limited it.
 *
 * <p>Components count for themselves, whether or not anybody reads: a plain add where they promise time anyway. See
 * {@code docs/decisions/0050-what-limits-a-run.md}.
 */
public final class UsageMeter {

    private final UnitCycles units;
    private final List<Gauge> gauges = new ArrayList<>();
    private int instances;
    private @Nullable UsageMark last;
    private UsageMark start;

    /** @param units where the cycles of the machine's compute units go */
    public UsageMeter(UnitCycles units) {
        this.units = units;
        this.start = mark(0);
    }

    /** Adds a gauge; before the first mark. */
    public void add(Gauge gauge) {
        if (gauge.names().isEmpty()) {
            return;
        }
        gauges.add(gauge);
        instances += gauge.names().size();
        last = null;
        start = new UsageMark(start.cycle, new double[instances], start.units);
    }

    /** Reads all gauges; marks of one cycle are one. */
    public UsageMark mark(long now) {
        UsageMark mark = last;
        if (mark == null || mark.cycle != now) {
            double[] busy = new double[instances];
            int at = 0;
            for (Gauge gauge : gauges) {
                int count = gauge.names().size();
                for (int i = 0; i < count; i++) {
                    busy[at++] = gauge.busy().cycles(i, now);
                }
            }
            mark = new UsageMark(now, busy, units.upTo(now));
            last = mark;
        }
        return mark;
    }

    /** Begins a region of interest. */
    public void reset(long now) {
        start = mark(now);
    }

    /** What limited the region of interest, up to the cycle of its last work. */
    public Limits total(long now, long end) {
        return span(start, mark(now), Math.max(0, end - start.cycle), 0).limits();
    }

    /**
     * A span, which may say what limited it.
     *
     * @param least the smallest share that is worth a place in the list
     */
    public UsageSpan between(UsageMark from, UsageMark to, double least) {
        return span(from, to, to.cycle - from.cycle, least);
    }

    private UsageSpan span(UsageMark from, UsageMark to, long cycles, double least) {
        List<Limits.Use> uses = cycles <= 0 ? List.of() : uses(from, to, cycles, least);
        return new UsageSpan(units, from.units, to.units, cycles, uses);
    }

    /** The busiest instance of each kind and group; gauges of one kind and group stand together. */
    private List<Limits.Use> uses(UsageMark from, UsageMark to, long cycles, double least) {
        Map<String, Group> groups = new LinkedHashMap<>();
        int at = 0;
        for (Gauge gauge : gauges) {
            Group group = groups.computeIfAbsent(gauge.resource().key() + " " + gauge.of(), key -> new Group(gauge));
            for (String name : gauge.names()) {
                group.add(name, to.busy[at] - from.busy[at]);
                at++;
            }
        }
        return groups.values().stream()
                .filter(group -> group.most > 0 && group.most >= least * cycles)
                .map(group -> group.use(cycles))
                .sorted(Comparator.comparingDouble(Limits.Use::share).reversed())
                .toList();
    }

    /** What is known of the instances of one kind in one group. */
    private static final class Group {
        private final Gauge gauge;
        private String busiest = "";
        private double most;
        private double sum;
        private int count;

        Group(Gauge gauge) {
            this.gauge = gauge;
        }

        void add(String name, double busy) {
            count++;
            sum += busy;
            if (busy > most) {
                most = busy;
                busiest = name;
            }
        }

        Limits.Use use(long cycles) {
            return new Limits.Use(
                    gauge.resource().key(),
                    gauge.of(),
                    busiest,
                    count,
                    Math.min(cycles, Math.round(most)),
                    rounded(most / cycles),
                    rounded(sum / count / cycles));
        }

        private static double rounded(double share) {
            return Math.min(1, Math.round(share * 10_000) / 10_000.0);
        }
    }
}
