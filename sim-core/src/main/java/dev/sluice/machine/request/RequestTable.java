// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.request;

import dev.sluice.device.Client;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.engine.EventListener;
import dev.sluice.machine.view.Column;
import dev.sluice.machine.view.ColumnType;
import dev.sluice.machine.view.MarkedTable;
import dev.sluice.machine.view.Row;
import dev.sluice.machine.view.Texts;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The requests under way: a row per request of the pool, by its number, with the one place where it is.
 *
 * <p>A request waits at who makes it, goes to its receiver, is there until it is answered, and its answer goes back. What goes
 * through a network is in the network meanwhile, anything else between two parts. A load of a compute unit is over when its answer
 * leaves.
 */
public final class RequestTable extends MarkedTable implements EventListener {

    private static final int NOWHERE = RequestPlaces.NOWHERE;

    /** No agent: clean lines carry the versions that they came with. */
    private static final int NOBODY = 0;

    /** All bytes of the sectors. */
    private static final byte[] ALL = {};

    /** Where a request is on its way. */
    private enum State {
        WAITS("waits to be sent"),
        SENT("on its way"),
        THERE("there"),
        ANSWER_SENT("its answer is on its way"),
        ANSWERED("answered");

        private final String words;

        State(String words) {
            this.words = words;
        }
    }

    private static final State[] STATES = State.values();

    /** An event that brings the answer of a request to who asked. */
    private record Answer(Component to, long cycle, int kind, int argument) {}

    private final RequestPool pool;
    private final Texts texts;
    private final Engine engine;
    private final RequestPlaces places;
    private final Map<Answer, ArrayDeque<Integer>> answers = new HashMap<>();
    /** Whose event it is, or to whom a request was handed over within it. */
    private @Nullable Component current;

    /** Who handed over to whom within the event, the last first. */
    private final ArrayDeque<Component> before = new ArrayDeque<>();

    private byte[] states = new byte[0];
    /** The part that it came to last, or that made it. */
    private int[] parts = new int[0];
    /** The part that it goes to. */
    private int[] targets = new int[0];
    /** The network that it goes through. */
    private int[] networks = new int[0];

    private int[] causes = new int[0];
    private long[] since = new long[0];
    private long[] arrives = new long[0];
    private long[] born = new long[0];

    /**
     * Begins to follow the requests of a pool, whose components an engine drives.
     *
     * @param places what components and paths are called
     */
    public RequestTable(RequestPool pool, Texts texts, Engine engine, RequestPlaces places) {
        super(
                "requests",
                "requests under way; a number is used again when its request is over",
                List.of(
                        new Column("kind", ColumnType.TEXT, "read, fill, write, write-back or atomic"),
                        new Column("address", ColumnType.ADDRESS, "of its first byte"),
                        new Column("sectors", ColumnType.MASK, "of 32 bytes from the address on"),
                        new Column(
                                "takes",
                                ColumnType.BITS,
                                "the bytes from the address on that a write takes; empty for all of its sectors"),
                        new Column("client", ColumnType.TEXT, "who asked"),
                        new Column("command", ColumnType.COMMAND, "on whose behalf"),
                        new Column("agent", ColumnType.AGENT, "the version that its bytes carry"),
                        new Column(
                                "cause", ColumnType.REQUEST, "for which request it was made, as that was then; or -1"),
                        new Column("part", ColumnType.PART, "where it is; the part it left while it is on a wire"),
                        new Column(
                                "state",
                                ColumnType.TEXT,
                                "waits to be sent, on its way, there, its answer is on its way, or answered"),
                        new Column("from", ColumnType.PART, "in a network: the part that it left; else -1"),
                        new Column("to", ColumnType.PART, "on its way: where it goes; else -1"),
                        new Column("since", ColumnType.CYCLE, "when it came there, or left"),
                        new Column("arrives", ColumnType.CYCLE, "on its way: when it comes; -1 if nobody can say yet"),
                        new Column("born", ColumnType.CYCLE, "when it came into being")));
        this.pool = pool;
        this.texts = texts;
        this.engine = engine;
        this.places = places;
        pool.watch(this);
    }

    @Override
    public void before(Component component, int kind, int argument, int request) {
        current = component;
        if (request >= 0) {
            State state = state(request);
            if (state == State.SENT || state == State.ANSWER_SENT) {
                comes(request, state == State.SENT ? State.THERE : State.ANSWERED, component);
            }
        }
        if (answers.isEmpty()) {
            return;
        }
        Answer answer = new Answer(component, engine.now(), kind, argument);
        ArrayDeque<Integer> waiting = answers.get(answer);
        if (waiting != null) {
            int number = waiting.remove();
            if (waiting.isEmpty()) {
                answers.remove(answer);
            }
            if (state(number) == State.ANSWER_SENT) {
                comes(number, State.ANSWERED, component);
            }
        }
    }

    @Override
    public void after(Component component) {}

