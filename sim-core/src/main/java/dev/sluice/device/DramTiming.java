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
        if (cl < 1 || cwl < 0 || rcdRead < 1 || rp < 1 || ras < 1 || burst < 1 || refi < 1 || rfc < 0 || rfc >= refi) {
            throw new IllegalArgumentException(
                    "vram timing: CL, tRCD, tRP, tRAS, burst and tREFI must be positive and tRFC below tREFI");
        }
    }
}
