// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

/** Banks with something to do, the one with the oldest candidate first. */
final class BankList {

    private final BankQueue[] banks;
    private int count;

    BankList(int capacity) {
        banks = new BankQueue[capacity];
    }

    int count() {
        return count;
    }

    BankQueue get(int i) {
        return banks[i];
    }

    /** Adds a bank in its candidate's place by age. */
    void add(BankQueue bank) {
        long age = bank.age;
        int i = count++;
        while (i > 0 && banks[i - 1].age > age) {
            banks[i] = banks[i - 1];
            i--;
        }
        banks[i] = bank;
    }

    void remove(BankQueue bank) {
        int i = 0;
        while (banks[i] != bank) {
            i++;
        }
        count--;
        for (; i < count; i++) {
            banks[i] = banks[i + 1];
        }
    }
}
