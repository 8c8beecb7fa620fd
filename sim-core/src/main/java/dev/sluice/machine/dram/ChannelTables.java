// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import dev.sluice.device.Client;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.WaitingTable;
import dev.sluice.machine.view.Column;
import dev.sluice.machine.view.ColumnType;
import dev.sluice.machine.view.Row;
import dev.sluice.machine.view.Texts;
import dev.sluice.machine.view.ViewTable;
import dev.sluice.machine.view.WholeTable;
import java.util.List;
import java.util.function.LongToIntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The tables of a memory channel: its banks, its queues, and what waits for a place in them. */
final class ChannelTables {

    private final Texts texts;
    private final DramDevice device;
    private final AccessQueue reads;
    private final AccessQueue writes;
    private final MemoryClock clock;
    private final LongToIntFunction bankOf;
    private final Supplier<@Nullable Request> input;

    /**
     * @param bankOf the bank of an address
     * @param input the first of the requests that wait for a place, linked
     */
    ChannelTables(
            Texts texts,
            DramDevice device,
            AccessQueue reads,
            AccessQueue writes,
            MemoryClock clock,
            LongToIntFunction bankOf,
            Supplier<@Nullable Request> input) {
        this.texts = texts;
        this.device = device;
        this.reads = reads;
        this.writes = writes;
        this.clock = clock;
        this.bankOf = bankOf;
        this.input = input;
    }

    List<ViewTable> all() {
        return List.of(new Banks(), new Queue(), new Input());
    }

    /** Rows open in banks. */
    private final class Banks extends WholeTable {

        Banks() {
            super(
                    "banks",
                    "the banks; commands are committed a few bursts ahead",
                    List.of(
                            new Column("openRow", ColumnType.INT, "the row that is open, or -1"),
                            new Column("state", ColumnType.TEXT, "open, closing (a precharge is planned) or closed"),
                            new Column("ready", ColumnType.CYCLE, "when it takes its next column command, or activate"),
                            new Column("reads", ColumnType.INT, "reads that wait"),
                            new Column("writes", ColumnType.INT, "writes that wait")));
        }

        @Override
        protected int size() {
            return device.banks();
        }

        @Override
        public boolean read(long row, Row into) {
            Bank bank = device.bank((int) row);
            String state = bank.row == Bank.CLOSED ? "closed" : bank.closing ? "closing" : "open";
            into.add(bank.row)
                    .add(texts.id(state))
                    .add(clock.cycleReaching(bank.ownReadyAt()))
                    .add(reads.bank(bank.index).waiting())
                    .add(writes.bank(bank.index).waiting());
            return true;
        }
    }

    /** Accesses in both queues: reads first. */
    private final class Queue extends WholeTable {

        Queue() {
            super(
                    "queue",
                    "accesses that wait, reads and writes",
                    List.of(
                            new Column("kind", ColumnType.TEXT, "read or write"),
                            new Column(
                                    "request", ColumnType.REQUEST, "whose; -1 of a write, which is answered already"),
                            new Column("address", ColumnType.ADDRESS, "of the block of 256 bytes"),
                            new Column("transactions", ColumnType.MASK, "of the block, not yet issued"),
                            new Column("bank", ColumnType.INT, "its bank"),
                            new Column("row", ColumnType.INT, "its row"),
                            new Column("client", ColumnType.TEXT, "who asked"),
                            new Column("command", ColumnType.COMMAND, "on whose behalf"),
                            new Column("arrived", ColumnType.CYCLE, "when it came")));
        }

        @Override
        protected int size() {
            return reads.capacity() + writes.capacity();
        }

        @Override
        public boolean read(long row, Row into) {
            boolean write = row >= reads.capacity();
            AccessQueue queue = write ? writes : reads;
            Access access = queue.access((int) (write ? row - reads.capacity() : row));
            if (!access.queued()) {
                return false;
            }
            Request request = access.request;
            int client = request == null ? access.client : request.client;
            into.add(texts.id(write ? "write" : "read"))
                    .add(request == null ? -1 : request.index)
                    .add(access.address)
                    .add(access.pending)
                    .add(bankOf.applyAsInt(access.address))
                    .add(access.row)
                    .add(texts.id(Client.all().get(client).key()))
                    .add(request == null ? access.command : request.command)
                    .add(clock.cycleReaching(access.arrival));
            return true;
        }
    }

    /** Requests that wait for a place in a queue. */
    private final class Input extends WaitingTable.Linked {

        Input() {
            super("input", "requests that wait for a place in a queue, in order", texts);
        }

        @Override
        protected @Nullable Request first() {
            return input.get();
        }
    }
}
