// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.Origin;
import dev.sluice.program.StatisticsMode;
import dev.sluice.result.MachineCounters;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statistics region on its way: reached by a queue or a host thread, then begun, then ended. */
final class StatisticsRegion {

    final String name;
    final int occurrence;
    final StatisticsMode mode;
    final Origin origin;
    final List<CommandRecord> commands = new ArrayList<>();
    long start = -1;
    long end = -1;
    /** What had been counted when it began, or when counters last restarted. */
    CounterSampler.@Nullable Sample before;
    /** What was counted before counters restarted within it, and all of it in the end. */
    CounterSampler.@Nullable Sample counted;
    /** What was counted in all; null until it is over. */
    @Nullable
    MachineCounters total;

    StatisticsRegion(String name, int occurrence, StatisticsMode mode, Origin origin) {
        this.name = name;
        this.occurrence = occurrence;
        this.mode = mode;
        this.origin = origin;
    }

    /** It is over: of what was counted the result is kept, which is far smaller than samples. */
    void close() {
        CounterSampler.Sample all = counted;
        total = all == null ? null : all.over(end - start);
        before = null;
        counted = null;
    }
}
