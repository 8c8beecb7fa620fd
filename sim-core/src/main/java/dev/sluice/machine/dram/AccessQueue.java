// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import dev.sluice.device.AddressMapping;
import dev.sluice.machine.request.Request;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The read queue or the write queue of a channel: a bounded set of accesses, kept by bank, oldest first.
 *
 * <p>An access is some transactions of one {@value #BLOCK_BYTES}-byte block, which lies in one row. Each bank has a candidate,
 * the access to serve next: the oldest to its open row as long as that may go first, else its oldest. Banks whose candidate
 * finds its row open stand in {@link #columns}, those whose candidate needs another row in {@link #rows}.
 *
 * <p>An access is an index of {@code accesses}, a bank of {@code banks}; a record is a line of the host's cache:
 * <pre>
 *   access  0 next of its bank, 1 previous, 2 row, 3 masks (transactions not yet issued, whole sectors, sectors, started),
 *           4 tick of arrival, 5 place in the order of arrival, 6 block's address in the channel, 7 in the machine
 *   bank    0 oldest access, 1 youngest, 2 oldest to the open row, 3 column commands that went past the oldest,
 *           4 candidate, 5 its list, 6 its tick of arrival, 7 its place in the order of arrival
 * </pre>
 */
final class AccessQueue {

    /** Bytes of a block: the longest request, so that a request never spans two. */
    static final int BLOCK_BYTES = AddressMapping.BLOCK_BYTES;

    static final int NONE = -1;

    private static final int RECORD_SHIFT = 3;

    private static final int NEXT = 0;
    private static final int PREVIOUS = 1;
    private static final int ROW = 2;
    private static final int MASKS = 3;
    private static final int TICK = 4;
    private static final int ORDER = 5;
    private static final int BLOCK = 6;
    private static final int ADDRESS = 7;

    private static final int FULL_SHIFT = 8;
    private static final int SECTORS_SHIFT = 16;
    private static final int STARTED = 1 << 24;

    private static final int HEAD = 0;
    private static final int TAIL = 1;
    private static final int HIT = 2;
    private static final int PASSED = 3;
    private static final int CANDIDATE = 4;
    private static final int LIST = 5;
    private static final int ARRIVAL = 6;
    private static final int AGE = 7;

    private static final int NO_LIST = 0;
    private static final int COLUMN_LIST = 1;
    private static final int ROW_LIST = 2;

    final boolean write;
    /** Banks whose candidate finds its row open. */
    final BankList columns;
    /** Banks whose candidate needs another row. */
    final BankList rows;

    private final int capacity;
    private final int patience;
    private final long[] accesses;
    private final long[] banks;
    private final @Nullable Request[] requests;
    private final Writer[] writers;

    /** Of whom a write is, for observers: its request is gone when it is served. */
    private static final class Writer {
        private int client;
        private int command;
        private int agent;
    }

    private int count;
    private final int[] free;

    /**
     * An empty queue.
     *
     * @param patience column commands that may go past the oldest access of a bank
     */
    AccessQueue(boolean write, int capacity, int bankCount, int patience) {
        this.write = write;
        this.capacity = capacity;
        this.patience = patience;
        columns = new BankList(bankCount);
        rows = new BankList(bankCount);
        accesses = new long[capacity << RECORD_SHIFT];
        banks = new long[bankCount << RECORD_SHIFT];
        for (int k = 0; k < banks.length; k += 1 << RECORD_SHIFT) {
            banks[k + HEAD] = NONE;
            banks[k + TAIL] = NONE;
            banks[k + HIT] = NONE;
            banks[k + CANDIDATE] = NONE;
            banks[k + LIST] = NO_LIST;
        }
        requests = new Request[capacity];
        writers = new Writer[write ? capacity : 0];
        Arrays.setAll(writers, i -> new Writer());
        free = new int[capacity];
        for (int i = 0; i < capacity; i++) {
            free[i] = i;
            accesses[(i << RECORD_SHIFT) + ORDER] = NONE;
        }
    }

    int capacity() {
        return capacity;
    }

    /** Whether an entry is in use. */
    boolean queued(int access) {
        return accesses[(access << RECORD_SHIFT) + ORDER] != NONE;
    }

    /** The tick at which an access arrived. */
    long arrivalOf(int access) {
        return accesses[(access << RECORD_SHIFT) + TICK];
    }

    /** Accesses of a bank that wait. */
    int waiting(int bank) {
        int count = 0;
        for (int access = (int) banks[(bank << RECORD_SHIFT) + HEAD];
                access != NONE;
                access = (int) accesses[(access << RECORD_SHIFT) + NEXT]) {
            count++;
        }
        return count;
    }

    int count() {
        return count;
    }

    boolean full() {
        return count == capacity;
    }

    /** A free entry for an access that arrives now; only when not {@link #full()}. */
    int take(int row, int transactions, long block, long address, long tick, long order) {
        int access = free[capacity - ++count];
        int a = access << RECORD_SHIFT;
        accesses[a + ROW] = row;
        accesses[a + MASKS] = transactions;
        accesses[a + TICK] = tick;
        accesses[a + ORDER] = order;
        accesses[a + BLOCK] = block;
        accesses[a + ADDRESS] = address;
        return access;
    }

    /** Puts an access behind all others of its bank, whose open row is given. */
    void add(int bank, int access, int openRow) {
        int b = bank << RECORD_SHIFT;
        int a = access << RECORD_SHIFT;
        int last = (int) banks[b + TAIL];
        accesses[a + PREVIOUS] = last;
        accesses[a + NEXT] = NONE;
        if (last == NONE) {
            banks[b + HEAD] = access;
        } else {
            accesses[(last << RECORD_SHIFT) + NEXT] = access;
        }
        banks[b + TAIL] = access;
        if (banks[b + HIT] == NONE && accesses[a + ROW] == openRow) {
            banks[b + HIT] = access;
        }
    }

    /** Takes out an access of a bank, whose open row is given. */
    void remove(int bank, int access, int openRow) {
        int b = bank << RECORD_SHIFT;
        int a = access << RECORD_SHIFT;
        int before = (int) accesses[a + PREVIOUS];
        int after = (int) accesses[a + NEXT];
        if (before == NONE) {
            banks[b + HEAD] = after;
            banks[b + PASSED] = 0;
        } else {
            accesses[(before << RECORD_SHIFT) + NEXT] = after;
        }
        if (after == NONE) {
            banks[b + TAIL] = before;
        } else {
            accesses[(after << RECORD_SHIFT) + PREVIOUS] = before;
        }
        if (banks[b + HIT] == access) {
            banks[b + HIT] = firstOf(after, openRow);
        }
        accesses[a + ORDER] = NONE;
        free[capacity - count--] = access;
    }

    /** Finds a bank's oldest access to its open row again and updates it, after the row has changed. */
    void rowChanged(int bank, int openRow) {
        int b = bank << RECORD_SHIFT;
        int head = (int) banks[b + HEAD];
        if (head != NONE) {
            banks[b + HIT] = openRow == DramDevice.CLOSED ? NONE : firstOf(head, openRow);
            update(bank);
        }
    }

    /** The waiting access of a bank to a block, or {@link #NONE}. */
    int find(int bank, long block) {
        int access = (int) banks[(bank << RECORD_SHIFT) + HEAD];
        while (access != NONE && accesses[(access << RECORD_SHIFT) + BLOCK] != block) {
            access = (int) accesses[(access << RECORD_SHIFT) + NEXT];
        }
        return access;
    }

    private int firstOf(int from, int row) {
        int access = from;
        while (access != NONE && accesses[(access << RECORD_SHIFT) + ROW] != row) {
            access = (int) accesses[(access << RECORD_SHIFT) + NEXT];
        }
        return access;
    }

    /** Chooses a bank's candidate again, after its accesses or its row have changed; says whether it is another one. */
    boolean update(int bank) {
        int b = bank << RECORD_SHIFT;
        int head = (int) banks[b + HEAD];
        int hit = (int) banks[b + HIT];
        int candidate = head;
        int list = head == NONE ? NO_LIST : ROW_LIST;
        if (hit != NONE && (hit == head || banks[b + PASSED] < patience)) {
            candidate = hit;
            list = COLUMN_LIST;
        }
        if (candidate == banks[b + CANDIDATE] && list == banks[b + LIST]) {
            return false;
        }
        int before = (int) banks[b + LIST];
        if (before != NO_LIST) {
            (before == ROW_LIST ? rows : columns).remove(BankList.element(banks[b + AGE], bank));
        }
        banks[b + CANDIDATE] = candidate;
        banks[b + LIST] = list;
        if (list != NO_LIST) {
            int a = candidate << RECORD_SHIFT;
            long age = accesses[a + ORDER];
            banks[b + ARRIVAL] = accesses[a + TICK];
            banks[b + AGE] = age;
            (list == ROW_LIST ? rows : columns).add(BankList.element(age, bank));
        }
        return true;
    }

    int candidate(int bank) {
        return (int) banks[(bank << RECORD_SHIFT) + CANDIDATE];
    }

    /** The tick at which a bank's candidate arrived. */
    long arrival(int bank) {
        return banks[(bank << RECORD_SHIFT) + ARRIVAL];
    }

    /** The place of a bank's candidate in the order of arrival. */
    long age(int bank) {
        return banks[(bank << RECORD_SHIFT) + AGE];
    }

    boolean wantsColumn(int bank) {
        return banks[(bank << RECORD_SHIFT) + LIST] == COLUMN_LIST;
    }

    boolean wantsRow(int bank) {
        return banks[(bank << RECORD_SHIFT) + LIST] == ROW_LIST;
    }

    /** Whether an access to a bank's open row may go past the bank's oldest. */
    boolean patient(int bank) {
        return banks[(bank << RECORD_SHIFT) + PASSED] < patience;
    }

    /** Whether a bank is the only one whose candidate finds its row open, and that may go on. */
    boolean alone(int bank) {
        int b = bank << RECORD_SHIFT;
        return columns.count() == 1 && (banks[b + CANDIDATE] == banks[b + HEAD] || banks[b + PASSED] < patience);
    }

    /** Counts column commands for an access of a bank that went past an older one: bounds starvation. */
    void passed(int bank, int access, int commands) {
        int b = bank << RECORD_SHIFT;
        if (banks[b + HEAD] != access) {
            banks[b + PASSED] += commands;
        }
    }

    int row(int access) {
        return (int) accesses[(access << RECORD_SHIFT) + ROW];
    }

    /** Transactions of the block not yet issued, bit i being the i-th. */
    int pending(int access) {
        return (int) accesses[(access << RECORD_SHIFT) + MASKS] & 0xFF;
    }

    /** Leaves some transactions to issue, after others were issued. */
    void leave(int access, int pending) {
        int a = (access << RECORD_SHIFT) + MASKS;
        accesses[a] = accesses[a] & ~0xFF | pending | STARTED;
    }

    /** Of a write: keeps only those whole sectors that are among some. */
    void keepWhole(int access, int sectors) {
        accesses[(access << RECORD_SHIFT) + MASKS] &= ~((~sectors & 0xFF) << FULL_SHIFT);
    }

    /** Whether a transaction has been issued. */
    boolean hasStarted(int access) {
        return (accesses[(access << RECORD_SHIFT) + MASKS] & STARTED) != 0;
    }

    /** Of a write: sectors of the block whose bytes are all here, so that reads can be answered from them. */
    int wholeSectors(int access) {
        return (int) accesses[(access << RECORD_SHIFT) + MASKS] >>> FULL_SHIFT & 0xFF;
    }

    /** Of a write: sectors of the block that it touches. */
    int sectors(int access) {
        return (int) accesses[(access << RECORD_SHIFT) + MASKS] >>> SECTORS_SHIFT & 0xFF;
    }

    /** Adds transactions and sectors to a write. */
    void join(int access, int transactions, int sectors, int wholeSectors) {
        accesses[(access << RECORD_SHIFT) + MASKS] |=
                transactions | sectors << SECTORS_SHIFT | wholeSectors << FULL_SHIFT;
    }

    long block(int access) {
        return accesses[(access << RECORD_SHIFT) + BLOCK];
    }

    /** The block's address in the machine. */
    long address(int access) {
        return accesses[(access << RECORD_SHIFT) + ADDRESS];
    }

    @Nullable
    Request request(int access) {
        return requests[access];
    }

    /** Remembers the request that an access answers, or none once it is answered. */
    void request(int access, @Nullable Request request) {
        requests[access] = request;
    }

    /** Remembers of whom a write is, for observers. */
    void writer(int access, int client, int command, int agent) {
        Writer writer = writers[access];
        writer.client = client;
        writer.command = command;
        writer.agent = agent;
    }

    int client(int access) {
        return writers[access].client;
    }

    int command(int access) {
        return writers[access].command;
    }

    int agent(int access) {
        return writers[access].agent;
    }
}
