// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Sluice;
import dev.sluice.config.device.Devices;
import dev.sluice.config.profile.Profiles;
import dev.sluice.device.GpuSpec;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.result.RunResult;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** {@code resetStatistics} and {@code label} among commands. */
final class RegionOfInterestTest {
    private static RunResult run(String between) {
        GpuSpec device = Devices.load("seed-discrete-l2");
        String text = """
                sluice: 1
                name: region
                memory: [{name: m, size: 1MiB, properties: [DEVICE_LOCAL]}]
                buffers: [{name: x, memory: m, size: 1MiB}]
                program:
                  - queueSubmit:
                      commands:
                        - fillBuffer: {dst: x, size: 64KiB, data: 1}
                        - pipelineBarrier: {memory: [{srcStage: [ALL_COMMANDS], dstStage: [ALL_COMMANDS]}]}
                BETWEEN        - fillBuffer: {dst: x, offset: 512KiB, size: 4KiB, data: 2}
                  - deviceWaitIdle
                """.replace("BETWEEN", between);
        return Sluice.simulation(
                        device,
                        Profiles.load(device.barrierProfile()),
                        StreamReader.read("r.yaml", text.getBytes(StandardCharsets.UTF_8), null)
                                .resolve(device),
                        new RunOptions(false, 0, SimObserver.NONE))
                .run();
    }

    @Test
    void counters_restart_when_the_earlier_commands_have_completed() {
        assertThat(run("").transfer().writeBytes()).isEqualTo(68 << 10);
        assertThat(run("        - resetStatistics\n").transfer().writeBytes()).isEqualTo(4 << 10);
    }

    @Test
    void neither_a_reset_nor_a_label_changes_the_time() {
        long cycles = run("").cycles();

        // each takes the front end a cycle
        assertThat(run("        - label: second half\n").cycles()).isBetween(cycles, cycles + 1);
        assertThat(run("        - resetStatistics\n").cycles()).isBetween(cycles, cycles + 1);
    }

    @Test
    void a_label_is_listed_among_the_commands() {
        assertThat(run("        - label: second half\n").commands())
                .extracting(RunResult.CommandResult::kind)
                .containsExactly("fillBuffer", "pipelineBarrier", "label", "fillBuffer");
    }
}
