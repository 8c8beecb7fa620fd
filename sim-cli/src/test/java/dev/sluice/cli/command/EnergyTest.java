// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code run --energy} and the estimate in {@code result.json}. */
final class EnergyTest {
    /** A picojoule for each byte of data, nothing for tags, 8 for a byte on the network, 16 on the link. */
    private static final String CHIP = "energy.chip={access8KiB: 8, access32KiB: 8, access1MiB: 8, tagBits: 0, cell: 1,"
            + " arrayShare: 1, wire: 0.1, distance: 10}";

    /** 2 pJ for a byte read and 4 for one written; no refresh. */
    private static final String VRAM = "energy.vram={devices: 1, volts: 2, idd0: 10, idd2n: 0, idd3n: 0, idd4r: 10,"
            + " idd4w: 20, idd5: 0, gigabytesPerSecond: 10, io: 0}";

    @TempDir
    private Path dir;

    private String stream = "";

    @BeforeEach
    void write_a_stream() throws IOException {
        stream = Files.writeString(dir.resolve("s.yaml"), """
                        sluice: 1
                        name: s
                        device: seed-discrete-l2
                        memory: [{name: local, size: 64KiB, properties: [DEVICE_LOCAL]}]
                        buffers: [{name: x, memory: local, size: 64KiB}]
                        kernels:
                          read:
                            localSize: [256, 1, 1]
                            bindings: {x: storage}
                            code: |
                              v = load.u32 x[gid]
                        program:
                          - queueSubmit:
                              commands:
                                - fillBuffer: {dst: x, data: 1}
                                - pipelineBarrier:
                                    memory:
                                      - {srcStage: [TRANSFER], srcAccess: [TRANSFER_WRITE], dstStage: [COMPUTE_SHADER],
                                         dstAccess: [SHADER_READ]}
                                - dispatch: {kernel: read, groups: [64, 1, 1], bind: {x: x}}
                              fence: done
                          - waitForFences: [done]
                        """).toString();
    }

    private Cli sluice(String... options) {
        List<String> all = new ArrayList<>(List.of("run", stream));
        all.addAll(Arrays.asList(options));
        return Cli.run(all.toArray(String[]::new));
    }

    private JsonNode result(String... options) {
        List<String> all = new ArrayList<>(List.of(options));
        all.add("--json");
        Cli cli = sluice(all.toArray(String[]::new));
        assertThat(cli.err()).isEmpty();
        return JsonMapper.shared().readTree(cli.out());
    }

    private JsonNode byHand() {
        return result("--set", CHIP, "--set", VRAM, "--set", "energy.link=2");
    }

    private static long number(JsonNode node, String path) {
        JsonNode at = node;
        for (String key : path.split("/", -1)) {
            at = at.path(key);
        }
        assertThat(at.isIntegralNumber()).as(path).isTrue();
        return at.longValue();
    }

    @Test
    void parts_add_up_to_the_total() {
        JsonNode energy = result().path("energy");
        long sum = 0;
        for (JsonNode part : energy.path("parts")) {
            sum += part.longValue();
        }

        assertThat(sum).isPositive().isEqualTo(number(energy, "totalPicojoules"));
        assertThat(energy.path("estimate").booleanValue()).isTrue();
    }

    @Test
    void numbers_of_caches_and_memories_add_up_to_their_parts() {
        JsonNode energy = result().path("energy");

        for (String kind : List.of("caches", "memories")) {
            energy.path(kind).forEachEntry((name, node) -> {
                long[] sum = new long[1];
                node.forEachEntry((key, value) -> sum[0] += key.endsWith("Picojoules") ? value.longValue() : 0);
                assertThat(sum[0]).as(name).isEqualTo(number(energy.path("parts"), name));
            });
        }
    }

    @Test
    void commands_and_the_rest_add_up_to_the_total() {
        JsonNode energy = result().path("energy");
        long sum = number(energy, "unattributedPicojoules");
        for (JsonNode command : energy.path("commands")) {
            long own = number(command, "cachePicojoules")
                    + number(command, "networkPicojoules")
                    + number(command, "memoryPicojoules");
            assertThat(own).isEqualTo(number(command, "totalPicojoules"));
            sum += own;
        }

        assertThat(energy.path("commands")).hasSizeGreaterThan(1);
        assertThat(sum).isEqualTo(number(energy, "totalPicojoules"));
    }

    @Test
    void cache_is_charged_by_the_byte() {
        JsonNode result = byHand();
        JsonNode l1 = result.path("energy").path("caches").path("l1");

        // 64 KiB are read once, each sector by a miss
        assertThat(number(result, "caches/l1/fillBytes")).isEqualTo(65536);
        assertThat(number(l1, "fillPicojoules")).isEqualTo(65536);
        assertThat(number(l1, "readPicojoules")).isEqualTo(32 * number(result, "caches/l1/readHits"));
        assertThat(number(l1, "tagPicojoules")).isZero();
    }

