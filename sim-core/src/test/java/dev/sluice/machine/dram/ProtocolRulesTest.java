// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.DramProtocol;
import dev.sluice.device.DramProtocol.CommandBus;
import dev.sluice.device.DramSpec;
import dev.sluice.device.DramTiming;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each rule of a standard beyond the timing set by itself: the first tick that it allows. */
final class ProtocolRulesTest {

    private static final DramTiming T = Specs.DISTINCT;
    private static final long START = 1000;
    private static final int OTHER_RANK = 16;

    private final List<String> commands = new ArrayList<>();

    private DramDevice device(int ranks, DramProtocol protocol) {
        DramSpec spec = Specs.of(T, 1, ranks, "RoBaRaCoBgCh", "frfcfs", Specs.CORE_HZ, false);
        DramDevice device = new DramDevice(Specs.with(spec, protocol));
        device.listen((kind, bank, row, tick) -> commands.add(kind + " " + bank + " @" + tick));
        return device;
    }

    private static DramProtocol protocol(boolean stackIds, int rankSwitch, CommandBus bus, int activate, int column) {
        return new DramProtocol(stackIds, rankSwitch, bus, activate, column, 0, 0, 0, 0);
    }

    @Test
    void stack_ids_share_tRRD_and_tFAW() {
        DramDevice stack = device(2, protocol(true, 1, CommandBus.FREE, 1, 1));
        stack.activate(stack.bank(0), 1, START);
        assertThat(stack.activateAt(stack.bank(OTHER_RANK))).isEqualTo(START + T.rrdS());
        stack.activate(stack.bank(4), 1, START + T.rrdS());
        stack.activate(stack.bank(8), 1, START + 2L * T.rrdS());
        stack.activate(stack.bank(12), 1, START + 3L * T.rrdS());
        assertThat(stack.activateAt(stack.bank(OTHER_RANK))).isEqualTo(START + T.faw());
    }

    @Test
    void stack_ids_share_tWTR_S() {
        DramDevice stack = device(2, protocol(true, 1, CommandBus.FREE, 1, 1));
        stack.activate(stack.bank(0), 1, START);
        stack.activate(stack.bank(OTHER_RANK), 1, START + T.rrdS());
        long end = stack.write(stack.bank(0), START + 100, 1);
        assertThat(stack.readAt(stack.bank(OTHER_RANK))).isEqualTo(end + T.wtrS());
    }

    @Test
    void another_stack_id_takes_the_bus_over_with_the_gap_of_the_preset() {
        DramDevice stack = device(2, protocol(true, 1, CommandBus.FREE, 1, 1));
        stack.activate(stack.bank(0), 1, START);
        stack.activate(stack.bank(OTHER_RANK), 1, START + T.rrdS());
        stack.read(stack.bank(0), START + 100, 1);
        assertThat(stack.readAt(stack.bank(OTHER_RANK))).isEqualTo(START + 100 + T.burst() + 1);
    }

    @Test
    void writes_of_a_group_wait_for_tCCD_L_WR_and_reads_do_not() {
        DramDevice device = device(1, new DramProtocol(false, 2, CommandBus.FREE, 1, 1, 31, 0, 0, 0));
        device.activate(device.bank(0), 1, START);
        device.activate(device.bank(1), 1, START + T.rrdL());
        device.write(device.bank(0), START + 100, 1);
        assertThat(device.writeAt(device.bank(1))).isEqualTo(START + 100 + 31);
        device.read(device.bank(0), START + 500, 1);
        assertThat(device.readAt(device.bank(1))).isEqualTo(START + 500 + T.ccdL());
    }

    @Test
    void a_shared_bus_takes_one_command_at_a_time() {
        DramDevice device = device(1, protocol(false, 2, CommandBus.SHARED, 2, 2));
        device.activate(device.bank(0), 1, START);
        assertThat(device.columnSlot(START - 1)).isEqualTo(START + 2);
        assertThat(device.columnSlot(START - 2)).isEqualTo(START - 2);
        assertThat(device.columnSlot(START + 2)).isEqualTo(START + 2);
    }

    @Test
    void a_split_bus_takes_row_and_column_commands_at_once() {
        DramDevice device = device(1, protocol(false, 2, CommandBus.SPLIT, 2, 1));
        device.activate(device.bank(0), 1, START);
        assertThat(device.columnSlot(START)).isEqualTo(START);
        assertThat(device.activateSlot(START)).isEqualTo(START + 2);
    }

