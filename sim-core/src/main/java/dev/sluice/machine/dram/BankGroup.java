// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

/** What the banks of a group share: from when on they take an activate (tRRD_L), a read (tCCD_L, tWTR_L) or a write (tCCD_L). */
final class BankGroup {

    long activate;
    long read;
    long write;
}
