// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.trace;

import java.util.Arrays;

/**
 * Where the pages of a trace lie in a device's memory: any 64-bit address becomes one that the device has.
 *
 * <p>A page comes to lie where its own address says, as far as device memory reaches: modulo the largest power of two that
 * fits. So caches, banks and channels see the bits that they would have seen. If another page lies there already, it is given
 * the free place whose number agrees in as many low bits as possible. Where a trace touches more than fits, pages that were
 * not touched for long give up their place, as a clock with one hand finds them.
 */
public final class PageMap {

    private static final int SMALLEST = 1 << 12;
    private static final int MOST = 1 << 20;
    private static final int FREE = -1;

    private final int shift;
    private final int places;
    private final int bits;
    /** A binary tree over places, by their low bits first: how many below a node are free; the root is 1. */
    private final int[] freeBelow;
    /** By place: the trace's page. */
    private final long[] pageAt;
    /** By place: whether it was touched since the hand came by. */
    private final boolean[] touched;

    /** An open hash table from pages to places. */
    private int[] table = new int[1 << 10];

    private int taken;
    private int hand;
    private long moved;
    private long lastPage;
    private int lastPlace = FREE;

    /** @param memory bytes of device memory, of which the largest power of two is used */
    public PageMap(long memory) {
        long size = Long.highestOneBit(Math.max(memory, SMALLEST));
        long page = Math.max(SMALLEST, size / MOST);
        shift = Long.numberOfTrailingZeros(page);
        places = (int) (size / page);
        bits = Integer.numberOfTrailingZeros(places);
        freeBelow = new int[2 * places];
        for (int node = 1; node < freeBelow.length; node++) {
            freeBelow[node] = places >>> (31 - Integer.numberOfLeadingZeros(node));
        }
        pageAt = new long[places];
        touched = new boolean[places];
        Arrays.fill(table, FREE);
    }

    /** Bytes of a page. */
    public int pageBytes() {
        return 1 << shift;
    }

    /** Pages of the trace that were touched; one that gave up its place and came back counts again. */
    public long pages() {
        return taken + moved;
    }

    /** How often a page gave up its place to another. */
    public long moved() {
        return moved;
    }

    /** The device address of a trace's address. */
    public long map(long address) {
        long page = address >>> shift;
        if (page != lastPage || lastPlace == FREE) {
            lastPlace = place(page);
            lastPage = page;
        }
        return (long) lastPlace << shift | address & (1L << shift) - 1;
    }

    private int place(long page) {
        int slot = find(page);
        if (table[slot] != FREE) {
            touched[table[slot]] = true;
            return table[slot];
        }
        int place = freeBelow[1] > 0 ? takeFree(page) : giveUp();
        pageAt[place] = page;
        touched[place] = true;
        if (2 * (taken + 1) > table.length) {
            grow();
        }
        table[find(page)] = place;
        return place;
    }

    /** The free place that agrees with the page in the most low bits. */
    private int takeFree(long page) {
        int node = 1;
        int place = 0;
        freeBelow[node]--;
        for (int bit = 0; bit < bits; bit++) {
            int wanted = (int) (page >>> bit) & 1;
            node = 2 * node + wanted;
            if (freeBelow[node] == 0) {
                node ^= 1;
            }
            place |= (node & 1) << bit;
            freeBelow[node]--;
        }
        taken++;
        return place;
    }

    /** The place of a page that was not touched lately, which is forgotten. */
    private int giveUp() {
        while (touched[hand]) {
            touched[hand] = false;
            hand = hand + 1 == places ? 0 : hand + 1;
        }
        int place = hand;
        hand = hand + 1 == places ? 0 : hand + 1;
        moved++;
        remove(pageAt[place]);
        return place;
    }

    private int find(long page) {
        int mask = table.length - 1;
        int slot = home(page, mask);
        while (table[slot] != FREE && pageAt[table[slot]] != page) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private static int home(long page, int mask) {
        return (int) (page * 0x9E3779B97F4A7C15L >>> 40) & mask;
    }

    private void remove(long page) {
        int mask = table.length - 1;
        int hole = find(page);
        table[hole] = FREE;
        for (int slot = hole + 1 & mask; table[slot] != FREE; slot = slot + 1 & mask) {
            int home = home(pageAt[table[slot]], mask);
            // what lies behind the hole and began its way at or before it moves up
            if ((slot - home & mask) >= (slot - hole & mask)) {
                table[hole] = table[slot];
                table[slot] = FREE;
                hole = slot;
            }
        }
    }

    private void grow() {
        int[] old = table;
        table = new int[old.length * 2];
        Arrays.fill(table, FREE);
        for (int place : old) {
            if (place != FREE) {
                table[find(pageAt[place])] = place;
            }
        }
    }
}
