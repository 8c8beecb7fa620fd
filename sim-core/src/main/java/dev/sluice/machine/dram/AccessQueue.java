// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

/** The read queue or the write queue of a channel: a bounded set of accesses, kept by bank. */
final class AccessQueue {

    final boolean write;
    /** Banks whose candidate finds its row open. */
    final BankList columns;
    /** Banks whose candidate needs another row. */
    final BankList rows;

    private final int capacity;
    private final int patience;

    private int count;
    private final DramAccess[] free;

    AccessQueue(boolean write, int capacity, int banks, int patience) {
        this.write = write;
        this.capacity = capacity;
        this.patience = patience;
        columns = new BankList(banks);
        rows = new BankList(banks);
        free = new DramAccess[capacity];
        for (int i = 0; i < capacity; i++) {
            free[i] = new DramAccess(write);
        }
    }

    int count() {
        return count;
    }

    /** Column commands that may go past the oldest access of a bank. */
    int patience() {
        return patience;
    }

    boolean full() {
        return count == capacity;
    }

    /** A free entry; only when not {@link #full()}. */
    DramAccess take() {
        return free[capacity - ++count];
    }

    void remove(BankQueue bank, DramAccess access) {
        bank.remove(access);
        free[capacity - count--] = access;
    }

    BankQueue of(Bank bank) {
        return write ? bank.writes : bank.reads;
    }

    /** Chooses a bank's candidate again, after its accesses or its row have changed; says whether it is another one. */
    boolean update(BankQueue bank) {
        DramAccess hit = bank.hit;
        DramAccess head = bank.head;
        DramAccess candidate = head;
        BankList list = head == null ? null : rows;
        if (hit != null && (hit == head || bank.passed < patience)) {
            candidate = hit;
            list = columns;
        }
        if (candidate == bank.candidate && list == bank.list) {
            return false;
        }
        if (bank.list != null) {
            bank.list.remove(bank);
        }
        bank.candidate = candidate;
        bank.list = list;
        if (list != null && candidate != null) {
            bank.age = candidate.order;
            list.add(bank);
        }
        return true;
    }
}
