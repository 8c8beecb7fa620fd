// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.price;

import dev.sluice.result.RunResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a barrier costs on a device.
 *
 * @param device the device
 * @param profile its barrier profile
 * @param refused why the device cannot run the pair; null for one that did
 * @param bytes that the producer left dirty, of whole rows
 * @param barrier what the barrier did; null for a device that refused
 * @param cyclesWith of the whole program
 * @param cyclesWithout without the barrier
 * @param nanosPerCycle of the device's clock
 * @param assumptions what the numbers rest on
 * @param stream the program that was run, barrier included
 */
public record PairPrice(
        String device,
        String profile,
        @Nullable String refused,
        long bytes,
        RunResult.@Nullable BarrierResult barrier,
        long cyclesWith,
        long cyclesWithout,
        double nanosPerCycle,
        List<String> assumptions,
        String stream) {
    public PairPrice {
        assumptions = List.copyOf(assumptions);
    }

    static PairPrice refused(String device, String profile, String why) {
        return new PairPrice(device, profile, why, 0, null, 0, 0, 0, List.of(), "");
    }

    /** Cycles by which the program takes longer with the barrier. */
    public long total() {
        return cyclesWith - cyclesWithout;
    }

    /** Bytes that its actions wrote back. */
    public long writtenBack() {
        return barrier == null
                ? 0
                : barrier.actions().stream()
                        .mapToLong(RunResult.ActionResult::writtenBackBytes)
                        .sum();
    }

    /** Cycles of the device in nanoseconds. */
    public double nanos(long cycles) {
        return cycles * nanosPerCycle;
    }
}
