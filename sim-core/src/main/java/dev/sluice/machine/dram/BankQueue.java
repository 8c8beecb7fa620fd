// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import org.jspecify.annotations.Nullable;

/**
 * The accesses of one bank in a queue, oldest first, and its candidate: the one to serve next.
 *
 * <p>The candidate is the oldest to the open row as long as that may go first, else the oldest. Open to this package, for it is
 * read and written with every command.
 */
final class BankQueue {

    final Bank bank;
    /** The oldest. */
    @Nullable
    Access first;

    /** The youngest. */
    @Nullable
    Access last;

    /** The oldest to the open row. */
    @Nullable
    Access hit;

    /** Column commands that went past the oldest. */
    int passed;

    /** A bit for each row modulo 64: whether an access may want it. */
    private long wanted;
    /** The same: whether several may. */
    private long wantedAgain;

    @Nullable
    Access candidate;

    /** Where the bank stands for its candidate: among those that find their row open, those that need another, or nowhere. */
    @Nullable
    BankList list;

    BankQueue(Bank bank) {
        this.bank = bank;
    }

    /** Accesses that wait. */
    int waiting() {
        int count = 0;
        for (Access access = first; access != null; access = access.next) {
            count++;
        }
        return count;
    }

    /** Puts an access behind all others. */
    void add(Access access) {
        Access before = last;
        access.previous = before;
        access.next = null;
        if (before == null) {
            first = access;
        } else {
            before.next = access;
        }
        last = access;
        want(access.row);
        if (hit == null && access.row == bank.row) {
            hit = access;
        }
    }

    private void want(int row) {
        long bit = 1L << row;
        wantedAgain |= wanted & bit;
        wanted |= bit;
    }

    /** Takes out an access. */
    void remove(Access access) {
        Access before = access.previous;
        Access after = access.next;
        if (before == null) {
            first = after;
            passed = 0;
        } else {
            before.next = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.previous = before;
        }
        long bit = 1L << access.row;
        if ((wantedAgain & bit) == 0) {
            wanted &= ~bit;
            if (hit == access) {
                hit = null;
            }
        } else if (hit == access) {
            hit = firstOf(after, access.row);
            if (hit == null && before == null) {
                countWanted();
            }
        }
    }

    private void countWanted() {
        wanted = 0;
        wantedAgain = 0;
        for (Access access = first; access != null; access = access.next) {
            want(access.row);
        }
    }

    /** Finds the oldest access to the open row again, after that has changed. */
    void rowChanged() {
        int row = bank.row;
        hit = row == Bank.CLOSED || (wanted >>> row & 1) == 0 ? null : firstOf(first, row);
    }

    /** The waiting access to the block at an address. */
    @Nullable
    Access find(long address) {
        Access access = first;
        while (access != null && access.address != address) {
            access = access.next;
        }
        return access;
    }

    private static @Nullable Access firstOf(@Nullable Access from, int row) {
        Access access = from;
        while (access != null && access.row != row) {
            access = access.next;
        }
        return access;
    }
}
