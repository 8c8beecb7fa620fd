// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What limits runs of whole devices, as the command line tells it. */
final class LimitsTest {

    /** A cache that four units share, whose fills come through one port of the network. */
    private static final String L15 = """
              l15: {role: L1, scope: computeUnit, sharedBy: 4, parent: l2, readOnly: true, size: 64KiB, line: 128, sector: 32,
                    ways: 8, latency: 60, mshrs: 256, queue: 32}
            """;

    @TempDir
    private Path folder;

    private String device(String before, String after) throws IOException {
        String text = Runs.device("seed-discrete-l2");
        assertThat(text).contains(before);
        return Files.writeString(folder.resolve("device.yaml"), text.replace(before, after))
                .toString();
    }

    private String withL15() throws IOException {
        return device(
                "  l1:  {role: L1, scope: computeUnit, parent: l2,",
                L15 + "  l1:  {role: L1, scope: computeUnit, parent: l15,");
    }

    private static JsonNode command(JsonNode result, String label) {
        for (JsonNode command : result.get("commands")) {
            if (label.equals(command.get("label").asString(""))) {
                return command;
            }
        }
        throw new AssertionError("no command " + label);
    }

    private static JsonNode use(JsonNode limits, String resource) {
        for (JsonNode use : limits.get("utilisation")) {
            if (use.get("resource").asString().equals(resource)) {
                return use;
            }
        }
        throw new AssertionError(resource + " is not among " + limits.get("utilisation"));
    }

    private static long sum(JsonNode heads) {
        long sum = 0;
        for (JsonNode head : heads) {
            sum += head.asLong();
        }
        return sum;
    }

    private static void addsUp(JsonNode limits) {
        JsonNode tree = limits.get("topDown");
        assertThat(tree.get("issued").asLong()
                        + sum(tree.get("memory"))
                        + sum(tree.get("dependency"))
                        + tree.get("idle").asLong())
                .isEqualTo(tree.get("unitCycles").asLong());
        limits.get("utilisation")
                .forEach(use -> assertThat(use.get("share").asDouble())
                        .isBetween(use.get("meanShare").asDouble(), 1.0));
    }

    @Test
    void a_report_names_the_port_that_makes_an_added_level_slow() throws IOException {
        String device = withL15();
        JsonNode plain = command(Runs.json("limits/resident.yaml", "seed-discrete-l2"), "again");
        JsonNode added = command(Runs.json("limits/resident.yaml", device), "again");
        assertThat(added.get("endCycle").asLong() - added.get("startCycle").asLong())
                .isGreaterThan(3
                        * (plain.get("endCycle").asLong()
                                - plain.get("startCycle").asLong()));
        JsonNode limiter = added.get("limits").get("limitedBy");
        assertThat(limiter.get("resource").asString()).isEqualTo("replyPort");
        assertThat(limiter.get("of").asString()).isEqualTo("l15");
        assertThat(limiter.get("instance").asString()).matches("l15\\[[0-3]]");
        assertThat(limiter.get("share").asDouble()).isGreaterThan(0.97);
        assertThat(plain.get("limits").get("limitedBy").get("of").asString()).isEqualTo("l1");
        assertThat(Runs.run("limits/resident.yaml", device).out())
                .containsPattern(
                        "submit0.4 dispatch 'again' +limited by port l15\\[[0-3]], (9[789]|100) % busy \\(replies\\)");
    }

    @Test
    void a_narrow_port_of_a_cluster_of_units_is_named() {
        JsonNode result = Runs.json("limits/resident.yaml", "seed-discrete-l2", "--set", "network.clusters.count=2");
        JsonNode limiter = command(result, "again").get("limits").get("limitedBy");
        assertThat(limiter.get("resource").asString()).isEqualTo("replyPort");
        assertThat(limiter.get("of").asString()).isEqualTo("l2 clusters");
        assertThat(limiter.get("instance").asString()).matches("l2 cluster\\[[01]]");
        assertThat(limiter.get("instances").asInt()).isEqualTo(2);
        addsUp(result.get("limits"));
    }

