// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

/**
 * DRAM timing in memory-clock cycles, under the names of the JEDEC standards.
 *
 * @param cl read latency
 * @param cwl write latency
 * @param rcdRead activate to read
 * @param rcdWrite activate to write
 * @param rp precharge to activate
 * @param ras activate to precharge
 * @param rc activate to activate, same bank
 * @param rrdS activate to activate, other bank group
 * @param rrdL activate to activate, same bank group
 * @param faw window of four activates
 * @param ccdS column command to column command, other bank group
 * @param ccdL column command to column command, same bank group
 * @param wtrS end of write data to read, other bank group
 * @param wtrL end of write data to read, same bank group
 * @param wr end of write data to precharge
 * @param rtp read to precharge
 * @param rtw read command to write command
 * @param rfc refresh duration
 * @param refi average refresh interval
 * @param burst cycles of the data bus per transaction
 */
public record DramTiming(
        int cl,
        int cwl,
        int rcdRead,
        int rcdWrite,
        int rp,
        int ras,
        int rc,
        int rrdS,
        int rrdL,
        int faw,
        int ccdS,
        int ccdL,
        int wtrS,
        int wtrL,
        int wr,
        int rtp,
        int rtw,
        int rfc,
        int refi,
        int burst) {

    /** The most cycles of each; far above any standard's, so that no sum of them is more than an int holds. */
    public static final int MOST = 1_000_000;

    public DramTiming {
        between(1, cl, "cl");
        between(0, cwl, "cwl");
        between(1, rcdRead, "rcdRead");
        between(1, rcdWrite, "rcdWrite");
        between(1, rp, "rp");
        between(1, ras, "ras");
        between(0, rc, "rc");
        between(0, rrdS, "rrdS");
        between(0, rrdL, "rrdL");
        between(0, faw, "faw");
        between(0, ccdS, "ccdS");
        between(0, ccdL, "ccdL");
        between(0, wtrS, "wtrS");
        between(0, wtrL, "wtrL");
        between(0, wr, "wr");
        between(0, rtp, "rtp");
        between(0, rtw, "rtw");
        between(0, rfc, "rfc");
        between(1, refi, "refi");
        between(1, burst, "burst");
        int cycle = Math.max(rc, ras + rp);
        int opened = Math.max(Math.max(cycle + rfc, faw), Math.max(rrdS, rrdL));
        int needed = opened + Math.max(rcdRead, rcdWrite);
        if (rfc > 0 && refi < needed) {
            throw new InvalidSpecException(
                    "refi of " + refi + " ticks leaves no time between two refreshes: a row that was opened just before"
                            + " one must close (" + cycle + "), the refresh end (rfc, " + rfc
                            + "), a row open and its column be reached (" + Math.max(rcdRead, rcdWrite)
                            + "), which takes " + needed
                            + "; make refi at least that, or rfc 0 for a memory without refresh",
                    "timing",
                    "refi");
        }
    }

    private static void between(int least, int value, String key) {
        between(least, value, MOST, key);
    }

    /** Refuses a value of the timing set that lies beyond its bounds. */
    static void between(int least, int value, int most, String key) {
        if (value < least || value > most) {
            throw new InvalidSpecException(
                    key + " must be between " + least + " and " + most + ", not " + value, "timing", key);
        }
    }
}
