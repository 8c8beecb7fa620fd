// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

/**
 * A bank of a channel: its row, and the ticks from which it takes commands by itself.
 *
 * <p>Open to this package, for it is read and written with every command.
 */
final class Bank {

    /** In {@link #row}: none. */
    static final int CLOSED = -1;

    /** Its number in the channel, over ranks and groups. */
    final int index;

    /** Its group's number in the channel, over ranks. */
    final int group;

    final Rank rank;

    /** The row that is open, or {@link #CLOSED}. */
    int row = CLOSED;
    /** A precharge is planned: until its tick the row is open and the plan can be dropped. */
    boolean closing;
    /** The row was last closed to make room for another one. */
    boolean conflict;
    /** No column command has used the row since its activation. */
    boolean fresh;

    /** From when on it takes an activate, by tRC, tRP and tRFC. */
    long activate;
    /** The same after the planned precharge. */
    long reopen;
    /** From when on it takes a read, by tRCD. */
    long read;
    /** From when on it takes a write, by tRCD. */
    long write;
    /** From when on it takes a precharge. */
    long precharge;
    /** When the planned precharge comes. */
    long close;
    /** How often it opened a row. */
    long activates;
    /** Ticks that it could not do without for the rows that it opened. */
    long needed;
    /** The part of them that is of its last row. */
    private long neededByRow;
    /** The fewest ticks from that row's activation to its last column command. */
    private long toColumn;

    Bank(int index, int group, Rank rank) {
        this.index = index;
        this.group = group;
        this.rank = rank;
    }

    /** It opens a row, which takes at least a row cycle. */
    void opened(int rc) {
        activates++;
        needed += rc;
        neededByRow = rc;
        toColumn = 0;
    }

    /**
     * Its row takes column commands.
     *
     * @param rcd ticks from its activation to a command
     * @param spacing ticks from a command to the next
     * @param tail ticks from the last command until another row can be opened
     */
    void columns(int count, int rcd, int spacing, int tail) {
        toColumn += (fresh ? rcd : spacing) + (long) (count - 1) * spacing;
        long more = toColumn + tail - neededByRow;
        if (more > 0) {
            needed += more;
            neededByRow += more;
        }
    }

    /** The tick from which it takes by itself a read of its open row, or, if it has none, an activate. */
    long ownReadyAt() {
        return row == CLOSED ? reopen : read;
    }

    /** Plans its precharge for a tick, {@code rp} ticks before it can open another row. */
    void closeAt(long tick, int rp) {
        closing = true;
        close = tick;
        reopen = Math.max(activate, tick + rp);
    }

    /** Drops the planned precharge. */
    void stayOpen() {
        closing = false;
        reopen = activate;
    }

    /** Takes no activate before a tick, nor need to after it. */
    void blockUntil(long tick) {
        activate = tick;
        reopen = tick;
    }
}
