// SPDX-License-Identifier: Apache-2.0
package dev.sluice.energy;

import dev.sluice.device.DramSpec;

/**
 * What the commands of a DRAM cost, from the currents of data sheets.
 *
 * <p>The calculation is that of Micron's technical notes TN-41-01 (DDR3) and TN-40-07 (DDR4), as DRAMsim3 has it: an activate with
 * its precharge takes what IDD0 takes beyond standby in tRC, a burst what IDD4 takes beyond active standby while its data lasts, a
 * refresh what IDD5 takes beyond it in tRFC. Background is active standby throughout, as rows stay open.
 *
 * @param devices devices of a channel's rank; a part of one where a device has several channels
 * @param volts the supply
 * @param idd0 milliamperes of a device that activates and precharges one bank as fast as it can
 * @param idd2n in standby, all banks closed
 * @param idd3n in standby, banks open
 * @param idd4r reading without a gap
 * @param idd4w writing without a gap
 * @param idd5 refreshing all banks
 * @param gigabytesPerSecond what a device moves while it takes IDD4
 * @param io picojoules of a bit between the two chips, both ends together
 */
public record DramEnergy(
        double devices,
        double volts,
        double idd0,
        double idd2n,
        double idd3n,
        double idd4r,
        double idd4w,
        double idd5,
        double gigabytesPerSecond,
        double io) {

    public DramEnergy {
        Least.positive(devices, "devices");
        Least.positive(volts, "volts");
        Least.zero(idd0, "idd0");
        Least.zero(idd2n, "idd2n");
        Least.zero(idd3n, "idd3n");
        Least.atLeast(idd4r, "idd4r", idd3n, "idd3n");
        Least.zero(idd4r, "idd4r");
        Least.atLeast(idd4w, "idd4w", idd3n, "idd3n");
        Least.zero(idd4w, "idd4w");
        Least.atLeast(idd5, "idd5", idd3n, "idd3n");
        Least.zero(idd5, "idd5");
        Least.positive(gigabytesPerSecond, "gigabytesPerSecond");
        Least.zero(io, "io");
        Least.together(
                devices * volts * Math.max(Math.max(idd0, idd5), Math.max(idd4r, idd4w)),
                "milliwatts",
                "devices, volts and currents",
                "devices");
        Least.together(
                volts * (Math.max(idd4r, idd4w) - idd3n) / gigabytesPerSecond,
                "picojoules of a byte",
                "volts, currents and gigabytesPerSecond",
                "gigabytesPerSecond");
    }

    /** Picojoules of an activate with its precharge. */
    public double activate(DramSpec dram) {
        double rc = nanos(dram, dram.timing().rc());
        double ras = nanos(dram, dram.timing().ras());
        // milliamperes by volts by nanoseconds are picojoules
        double beyondStandby = idd0 * rc - (idd3n * ras + idd2n * Math.max(0, rc - ras));
        return devices * volts * Math.max(0, beyondStandby);
    }

    /** Milliamperes that standby alone takes on average while a row is opened and closed: less than {@code idd0}. */
    public double standby(DramSpec dram) {
        double open = Math.min(1, (double) dram.timing().ras() / dram.timing().rc());
        return idd3n * open + idd2n * (1 - open);
    }

    /** Picojoules of a byte that is read. */
    public double readByte() {
        return volts * (idd4r - idd3n) / gigabytesPerSecond + 8 * io;
    }

    /** Picojoules of a byte that is written. */
    public double writeByte() {
        return volts * (idd4w - idd3n) / gigabytesPerSecond + 8 * io;
    }

    /** Picojoules of a refresh as results count them: of a rank, or of a bank where banks are refreshed one by one. */
    public double refresh(DramSpec dram) {
        double rank =
                devices * volts * (idd5 - idd3n) * nanos(dram, dram.timing().rfc());
        return dram.protocol().rfcBank() == 0 ? rank : rank / (dram.bankGroups() * dram.banksPerGroup());
    }

    /** Milliwatts that all channels take whatever they do. */
    public double background(DramSpec dram) {
        return devices * volts * idd3n * dram.channels() * dram.ranks();
    }

    private static double nanos(DramSpec dram, int ticks) {
        return ticks * 1e9 / dram.clockHz();
    }
}
