// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.engine;

import java.util.Arrays;

/**
 * A timing wheel with one FIFO per cycle for the next {@value #SIZE} cycles and a heap for what lies beyond.
 *
 * <p>An event is one {@code long}, and a cycle's events lie in chunks of eight words, a line of the host's caches each, that
 * are written and read in order:
 *
 * <pre>
 * event   component 20 | kind 12 | argument 32
 * chunk   place of the next chunk, or 0 | seven events
 * </pre>
 *
 * <p>Adding and polling allocate nothing once the chunks have grown to the high-water mark. Far events move from the heap into
 * the wheel as soon as their cycle comes into its window, before anything nearer can be scheduled for that cycle, which keeps
 * first-in first-out order across both.
 */
final class TimingWheel {

    static final int SIZE = 4096;
    /** Components that an event can name. */
    static final int COMPONENTS = 1 << 19;
    /** Kinds of events that a component can have. */
    static final int KINDS = 1 << 12;

    private static final int MASK = SIZE - 1;
    private static final int CHUNK = 8;
    private static final int WITHIN = CHUNK - 1;
    /** Events that are announced at a time: more, and the host's cache has lost again what the first need when the last are run. */
    private static final int WINDOW = 8;

    private static final int COMPONENT_SHIFT = 44;
    private static final int KIND_SHIFT = 32;

    /** Where the next event of each cycle is read and written; both 0 where there is none. */
    private final int[] reads = new int[SIZE];

    private final int[] writes = new int[SIZE];
    private final long[] occupied = new long[SIZE / Long.SIZE];
    private final FarEvents far = new FarEvents();
    private long[] chunks = new long[CHUNK * 1024];
    /** The first free chunk, 0 for none: the chunk at 0 is not used. */
    private int free;

    /** Events that were ever added, and those of them that were polled or run. */
    private long added;

    private long polled;
    private long current;
    /** By number. */
    private Component[] components = {};

    /** Of the events of the current cycle that were taken: the next to announce, the next to run, and their end, as {@link #reads}. */
    private int announced;
    /** How many more are to be announced before the next is run. */
    private int toAnnounce;

    private int cursor;
    private int takenTo;
    /** Of what components read for announced events: kept so that it is really read. */
    private long read;

    TimingWheel() {
        link(CHUNK);
    }

    /** Says which components there are, by number, whenever these change. */
    void components(Component[] all) {
        components = all;
    }

    static int component(long event) {
        return (int) (event >>> COMPONENT_SHIFT);
    }

    static int kind(long event) {
        return (int) (event >>> KIND_SHIFT) & KINDS - 1;
    }

    static int argument(long event) {
        return (int) event;
    }

    /** The cycle of the last event that lies beyond the wheel, or -1. */
    long lastFarCycle() {
        return far.lastCycle();
    }

    long size() {
        return added - polled;
    }

    /** Events that were polled or run so far. */
    long polled() {
        return polled;
    }

    /** Adds an event {@code delay} cycles after the current one; {@code component} is below {@link #COMPONENTS}, {@code kind} below {@link #KINDS}. */
    void add(long delay, long cycle, int component, int kind, int argument) {
        if ((kind & -KINDS) != 0) {
            throw new IllegalArgumentException("an event of kind " + kind + ", which must be from 0 to " + (KINDS - 1));
        }
        long event = (long) component << COMPONENT_SHIFT | (long) kind << KIND_SHIFT | argument & 0xFFFF_FFFFL;
        added++;
        if (delay < SIZE) {
            append(cycle, event);
        } else {
            far.add(cycle, event);
        }
    }

    /** The cycle of the next event, or -1 when there is none. */
    long nextCycle() {
        if (size() == 0) {
            return -1;
        }
        if (size() == far.size()) {
            return far.firstCycle();
        }
        int from = (int) current & MASK;
        int word = from >>> 6;
        long bits = occupied[word] & (-1L << from);
        for (int i = 0; i <= occupied.length; i++) {
            if (bits != 0) {
                int bucket = (word << 6) + Long.numberOfTrailingZeros(bits);
                return current + ((bucket - from) & MASK);
            }
            word = (word + 1) & (occupied.length - 1);
            bits = occupied[word];
        }
        throw new IllegalStateException("an event is counted but in no bucket");
    }

