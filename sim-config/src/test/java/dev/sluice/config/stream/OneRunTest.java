// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sluice.Sluice;
import dev.sluice.config.device.Devices;
import dev.sluice.config.profile.Profiles;
import dev.sluice.device.GpuSpec;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.Simulation;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A simulation is made, run once, and asked: another run needs another simulation. */
final class OneRunTest {
    private static final GpuSpec DEVICE = Devices.load("tiny-2");

    private static Simulation simulation() {
        String text = """
                sluice: 1
                name: fill
                memory: [{name: m, size: 64KiB, properties: [DEVICE_LOCAL]}]
                buffers: [{name: x, memory: m, size: 4KiB}]
                program:
                  - queueSubmit: {commands: [fillBuffer: {dst: x, data: 1}]}
                  - deviceWaitIdle
                """;
        return Sluice.simulation(
                DEVICE,
                Profiles.load(DEVICE.barrierProfile()),
                StreamReader.read("fill.yaml", text.getBytes(StandardCharsets.UTF_8), null)
                        .resolve(DEVICE),
                RunOptions.DEFAULT);
    }

    @Test
    void a_second_run_is_refused_and_leaves_what_the_first_one_left() {
        Simulation simulation = simulation();
        long cycles = simulation.run().cycles();

        assertThatIllegalStateException().isThrownBy(simulation::run).withMessageContaining("runs once");

        assertThat(simulation.cycle()).isGreaterThanOrEqualTo(cycles);
        assertThat(simulation.contents("x")).startsWith(1, 0, 0, 0);
    }

    @Test
    void a_run_that_its_onlooker_ended_does_not_go_on() {
        Simulation simulation = simulation();
        simulation.view(() -> {
            throw new UnsupportedOperationException("enough");
        });
        try {
            simulation.run();
        } catch (UnsupportedOperationException e) {
            assertThat(e).hasMessage("enough");
        }

        assertThatIllegalStateException().isThrownBy(simulation::run).withMessageContaining("runs once");
    }

    @Test
    void who_comes_when_the_run_is_over_can_neither_look_nor_have_details_kept() {
        Simulation simulation = simulation();
        simulation.run();

        assertThatIllegalStateException().isThrownBy(() -> simulation.view(() -> {}));
        assertThatIllegalStateException().isThrownBy(simulation::keepDetails);
        assertThat(simulation.details()).isNull();
    }
}
