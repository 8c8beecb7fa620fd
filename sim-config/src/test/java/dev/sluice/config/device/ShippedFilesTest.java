// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.Presets;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.config.stream.StreamSource;
import dev.sluice.device.GpuSpec;
import dev.sluice.program.StreamProgram;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The devices and streams of {@code configs/} load. */
class ShippedFilesTest {
    static List<String> devices() {
        return Devices.names();
    }

    static Stream<String> streams() {
        return Presets.onClasspath().list(Presets.Kind.STREAMS).stream();
    }

    @Test
    void the_devices_of_the_release_are_there() {
        assertThat(Devices.names())
                .contains(
                        "seed-discrete-vram",
                        "seed-discrete-l2",
                        "rdna2-6900xt",
                        "nvidia-v100",
                        "uma-apu",
                        "adreno-6xx",
                        "intel-arc",
                        "gcn-vega")
                .noneMatch(name -> name.contains("dram"));
    }

    @ParameterizedTest
    @MethodSource("devices")
    void a_shipped_device_loads_under_its_own_name(String name) {
        GpuSpec device = Devices.load(name);

        assertThat(device.name()).isEqualTo(name);
        assertThat(device.sources()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("streams")
    void a_shipped_stream_resolves_on_its_device(String name) {
        Presets.Preset preset =
                Presets.onClasspath().find(Presets.Kind.STREAMS, name).orElseThrow();
        StreamSource source = StreamReader.read(preset.path(), preset.bytes(), null);
        GpuSpec device = Devices.load(Objects.requireNonNullElse(source.device(), "seed-discrete-l2"));

        StreamProgram program = source.resolve(device);

        assertThat(program.threads().get(0).operations()).isNotEmpty();
    }

    @Test
    void an_unknown_device_is_answered_with_the_nearest() {
        assertThatThrownBy(() -> Devices.load("nvidia-v10")).hasMessageContaining("did you mean 'nvidia-v100'?");
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void a_scenario_finds_its_memory_types_on_every_device(String name) {
        StreamSource source = StreamReader.read(name, Presets.onClasspath().read(Presets.Kind.STREAMS, name), null);

        for (String device : Devices.names()) {
            GpuSpec spec = Devices.load(device);
            assertThat(source.resolve(spec).memories())
                    .as(device)
                    .allSatisfy(memory -> assertThat(memory.typeIndex())
                            .isBetween(0, spec.memoryTypes().size() - 1));
        }
    }

    static Stream<String> scenarios() {
        return streams().filter(name -> name.startsWith("scenarios/"));
    }

    @Test
    void an_unknown_device_names_the_nearest() {
        assertThatThrownBy(() -> Devices.load("nvidia-v10"))
                .hasMessage("nvidia-v10: no such device; did you mean 'nvidia-v100'?");
        assertThatThrownBy(() -> Devices.load("none/such.yaml")).hasMessage("none/such.yaml: no such file");
    }
}