    @Test
    void a_cache_at_a_tenth_of_the_core_clock_is_busy_for_ten_times_as_long() {
        JsonNode core = Runs.json("limits/resident.yaml", "seed-discrete-l2");
        JsonNode slow = Runs.json("limits/resident.yaml", "seed-discrete-l2", "--set", "caches.l2.clock=150MHz");
        assertThat((double) lookUpsOfL2(slow) / lookUpsOfL2(core)).isBetween(9.9, 10.1);
    }

    /** Core cycles during which the banks of the L2 looked up, on average. */
    private static long lookUpsOfL2(JsonNode result) {
        JsonNode limits = result.get("limits");
        for (JsonNode use : limits.get("utilisation")) {
            if (use.get("resource").asString().equals("lookUps")
                    && use.get("of").asString().equals("l2")) {
                return Math.round(
                        use.get("meanShare").asDouble() * limits.get("cycles").asLong());
            }
        }
        throw new AssertionError("no look-ups of l2 among " + limits.get("utilisation"));
    }

    @ParameterizedTest
    @CsvSource({
        "limits/resident.yaml",
        "limits/stencil.yaml",
        "graphics/color-write-sampled-read-cured.yaml",
        "upload-scale-readback.yaml"
    })
    void the_cycles_of_units_add_up_in_total_and_for_each_command(String stream) {
        JsonNode result = Runs.json(stream, "rdna2-6900xt");
        addsUp(result.get("limits"));
        assertThat(result.get("limits").get("cycles").asLong())
                .isEqualTo(result.get("cycles").asLong());
        int judged = 0;
        for (JsonNode command : result.get("commands")) {
            JsonNode limits = command.get("limits");
            if (!limits.isNull()) {
                judged++;
                addsUp(limits);
                assertThat(limits.get("cycles").asLong())
                        .isEqualTo(command.get("endCycle").asLong()
                                - command.get("startCycle").asLong());
            }
        }
        assertThat(judged).isPositive();
    }

    @Test
    void reads_that_join_a_fill_are_told_beside_hits() {
        JsonNode l1 = Runs.json("limits/stencil.yaml", "seed-discrete-l2")
                .get("caches")
                .get("l1");
        long reads = l1.get("reads").asLong();
        long joined = l1.get("readJoined").asLong();
        assertThat(l1.get("readHits").asLong()).isLessThan(reads / 100);
        assertThat(joined).isBetween(2 * reads / 5, l1.get("readMisses").asLong());
        assertThat(l1.get("readHits").asLong() + joined + l1.get("fills").asLong())
                .isEqualTo(reads);
        assertThat(l1.get("byClient").get("storage").get("readJoined").asLong()).isEqualTo(joined);
        assertThat(l1.get("aboveReadBytes").asLong()).isEqualTo(32 * reads);
        assertThat(l1.get("belowReadBytes").asLong())
                .isEqualTo(l1.get("fillBytes").asLong())
                .isLessThan(l1.get("aboveReadBytes").asLong());
        assertThat(Runs.run("limits/stencil.yaml", "seed-discrete-l2").out())
                .containsPattern("l1 ×17 .* 0 % \\+ 4[4-9].* % joined ");
    }

    @Test
    void what_one_level_sends_down_comes_to_the_next_from_above() {
        JsonNode caches = Runs.json("limits/stencil.yaml", "seed-discrete-l2").get("caches");
        assertThat(caches.get("l2").get("aboveReadBytes").asLong())
                .isEqualTo(caches.get("l1").get("belowReadBytes").asLong());
        assertThat(caches.get("l2").get("aboveWriteBytes").asLong())
                .isEqualTo(caches.get("l1").get("belowWriteBytes").asLong());
    }

    @Test
    void mechanisms_of_caches_and_networks_are_resources() throws IOException {
        String device = device(
                "  l2:  {",
                "  l2:  {tagsPerCycle: 0.5, readBytesPerCycle: 64, writeBytesPerCycle: 32, halves: {count: 2, latency: 40}, ");
        JsonNode result = Runs.json(
                "limits/stencil.yaml", device, "--set", "network.sliceReply=32", "--set", "network.clientReply=64");
        JsonNode limits = result.get("limits");
        for (String resource : new String[] {
            "tags", "dataRead", "dataWrite", "half", "sliceReplyPort", "replyPort", "requestPort", "lookUps"
        }) {
            assertThat(use(limits, resource).get("busyCycles").asLong()).isPositive();
        }
        assertThat(use(limits, "half").get("instances").asInt()).isEqualTo(2);
        JsonNode distances = result.get("network").get("distances").get(0);
        assertThat(distances.get("nearReplies").asLong()).isPositive();
        assertThat(distances.get("farReplies").asLong()).isPositive();
        long flits = 0;
        for (JsonNode port : result.get("network").get("ports")) {
            assertThat(port.get("headerFlits").asLong())
                    .isEqualTo(port.get("packets").asLong());
            assertThat(port.get("bytes").asLong())
                    .isEqualTo(32 * port.get("flits").asLong());
            flits += port.get("kind").asString().equals("replyPort")
                    ? port.get("flits").asLong()
                    : 0;
        }
        assertThat(flits).isEqualTo(result.get("network").get("replyFlits").asLong());
    }

