// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import dev.sluice.result.RunDetails;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What the banks of a channel counted since the region of interest began, in transactions. */
final class BankCounters {

    private static final int READS = 0;
    private static final int WRITES = 1;
    private static final int HITS = 2;
    private static final int MISSES = 3;
    private static final int CONFLICTS = 4;
    private static final int KINDS = 5;

    private final long[][] counts;
    private long busyTicksBefore;

    BankCounters(int banks) {
        counts = new long[banks][KINDS];
    }

    /** Column commands were issued to a bank. */
    void issued(int bank, boolean write, int transactions, boolean opened, boolean conflict) {
        long[] of = counts[bank];
        of[write ? WRITES : READS] += transactions;
        of[HITS] += opened ? transactions - 1 : transactions;
        if (opened) {
            of[conflict ? CONFLICTS : MISSES]++;
        }
    }

    /** Begins a region of interest. */
    void reset(long busyTicks) {
        for (long[] of : counts) {
            Arrays.fill(of, 0);
        }
        busyTicksBefore = busyTicks;
    }

    /** What was counted. */
    RunDetails.Channel result(String name, long busyTicks, double ticksPerCycle) {
        List<RunDetails.Bank> banks = new ArrayList<>();
        for (long[] of : counts) {
            banks.add(new RunDetails.Bank(of[READS], of[WRITES], of[HITS], of[MISSES], of[CONFLICTS]));
        }
        return new RunDetails.Channel(name, Math.round((busyTicks - busyTicksBefore) / ticksPerCycle), banks);
    }
}
