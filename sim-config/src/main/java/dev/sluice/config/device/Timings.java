// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import dev.sluice.config.device.DramFile.Timing;
import dev.sluice.config.units.Frequency;
import dev.sluice.device.DramProtocol;
import dev.sluice.device.DramTiming;
import dev.sluice.device.InvalidSpecException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The timing of a DRAM in cycles of its clock, out of what a device and its preset say.
 *
 * <p>A preset's times are nanoseconds, which it counts in cycles of its own clock: at another clock they are other numbers
 * of cycles, rounded up, and the refresh interval down. What the standards give in cycles stays: burst, tCCD_S, tCCD_L,
 * the cycles of commands and of the data bus between ranks, also as a part of tRTW.
 */
final class Timings {

    private final @Nullable Timing own;
    private final @Nullable Timing base;
    private final @Nullable String presetName;
    private final Frequency clock;
    private final Frequency baseClock;

    Timings(DramFile file, @Nullable DramFile preset, Frequency clock) {
        own = file.timing();
        base = preset == null ? null : preset.timing();
        presetName = file.preset();
        this.clock = clock;
        Frequency told = preset == null ? null : preset.clock();
        baseClock = told == null ? clock : told;
    }

    /**
     * The timing set.
     *
     * @param missing the fault of a key that neither device nor preset gives
     */
    DramTiming timing(Function<String, RuntimeException> missing) {
        int rcdRead = need(time(Timing::rcdRead), "rcdRead", missing);
        int rp = need(time(Timing::rp), "rp", missing);
        int ras = need(time(Timing::ras), "ras", missing);
        int cl = need(time(Timing::cl), "cl", missing);
        int cwl = need(time(Timing::cwl), "cwl", missing);
        return new DramTiming(
                cl,
                cwl,
                rcdRead,
                or(time(Timing::rcdWrite), rcdRead),
                rp,
                ras,
                or(rowCycle(ras, rp), ras + rp),
                need(time(Timing::rrdS), "rrdS", missing),
                need(time(Timing::rrdL), "rrdL", missing),
                need(time(Timing::faw), "faw", missing),
                need(cycles(Timing::ccdS), "ccdS", missing),
                need(cycles(Timing::ccdL), "ccdL", missing),
                need(time(Timing::wtrS), "wtrS", missing),
                need(time(Timing::wtrL), "wtrL", missing),
                need(time(Timing::wr), "wr", missing),
                need(time(Timing::rtp), "rtp", missing),
                need(turn(cl - cwl), "rtw", missing),
                need(time(Timing::rfc), "rfc", missing),
                need(interval(), "refi", missing),
                need(cycles(Timing::burst), "burst", missing));
    }

    /** What the standard says beyond the timing set. */
    DramProtocol protocol(boolean stackIds, DramProtocol.CommandBus bus) {
        DramProtocol plain = DramProtocol.PLAIN;
        return new DramProtocol(
                stackIds,
                or(cycles(Timing::rankSwitch), plain.rankSwitch()),
                bus,
                or(cycles(Timing::activateCycles), plain.activateCycles()),
                or(cycles(Timing::columnCycles), plain.columnCycles()),
                or(time(Timing::ccdLWrite), plain.ccdLWrite()),
                or(time(Timing::rfcBank), plain.rfcBank()),
                or(time(Timing::refreshToActivate), plain.refreshToActivate()),
                or(time(Timing::refreshToRefresh), plain.refreshToRefresh()));
    }

    private @Nullable Integer time(Function<Timing, @Nullable Integer> getter) {
        Integer said = said(getter);
        Integer preset = preset(getter);
        return said != null ? said : preset == null ? null : Integer.valueOf(counted(preset, RoundingMode.CEILING));
    }

    private @Nullable Integer cycles(Function<Timing, @Nullable Integer> getter) {
        Integer said = said(getter);
        return said != null ? said : preset(getter);
    }

    /** tRC, which stays tRAS + tRP where the preset has it so. */
    private @Nullable Integer rowCycle(int ras, int rp) {
        Integer preset = preset(Timing::rc);
        Integer presetRas = preset(Timing::ras);
        Integer presetRp = preset(Timing::rp);
        boolean sum = said(Timing::rc) == null
                && countedAnew()
                && preset != null
                && presetRas != null
                && presetRp != null
                && preset == presetRas + presetRp;
        return sum ? Integer.valueOf(ras + rp) : time(Timing::rc);
    }

    /** tRTW: the difference of the latencies, and cycles. */
    private @Nullable Integer turn(int latencies) {
        Integer preset = preset(Timing::rtw);
        Integer presetCl = preset(Timing::cl);
        Integer presetCwl = preset(Timing::cwl);
        if (said(Timing::rtw) != null || !countedAnew() || preset == null || presetCl == null || presetCwl == null) {
            return cycles(Timing::rtw);
        }
        return Math.max(1, preset - (presetCl - presetCwl) + latencies);
    }

    private @Nullable Integer interval() {
        Integer said = said(Timing::refi);
        Integer preset = preset(Timing::refi);
        return said != null ? said : preset == null ? null : Integer.valueOf(counted(preset, RoundingMode.FLOOR));
    }

    private boolean countedAnew() {
        return clock.hertz() != baseClock.hertz();
    }

    /** A preset's cycles in those of this clock. */
    private int counted(int cycles, RoundingMode rounding) {
        if (!countedAnew()) {
            return cycles;
        }
        BigDecimal here = BigDecimal.valueOf(cycles)
                .multiply(BigDecimal.valueOf(clock.hertz()))
                .divide(BigDecimal.valueOf(baseClock.hertz()), 0, rounding);
        boolean none = cycles > 0 && here.signum() == 0;
        if (none || here.compareTo(BigDecimal.valueOf(DramTiming.MOST)) > 0) {
            throw new InvalidSpecException(
                    "clock " + clock + " is too " + (none ? "low" : "high") + " for the times of preset " + presetName
                            + ", of which " + cycles + " cycles at " + baseClock + " would be " + here.toPlainString()
                            + "; 1 to " + DramTiming.MOST + " are possible",
                    "clock");
        }
        return here.intValueExact();
    }

    /** A fault of the timing, said of the clock where nothing but the clock can have made it. */
    InvalidSpecException blamed(InvalidSpecException fault) {
        boolean ofTiming = !fault.keys().isEmpty() && fault.keys().get(0).equals("timing");
        return ofTiming && own == null && countedAnew()
                ? new InvalidSpecException(
                        "clock " + clock + " does not go with the times of preset " + presetName
                                + ", which are counted anew at it: " + fault.problem(),
                        "clock")
                : fault;
    }

    private @Nullable Integer said(Function<Timing, @Nullable Integer> getter) {
        return own == null ? null : getter.apply(own);
    }

    private @Nullable Integer preset(Function<Timing, @Nullable Integer> getter) {
        return base == null ? null : getter.apply(base);
    }

    private static int or(@Nullable Integer value, int otherwise) {
        return value == null ? otherwise : value;
    }

    private static int need(@Nullable Integer value, String key, Function<String, RuntimeException> missing) {
        if (value == null) {
            throw missing.apply("timing." + key);
        }
        return value;
    }
}
