// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

/** A bank's open row, the ticks from which each command is allowed, and the accesses that wait for it. */
final class Bank {

    static final int CLOSED = -1;

    final int index;
    final Rank rank;
    final BankGroup group;
    final BankQueue reads = new BankQueue(this);
    final BankQueue writes = new BankQueue(this);

    int openRow = CLOSED;
    /** Whether a precharge is planned for {@link #closeAt}: until that tick the row is open and the plan can be dropped. */
    boolean closing;

    long closeAt;
    /** Whether the row was last closed to make room for another one. */
    boolean conflict;
    /** Whether no column command has used the row since its activation. */
    boolean fresh;

    long nextActivate;
    long nextRead;
    long nextWrite;
    long nextPrecharge;

    Bank(int index, Rank rank, BankGroup group) {
        this.index = index;
        this.rank = rank;
        this.group = group;
    }
}
