// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * Load latency by pointer chase against published measurements (te42kyfo/gpu-benches, gpu-latency: V100 at 1380 MHz, RX 6900 XT
 * at 2570 MHz), in core cycles.
 */
final class PublishedLatencyTest {

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "nvidia-v100, l1, 32, 30, 30",
        "nvidia-v100, l2, 8192, 215, 215",
        "nvidia-v100, memory, 8192, 425, 437",
        "rdna2-6900xt, l1, 32, 73, 73",
        "rdna2-6900xt, l2, 8192, 198, 215",
        "rdna2-6900xt, memory, 8192, 375, 410"
    })
    void isWithinTheMeasuredRange(String device, String level, int hops, double least, double most) {
        JsonNode result = Runs.json("latency/chase-" + level + ".yaml", device);

        double latency = (double) (cycles(result, "whole") - cycles(result, "half")) / hops;

        assertThat(latency).isBetween(least, most);
    }

    private static long cycles(JsonNode result, String label) {
        for (JsonNode command : result.get("commands")) {
            if (command.path("label").asString("").equals(label)) {
                return command.get("endCycle").asLong()
                        - command.get("startCycle").asLong();
            }
        }
        throw new AssertionError("no command labelled " + label);
    }
}
