// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import org.jspecify.annotations.Nullable;

/** The command bus as activates, precharges and refreshes take it: precharges are planned ahead, and give way to activates. */
final class RowBus {

    private final CommandBus bus;
    private final int activateCycles;
    private final int rp;
    /** The bank whose precharge was last planned for a tick, in a ring. */
    private final @Nullable Bank[] planned = new Bank[CommandBus.REACH];

    /** A bus on which activates take some cycles; {@code rp} is that from a precharge to the activate of its bank. */
    RowBus(CommandBus bus, int activateCycles, int rp) {
        this.bus = bus;
        this.activateCycles = activateCycles;
        this.rp = rp;
    }

    /** Takes the first tick, not before one, for a refresh, or a precharge just before one. */
    long take(long from) {
        long at = bus.fit(from, 1);
        bus.take(at, 1);
        return at;
    }

    /** Plans a precharge for the first tick that is free, not before one. */
    void plan(Bank bank, long from) {
        long at = take(from);
        bank.closeAt(at, rp);
        planned[place(at)] = bank;
    }

    /** Drops a planned precharge. */
    void drop(Bank bank) {
        bus.release(bank.close);
    }

    /** When an activate can go, not before a tick; precharges that are only planned give way. */
    long activateSlot(long tick) {
        long at = bus.fit(tick, activateCycles);
        return at == tick || bus.taken(tick, activateCycles) > inTheWay(tick) ? at : tick;
    }

    /** Takes it for an activate; precharges in its way are planned anew, just after it. */
    void activate(long tick) {
        boolean free = bus.taken(tick, activateCycles) == 0;
        bus.take(tick, activateCycles);
        if (!free) {
            for (Bank bank = firstInTheWay(tick); bank != null; bank = firstInTheWay(tick)) {
                plan(bank, tick + 1);
            }
        }
    }

    private int inTheWay(long tick) {
        int count = 0;
        for (long at = tick - activateCycles + 1; at <= tick; at++) {
            if (plannedAt(at) != null) {
                count++;
            }
        }
        return count;
    }

    /** Of the banks whose planned precharge is in the way of an activate, the first by number. */
    private @Nullable Bank firstInTheWay(long tick) {
        Bank first = null;
        for (long at = tick - activateCycles + 1; at <= tick; at++) {
            Bank bank = plannedAt(at);
            if (bank != null && (first == null || bank.index < first.index)) {
                first = bank;
            }
        }
        return first;
    }

    private @Nullable Bank plannedAt(long tick) {
        Bank bank = planned[place(tick)];
        return bank != null && bank.closing && bank.close == tick ? bank : null;
    }

    private static int place(long tick) {
        return (int) tick & CommandBus.REACH - 1;
    }
}
