// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.DramTiming;
import dev.sluice.machine.dram.CommandListener.Kind;
import org.junit.jupiter.api.Test;

/** Each timing parameter by itself: a command is blocked one tick before it is up and ready when it is. */
final class DeviceTimingTest {

    private static final DramTiming T = Specs.DISTINCT;
    private static final long START = 1000;

    private final DramDevice device = new DramDevice(Specs.of(T));
    private final int bank = 0;
    private final int sameGroup = 1;
    private final int otherGroup = 4;

    private void open(int which, long tick) {
        device.activate(device.bank(which), 7, tick);
    }

    @Test
    void read_waits_for_tRCD_of_reads() {
        open(bank, START);
        assertThat(device.readAt(device.bank(bank))).isEqualTo(START + T.rcdRead());
    }

    @Test
    void write_waits_for_tRCD_of_writes() {
        open(bank, START);
        assertThat(device.writeAt(device.bank(bank))).isEqualTo(START + T.rcdWrite());
    }

    @Test
    void activate_waits_for_tRP_after_precharge() {
        open(bank, START);
        device.planPrecharge(device.bank(bank), START + 500);
        assertThat(device.activateAt(device.bank(bank))).isEqualTo(START + 500 + T.rp());
    }

    @Test
    void precharge_waits_for_tRAS() {
        open(bank, START);
        device.planPrecharge(device.bank(bank), START);
        assertThat(device.bank(bank).close).isEqualTo(START + T.ras());
    }

    @Test
    void activate_of_the_same_bank_waits_for_tRC() {
        open(bank, START);
        device.planPrecharge(device.bank(bank), START);
        assertThat(device.activateAt(device.bank(bank))).isEqualTo(START + T.rc());
        assertThat(T.rc()).isGreaterThan(T.ras() + T.rp());
    }

    @Test
    void activate_in_another_group_waits_for_tRRD_S() {
        open(bank, START);
        assertThat(device.activateAt(device.bank(otherGroup))).isEqualTo(START + T.rrdS());
    }

    @Test
    void activate_in_the_same_group_waits_for_tRRD_L() {
        open(bank, START);
        assertThat(device.activateAt(device.bank(sameGroup))).isEqualTo(START + T.rrdL());
    }

    @Test
    void the_fifth_activate_waits_for_tFAW() {
        for (int i = 0; i < 4; i++) {
            open(4 * i, START + (long) i * T.rrdS());
        }
        assertThat(device.activateAt(device.bank(sameGroup))).isEqualTo(START + T.faw());
        open(sameGroup, START + T.faw());
        assertThat(device.activateAt(device.bank(5))).isEqualTo(START + T.rrdS() + T.faw());
    }

    @Test
    void read_in_another_group_waits_for_tCCD_S() {
        open(bank, START);
        open(otherGroup, START + T.rrdS());
        device.read(device.bank(bank), START + 100, 1);
        assertThat(device.readAt(device.bank(otherGroup))).isEqualTo(START + 100 + T.ccdS());
    }

    @Test
    void read_in_the_same_group_waits_for_tCCD_L() {
        open(bank, START);
        open(sameGroup, START + T.rrdL());
        device.read(device.bank(bank), START + 100, 1);
        assertThat(device.readAt(device.bank(sameGroup))).isEqualTo(START + 100 + T.ccdL());
    }

    @Test
    void writes_wait_for_tCCD_S_and_L() {
        open(bank, START);
        open(sameGroup, START + T.rrdL());
        open(otherGroup, START + 2 * T.rrdL());
        device.write(device.bank(bank), START + 100, 1);
        assertThat(device.writeAt(device.bank(otherGroup))).isEqualTo(START + 100 + T.ccdS());
        assertThat(device.writeAt(device.bank(sameGroup))).isEqualTo(START + 100 + T.ccdL());
    }

