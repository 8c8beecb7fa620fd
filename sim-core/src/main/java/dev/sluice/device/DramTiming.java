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

    public DramTiming {
        least(cl, "cl");
        least(rcdRead, "rcdRead");
        least(rcdWrite, "rcdWrite");
        least(rp, "rp");
        least(ras, "ras");
        least(burst, "burst");
        least(refi, "refi");
        int[] waits = {cwl, rc, rrdS, rrdL, faw, ccdS, ccdL, wtrS, wtrL, wr, rtp, rtw, rfc};
        String[] keys = {"cwl", "rc", "rrdS", "rrdL", "faw", "ccdS", "ccdL", "wtrS", "wtrL", "wr", "rtp", "rtw", "rfc"};
        for (int i = 0; i < keys.length; i++) {
            if (waits[i] < 0) {
                throw new InvalidSpecException(
                        keys[i] + " must not be negative, but is " + waits[i], "timing", keys[i]);
            }
        }
        long cycle = Math.max(rc, (long) ras + rp);
        long opened = Math.max(Math.max(cycle + rfc, faw), Math.max(rrdS, rrdL));
        long needed = opened + Math.max(rcdRead, rcdWrite);
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

    private static void least(int value, String key) {
        if (value < 1) {
            throw new InvalidSpecException(key + " must be at least 1, not " + value, "timing", key);
        }
    }
}
