// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import dev.sluice.device.AddressMapping;
import dev.sluice.machine.request.Request;

/**
 * The read queue or the write queue of a channel: a bounded set of accesses, kept by bank.
 *
 * <p>Banks whose candidate finds its row open stand in {@link #columns}, those whose candidate needs another row in {@link #rows}.
 */
final class AccessQueue {

    /** Bytes of a block: the longest request, so that a request never spans two. */
    static final int BLOCK_BYTES = AddressMapping.BLOCK_BYTES;

    static final int BLOCK_SECTORS = BLOCK_BYTES / Request.SECTOR_BYTES;

    final boolean write;
    /** Banks whose candidate finds its row open. */
    final BankList columns;
    /** Banks whose candidate needs another row. */
    final BankList rows;

    private final int patience;
    private final int columnLead;
    private final int rowLead;
    private final BankQueue[] banks;
    private final Access[] accesses;
    /** Entries out of use: the first so many as there are. */
    private final Access[] free;

    private int count;

    /**
     * An empty queue.
     *
     * @param patience column commands that may go past the oldest access of a bank
     */
    AccessQueue(boolean write, int capacity, DramDevice device, int patience) {
        this.write = write;
        this.patience = patience;
        columnLead = device.columnLead();
        rowLead = device.activateLead();
        banks = new BankQueue[device.banks()];
        for (int bank = 0; bank < banks.length; bank++) {
            banks[bank] = new BankQueue(device.bank(bank));
        }
        columns = new BankList(banks.length);
        rows = new BankList(banks.length);
        accesses = new Access[capacity];
        for (int i = 0; i < capacity; i++) {
            accesses[i] = new Access();
        }
        free = accesses.clone();
    }

    int capacity() {
        return accesses.length;
    }

    /** An entry, in use or not. */
    Access access(int index) {
        return accesses[index];
    }

    /** The accesses of a bank. */
    BankQueue bank(int bank) {
        return banks[bank];
    }

    /** Accesses that wait. */
    int count() {
        return count;
    }

    boolean full() {
        return count == accesses.length;
    }

    /** A free entry for an access that arrives now; only when not {@link #full()}. */
    Access take(int row, int transactions, long address, long tick, long order) {
        Access access = free[accesses.length - ++count];
        access.row = row;
        access.pending = transactions;
        access.started = false;
        access.sectors = 0;
        access.wholeSectors = 0;
        access.arrival = tick;
        access.order = order;
        access.address = address;
        return access;
    }

    /** Takes an access out of its bank's, and gives its entry back. */
    void remove(BankQueue from, Access access) {
        from.remove(access);
        access.free();
        free[accesses.length - count--] = access;
    }

    /** Takes note that the row of a bank has changed. */
    void rowChanged(int bank) {
        BankQueue of = banks[bank];
        if (of.first != null) {
            of.rowChanged();
            update(of);
        }
    }

    /** Whether an access to a bank's open row may go past the bank's oldest. */
    boolean patient(BankQueue of) {
        return of.passed < patience;
    }

    /** Whether a bank is the only one whose candidate finds its row open, and that may go on. */
    boolean alone(BankQueue of) {
        return columns.count() == 1 && (of.candidate == of.first || of.passed < patience);
    }

    /** Chooses a bank's candidate again, after its accesses or its row have changed; says whether it is another one. */
    boolean update(BankQueue of) {
        Access candidate = of.first;
        Access hit = of.hit;
        BankList list = candidate == null ? null : rows;
        if (hit != null && (hit == candidate || of.passed < patience)) {
            candidate = hit;
            list = columns;
        }
        BankList before = of.list;
        if (candidate == of.candidate && list == before) {
            return false;
        }
        Bank bank = of.bank;
        if (before != null) {
            before.remove(bank.index);
        }
        of.candidate = candidate;
        of.list = list;
        if (candidate != null) {
            if (list == columns) {
                long ready = Math.max(candidate.arrival + columnLead, write ? bank.write : bank.read);
                columns.add(bank.index, candidate.order, ready);
            } else {
                rows.add(bank.index, candidate.order, candidate.arrival + rowLead);
            }
        }
        return true;
    }
}