    @Override
    public void enters(Component to, int request) {
        Component from = current;
        if (from != null) {
            before.push(from);
        }
        current = to;
        if (request >= 0) {
            comes(request, State.THERE, to);
        }
    }

    @Override
    public void returns(Component from) {
        current = before.poll();
    }

    @Override
    public void sent(Component to, long delay, int request) {
        leave(request, State.SENT, places.partOf(to), places.networkOf(pool.get(request).via));
        arrives[request] = engine.now() + delay;
    }

    /** A request was taken from the pool. */
    void began(int request) {
        grow(request);
        parts[request] = places.partOf(current);
        causes[request] = NOWHERE;
        born[request] = engine.now();
        stay(request, State.WAITS);
    }

    /** A request waits to be sent. */
    void waits(int request) {
        stay(request, State.WAITS);
    }

    /** A request is back where it was before it was sent on. */
    void isThere(int request) {
        stay(request, State.THERE);
    }

    /** A request is answered. */
    void answered(int request) {
        Request r = pool.get(request);
        leave(request, State.ANSWER_SENT, places.partOf(r.replyTo), places.networkOf(r.via));
        arrives[request] = NOWHERE;
    }

    /** The answer to a request comes in some cycles. */
    void answerArrives(int request, long delay) {
        Request r = pool.get(request);
        Component to = r.replyTo;
        if (to != null) {
            if (state(request) != State.ANSWER_SENT) {
                answered(request);
            }
            arrives[request] = engine.now() + delay;
            answers.computeIfAbsent(
                            new Answer(to, arrives[request], r.replyKind(), r.replyArgument()), a -> new ArrayDeque<>())
                    .add(request);
            touched(request);
        }
    }

    /** A request was made for the sake of another one. */
    void madeFor(int request, int cause) {
        grow(request);
        causes[request] = cause;
        touched(request);
    }

    private State state(int request) {
        grow(request);
        return STATES[states[request]];
    }

    /** The part where it is, or that it left: that of one that waits is the part of who asks. */
    private int part(int request) {
        if (state(request) == State.WAITS) {
            int owner = places.partOf(pool.get(request).replyTo);
            return owner == NOWHERE ? parts[request] : owner;
        }
        return parts[request];
    }

    private void comes(int request, State state, Component to) {
        int part = places.partOf(to);
        parts[request] = part == NOWHERE ? targets[request] : part;
        stay(request, state);
    }

    private void stay(int request, State state) {
        grow(request);
        states[request] = (byte) state.ordinal();
        targets[request] = NOWHERE;
        networks[request] = NOWHERE;
        since[request] = engine.now();
        arrives[request] = NOWHERE;
        touched(request);
    }

    private void leave(int request, State state, int to, int network) {
        parts[request] = part(request);
        stay(request, state);
        targets[request] = to;
        networks[request] = network;
    }

    private void grow(int request) {
        if (request >= parts.length) {
            int size = Math.max(256, 2 * request);
            int old = parts.length;
            states = Arrays.copyOf(states, size);
            parts = grown(parts, old, size);
            targets = grown(targets, old, size);
            networks = grown(networks, old, size);
            causes = grown(causes, old, size);
            since = Arrays.copyOf(since, size);
            arrives = Arrays.copyOf(arrives, size);
            born = Arrays.copyOf(born, size);
        }
    }

    private static int[] grown(int[] array, int old, int size) {
        int[] grown = Arrays.copyOf(array, size);
        Arrays.fill(grown, old, size, NOWHERE);
        return grown;
    }

    /** A bit for each byte that a write takes, up to the last one; none where these are all of its sectors. */
    private static byte[] takes(Request r) {
        int partly = r.kind == Request.READ ? 0 : r.sectors & 0xFFFF & ~r.wholeSectors();
        if (partly == 0) {
            return ALL;
        }
        byte[] takes = new byte[Request.MAX_BYTES / Byte.SIZE];
        int length = 0;
        for (int i = 0; i < Request.MAX_BYTES; i++) {
            if (r.takesByte(i)) {
                takes[i / Byte.SIZE] |= (byte) (1 << i % Byte.SIZE);
                length = i / Byte.SIZE + 1;
            }
        }
        return Arrays.copyOf(takes, length);
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
        State state = state(index);
        int at = part(index);
        boolean networked = networks[index] != NOWHERE;
        into.add(texts.id(r.what()))
                .add(r.address)
                .add(r.sectors & 0xFFFF)
                .add(takes(r))
                .add(texts.id(Client.all().get(r.client).key()))
                .add(r.command)
                .add(r.handedDown() ? NOBODY : r.agent)
                .add(causes[index])
                .add(networked ? networks[index] : at)
                .add(texts.id(state.words))
                .add(networked ? at : NOWHERE)
                .add(targets[index])
                .add(since[index])
                .add(arrives[index])
                .add(born[index]);
        return true;
    }
}
