// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

/**
 * Banks with something to do, the one with the oldest candidate first: a scan for the first of those that can be served
 * soonest may stop at the first that waits for nothing of its own.
 *
 * <p>An element is the candidate's place in the order of arrival, above {@value #BANK_BITS} bits of the bank.
 */
final class BankList {

    private static final int BANK_BITS = 24;

    private final long[] elements;
    private int count;

    BankList(int capacity) {
        elements = new long[capacity];
    }

    static long element(long age, int bank) {
        return age << BANK_BITS | bank;
    }

    int count() {
        return count;
    }

    int bank(int i) {
        return (int) elements[i] & (1 << BANK_BITS) - 1;
    }

    /** The least element; only if there is one. */
    long first() {
        return elements[0];
    }

    /** Adds a bank in its candidate's place by age. */
    void add(long element) {
        int i = count++;
        while (i > 0 && elements[i - 1] > element) {
            elements[i] = elements[i - 1];
            i--;
        }
        elements[i] = element;
    }

    void remove(long element) {
        int i = 0;
        while (elements[i] != element) {
            i++;
        }
        count--;
        for (; i < count; i++) {
            elements[i] = elements[i + 1];
        }
    }
}
