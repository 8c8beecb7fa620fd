// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.log;

import dev.sluice.machine.observe.SimObserver.DropReason;
import dev.sluice.machine.observe.SimObserver.Outcome;
import dev.sluice.machine.observe.SimObserver.RowOutcome;
import dev.sluice.machine.observe.SimObserver.WaitReason;
import dev.sluice.machine.observe.SimObserver.WriteBackReason;

/** What constants of events are called in logs and recordings. */
public final class EventWords {

    private EventWords() {}

    /** How a look-up went. */
    public static String of(Outcome outcome) {
        return switch (outcome) {
            case HIT -> "hit";
            case MISS -> "miss";
            case SECTOR_MISS -> "sectorMiss";
            case MERGED -> "merged";
            case BYPASSED -> "bypassed";
        };
    }

    /** Why dirty bytes went down. */
    public static String of(WriteBackReason reason) {
        return switch (reason) {
            case EVICTION -> "eviction";
            case FLUSH -> "flush";
            case INVALIDATE -> "invalidate";
            case SNOOP -> "snoop";
        };
    }

    /** Why a line left. */
    public static String of(DropReason reason) {
        return switch (reason) {
            case EVICTION -> "eviction";
            case INVALIDATE -> "invalidate";
            case PASSED -> "passed";
            case INCLUSION -> "inclusion";
            case HANDED_UP -> "handedUp";
            case SNOOP -> "snoop";
        };
    }

    /** Why a look-up waits. */
    public static String of(WaitReason reason) {
        return switch (reason) {
            case BANK -> "bank";
            case WALK -> "walk";
            case QUEUE -> "queue";
            case MSHRS -> "mshrs";
            case MERGES -> "merges";
            case WAYS -> "ways";
            case DOWN -> "down";
            case PORT -> "port";
            case FILLS -> "fills";
        };
    }

    /** How an access found its row. */
    public static String of(RowOutcome row) {
        return switch (row) {
            case HIT -> "hit";
            case MISS -> "miss";
            case CONFLICT -> "conflict";
        };
    }
}
