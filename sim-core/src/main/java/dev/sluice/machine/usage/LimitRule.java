// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.usage;

import dev.sluice.result.Limits;
import dev.sluice.result.Resource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says which resource limited a span: the busiest that was busy for at least {@value #BUSY} % of it.
 *
 * <p>Something that is merely full, such as a file of MSHRs, limits only where nothing is busy: behind a busy port everything
 * fills up. Where neither is, nothing was short but requests under way: the span was bound by latency, or its work was too
 * little for the device. Where some unit had a wave for most of the span, units tell which; else, as while the copy engine
 * works, the busiest resource does, which mostly waited or not.
 */
final class LimitRule {

    /** From this part of the span on, in whole percent as reports show it, a resource limits it. */
    static final int BUSY = 80;

    private static final double MOSTLY = 0.5;
    private static final String LATENCY = "latency bound";
    private static final String NOTHING = "no single limit";

    private final List<Limits.Use> uses;
    private final Limits.TopDown topDown;
    private final double occupied;

    /**
     * The rule, for a span.
     *
     * @param uses the busiest first
     * @param occupied the part of the span in which some unit had a wave
     */
    LimitRule(List<Limits.Use> uses, Limits.TopDown topDown, double occupied) {
        this.uses = uses;
        this.topDown = topDown;
        this.occupied = occupied;
    }

    /** What limited the span, or null. */
    Limits.@Nullable Use limiter() {
        Limits.Use busy = first(false);
        if (busy != null && wholePercent(busy.share()) >= BUSY) {
            return busy;
        }
        Limits.Use full = first(true);
        return full != null && wholePercent(full.share()) >= BUSY ? full : null;
    }

    private Limits.@Nullable Use first(boolean occupied) {
        for (Limits.Use use : uses) {
            if (Resource.of(use.resource()).occupied() == occupied) {
                return use;
            }
        }
        return null;
    }

    String summary() {
        Limits.Use limiter = limiter();
        if (limiter != null) {
            return "limited by " + name(limiter);
        }
        Limits.Use full = first(true);
        return withoutLimiter() + (full != null && full.share() >= MOSTLY ? "; " + name(full) : "");
    }

    private String withoutLimiter() {
        Limits.Use busiest = first(false);
        if (busiest == null) {
            return withoutWaves() ? "no resource busy" : "no resource busy: " + whyOfWaves();
        }
        return "no resource above " + name(busiest) + ": " + (withoutWaves() ? whyOf(busiest) : whyOfWaves());
    }

    /** Whether mostly no unit had a wave, as during copies and passes: units then tell little of the span. */
    private boolean withoutWaves() {
        return occupied < MOSTLY || topDown.idle() == topDown.unitCycles();
    }

    /** Of a span that is mostly without waves: whether what moved bytes mostly waited. */
    private static String whyOf(Limits.Use busiest) {
        return busiest.share() < MOSTLY ? LATENCY : NOTHING;
    }

    private String whyOfWaves() {
        long cycles = topDown.unitCycles();
        if (topDown.idle() > MOSTLY * cycles) {
            return "too little parallelism (units without waves " + percent((double) topDown.idle() / cycles) + ")";
        }
        long waited = topDown.waitedForMemory() + topDown.waitedForOthers();
        return waited > MOSTLY * cycles ? LATENCY : NOTHING;
    }

    /** A use in words, such as {@code port l15[2], 99 % busy (replies)}. */
    static String name(Limits.Use use) {
        Resource resource = Resource.of(use.resource());
        return resource.text() + " " + use.instance() + ", " + percent(use.share())
                + (resource.occupied() ? " full" : " busy")
                + (resource.detail().isEmpty() ? "" : " (" + resource.detail() + ")");
    }

    private static String percent(double share) {
        return wholePercent(share) + " %";
    }

    private static long wholePercent(double share) {
        return Math.round(share * 100);
    }
}