    @Test
    void commands_of_the_page_print_what_it_says() throws IOException {
        Path root = Runs.configs().resolveSibling("docs").resolve("what-limits-a-run.md");
        String page = Files.readString(root).replace("\\\n ", "");
        List<String> reports = new ArrayList<>();
        for (String line : page.lines().toList()) {
            if (line.startsWith("sluice run ")) {
                List<String> arguments = new ArrayList<>();
                Matcher word = Pattern.compile("\"([^\"]*)\"|(\\S+)").matcher(line);
                while (word.find()) {
                    String text = word.group(1) == null ? word.group(2) : word.group(1);
                    arguments.add(
                            text.startsWith("configs/")
                                    ? Runs.configs().resolveSibling(text).toString()
                                    : text);
                }
                Cli run = Cli.run(arguments.subList(1, arguments.size()).toArray(String[]::new));
                assertThat(run.err()).isEmpty();
                reports.add(run.out());
            }
        }
        assertThat(reports).hasSize(3);
        assertThat(reports.get(0)).contains("dispatch 'first'  limited by bus vram[0], 95 % busy");
        assertThat(reports.get(1)).contains("limited by port l15[2], 100 % busy (replies)");
        assertThat(reports.get(2)).containsPattern("l1 ×17 .* 0 % \\+ 45\\.1 % joined ");
    }

    @Test
    void a_comparison_tells_what_limits_each() throws IOException {
        String stream = Runs.configs().resolve("streams/limits/resident.yaml").toString();
        Cli cli = Cli.run("compare", stream, stream, "--device", "seed-discrete-l2", "--device", withL15());
        assertThat(cli.out()).contains("limited by", "units: waiting for memory", "l15 read hits");
    }

    @ParameterizedTest
    @CsvSource({"computeUnits.dispatcherGroupCycles=200, dispatcher", "computeUnits.unitGroupCycles=4000, cu"})
    void a_slow_set_up_of_workgroups_is_named(String setting, String group) {
        JsonNode result = Runs.json("limits/resident.yaml", "seed-discrete-l2", "--set", setting);
        JsonNode limiter = command(result, "again").get("limits").get("limitedBy");
        assertThat(limiter.get("resource").asString()).isEqualTo("workgroups");
        assertThat(limiter.get("of").asString()).isEqualTo(group);
    }

    @Test
    void a_queue_of_too_few_places_for_its_way_is_named() {
        JsonNode result = Runs.json(
                "limits/resident.yaml",
                "seed-discrete-l2",
                "--set",
                "caches.l2.queue=1",
                "--set",
                "network.latency=200");
        JsonNode limiter = command(result, "again").get("limits").get("limitedBy");
        assertThat(limiter.get("resource").asString()).isEqualTo("queue");
        assertThat(limiter.get("of").asString()).isEqualTo("l2");
    }

    @Test
    void a_queue_behind_which_look_ups_stall_is_not_what_limits() {
        JsonNode result = Runs.json("limits/stencil.yaml", "seed-discrete-l2", "--set", "caches.l2.mshrs=1");
        JsonNode limiter = command(result, "stencil").get("limits").get("limitedBy");
        assertThat(limiter.get("resource").asString()).isEqualTo("mshrs");
    }

