// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Changes with which a stream would leave other bytes. */
final class AdviseBytesTest extends AdvisedStreams {

    private String atomics(String first, String second, String between) {
        return write("atomics.yaml", """
                        sluice: 1
                        name: atomics
                        device: seed-discrete-l2
                        memory:
                          - {name: m, size: 64KiB, properties: [DEVICE_LOCAL]}
                        buffers:
                          - {name: x, memory: m, size: 4KiB, data: {type: u32, pattern: iota, count: 1024}}
                          - {name: y, memory: m, offset: 8KiB, size: 4KiB}
                        kernels:
                          first: {localSize: [64, 1, 1], bindings: {x: storage, y: storage}, code: "%s"}
                          second: {localSize: [64, 1, 1], bindings: {x: storage, y: storage}, code: "%s"}
                        program:
                          - queueSubmit:
                              commands:
                                - dispatch: {kernel: first, groups: [4, 1, 1], bind: {x: x, y: y}}
                                %s
                                - dispatch: {kernel: second, groups: [4, 1, 1], bind: {x: x, y: y}}
                              fence: f
                          - waitForFences: [f]
                        """.formatted(first, second, between)).toString();
    }

    private static final String BETWEEN_KERNELS = "- pipelineBarrier: {memory: [{srcStage: [COMPUTE_SHADER],"
            + " srcAccess: [SHADER_WRITE], dstStage: [COMPUTE_SHADER], dstAccess: [SHADER_READ, SHADER_WRITE]}]}";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "atomic.max.u32 x[gid % 16], 40",
                "atomic.exchange.u32 x[gid % 16], 40",
                "old = atomic.add.u32 x[gid % 16], 1\\nstore.u32 y[gid] = old",
                "atomic.add.u64 x[gid % 8], 1"
            })
    void a_barrier_between_atomics_that_do_not_commute_stays(String second) {
        JsonNode advice = advise(atomics("atomic.add.u32 x[gid % 16], 1", second, BETWEEN_KERNELS));

        assertThat(row(advice, 0).get("advice").stringValue()).isNotEqualTo("removed");
        assertThat(text()).contains("pipelineBarrier");
        assertThat(advice.get("verified").get("differences")).isEmpty();
    }

    @Test
    void why_such_a_barrier_stays_is_said() {
        String narrow = "- pipelineBarrier: {memory: [{srcStage: [COMPUTE_SHADER], dstStage: [COMPUTE_SHADER]}]}";

        JsonNode kept = advise(atomics("atomic.add.u32 x[gid % 16], 1", "atomic.max.u32 x[gid % 16], 40", narrow));

        assertThat(row(kept, 0).get("advice").stringValue()).isEqualTo("keep");
        assertThat(row(kept, 0).get("why").stringValue())
                .isEqualTo("needed: atomics of submit0.0 and submit0.2 on x do not commute");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "atomic.add.u32 x[gid % 16], 3",
                "old = atomic.add.u32 x[gid % 16], 3",
                "atomic.max.u32 y[gid % 16], 3"
            })
    void a_barrier_between_atomics_whose_order_nobody_sees_goes(String second) {
        JsonNode advice = advise(atomics("atomic.add.u32 x[gid % 16], 1", second, BETWEEN_KERNELS));

        assertThat(row(advice, 0).get("advice").stringValue()).isEqualTo("removed");
    }

    @Test
    void atomics_that_nothing_orders_are_no_hazard_and_leave_other_barriers_to_advice() {
        String elsewhere = BETWEEN_KERNELS.replace("COMPUTE_SHADER", "COPY").replace("SHADER_", "TRANSFER_");

        JsonNode advice = advise(atomics("atomic.add.u32 x[gid % 16], 1", "atomic.max.u32 x[gid % 16], 40", elsewhere));

        assertThat(advice.get("hazards")).isEmpty();
        assertThat(row(advice, 0).get("advice").stringValue()).isEqualTo("removed");
    }

    /** What a device loses with a barrier's change that the hazard checker finds no fault in. */
    @ParameterizedTest
    @CsvSource({
        "line-sharing-cured, 2, 1, submit0.2",
        "line-sharing-cured, 3, 1, submit0.2",
    })
    void a_change_with_which_other_bytes_are_left_is_not_made_however_few_the_runs(
            String scenario, int runs, int barrier, String writer) {
        JsonNode advice = advise("scenarios/" + scenario, "--simulations", String.valueOf(runs));

        assertThat(advice.at("/verified/differences")).isEmpty();
        JsonNode row = row(advice, barrier);
        assertThat(row.get("advice").stringValue()).isEqualTo("keep");
        assertThat(row.get("why").stringValue())
                .contains("x has other bytes on seed-discrete-l2")
                .contains("(a write of " + writer + " to x is lost: LINE_SHARING)");
        assertThat(advice.get("notes").get(0).stringValue())
                .isEqualTo("1 change is left out with which other bytes are left,"
                        + " although the hazard checker finds no fault in it");
        assertThat(Cli.run("run", rewritten().toString(), "--quiet").code()).isZero();
    }

    @Test
    void the_other_changes_are_made_all_the_same() throws IOException {
        String cured = Files.readString(
                Path.of(System.getProperty("sluice.root", "."), "configs/streams/scenarios/line-sharing-cured.yaml"));
        String spare = "        - pipelineBarrier: {memory: [{srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE],"
                + " dstStage: [ALL_COMMANDS], dstAccess: [MEMORY_READ, MEMORY_WRITE]}]}\n";
        Path file = write("spare.yaml", cured.replace("      commands:\n", "      commands:\n" + spare));

        JsonNode advice = advise(file.toString(), "--simulations", "2");

        assertThat(row(advice, 0).get("advice").stringValue()).isEqualTo("removed");
        assertThat(row(advice, 2).get("advice").stringValue()).isEqualTo("keep");
        assertThat(advice.at("/verified/differences")).isEmpty();
        assertThat(advice.at("/devices/seed-discrete-l2/savedCycles").asLong()).isNotNegative();
        assertThat(text()).isEqualTo(cured);
    }

    @Test
    void several_devices_must_all_keep_their_bytes() {
        JsonNode advice = advise(
                "scenarios/line-sharing-cured",
                "--simulations",
                "4",
                "-d",
                "nvidia-v100",
                "-d",
                "seed-discrete-l2",
                "-d",
                "tiny-1");

        assertThat(advice.at("/verified/differences")).isEmpty();
        assertThat(advice.at("/verified/devices").size()).isIn(0, 3);
        assertThat(Cli.run("run", rewritten().toString(), "--quiet").code()).isZero();
    }
}