    @Test
    void a_planned_precharge_takes_its_tick_of_the_bus_until_it_is_dropped() {
        DramDevice device = device(1, protocol(false, 2, CommandBus.SHARED, 1, 1));
        device.activate(device.bank(0), 1, START);
        device.planPrecharge(device.bank(0), START + 200);
        assertThat(device.columnSlot(START + 200)).isEqualTo(START + 201);
        assertThat(device.keepsOpen(device.bank(0), START + 150)).isTrue();
        assertThat(device.columnSlot(START + 200)).isEqualTo(START + 200);
    }

    @Test
    void a_read_of_another_rank_does_not_come_before_a_write_that_is_committed() {
        DramDevice device = device(2, protocol(false, 2, CommandBus.FREE, 1, 1));
        device.activate(device.bank(0), 1, START);
        device.activate(device.bank(OTHER_RANK), 1, START);
        device.write(device.bank(0), START + 100, 1);
        assertThat(device.readAt(device.bank(OTHER_RANK))).isEqualTo(START + 101);
    }

    @Test
    void an_activate_does_not_begin_on_the_bus_before_the_precharge_of_its_bank_is_through() {
        DramTiming shortPrecharge =
                new DramTiming(20, 9, 17, 13, 1, 40, 41, 6, 11, 53, 3, 5, 7, 12, 15, 8, 23, 300, 20_000, 2);
        DramDevice device =
                new DramDevice(Specs.with(Specs.of(shortPrecharge), protocol(false, 2, CommandBus.SPLIT, 3, 1)));
        device.activate(device.bank(0), 1, START);
        device.planPrecharge(device.bank(0), START + 200);
        assertThat(device.activateAt(device.bank(0))).isEqualTo(START + 203);
    }

    @Test
    void an_idle_time_of_any_length_is_caught_up_with_in_one_refresh_a_bank() {
        DramDevice device = device(1, new DramProtocol(false, 2, CommandBus.FREE, 1, 1, 0, 70, 8, 9));
        long late = 1L << 52;
        device.refreshUntil(late);
        assertThat(commands).hasSize(16);
        assertThat(device.refreshes(late)).isGreaterThan(15 * (late / T.refi()));
        assertThat(device.nextRefresh()).isGreaterThan(late);
    }

    @Test
    void refresh_of_a_bank_closes_it_when_due_and_leaves_the_others_open() {
        DramDevice device = device(1, new DramProtocol(false, 2, CommandBus.FREE, 1, 1, 0, 70, 8, 9));
        long late = T.refi() - 10;
        device.activate(device.bank(0), 1, late - T.rrdL());
        device.activate(device.bank(1), 1, late);
        device.refreshUntil(T.refi() + 200);
        long refresh = late - T.rrdL() + T.rc();
        assertThat(commands).contains("REFRESH_BANK 0 @" + refresh);
        assertThat(device.activateAt(device.bank(0))).isEqualTo(refresh + 70);
        assertThat(device.bank(1).row).isEqualTo(1);
        assertThat(device.activateAt(device.bank(4))).isEqualTo(refresh + 8);
    }

    @Test
    void each_bank_is_refreshed_once_an_interval_banks_staggered() {
        DramDevice device = device(1, new DramProtocol(false, 2, CommandBus.FREE, 1, 1, 0, 70, 8, 9));
        for (long tick = 0; tick < 3L * T.refi(); tick += 50) {
            device.refreshUntil(tick);
        }
        assertThat(commands).hasSize(2 * 16).startsWith("REFRESH_BANK 0 @" + T.refi());
        assertThat(commands.get(1)).isEqualTo("REFRESH_BANK 1 @" + (T.refi() + T.refi() / 16));
    }

    @Test
    void a_turn_to_writes_serves_first_the_reads_that_rows_were_opened_for() {
        Bench bench = new Bench(Specs.of(Specs.NO_REFRESH));
        long row = 16 * 2048;
        for (int i = 0; i < 8; i++) {
            bench.read(9, 64 * row + i * row + i % 4 * 256, 32);
        }
        for (int i = 0; i < 24; i++) {
            bench.write(14, i * row + i % 4 * 256, 32);
        }
        bench.run();
        long activates = bench.issued("ACTIVATE").size();
        assertThat(activates).as("one for each access").isEqualTo(32);
    }
}