    @Test
    void read_after_write_waits_for_tWTR_S_and_L_from_the_end_of_data() {
        open(bank, START);
        open(sameGroup, START + T.rrdL());
        open(otherGroup, START + 2 * T.rrdL());
        long end = device.write(device.bank(bank), START + 100, 1);
        assertThat(end).isEqualTo(START + 100 + T.cwl() + T.burst());
        assertThat(device.readAt(device.bank(otherGroup))).isEqualTo(end + T.wtrS());
        assertThat(device.readAt(device.bank(sameGroup))).isEqualTo(end + T.wtrL());
    }

    @Test
    void write_after_read_waits_for_tRTW() {
        open(bank, START);
        device.read(device.bank(bank), START + 100, 1);
        assertThat(device.writeAt(device.bank(bank))).isEqualTo(START + 100 + T.rtw());
    }

    @Test
    void precharge_after_write_waits_for_tWR() {
        open(bank, START);
        long end = device.write(device.bank(bank), START + 100, 1);
        device.planPrecharge(device.bank(bank), START);
        assertThat(device.bank(bank).close).isEqualTo(end + T.wr());
    }

    @Test
    void precharge_after_read_waits_for_tRTP() {
        open(bank, START);
        device.read(device.bank(bank), START + 100, 1);
        device.planPrecharge(device.bank(bank), START);
        assertThat(device.bank(bank).close).isEqualTo(START + 100 + T.rtp());
    }

    @Test
    void data_arrives_after_CL_and_the_burst() {
        open(bank, START);
        assertThat(device.read(device.bank(bank), START + 100, 1)).isEqualTo(START + 100 + T.cl() + T.burst());
        assertThat(device.busyTicks()).isEqualTo(T.burst());
    }

    @Test
    void transactions_of_one_access_are_tCCD_L_apart() {
        open(bank, START);
        assertThat(device.read(device.bank(bank), START + 100, 4))
                .isEqualTo(START + 100 + 3 * T.ccdL() + T.cl() + T.burst());
    }

    @Test
    void activate_waits_for_tRFC_after_refresh() {
        device.refreshUntil(T.refi());
        assertThat(device.activateAt(device.bank(bank))).isEqualTo(T.refi() + T.rfc());
    }

    @Test
    void refresh_waits_for_open_rows_to_be_precharged() {
        long late = T.refi() - 10;
        open(bank, late);
        device.refreshUntil(T.refi() + 5);
        assertThat(device.bank(bank).row).isEqualTo(Bank.CLOSED);
        assertThat(device.activateAt(device.bank(bank))).isEqualTo(late + T.rc() + T.rfc());
    }

    @Test
    void another_rank_takes_the_bus_over_with_a_gap() {
        DramDevice two = new DramDevice(Specs.of(T, 1, 2, "RoBaRaCoBgCh", "frfcfs", Specs.CORE_HZ, false));
        two.activate(two.bank(0), 1, START);
        two.activate(two.bank(16), 1, START);
        two.read(two.bank(0), START + 100, 1);
        assertThat(two.readAt(two.bank(16)))
                .isEqualTo(START + 100 + T.burst() + Specs.of(T).protocol().rankSwitch());
    }

    @Test
    void ranks_do_not_share_tRRD_and_tFAW() {
        DramDevice two = new DramDevice(Specs.of(T, 1, 2, "RoBaRaCoBgCh", "frfcfs", Specs.CORE_HZ, false));
        two.activate(two.bank(0), 1, START);
        assertThat(two.activateAt(two.bank(16))).isLessThanOrEqualTo(START);
    }

    @Test
    void the_oracle_of_these_tests_sees_a_violation() {
        TimingOracle oracle = new TimingOracle(Specs.of(T));
        oracle.command(Kind.ACTIVATE, 0, 1, 100);
        oracle.command(Kind.READ, 0, 1, 100 + T.rcdRead() - 1);
        oracle.command(Kind.READ, 0, 2, 500);
        assertThat(oracle.violations()).hasSize(2);
    }
}
