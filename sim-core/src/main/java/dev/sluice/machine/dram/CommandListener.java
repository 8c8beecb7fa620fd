// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

/** Sees every DRAM command with its tick; commands of different banks need not come in order of time. */
@FunctionalInterface
interface CommandListener {

    /** The commands of a DRAM. */
    enum Kind {
        ACTIVATE,
        READ,
        WRITE,
        PRECHARGE,
        REFRESH,
        REFRESH_BANK
    }

    /** A command was issued; {@code bank} is the flat bank, or the rank for a refresh of all its banks. */
    void command(Kind kind, int bank, int row, long tick);
}
