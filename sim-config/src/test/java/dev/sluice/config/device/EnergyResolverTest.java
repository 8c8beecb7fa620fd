// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.Presets;
import dev.sluice.energy.EnergySource;
import dev.sluice.energy.EnergySpec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a device says about energy, laid over the shipped table. */
final class EnergyResolverTest {
    private static final String DEVICE = "nvidia-v100";

    private static EnergySpec energy(String... settings) {
        return Objects.requireNonNull(
                Devices.find(DEVICE, Overrides.parse(List.of(settings))).energy());
    }

    private static void refused(String message, String... settings) {
        assertThatThrownBy(() -> energy(settings)).hasMessage(message);
    }

    private static EnergyTable table(String text) {
        return EnergyTable.read("table.yaml", text.getBytes(StandardCharsets.UTF_8));
    }

    static List<String> devices() {
        return Devices.names();
    }

    @ParameterizedTest
    @MethodSource("devices")
    void shipped_device_says_its_process(String device) {
        EnergySpec energy =
                Objects.requireNonNull(Devices.find(device, Overrides.NONE).energy());

        assertThat(energy.sources())
                .isNotEmpty()
                .allSatisfy(source -> assertThat(source.from()).isNotBlank());
    }

    @Test
    void table_knows_every_dram_preset() {
        assertThat(EnergyTable.shipped().dram().keySet())
                .containsAll(new PresetCatalog(Presets.onClasspath()).dramPresets());
    }

    @Test
    void numbers_are_those_of_the_rows() {
        EnergySpec energy = energy("energy.node=7nm");

        assertThat(energy.chip().access1MiB()).isEqualTo(14);
        assertThat(energy.vram().idd4r()).isEqualTo(390);
        assertThat(Objects.requireNonNull(energy.ram()).devices()).isEqualTo(4);
    }

    @Test
    void device_lays_its_own_over_them() {
        EnergySpec energy = energy("energy.vram.io=0.8", "energy.chip.wire=0.2", "energy.link=3");

        assertThat(energy.vram().io()).isEqualTo(0.8);
        assertThat(energy.vram().idd4r()).isEqualTo(390);
        assertThat(energy.chip().wire()).isEqualTo(0.2);
        assertThat(energy.link()).isEqualTo(3);
        assertThat(energy.sources())
                .filteredOn(source -> source.from().equals("the device"))
                .flatExtracting(EnergySource::keys)
                .containsExactlyInAnyOrder("vram.io", "chip.wire", "link");
    }

    @Test
    void every_number_has_one_source() {
        List<String> keys = energy("energy.vram.io=0.8").sources().stream()
                .flatMap(source -> source.keys().stream())
                .toList();

        assertThat(keys).doesNotHaveDuplicates().hasSize(8 + 1 + 10 + 10);
    }

    @Test
    void another_technology_is_another_row() {
        assertThat(energy("energy.vram.technology=gddr5").vram().volts()).isEqualTo(1.5);
    }

    @Test
    void device_that_says_nothing_has_no_energy() {
        assertThat(Devices.find(DEVICE, Overrides.parse(List.of("energy="))).energy())
                .isNull();
    }

    @Test
    void device_that_shares_its_memory_has_no_other() {
        EnergySpec energy =
                Objects.requireNonNull(Devices.find("uma-apu", Overrides.NONE).energy());

        assertThat(energy.ram()).isNull();
    }

    @Test
    void what_cannot_be_is_said_at_its_key() {
        refused("--set energy.node=13nm: energy: the table has no '13nm'; did you mean '16nm'?", "energy.node=13nm");
        refused("--set energy.chip.cell=-1: energy.chip: cell must be 0 to 1e9, not -1.0", "energy.chip.cell=-1");
        refused(
                "--set energy.vram.technology=hbm4: energy: the table has no 'hbm4'; did you mean 'hbm2'?",
                "energy.vram.technology=hbm4");
        refused("--set energy.link=-1: energy: link must be 0 to 1e9, not -1.0", "energy.link=-1");
    }

    @Test
    void numbers_that_together_are_beyond_all_measure_are_refused() {
        refused(
                "--set energy.vram.volts=1e9: energy.vram: volts, currents and gigabytesPerSecond must come to at most 1e9"
                        + " picojoules of a byte together, not 1.390625E10",
                "energy.vram.volts=1e9",
                "energy.vram.devices=1e-9");
        refused(
                "--set energy.vram.devices=1e9: energy.vram: devices, volts and currents must come to at most 1e9 milliwatts"
                        + " together, not 6.0E11",
                "energy.vram.devices=1e9");
        refused(
                "--set energy.chip.distance=1e9: energy.chip: wire and distance must come to at most 1e9 picojoules of a bit"
                        + " together, not 2.0E9",
                "energy.chip.distance=1e9",
                "energy.chip.wire=2");
    }

    @Test
    void numbers_out_of_order_are_refused_at_the_one_that_the_device_writes() {
        refused(
                "--set energy.chip.access8KiB=50: energy.chip: access32KiB must be at least access8KiB, which is 50.0, not 10.01",
                "energy.chip.access8KiB=50",
                "energy.chip.wire=0.2");
        refused(
                "--set energy.vram.idd3n=500: energy.vram: idd4r must be at least idd3n, which is 500.0, not 390.0",
                "energy.vram.devices=2",
                "energy.vram.idd3n=500");
    }

    @Test
    void an_activate_takes_no_less_than_standby_does_meanwhile() {
        refused(
                "--set energy.vram.idd0=50: energy.vram: idd0 must be at least the 50.465 that standby (idd3n and idd2n) takes over"
                        + " tRC, not 50.0",
                "energy.vram.idd0=50");
        refused(
                "--set energy.vram.idd2n=120: energy.vram: idd0 must be at least the 74.651 that standby (idd3n and idd2n) takes over"
                        + " tRC, not 65.0",
                "energy.vram.idd2n=120");
    }

    @Test
    void number_of_a_table_without_a_source_is_refused() {
        assertThatThrownBy(() -> table("""
                        sluice: 1
                        name: mine
                        link:
                          pcie3: {values: {perBit: 5}, sources: []}
                        """)).hasMessage("table.yaml:4:41: link.pcie3: 'perBit' has no source");
    }

    @Test
    void source_of_nothing_is_refused() {
        assertThatThrownBy(() -> table("""
                        sluice: 1
                        name: mine
                        link:
                          pcie3: {values: {perBit: 5}, sources: [{keys: [perByte], from: me}]}
                        """)).hasMessageContaining("link.pcie3: no number 'perByte'");
    }

    @Test
    void table_with_something_else_than_a_number_is_refused() {
        assertThatThrownBy(() -> table("""
                        sluice: 1
                        name: mine
                        link:
                          pcie3: {values: {perBit: much}, sources: [{keys: [perBit], from: me}]}
                        """)).hasMessageContaining("link.pcie3.perBit: expected a number, got");
    }
}
