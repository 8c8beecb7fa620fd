// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import java.util.Arrays;

/**
 * Banks with something to do, the one with the oldest candidate first: a scan for the first of those that can be served
 * soonest may stop at the first that waits for nothing of its own.
 *
 * <p>A ring, linked by arrays, that begins and ends at {@link #end()}, which stands for no bank.
 */
final class BankList {

    private final int end;
    private final int[] next;
    private final int[] previous;
    private final long[] ages;
    private final long[] ready;
    private int count;

    /** An empty list for banks below a number. */
    BankList(int banks) {
        end = banks;
        next = new int[banks + 1];
        previous = new int[banks + 1];
        ages = new long[banks + 1];
        ready = new long[banks + 1];
        Arrays.fill(next, end);
        Arrays.fill(previous, end);
        ages[end] = -1;
    }

    int count() {
        return count;
    }

    /** What comes before the first and after the last. */
    int end() {
        return end;
    }

    /** The first, or {@link #end()}. */
    int first() {
        return next[end];
    }

    /** What comes after a bank. */
    int after(int bank) {
        return next[bank];
    }

    /** The place of a bank's candidate in the order of arrival. */
    long age(int bank) {
        return ages[bank];
    }

    /** The tick from which a bank can be served as far as its candidate decides, and what was known of the bank. */
    long ready(int bank) {
        return ready[bank];
    }

    /** Adds a bank in its candidate's place by age. */
    void add(int bank, long age, long readyAt) {
        int before = previous[end];
        while (ages[before] > age) {
            before = previous[before];
        }
        int after = next[before];
        next[before] = bank;
        previous[bank] = before;
        next[bank] = after;
        previous[after] = bank;
        ages[bank] = age;
        ready[bank] = readyAt;
        count++;
    }

    void remove(int bank) {
        int before = previous[bank];
        int after = next[bank];
        next[before] = after;
        previous[after] = before;
        count--;
    }
}