    /** A stream in which each of so many workgroups of 256 runs some lines of code, twice; the second dispatch is called again. */
    private String loop(int groups, String size, String... code) throws IOException {
        String text = """
                sluice: 1
                name: loop
                device: seed-discrete-l2
                memory:
                  - {name: local, size: SIZE, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: x, memory: local, size: SIZE}
                kernels:
                  k:
                    localSize: [256, 1, 1]
                    bindings: {x: storage}
                    code: |
                      CODE
                program:
                  - queueSubmit:
                      queue: universal.0
                      commands:
                        - dispatch: {kernel: k, groups: [GROUPS, 1, 1], bind: {x: x}}
                          label: first
                        - pipelineBarrier: {memory: [{srcStage: [COMPUTE_SHADER], dstStage: [COMPUTE_SHADER]}]}
                        - dispatch: {kernel: k, groups: [GROUPS, 1, 1], bind: {x: x}}
                          label: again
                      fence: done
                  - waitForFences: [done]
                """.replace("SIZE", size)
                .replace("GROUPS", String.valueOf(groups))
                .replace("CODE", String.join("\n      ", code));
        return Files.writeString(folder.resolve("loop.yaml"), text).toString();
    }

    private static String[] set(String... settings) {
        List<String> options = new ArrayList<>();
        for (String setting : settings) {
            options.add("--set");
            options.add(setting);
        }
        return options.toArray(String[]::new);
    }

    /** A command is limited by a resource that is busy for as long as a model says, which is nearly all of its time. */
    private static void limitedBy(JsonNode command, String resource, String instance, double modelled) {
        JsonNode limits = command.get("limits");
        JsonNode limiter = limits.get("limitedBy");
        assertThat(limiter.get("resource").asString("")).as("%s", limits).isEqualTo(resource);
        assertThat(limiter.get("instance").asString()).matches(instance);
        double share = modelled
                / (command.get("endCycle").asLong() - command.get("startCycle").asLong());
        assertThat(share).isBetween(0.9, 1.0);
        assertThat(limiter.get("share").asDouble()).isCloseTo(share, offset(0.02));
        assertThat(limits.get("summary").asString())
                .contains(" " + limiter.get("instance").asString() + ", ");
    }

    @Test
    void a_walker_that_many_pages_wait_for_is_full() throws IOException {
        String stream = loop(
                4, "2MiB", "for i in 0..16 {", "  a = load.u32 x[((wg * 16 + i) * 8 + lid / 32) * 1024 + lane]", "}");
        JsonNode again = command(
                Runs.json(
                        stream,
                        "seed-discrete-l2",
                        set("pages={size: 4KiB, tlb: {entries: 1, ways: 1, walkers: 1, shared: {entries: 0}}}")),
                "again");

        JsonNode limits = again.get("limits");
        assertThat(limits.get("limitedBy").get("resource").asString()).isEqualTo("pageWalkers");
        assertThat(limits.get("summary").asString()).startsWith("limited by page walkers tlb, 9");
    }

    @ParameterizedTest
    @CsvSource({
        "readBytesPerCycle, dataRead, a = load.u32 x[lid]",
        "writeBytesPerCycle, dataWrite, store.u32 x[wg * 256 + lid] = i"
    })
    void a_data_port_of_l1_limits_for_as_long_as_it_moves_bytes(String key, String resource, String access)
            throws IOException {
        String stream = loop(16, "64KiB", "for i in 0..400 {", "  " + access, "}");
        JsonNode again = command(Runs.json(stream, "seed-discrete-l2", set("caches.l1." + key + "=8")), "again");

        // a group of 8 waves for each unit, 128 bytes an access, 8 of them a cycle
        limitedBy(again, resource, "l1\\[\\d+]", 8 * 400 * 128 / 8.0);
    }

    @Test
    void transfers_divide_their_requests_among_their_ports_by_address() throws IOException {
        String stream = Files.writeString(folder.resolve("copy.yaml"), """
                sluice: 1
                name: copy
                device: nvidia-v100
                memory:
                  - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: a, memory: local, size: 64KiB, data: {type: u32, pattern: constant, value: 1, count: 4}}
                  - {name: b, memory: local, offset: 64KiB, size: 64KiB}
                program:
                  - queueSubmit:
                      queue: universal.0
                      commands:
                        - copyBuffer: {src: a, dst: b, regions: [{srcOffset: 0, dstOffset: 0, size: 64KiB}]}
                      fence: done
                  - waitForFences: [done]
                """).toString();
        JsonNode one = Runs.json(stream, "nvidia-v100");
        JsonNode two = Runs.json(stream, "nvidia-v100", "--set", "transfer.ports=2");

        assertThat(transferPorts(one)).containsExactly("transfer 1024");
        assertThat(transferPorts(two)).containsExactly("transfer[0] 512", "transfer[1] 512");
        // 512 lines and acknowledgements are 3,072 flits, a cycle each through one port
        assertThat(one.get("cycles").asLong() - two.get("cycles").asLong()).isBetween(1200L, 1536L);
    }

