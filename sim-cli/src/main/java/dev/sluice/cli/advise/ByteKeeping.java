// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import dev.sluice.cli.input.LoadedRun;
import dev.sluice.program.edit.BarrierEdit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which of some changes, that together leave other bytes, leave the same ones. No hazard is in their way: a device whose caches write
 * whole lines back loses bytes that its memory model keeps.
 *
 * <p>Halves of the changes are added to those that are known to keep the bytes, as long as runs are left for it; of a half that does
 * not keep them its own halves. So every change that stays was run with all others that stay.
 */
final class ByteKeeping {
    /** Runs on each device, if fewer were allowed for prices. */
    private static final int LEAST_RUNS = 8;

    private final List<LoadedRun> streams;
    private final Pricing pricing;
    private final List<BarrierEdit> base;
    private final Predicate<List<BarrierEdit>> safe;
    private final Sameness sameness;
    private final int lastRun;

    private List<Step> kept = new ArrayList<>();
    private final Map<Step, List<String>> dropped = new LinkedHashMap<>();

    /**
     * Nothing is kept or dropped yet.
     *
     * @param base the edits that stay whatever they do: the cures of the stream's hazards
     * @param safe whether edits bring no hazard on any device
     */
    ByteKeeping(List<LoadedRun> streams, Pricing pricing, List<BarrierEdit> base, Predicate<List<BarrierEdit>> safe) {
        this.streams = streams;
        this.pricing = pricing;
        this.base = base;
        this.safe = safe;
        this.sameness = new Sameness(pricing, base);
        long more = Math.max(pricing.limit(), (long) LEAST_RUNS * streams.size());
        this.lastRun = (int) Math.min(Integer.MAX_VALUE, pricing.runs() + more);
    }

    /** Looks for those of some changes, in their order, that keep the bytes. */
    void among(List<Step> steps) {
        if (steps.isEmpty()) {
            return;
        }
        List<Step> all = new ArrayList<>(kept);
        all.addAll(steps);
        List<String> differences = differences(all);
        if (differences != null && differences.isEmpty()) {
            kept = all;
        } else if (steps.size() == 1) {
            dropped.put(steps.get(0), differences == null ? List.of() : differences);
        } else {
            int half = steps.size() / 2;
            among(steps.subList(0, half));
            among(steps.subList(half, steps.size()));
        }
    }

    /** The changes that keep the bytes, in their order. */
    List<Step> kept() {
        return kept;
    }

    /** The others, each with what differs, on the first device where anything does; with nothing where nobody knows. */
    Map<Step, List<String>> dropped() {
        return dropped;
    }

    /** What differs with changes made; null if that cannot be said. */
    private @Nullable List<String> differences(List<Step> steps) {
        List<BarrierEdit> edits = new ArrayList<>(base);
        edits.addAll(Step.edits(steps));
        if (!safe.test(edits)) {
            return List.of("it is safe only with changes that leave other bytes");
        }
        for (LoadedRun stream : streams) {
            Outcome changed = pricing.runs() < lastRun ? pricing.outcome(stream, edits) : pricing.known(stream, edits);
            Sameness.Comparison comparison = changed == null ? null : sameness.of(stream, changed);
            if (comparison == null) {
                return null;
            }
            if (!comparison.differences().isEmpty()) {
                return comparison.differences();
            }
        }
        return List.of();
    }
}
