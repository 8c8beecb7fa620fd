// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.cli.input.Inputs;
import dev.sluice.config.ConfigException;
import dev.sluice.config.device.Overrides;
import dev.sluice.device.GpuSpec;
import dev.sluice.machine.Simulation;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of a device that is too large for the JVM. */
final class MachinesTest {

    private static Simulation noMemory() {
        throw new OutOfMemoryError("Java heap space");
    }

    private static GpuSpec device(String name, String... set) {
        return Inputs.device(name, Overrides.parse(List.of(set)));
    }

    @Test
    void caches_that_memory_has_no_room_for_are_named_with_what_would_help() {
        assertThat(Machines.problem(device("seed-discrete-l2", "caches.l2.size=16GiB"), 3L << 30))
                .matches(
                        "its caches have 134,[0-9]{3},[0-9]{3} lines, 134,217,728 of them in l2, for which there is no memory; make"
                                + " them smaller, or give the JVM more, for example SLUICE_JAVA_OPTS=-Xmx8g");
        assertThat(Machines.problem(device("nvidia-v100", "caches.l1.size=512MiB"), 3L << 30))
                .contains("335,544,320 of them in l1")
                .endsWith("-Xmx16g");
    }

    @Test
    void a_device_that_is_small_is_not_to_blame() {
        assertThat(Machines.problem(device("seed-discrete-l2"), 64L << 20)).isNull();
        assertThatThrownBy(() -> Machines.fitting(device("tiny-1"), MachinesTest::noMemory))
                .isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void a_device_that_is_too_large_is_bad_input() {
        String size = "caches.l1.size=1GiB";
        assertThatThrownBy(() -> Machines.fitting(device("nvidia-v100", size), MachinesTest::noMemory))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("nvidia-v100")
                .hasMessageContaining("of them in l1, for which there is no memory");
    }
}