    private static List<String> transferPorts(JsonNode result) {
        List<String> ports = new ArrayList<>();
        for (JsonNode port : result.get("network").get("ports")) {
            if (port.get("port").asString().startsWith("transfer")) {
                ports.add(
                        port.get("port").asString() + " " + port.get("packets").asLong());
            }
        }
        return ports;
    }

    @Test
    void look_ups_of_a_slice_limit_for_as_long_as_its_clock_says() throws IOException {
        // from 64 KiB, so that no L1 holds them
        String stream = loop(
                64,
                "64KiB",
                "for i in 0..64 {",
                "  a = load.u32 x[(wg * 64 + i + (lid / 32) * 7) % 512 * 32 + lane] @ coherent",
                "}");
        JsonNode again = command(
                Runs.json(stream, "seed-discrete-l2", set("caches.l2.slices=1", "caches.l2.clock=750MHz")), "again");

        limitedBy(again, "lookUps", "l2", 64 * 8 * 64 * 2);
    }

    @Test
    void a_bank_of_l2_limits_where_all_lines_lie_in_it() throws IOException {
        String stream = loop(
                64,
                "64KiB",
                "for i in 0..64 {",
                "  a = load.u32 x[(wg * 64 + i + (lid / 32) * 7) % 128 * 4 * 32 + lane] @ coherent",
                "}");
        JsonNode again = command(
                Runs.json(
                        stream,
                        "seed-discrete-l2",
                        set("caches.l2.slices=1", "caches.l2.banks=4", "caches.l2.clock=500MHz")),
                "again");

        limitedBy(again, "lookUps", "l2 bank 0", 64 * 8 * 64 * 3);
        assertThat(again.get("limits").get("limitedBy").get("meanShare").asDouble())
                .isCloseTo(0.25, offset(0.01));
    }

    @Test
    void a_bank_of_a_private_cache_limits_where_all_lines_lie_in_it() throws IOException {
        String stream = loop(
                64,
                "64KiB",
                "at = (lid / 32) % 4 * 4 * 32 + lane",
                "for i in 0..50 {",
                "  a = load.u32 x[at]",
                "  b = load.u32 x[at]",
                "  c = load.u32 x[at]",
                "  d = load.u32 x[at]",
                "}");
        JsonNode again = command(
                Runs.json(stream, "seed-discrete-l2", set("caches.l1.sharedBy=4", "caches.l1.banks=4")), "again");

        // 16 groups of 8 waves for each of four caches
        limitedBy(again, "lookUps", "l1\\[\\d+] bank 0", 16 * 8 * 50 * 4);
    }

    /**
     * Reads and writes, one after the other in rows of one bank: a row cycle each, or tRCD + tCWL + burst + tWR + tRP (40 + 38 + 8 +
     * 84 + 40 and 15 + 9 + 2 + 28 + 15) from one write to the next; less what refreshes take.
     */
    @ParameterizedTest
    @CsvSource({
        "gddr6-14, a = load.u32 x[AT] @ bypass, 78, 1.75",
        "gddr6-14, store.u32 x[AT] = 1 @ bypass, 78, 1.75",
        "ddr5-5600, a = load.u32 x[AT] @ bypass, 130, 2.8",
        "ddr5-5600, store.u32 x[AT] = 1 @ bypass, 210, 2.8",
        "lpddr5-6400, store.u32 x[AT] = 1 @ bypass, 69, 0.8",
    })
    void a_bank_of_memory_limits_where_each_access_opens_a_row(
            String preset, String access, int ticks, double gigahertz) throws IOException {
        String stream = loop(
                16,
                "1GiB",
                "if lane == 0 {",
                "  for i in 0..8 {",
                "    " + access.replace("AT", "((wg * 8 + lid / 32) * 8 + i) * 262144"),
                "  }",
                "}");
        JsonNode again = command(
                Runs.json(
                        stream,
                        "seed-discrete-l2",
                        set(
                                "vram.preset=" + preset,
                                "vram.channels=1",
                                "vram.xorHash=false",
                                "vram.mapping=RoBaRaCoBg")),
                "again");
        limitedBy(again, "dramBanks", "vram\\[0] bank 0", 16 * 8 * 8 * ticks * 1.5 / gigahertz);
    }

