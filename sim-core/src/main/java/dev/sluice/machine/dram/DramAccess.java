// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import dev.sluice.device.AddressMapping;
import dev.sluice.machine.request.Request;
import org.jspecify.annotations.Nullable;

/**
 * A read or write that waits in a channel's queue: some transactions of one {@value #BLOCK_BYTES}-byte block, which lies in one row.
 *
 * <p>Preallocated, one per queue entry. A write outlives its request, which is acknowledged when it enters the queue.
 */
final class DramAccess {

    /** Bytes of a block: the longest request, so that a request never spans two. */
    static final int BLOCK_BYTES = AddressMapping.BLOCK_BYTES;

    final boolean write;

    /** The block's address within the channel. */
    long block;

    /** The block's address in the machine. */
    long address;

    int row;
    /** Transactions of the block not yet issued, bit i being the i-th. */
    int pending;
    /** Of a write: sectors of the block whose bytes are all here, so that reads can be answered from them. */
    int fullSectors;
    /** Place in the order of arrival. */
    long order;
    /** The tick at which it arrived. */
    long tick;
    /** Whether a transaction has been issued. */
    boolean started;

    @Nullable
    Request request;

    /** For observers of writes, whose request is gone by the time it is served. */
    int client;

    int command;
    int agent;
    int sectors;

    @Nullable
    DramAccess previous;

    @Nullable
    DramAccess next;

    DramAccess(boolean write) {
        this.write = write;
    }
}
