// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

/** The ticks from which a bank group allows each command (the long timings: tRRD_L, tCCD_L, tWTR_L). */
final class BankGroup {
    long nextActivate;
    long nextRead;
    long nextWrite;
}