    /** Moves the window so that it begins at {@code cycle}; no event may be left before it. */
    void advance(long cycle) {
        current = cycle;
        while (far.size() > 0 && far.firstCycle() - cycle < SIZE) {
            append(far.firstCycle(), far.poll());
        }
    }

    /** Takes the next event of the current cycle, or -1. */
    long poll() {
        int bucket = (int) current & MASK;
        int at = reads[bucket];
        if (at == writes[bucket]) {
            if (at != 0) {
                drained(bucket, at);
            }
            return -1;
        }
        if ((at & WITHIN) == 0) {
            int spent = at - CHUNK;
            at = (int) chunks[spent] + 1;
            release(spent);
        }
        reads[bucket] = at + 1;
        polled++;
        return chunks[at];
    }

    /**
     * Has the components react to the events of the current cycle, in order, and to those that come into it meanwhile. An exception
     * ends the run.
     *
     * <p>Longer than what the JIT inlines, on purpose: inlined, it would save and fetch again what its caller has in registers, for
     * each event. For the same reason what lasts beyond an event lies in fields.
     */
    void runCycle() {
        int bucket = (int) current & MASK;
        while (reads[bucket] != writes[bucket]) {
            cursor = reads[bucket];
            takenTo = writes[bucket];
            reads[bucket] = takenTo;
            while (cursor != takenTo) {
                announce();
                while (cursor != announced) {
                    int at = cursor;
                    if ((at & WITHIN) == 0) {
                        int spent = at - CHUNK;
                        at = (int) chunks[spent] + 1;
                        release(spent);
                    }
                    cursor = at + 1;
                    polled++;
                    long event = chunks[at];
                    components[component(event)].onEvent(kind(event), argument(event));
                }
            }
        }
        if (reads[bucket] != 0) {
            drained(bucket, reads[bucket]);
        }
    }

    /** Announces the next of the events that were taken to their components, if there are several. */
    private void announce() {
        announced = cursor;
        if (takenTo - announced == 1) { // a single event has nobody to wait with
            announced = takenTo;
            return;
        }
        toAnnounce = WINDOW;
        do {
            int at = announced;
            if ((at & WITHIN) == 0) {
                at = (int) chunks[at - CHUNK] + 1;
            }
            announced = at + 1;
            long event = chunks[at];
            long made = components[component(event)].announce(kind(event), argument(event));
            read += made; // after the call, across which it would be kept otherwise
        } while (--toAnnounce > 0 && announced != takenTo);
    }

    /** The sum of what components made of what they read for announced events. */
    long read() {
        return read;
    }

    private void drained(int bucket, int at) {
        release(at - 1 & -CHUNK);
        reads[bucket] = 0;
        writes[bucket] = 0;
        occupied[bucket >>> 6] &= ~(1L << bucket);
    }

    private void release(int chunk) {
        chunks[chunk] = free;
        free = chunk;
    }

    private void append(long cycle, long event) {
        int[] ends = writes;
        int bucket = (int) cycle & MASK;
        int at = ends[bucket];
        if ((at & WITHIN) == 0) {
            at = extend(bucket, at);
        }
        chunks[at] = event;
        ends[bucket] = at + 1;
    }

    /** Gives a cycle one more chunk; {@code end} is where its last one ends, 0 for none. Returns the first place of it. */
    private int extend(int bucket, int end) {
        if (free == 0) {
            int old = chunks.length;
            chunks = Arrays.copyOf(chunks, 2 * old);
            link(old);
        }
        int chunk = free;
        free = (int) chunks[chunk];
        if (end == 0) {
            reads[bucket] = chunk + 1;
            occupied[bucket >>> 6] |= 1L << bucket;
        } else {
            chunks[end - CHUNK] = chunk;
        }
        return chunk + 1;
    }

    private void link(int from) {
        for (int chunk = from; chunk < chunks.length; chunk += CHUNK) {
            chunks[chunk] = chunk + CHUNK < chunks.length ? chunk + CHUNK : 0;
        }
        free = from;
    }
}
