// SPDX-License-Identifier: Apache-2.0
package dev.sluice.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.device.DramProtocol;
import dev.sluice.device.DramSpec;
import dev.sluice.device.DramTiming;
import org.junit.jupiter.api.Test;

/** Commands of a DRAM against the calculation by hand. */
final class DramEnergyTest {
    private static final double EXACT = 1e-9;

    /** HBM2 as DRAMsim3 has it, without an interface. */
    private static final DramEnergy HBM2 = new DramEnergy(1, 1.2, 65, 40, 55, 390, 500, 250, 32, 0);

    private static DramSpec dram(long clockHz) {
        DramTiming timing = new DramTiming(14, 4, 14, 14, 14, 34, 48, 4, 6, 30, 1, 2, 6, 8, 16, 6, 13, 260, 3900, 1);
        return new DramSpec(
                "hbm2",
                1L << 30,
                2,
                1,
                4,
                4,
                2048,
                32,
                clockHz,
                timing,
                DramProtocol.PLAIN,
                "RoBaRaCoBgCh",
                256,
                true,
                DramSpec.Policy.FRFCFS,
                64,
                64,
                48,
                16,
                0);
    }

    @Test
    void activate_takes_what_idd0_takes_beyond_standby() {
        // 1.2 x (65 x 48 - 55 x 34 - 40 x 14) pJ
        assertThat(HBM2.activate(dram(1_000_000_000))).isCloseTo(828, within(EXACT));
    }

    @Test
    void slower_clock_makes_an_activate_longer() {
        assertThat(HBM2.activate(dram(500_000_000))).isCloseTo(1656, within(EXACT));
    }

    @Test
    void byte_takes_what_idd4_takes_beyond_standby_and_its_way() {
        assertThat(HBM2.readByte()).isCloseTo(1.2 * 335 / 32, within(EXACT));
        assertThat(HBM2.writeByte()).isCloseTo(1.2 * 445 / 32, within(EXACT));
        assertThat(new DramEnergy(1, 1.2, 65, 40, 55, 390, 500, 250, 32, 0.5).readByte() - HBM2.readByte())
                .isCloseTo(4, within(EXACT));
    }

    @Test
    void refresh_takes_what_idd5_takes_beyond_standby() {
        assertThat(HBM2.refresh(dram(1_000_000_000))).isCloseTo(1.2 * 195 * 260, within(EXACT));
    }

    @Test
    void background_is_active_standby_of_all_channels() {
        assertThat(HBM2.background(dram(1_000_000_000))).isCloseTo(132, within(EXACT));
    }

    @Test
    void devices_multiply_all_but_bytes() {
        DramEnergy two = new DramEnergy(2, 1.2, 65, 40, 55, 390, 500, 250, 32, 0);

        assertThat(two.activate(dram(1_000_000_000))).isCloseTo(1656, within(EXACT));
        assertThat(two.background(dram(1_000_000_000))).isCloseTo(264, within(EXACT));
        assertThat(two.readByte()).isEqualTo(HBM2.readByte());
    }

    @Test
    void currents_that_cannot_be_are_refused() {
        assertThatThrownBy(() -> new DramEnergy(1, 1.2, 65, 40, 55, 50, 500, 250, 32, 0))
                .hasMessage("idd4r must be at least idd3n, which is 55.0, not 50.0");
        assertThatThrownBy(() -> new DramEnergy(1, 0, 65, 40, 55, 390, 500, 250, 32, 0))
                .hasMessage("volts must be above 0 and at most 1e9, not 0.0");
    }
}
