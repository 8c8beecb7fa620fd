// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import dev.sluice.cli.input.LoadedRun;
import dev.sluice.program.edit.BarrierEdit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compares what a stream leaves with what it leaves when it was changed. Other bytes may be those of a race: then the cured
 * original is what the changed one must be like.
 */
final class Sameness {
    private final Pricing pricing;
    private final List<BarrierEdit> cures;

    /** @param cures the edits that cure hazards of the stream as it is */
    Sameness(Pricing pricing, List<BarrierEdit> cures) {
        this.pricing = pricing;
        this.cures = cures;
    }

    /**
     * What differs on one device.
     *
     * @param races what the original leaves otherwise than the cured one, where that is what the changed one is compared with
     * @param differences what the changed one leaves otherwise than either
     */
    record Comparison(List<String> races, List<String> differences) {
        Comparison {
            races = List.copyOf(races);
            differences = List.copyOf(differences);
        }
    }

    /** Compares a stream with what is left of it when it was changed; null when interrupted. */
    @Nullable
    Comparison of(LoadedRun was, Outcome changed) {
        String device = was.device().name();
        Outcome first = pricing.original(was, changed);
        Outcome cured = first;
        if (first != null && !cures.isEmpty() && !first.differences(changed).isEmpty()) {
            first = pricing.outcome(was, List.of());
            cured = pricing.outcome(was, cures);
        }
        return first == null || cured == null
                ? null
                : new Comparison(first.differences(cured, device), cured.differences(changed, device));
    }
}
