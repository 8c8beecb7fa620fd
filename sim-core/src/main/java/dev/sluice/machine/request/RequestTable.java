// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import dev.sluice.device.Client;
import dev.sluice.machine.view.Column;
import dev.sluice.machine.view.ColumnType;
import dev.sluice.machine.view.MarkedTable;
import dev.sluice.machine.view.Row;
import dev.sluice.machine.view.Texts;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** The requests under way: a row per request of the pool, by its number. */
public final class RequestTable extends MarkedTable {

    private static final int NOWHERE = -1;

    private final RequestPool pool;
    private final Texts texts;
    private final LongSupplier clock;
    private final LongSupplier events;
    private int[] parts = new int[0];
    private int[] causes = new int[0];
    private long[] since = new long[0];
    private long[] born = new long[0];
    /** In which event each was taken from the pool. */
    private long[] bornIn = new long[0];


    /**
     * Begins to follow the requests of a pool.
     *
     * @param clock which cycle it is
     * @param events which event it is
     */
    public RequestTable(RequestPool pool, Texts texts, LongSupplier clock, LongSupplier events) {
        super(
                "requests",
                "requests under way; a number is used again when its request is over",
                List.of(
                        new Column("kind", ColumnType.TEXT, "read, fill, write, write-back or atomic"),
                        new Column("address", ColumnType.ADDRESS, "of its first byte"),
                        new Column("sectors", ColumnType.MASK, "of 32 bytes from the address on"),
                        new Column("client", ColumnType.TEXT, "who asked"),
                        new Column("command", ColumnType.COMMAND, "on whose behalf"),
                        new Column("agent", ColumnType.AGENT, "the version that its bytes carry"),
                        new Column("cause", ColumnType.REQUEST, "for which request it was made, as that was then; or -1"),
                        new Column("part", ColumnType.PART, "the part that it came to last; -1 before the first"),
                        new Column("since", ColumnType.CYCLE, "when it came there"),
                        new Column("born", ColumnType.CYCLE, "when it came into being")));
        this.pool = pool;
        this.texts = texts;
        this.clock = clock;
        this.events = events;
        pool.watch(this);
    }

    /** A request came to a part, in the event that is just over. */
    public void came(int request, int part) {
        grow(request);
        if (bornIn[request] == events.getAsLong()) {
            return; // it is another one already
        }
        if (parts[request] != part) {
            parts[request] = part;
            since[request] = clock.getAsLong();
        }
        touched(request);
    }

    /** A request was taken from the pool. */
    void began(int request) {
        grow(request);
        parts[request] = NOWHERE;
        causes[request] = NOWHERE;
        since[request] = clock.getAsLong();
        born[request] = since[request];
        bornIn[request] = events.getAsLong();
        touched(request);
    }

    /** A request was made for the sake of another one. */
    void madeFor(int request, int cause) {
        grow(request);
        causes[request] = cause;
        touched(request);
    }

    private void grow(int request) {
        if (request >= parts.length) {
            int size = Math.max(256, 2 * request);
            int old = parts.length;
            parts = Arrays.copyOf(parts, size);
            Arrays.fill(parts, old, size, NOWHERE);
            causes = Arrays.copyOf(causes, size);
            Arrays.fill(causes, old, size, NOWHERE);
            since = Arrays.copyOf(since, size);
            born = Arrays.copyOf(born, size);
            bornIn = Arrays.copyOf(bornIn, size);
            Arrays.fill(bornIn, old, size, NOWHERE);
        }
    }

    @Override
    public void rows(LongConsumer to) {
        for (int i = 0; i < pool.size(); i++) {
            if (!pool.get(i).pooled()) {
                to.accept(i);
            }
        }
    }

    @Override
    public boolean read(long row, Row into) {
        int index = (int) row;
        Request r = pool.get(index);
        if (r.pooled()) {
            return false;
        }
        grow(index);
        into.add(texts.id(r.what()))
                .add(r.address)
                .add(r.sectors & 0xFFFF)
                .add(texts.id(Client.all().get(r.client).key()))
                .add(r.command)
                .add(r.agent)
                .add(causes[index])
                .add(parts[index])
                .add(since[index])
                .add(born[index]);
        return true;
    }
}
