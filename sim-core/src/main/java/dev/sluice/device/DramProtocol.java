// SPDX-License-Identifier: Apache-2.0
package dev.sluice.device;

/**
 * What a DRAM's standard says beyond its timing set: command bus, stack IDs, writes of a group, refreshes of single banks.
 *
 * @param stackIds whether ranks are stack IDs, which share tRRD_S, tFAW and tWTR_S
 * @param rankSwitch ticks of the data bus lost when another rank or stack ID takes it over
 * @param commandBus how commands travel
 * @param activateCycles ticks of the command bus that an activate takes
 * @param columnCycles ticks of the command bus that a read or write takes
 * @param ccdLWrite write to write, same bank group; 0 for ccdL
 * @param rfcBank refresh duration of one bank; 0 where all banks of a rank are refreshed together
 * @param refreshToActivate refresh of a bank to activate of another
 * @param refreshToRefresh refresh of a bank to that of another
 */
public record DramProtocol(
        boolean stackIds,
        int rankSwitch,
        CommandBus commandBus,
        int activateCycles,
        int columnCycles,
        int ccdLWrite,
        int rfcBank,
        int refreshToActivate,
        int refreshToRefresh) {

    /** How commands travel to a DRAM. */
    public enum CommandBus {
        /** Any number at once. */
        FREE,
        /** Row and column commands apart, as in HBM. */
        SPLIT,
        /** All on one bus. */
        SHARED;

        /**
         * The command bus as device files spell it.
         *
         * @throws InvalidSpecException for anything else
         */
        public static CommandBus of(String key) {
            return switch (key) {
                case "free" -> FREE;
                case "split" -> SPLIT;
                case "shared" -> SHARED;
                default ->
                    throw new InvalidSpecException(
                            "commandBus must be free, split or shared, not " + key, "commandBus");
            };
        }
    }

    private static final int MOST_CYCLES = 4;

    /** No constraint beyond the timing set; ranks take the data bus over with a gap of 2 ticks. */
    public static final DramProtocol PLAIN = new DramProtocol(false, 2, CommandBus.FREE, 1, 1, 0, 0, 0, 0);

    public DramProtocol {
        DramTiming.between(0, rankSwitch, DramTiming.MOST, "rankSwitch");
        DramTiming.between(1, activateCycles, MOST_CYCLES, "activateCycles");
        DramTiming.between(1, columnCycles, MOST_CYCLES, "columnCycles");
        DramTiming.between(0, ccdLWrite, DramTiming.MOST, "ccdLWrite");
        DramTiming.between(0, rfcBank, DramTiming.MOST, "rfcBank");
        DramTiming.between(0, refreshToActivate, DramTiming.MOST, "refreshToActivate");
        DramTiming.between(0, refreshToRefresh, DramTiming.MOST, "refreshToRefresh");
    }

    /** Checks refreshes against the timing set: those of ranks, and of single banks, of which stack IDs share one after the other. */
    void check(DramTiming timing, int ranks, long banksPerRank) {
        checkBus(timing, ranks * banksPerRank);
        long banks = stackIds ? ranks * banksPerRank : banksPerRank;
        if (rfcBank > 0 && timing.rfc() > 0 && refreshToRefresh * banks > timing.refi()) {
            throw new InvalidSpecException(
                    "refreshToRefresh of " + refreshToRefresh + " ticks times " + banks
                            + (stackIds ? " banks" : " banks of a rank") + " is more than refi, which is "
                            + timing.refi(),
                    "timing",
                    "refreshToRefresh");
        }
        if (rfcBank > timing.rfc()) {
            throw new InvalidSpecException(
                    "rfcBank must be at most rfc, which is " + timing.rfc() + ", not " + rfcBank, "timing", "rfcBank");
        }
    }

    /** All banks may be closed for the refresh of a rank and opened after it before the bus has a place for a read or write. */
    private void checkBus(DramTiming timing, long banks) {
        long rows = banks * (activateCycles + 1);
        long needed = Math.max(timing.rc(), timing.ras() + timing.rp())
                + timing.rfc()
                + Math.max(timing.rcdRead(), timing.rcdWrite())
                + rows
                + columnCycles;
        if (commandBus != CommandBus.FREE && rfcBank == 0 && timing.rfc() > 0 && timing.refi() < needed) {
            throw new InvalidSpecException(
                    "refi of " + timing.refi() + " ticks leaves no time between two refreshes of all banks: closing and"
                            + " opening " + banks + " of them takes " + rows
                            + " on the command bus, with a row cycle, rfc and a column command " + needed
                            + "; make refi at least that, or commandBus free",
                    "timing",
                    "refi");
        }
    }
}
