// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.engine;

import java.util.Arrays;

/**
 * A timing wheel with one FIFO per cycle for the next {@value #SIZE} cycles and a heap for what lies beyond.
 *
 * <p>Events are nodes in one {@code int} array, so adding and polling allocate nothing once the array has grown to the
 * high-water mark. Far events move from the heap into the wheel as soon as their cycle comes into its window, before
 * anything nearer can be scheduled for that cycle, which keeps first-in first-out order across both.
 */
final class TimingWheel {

    static final int SIZE = 4096;

    private static final int MASK = SIZE - 1;
    private static final int NIL = -1;
    private static final int NODE = 4;
    private static final int COMPONENT = 1;
    private static final int KIND = 2;
    private static final int ARGUMENT = 3;

    private final int[] head = new int[SIZE];
    private final int[] tail = new int[SIZE];
    private final long[] occupied = new long[SIZE / Long.SIZE];
    private final FarEvents far = new FarEvents();

    private int[] nodes = new int[1024 * NODE];
    private int free;
    private int size;
    private long current;

    TimingWheel() {
        Arrays.fill(head, NIL);
        link(0, 1024);
    }

    /** The cycle of the last event that lies beyond the wheel, or -1. */
    long lastFarCycle() {
        return far.lastCycle();
    }

    int size() {
        return size;
    }

    void add(long cycle, int component, int kind, int argument) {
        int node = free;
        if (node == NIL) {
            node = grow();
        }
        free = nodes[node];
        nodes[node + COMPONENT] = component;
        nodes[node + KIND] = kind;
        nodes[node + ARGUMENT] = argument;
        size++;
        if (cycle - current < SIZE) {
            append(cycle, node);
        } else {
            far.add(cycle, node);
        }
    }

    /** The cycle of the next event, or -1 when there is none. */
    long nextCycle() {
        if (size == 0) {
            return -1;
        }
        if (size == far.size()) {
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
            long due = far.firstCycle();
            append(due, far.poll());
        }
    }

    /** Takes the next event of the current cycle, or -1; the node stays readable until the next {@link #poll()}. */
    long poll() {
        int bucket = (int) current & MASK;
        int node = head[bucket];
        if (node == NIL) {
            return -1;
        }
        int next = nodes[node];
        head[bucket] = next;
        if (next == NIL) {
            occupied[bucket >>> 6] &= ~(1L << bucket);
        }
        nodes[node] = free;
        free = node;
        size--;
        return node;
    }

    int component(int node) {
        return nodes[node + COMPONENT];
    }

    int kind(int node) {
        return nodes[node + KIND];
    }

    int argument(int node) {
        return nodes[node + ARGUMENT];
    }

    private void append(long cycle, int node) {
        int bucket = (int) cycle & MASK;
        nodes[node] = NIL;
        if (head[bucket] == NIL) {
            head[bucket] = node;
            occupied[bucket >>> 6] |= 1L << bucket;
        } else {
            nodes[tail[bucket]] = node;
        }
        tail[bucket] = node;
    }

    private int grow() {
        int count = nodes.length / NODE;
        nodes = Arrays.copyOf(nodes, nodes.length * 2);
        link(count, count * 2);
        return free;
    }

    private void link(int from, int to) {
        for (int i = from; i < to; i++) {
            nodes[i * NODE] = i + 1 < to ? (i + 1) * NODE : NIL;
        }
        free = from * NODE;
    }
}
