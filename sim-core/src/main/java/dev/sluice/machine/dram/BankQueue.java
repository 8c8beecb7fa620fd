// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import org.jspecify.annotations.Nullable;

/** The accesses of one kind (reads or writes) that wait for one bank, oldest first, and the one to serve next. */
final class BankQueue {

    final Bank bank;

    @Nullable
    DramAccess head;

    private @Nullable DramAccess tail;
    /** The oldest access to the bank's open row. */
    @Nullable
    DramAccess hit;
    /** Column commands that went past an older access of another row: bounds starvation. */
    int passed;

    /** The access to serve next: {@link #hit} as long as it may go first, else {@link #head}; null without work. */
    @Nullable
    DramAccess candidate;
    /** The candidate's place in the order of arrival. */
    long age;
    /** The list that the bank is in: of banks that want a column command, or of those that want another row. */
    @Nullable
    BankList list;

    BankQueue(Bank bank) {
        this.bank = bank;
    }

    void add(DramAccess access) {
        DramAccess last = tail;
        access.previous = last;
        access.next = null;
        if (last == null) {
            head = access;
        } else {
            last.next = access;
        }
        tail = access;
        if (hit == null && access.row == bank.openRow) {
            hit = access;
        }
    }

    void remove(DramAccess access) {
        DramAccess before = access.previous;
        DramAccess after = access.next;
        if (before == null) {
            head = after;
            passed = 0;
        } else {
            before.next = after;
        }
        if (after == null) {
            tail = before;
        } else {
            after.previous = before;
        }
        if (hit == access) {
            hit = firstOf(after, bank.openRow);
        }
        access.previous = null;
        access.next = null;
    }

    /** Finds the oldest access to the open row again, after the row has changed. */
    void rowChanged() {
        hit = bank.openRow == Bank.CLOSED ? null : firstOf(head, bank.openRow);
    }

    /** The waiting access to a block, if any. */
    @Nullable
    DramAccess find(long block) {
        DramAccess access = head;
        while (access != null && access.block != block) {
            access = access.next;
        }
        return access;
    }

    private static @Nullable DramAccess firstOf(@Nullable DramAccess from, int row) {
        DramAccess access = from;
        while (access != null && access.row != row) {
            access = access.next;
        }
        return access;
    }
}