    /** 128 bytes that lie in one row are columns of one bank group, at tCCD_L, after which the row gives way to another one. */
    @Test
    void a_bank_of_memory_is_busy_with_all_columns_of_its_rows() throws IOException {
        String stream = loop(
                16,
                "1GiB",
                "for i in 0..8 {",
                "  store.u32 x[((wg * 8 + lid / 32) * 8 + i) * 262144 + lane] = 1 @ bypass",
                "}");
        JsonNode again = command(
                Runs.json(
                        stream,
                        "seed-discrete-l2",
                        set(
                                "vram.preset=ddr5-5600",
                                "vram.channels=1",
                                "vram.xorHash=false",
                                "vram.mapping=RoBaRaCoBg")),
                "again");

        limitedBy(again, "dramBanks", "vram\\[0] bank 0", 16 * 8 * 8 * (40 + 56 + 38 + 8 + 84 + 40) * 1.5 / 2.8);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "24, 1.3333333", "16, 2"})
    void a_reply_port_limits_for_as_long_as_flits_enter_it(int bytesPerCycle, double cyclesOfFlit) throws IOException {
        String stream = loop(
                2048,
                "2MiB",
                "a = load.u32 x[gid % 524288] @ coherent",
                "b = load.u32 x[(gid + 131072) % 524288] @ coherent",
                "c = load.u32 x[(gid + 262144) % 524288] @ coherent",
                "d = load.u32 x[(gid + 393216) % 524288] @ coherent",
                "e = a + b + c + d");
        JsonNode again =
                command(Runs.json(stream, "seed-discrete-l2", set("network.clientReply=" + bytesPerCycle)), "again");

        // 128 groups of 8 waves for each unit; four flits of data and one of their header
        limitedBy(again, "replyPort", "l1\\[\\d+]", 128 * 8 * 4 * 5 * cyclesOfFlit);
    }

    @ParameterizedTest
    @CsvSource({"kind=pcie4, 152, 21.0", "kind=pcie3, 152, 10.5", "kind=onchip, 128, 10.6666667"})
    void a_wire_of_the_link_limits_for_as_long_as_packets_are_on_it(String kind, int packet, double bytesPerCycle)
            throws IOException {
        String stream = Files.writeString(folder.resolve("link.yaml"), """
                        sluice: 1
                        name: link
                        device: seed-discrete-l2
                        memory:
                          - {name: local, size: 1MiB, properties: [DEVICE_LOCAL]}
                          - {name: host, size: 1MiB, properties: [HOST_VISIBLE, HOST_COHERENT]}
                        buffers:
                          - {name: x, memory: local, size: 1MiB}
                          - {name: y, memory: host, size: 1MiB}
                        program:
                          - queueSubmit:
                              queue: universal.0
                              commands:
                                - copyBuffer: {src: y, dst: x, regions: [{size: 1MiB}]}
                                  label: up
                                - pipelineBarrier: {memory: [{srcStage: [COPY], srcAccess: [TRANSFER_WRITE],
                                                              dstStage: [COPY], dstAccess: [TRANSFER_READ]}]}
                                - copyBuffer: {src: x, dst: y, regions: [{size: 1MiB}]}
                                  label: down
                              fence: done
                          - waitForFences: [done]
                        """).toString();
        List<String> settings = new ArrayList<>(List.of("host.link." + kind, "host.link.latency=20ns"));
        if (kind.endsWith("onchip")) {
            settings.add("host.link.bandwidth=16GB");
        }
        JsonNode result = Runs.json(stream, "seed-discrete-l2", set(settings.toArray(String[]::new)));

        limitedBy(command(result, "up"), "link", "to device", (1 << 20) / 128 * packet / bytesPerCycle);
        limitedBy(command(result, "down"), "link", "to host", (1 << 20) / 128 * packet / bytesPerCycle);
    }
}
