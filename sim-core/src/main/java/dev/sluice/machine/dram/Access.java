// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import dev.sluice.machine.request.Request;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a queue: transactions of one block of {@value AccessQueue#BLOCK_BYTES} bytes, which lies in one row of one bank.
 *
 * <p>Entries are used again. Open to this package, for they are read and written with every command.
 */
final class Access {

    /** In {@link #order}: not in use. */
    private static final long FREE = -1;

    /** The next younger access of its bank in its queue. */
    @Nullable
    Access next;

    /** The next older one. */
    @Nullable
    Access previous;

    /** The request that a read answers, until it does. */
    @Nullable
    Request request;

    int row;
    /** Transactions of the block not yet issued, bit i being the i-th. */
    int pending;
    /** Whether a transaction has been issued. */
    boolean started;
    /** Of a write: sectors of the block that it touches. */
    int sectors;
    /** Of a write: sectors of the block whose bytes are all here, so that reads can be answered from them. */
    int wholeSectors;

    /** The block's address in the machine. */
    long address;
    /** The tick at which it arrived. */
    long arrival;
    /** Its place in the order of arrival. */
    long order = FREE;

    /** Of whom a write is, for observers: its request is gone when it is served. */
    int client;

    int command;
    int agent;

    /** Whether it is in use. */
    boolean queued() {
        return order != FREE;
    }

    /** Puts it out of use. */
    void free() {
        order = FREE;
    }

    /** Adds transactions and sectors to a write. */
    void join(int transactions, int moreSectors, int moreWholeSectors) {
        pending |= transactions;
        sectors |= moreSectors;
        wholeSectors |= moreWholeSectors;
    }

    /** Remembers of whom a write is. */
    void writer(Request writer) {
        client = writer.client;
        command = writer.command;
        agent = writer.agent;
    }
}