    @Test
    void memory_is_charged_by_command() {
        JsonNode result = byHand();
        JsonNode vram = result.path("energy").path("memories").path("vram");
        long opened = number(result, "vram/rowMisses") + number(result, "vram/rowConflicts");

        // the fill writes 64 KiB past the caches, at 4 pJ a byte, and L2 reads them, at 2
        assertThat(number(vram, "writePicojoules")).isEqualTo(4 * 65536);
        assertThat(number(vram, "readPicojoules")).isEqualTo(2 * 65536);
        assertThat(number(vram, "activates")).isEqualTo(opened).isPositive();
        // 2 V x 10 mA x tRC, which is 78 cycles of 1.75 GHz
        assertThat(number(vram, "activatePicojoules")).isEqualTo(Math.round(opened * 20 * 78 / 1.75));
        assertThat(number(vram, "refreshPicojoules")).isZero();
        assertThat(number(vram, "backgroundPicojoules")).isZero();
    }

    @Test
    void network_and_link_are_charged_by_the_byte() {
        JsonNode result = byHand();
        JsonNode parts = result.path("energy").path("parts");
        long flits = number(result, "network/requestFlits") + number(result, "network/replyFlits");
        long crossed = number(result, "link/toDeviceBytes") + number(result, "link/toHostBytes");

        assertThat(number(parts, "network")).isEqualTo(32 * 8 * flits);
        assertThat(number(parts, "link")).isEqualTo(16 * crossed);
    }

    @Test
    void area_is_that_of_all_instances() {
        JsonNode result = byHand();
        long bits = 8 * number(result, "resolvedDevice/caches/l1/size") * number(result, "caches/l1/instances");

        assertThat(result.path("energy")
                        .path("caches")
                        .path("l1")
                        .path("squareMillimetres")
                        .doubleValue())
                .isEqualTo(bits / 1e6);
    }

    @Test
    void barrier_is_charged_with_what_it_sends_down() throws IOException {
        Path written = Files.writeString(dir.resolve("w.cmds"), """
                buffer x 65536
                buffer y 65536
                dispatch sw=x
                barrier COMPUTE_SHADER/SHADER_WRITE>COPY/TRANSFER_READ
                copy x y
                """);
        stream = written.toString();
        JsonNode result = byHand();
        long down = 0;
        for (JsonNode barrier : result.path("barriers")) {
            for (JsonNode action : barrier.path("actions")) {
                down += action.path("cache").stringValue().equals("l2") ? number(action, "writtenBackBytes") : 0;
            }
        }
        long charged = 0;
        for (JsonNode barrier : result.path("energy").path("barriers")) {
            charged += number(barrier, "writeBackPicojoules");
        }

        // of each byte 1 pJ in L2 and 4 in memory, and its part of the rows that were opened
        assertThat(down).isPositive();
        assertThat(charged).isGreaterThanOrEqualTo(5 * down).isLessThan(12 * down);
    }

    @Test
    void estimate_changes_no_cycle_and_needs_no_option() {
        JsonNode plain = result("--set", "energy=");
        JsonNode estimated = result();

        assertThat(plain.path("energy").isNull()).isTrue();
        assertThat(estimated.path("cycles")).isEqualTo(plain.path("cycles"));
    }

    @Test
    void report_calls_it_an_estimate() {
        Cli cli = sluice("--energy");

        assertThat(cli.err()).isEmpty();
        assertThat(cli.out())
                .contains("energy  estimate for 16nm: ", "are guesses; sources are in --json", "not counted: ")
                .contains("mm²");
        assertThat(sluice().out()).doesNotContain("estimate for");
        assertThat(sluice("--energy", "-q").out()).contains("estimate for 16nm");
    }

    @Test
    void csv_has_every_number() throws IOException {
        sluice("--energy", "--csv", dir.resolve("csv").toString());

        assertThat(Files.readAllLines(dir.resolve("csv/energy.csv")))
                .startsWith("kind,name,what,picojoules")
                .anyMatch(line -> line.startsWith("cache,l1,fill,"))
                .anyMatch(line -> line.startsWith("memory,vram,activate,"))
                .anyMatch(line -> line.startsWith("command,submit0.2,total,"));
    }

    @Test
    void device_that_says_nothing_is_told_how() {
        Cli cli = sluice("--energy", "--set", "energy=");

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err())
                .isEqualTo("--energy: device seed-discrete-l2 says nothing about energy; --set energy.node=7nm,"
                        + " for example, gives it a process\n");
    }
}
