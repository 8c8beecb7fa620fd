// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

/**
 * What a JEDEC standard says beyond a timing set: which commands share a bus and how long they take there, what stack IDs
 * share, and the constraints of refreshes of single banks. Written down for {@link ProtocolChecker}, apart from the presets.
 *
 * @param oneBus whether row and column commands travel on one bus
 * @param activate cycles of the bus that an activate takes
 * @param column cycles of the bus that a read or write takes
 * @param stackIds whether ranks are stack IDs of one pseudo channel
 * @param otherRank ticks between column commands of different ranks or stack IDs
 * @param ccdWrite tCCD_L_WR, or 0 where it is tCCD_L
 * @param rtp tRTP of a bank
 * @param rfcBank tRFCpb (tRFCsb), or 0 without
 * @param refreshToActivate from a bank's refresh to the activate of another (tRREFD, tpbR2act)
 * @param refreshToRefresh from a bank's refresh to that of another (tRREFD, tpbR2pbR)
 */
record Standard(
        boolean oneBus,
        int activate,
        int column,
        boolean stackIds,
        int otherRank,
        int ccdWrite,
        int rtp,
        int rfcBank,
        int refreshToActivate,
        int refreshToRefresh) {

    /** The standard of a preset, in its clock. */
    static Standard of(String preset) {
        return switch (preset) {
            // JESD212: one command a clock, for all
            case "gddr5" -> new Standard(true, 1, 1, false, 4, 0, 2, 0, 0, 0);
            // JESD250: both edges of a clock carry one command; tRFCpb 60 ns, tRREFD 15 clocks at 14 Gb/s (Ramulator 2)
            case "gddr6-14" -> new Standard(true, 1, 1, false, 4, 0, 3, 106, 15, 15);
            case "gddr6-16" -> new Standard(true, 1, 1, false, 4, 0, 4, 122, 18, 18);
            // JESD235: separate row and column buses, an activate takes two clocks; tRFCSB 160 ns, tRREFD 8 ns
            case "hbm2" -> new Standard(false, 2, 1, false, 3, 0, 6, 160, 8, 8);
            case "hbm2e" -> new Standard(false, 2, 1, false, 4, 0, 6, 193, 10, 10);
            // JESD238: separate buses, an activate takes one and a half clocks; tRFCpb 200 ns, tRREFD 5 ns of
            // Ramulator's preset
            case "hbm3" -> new Standard(false, 2, 1, true, 3, 0, 9, 320, 8, 8);
            // JESD209-5B: an activate is two commands (ACT-1, ACT-2); tRFCpb 140 ns, tpbR2act 7.5 ns, tpbR2pbR 90 ns
            case "lpddr5-6400" -> new Standard(true, 2, 1, false, 4, 0, 8, 112, 6, 72);
            // JESD79-5, table 30: activates, reads and writes take two cycles; tCCD_L_WR = max(32, 20 ns)
            case "ddr5-5600" -> new Standard(true, 2, 2, false, 10, 56, 20, 0, 0, 0);
            default -> throw new IllegalArgumentException("no standard known for " + preset);
        };
    }
}
