// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Events, queues, ownership, secondary command buffers and messages within a dispatch, through the command line. */
final class SynchronizationScenariosTest {

    private static final String FOLDER = "synchronization";
    private static final List<String> DEVICES = List.of(
            "seed-discrete-vram",
            "seed-discrete-l2",
            "nvidia-v100",
            "nvidia-h200",
            "rdna2-6900xt",
            "uma-apu",
            "adreno-6xx",
            "intel-arc",
            "gcn-vega");
    /** They have no queue family for transfers alone. */
    private static final List<String> WITHOUT_TRANSFER_QUEUE = List.of("uma-apu", "adreno-6xx");

    private static String file(String name) {
        return FOLDER + "/" + name + ".yaml";
    }

    private static long failedChecks(JsonNode result) {
        long failed = 0;
        for (JsonNode check : result.get("checks")) {
            failed += check.get("ok").asBoolean() ? 0 : 1;
        }
        return failed;
    }

    static Stream<Arguments> cured() {
        return Runs.streams(FOLDER).stream()
                .filter(name -> name.contains("-cured"))
                .flatMap(name -> DEVICES.stream()
                        .filter(device -> !WITHOUT_TRANSFER_QUEUE.contains(device)
                                || !(name.contains("ownership") || name.contains("two-queues")))
                        .map(device -> Arguments.of(name, device)));
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("cured")
    void the_cure_is_clean(String stream, String device) {
        JsonNode result = Runs.json(stream, device);

        assertThat(result.get("staleReads")).isEmpty();
        assertThat(result.get("lostWrites")).isEmpty();
        assertThat(result.get("checks")).isNotEmpty();
        assertThat(failedChecks(result)).isZero();
    }

    @ParameterizedTest(name = "{0} on {1}")
    @CsvSource({
        "event-split-barrier-broken, seed-discrete-vram, flush:L2",
        "event-split-barrier-broken, seed-discrete-l2, flush:L2",
        "secondary-barrier-broken, seed-discrete-vram, flush:L2",
        "secondary-barrier-broken, seed-discrete-l2, flush:L2",
        "secondary-barrier-broken, intel-arc, 'flush:L1, invalidate:DATA'",
        "ownership-no-acquire-broken, seed-discrete-l2, acquire of queue family universal -> transfer",
        "ownership-no-acquire-broken, gcn-vega, acquire of queue family universal -> transfer",
        "ownership-no-release-broken, seed-discrete-vram, release of queue family universal -> transfer",
        "ownership-none-broken, nvidia-v100, release and acquire of queue family universal -> transfer",
    })
    void a_missing_half_is_found_and_named(String stream, String device, String missing) {
        JsonNode result = Runs.json(file(stream), device);

        assertThat(result.get("staleReads")).hasSize(1);
        assertThat(result.get("staleReads").get(0).get("missing").asString()).isEqualTo(missing);
        assertThat(Runs.run(file(stream), device, "--quiet").code()).isEqualTo(1);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"event-wait-broken", "host-event-broken", "two-queues-broken", "message-broken"})
    void a_race_shows_in_the_bytes_and_is_no_stale_read(String stream) {
        JsonNode result = Runs.json(file(stream), "seed-discrete-l2");

        assertThat(result.get("staleReads")).isEmpty();
        assertThat(failedChecks(result)).isEqualTo(1);
    }

    static Stream<Arguments> withoutAWait() {
        return Stream.of("event-wait-broken", "host-event-broken")
                .flatMap(stream -> DEVICES.stream().map(device -> Arguments.of(stream, device)));
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("withoutAWait")
    void an_event_that_nobody_waits_for_shows_on_every_device(String stream, String device) {
        assertThat(failedChecks(Runs.json(file(stream), device))).isEqualTo(1);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"nvidia-v100", "nvidia-h200", "rdna2-6900xt", "uma-apu", "intel-arc", "gcn-vega"})
    void a_message_within_a_dispatch_needs_device_scope(String device) {
        assertThat(failedChecks(Runs.json(file("message-broken"), device))).isEqualTo(1);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"seed-discrete-l2", "nvidia-v100", "rdna2-6900xt"})
    void set_and_wait_cost_less_than_a_barrier_where_work_lies_between(String device) {
        long split = stall(Runs.json(file("event-split-barrier-cured"), device), "submit0.5");
        long whole = stall(Runs.json(file("event-split-barrier-cured-barrier"), device), "submit0.4");

        assertThat(split).isLessThan(whole);
    }

    private static long stall(JsonNode result, String barrier) {
        for (JsonNode one : result.get("barriers")) {
            if (one.get("id").asString().equals(barrier)) {
                return one.get("stallCycles").asLong();
            }
        }
        throw new AssertionError(barrier + " is not in the result");
    }

    @Test
    void two_queues_overlap() {
        JsonNode commands =
                Runs.json(file("two-queues-broken"), "seed-discrete-l2").get("commands");
        long copyStart = 0;
        long dispatchEnd = 0;
        for (JsonNode command : commands) {
            if (command.get("kind").asString().equals("copyBuffer")) {
                copyStart = command.get("startCycle").asLong();
            } else if (command.get("kind").asString().equals("dispatch")) {
                dispatchEnd = command.get("endCycle").asLong();
            }
        }
        assertThat(copyStart).isPositive().isLessThan(dispatchEnd);
    }

    @Test
    void the_same_input_gives_the_same_bytes_out() {
        for (String name : List.of("event-split-barrier-cured", "two-queues-broken", "message-cured-barrier")) {
            assertThat(Runs.comparable(Runs.json(file(name), "seed-discrete-l2")))
                    .isEqualTo(Runs.comparable(Runs.json(file(name), "seed-discrete-l2")));
        }
    }

    @Test
    void timing_does_not_depend_on_bytes() {
        for (String name : List.of("event-split-barrier-cured", "host-event-cured", "ownership-cured")) {
            assertThat(Runs.json(file(name), "seed-discrete-l2", "--timing-only")
                            .get("cycles")
                            .asLong())
                    .isEqualTo(Runs.json(file(name), "seed-discrete-l2")
                            .get("cycles")
                            .asLong());
        }
    }

    @Test
    void a_wait_for_an_event_that_nobody_sets_is_bad_input_and_names_the_wait(@TempDir Path dir) throws IOException {
        Path stream = Files.writeString(dir.resolve("endless.yaml"), """
                sluice: 1
                name: endless
                memory: [{name: m, size: 64KiB, properties: [DEVICE_LOCAL]}]
                buffers: [{name: b, memory: m, size: 4KiB}]
                program:
                  - queueSubmit:
                      queue: universal.0
                      commands:
                        - waitEvents: {events: never, srcStageMask: [HOST], dstStageMask: [CLEAR]}
                        - fillBuffer: {dst: b, data: 1}
                      fence: f
                  - waitForFences: [f]
                """);

        Cli cli = Cli.run("run", stream.toString(), "--device", "seed-discrete-l2");

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("submit0.0 waits for event never: its signal");
    }
}
