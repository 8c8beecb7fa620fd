// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.sluice.cli.Cli;
import dev.sluice.cli.output.ResultSchema;
import dev.sluice.config.device.Devices;
import dev.sluice.config.trace.TraceBytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code replay} through the program. */
final class ReplayTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Of two sets with two ways of 64 bytes: lines 0, 2, 4 and 6 share a set. */
    private static final String LINES = """
            kind,address,size
            read,0,4
            read,4,4
            read,128,4
            read,0,4
            read,256,4
            read,128,4
            """;

    @TempDir
    private Path folder;

    private String file(String name, byte[] bytes) throws IOException {
        return Files.write(folder.resolve(name), bytes).toString();
    }

    private String csv(String text) throws IOException {
        return file("t.csv", TraceBytes.text(text));
    }

    private static JsonNode json(String... arguments) {
        List<String> all = new java.util.ArrayList<>(List.of("replay", "--json"));
        all.addAll(List.of(arguments));
        Cli cli = Cli.run(all.toArray(String[]::new));
        assertThat(cli.code()).as(cli.err()).isZero();
        return JSON.readTree(cli.out());
    }

    @Test
    void what_passes_a_shared_cache_is_answered_through_the_network() throws IOException {
        String trace = csv("address\n0\n0x1000\n0x2000\n0x3000\n");
        String past = "caches.l2.bypass=[loads]";

        JsonNode near = json(trace, "-d", "tiny-1", "--outstanding", "1", "--set", past);
        JsonNode far = json(trace, "-d", "tiny-1", "--outstanding", "1", "--set", past, "--set", "network.latency=52");

        assertThat(near.at("/network/replyFlits").asInt()).isEqualTo(4 * 2);
        assertThat(far.get("cycles").asInt() - near.get("cycles").asInt()).isBetween(4 * 90, 4 * 110);
    }

    /** Eight lines, read one by one, half of them through the part of L2 that does not answer for them; of L2 over an exclusive cache. */
    private JsonNode throughHalves(String... more) throws IOException {
        String trace = csv(IntStream.range(0, 8)
                .mapToObj(i -> 2000 * i + "," + 128 * i + "\n")
                .collect(Collectors.joining("", "time,address\n", "")));
        List<String> arguments = new java.util.ArrayList<>(List.of(trace, "-d", "tiny-1"));
        for (String key : List.of(
                "clients.storage=l2",
                "caches.l1.line=128",
                "caches.l2={scope: device, parent: l3, size: 512, ways: 2, slices: 2, write: back, atomics: true}",
                "caches.l2.halves={count: 2, latency: 30, copies: true}",
                "caches.l3={scope: device, parent: vram, size: 1KiB, ways: 4, write: back, exclusive: true}")) {
            arguments.addAll(List.of("--set", key));
        }
        arguments.addAll(List.of(more));
        return json(arguments.toArray(String[]::new)).get("caches");
    }

    @Test
    void copies_of_another_half_are_not_handed_down() throws IOException {
        JsonNode caches = throughHalves();

        assertThat(caches.at("/l2/structure/copiedSectors").asInt()).isEqualTo(4);
        assertThat(caches.at("/l2/writes").asInt()).isZero();
        assertThat(caches.at("/l2/writeThroughBytes").asInt()).isZero();
        assertThat(caches.at("/l3/structure/takenIn").asInt()).isPositive();
    }

    @Test
    void what_another_half_answers_is_not_read_from_below() throws IOException {
        JsonNode caches = throughHalves("--set", "caches.l2.mshrs=1");

        assertThat(caches.at("/l2/refusedReads").asInt()).isEqualTo(4);
        assertThat(caches.at("/l2/passedReads").asInt()).isZero();
        assertThat(caches.at("/l2/belowReadBytes").asInt())
                .isEqualTo(caches.at("/l3/aboveReadBytes").asInt())
                .isEqualTo(8 * 32);
    }

    @Test
    void what_goes_past_both_halves_is_read_from_below_once() throws IOException {
        JsonNode caches = throughHalves(
                "--set",
                "caches.l2.bypass=[loads]",
                "--set",
                "caches.l2.write=through",
                "--set",
                "caches.l2.atomics=false");

        assertThat(caches.at("/l2/bypassedReads").asInt()).isEqualTo(8);
        assertThat(caches.at("/l2/passedReads").asInt()).isEqualTo(8);
        assertThat(caches.at("/l2/belowReadBytes").asInt())
                .isEqualTo(caches.at("/l3/aboveReadBytes").asInt());
    }

    @Test
    void a_device_without_room_for_its_page_table_is_told_as_bad_input() throws IOException {
        String device = Files.readString(Path.of("../configs/devices/gcn-vega.yaml"))
                .replaceFirst("size: 8GiB, flags", "size: 64KiB, flags");
        Cli cli = Cli.run("replay", csv(LINES), "-d", file("small.yaml", TraceBytes.text(device)));

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err())
                .contains("device gcn-vega: out of device memory: (page table) needs")
                .endsWith("'sluice validate' says where\n");
    }

    @Test
    void each_access_of_a_pointer_chase_is_as_one_follows_it_by_hand() throws IOException {
        JsonNode l1 = json(csv(LINES), "-d", "tiny-1", "--outstanding", "1").at("/caches/l1");

        // 0 misses, 4 hits, 128 misses, 0 hits, 256 misses and takes the place of 128, which misses again
        assertThat(l1.get("readHits").asInt()).isEqualTo(2);
        assertThat(l1.get("readMisses").asInt()).isEqualTo(4);
        assertThat(l1.get("evictions").asInt()).isEqualTo(2);
    }

    @Test
    void memory_has_no_rate_where_no_time_has_passed() throws IOException {
        String trace = csv("address,client,kind\n0,display,write\n");

        assertThat(Cli.run("replay", trace, "-d", "tiny-1").out())
                .contains("total  0 cycles")
                .contains("vram      read 0 B, written 32 B; row hits 0 %\n");
    }

    @Test
    void energy_is_told_as_of_a_run() throws IOException {
        String trace = csv(LINES);
        Path tables = folder.resolve("tables");

        Cli cli = Cli.run("replay", trace, "-d", "tiny-1", "--energy", "--csv", tables.toString());
        Cli none = Cli.run("replay", trace, "-d", "tiny-1", "--set", "energy=", "--energy");

        assertThat(cli.out()).contains("energy  estimate for 45nm: ");
        assertThat(tables.resolve("energy.csv")).exists();
        assertThat(none.err()).startsWith("--energy: device tiny-1 says nothing about energy; --set energy.node=7nm");
        assertThat(none.code()).isEqualTo(2);
    }

    @Test
    void the_best_replacement_and_the_analysis_are_told_as_of_a_run() throws IOException {
        Path out = folder.resolve("out");
        JsonNode result =
                json(csv(LINES), "-d", "tiny-1", "--outstanding", "1", "--optimal", "--analyze", "-o", out.toString());

        // when 256 comes, line 0 goes, which nobody reads again: 128 hits
        assertThat(result.at("/caches/l1/optimal/hits").asInt()).isEqualTo(3);
        JsonNode misses = result.at("/analysis/caches/l1/misses");
        assertThat(misses.get("compulsory").asInt()).isEqualTo(3);
        assertThat(misses.get("conflict").asInt()).isEqualTo(1);
        assertThat(result.at("/analysis/windows").size()).isPositive();
        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(ResultSchema.text())
                        .validate(Files.readString(out.resolve("result.json")), InputFormat.JSON))
                .isEmpty();
        assertThat(Files.readString(out.resolve("report.txt"))).contains("optimal", "misses of");
        JsonNode without = json(csv(LINES), "-d", "tiny-1");
        assertThat(without.get("analysis").isNull()).isTrue();
    }

    @Test
    void the_best_lines_are_no_bound_where_a_policy_hits_more_sectors_in_others() throws IOException {
        // with the best lines 0 goes when 512 comes, as 256 is read before it; LFU keeps its four sectors for one of
        // 256
        JsonNode l1 = json(
                        csv("""
                                kind,address,size
                                read,0,128
                                read,0,128
                                read,0,128
                                read,256,32
                                read,512,32
                                read,256,32
                                read,0,128
                                """),
                        "-d",
                        "tiny-1",
                        "--outstanding",
                        "1",
                        "--optimal",
                        "--set",
                        "caches.l1.replacement=lfu")
                .at("/caches/l1");

        assertThat(l1.at("/optimal/actualHits").asInt()).isEqualTo(12);
        assertThat(l1.at("/optimal/hits").asInt()).isEqualTo(12);
        assertThat(l1.at("/optimal/bypassingHits").asInt()).isEqualTo(13);
        assertThat(l1.at("/optimal/mostHits").asInt()).isEqualTo(13);
    }

    @ParameterizedTest
    @CsvSource({
        "caches.l1.victim.lines=1, l1 (victim cache)",
        "caches.l1.prefetch=nextLine, l1 (prefetcher)",
        "caches.l2.exclusive=true, l2 (exclusive)"
    })
    void a_cache_whose_sets_tell_no_bound_has_none_and_a_note_says_why(String setting, String who) throws IOException {
        Path out = folder.resolve("out");
        JsonNode result = json(csv(LINES), "-d", "tiny-1", "--optimal", "--set", setting, "-o", out.toString());
        String without = who.substring(0, 2);
        String with = without.equals("l1") ? "l2" : "l1";

        assertThat(result.at("/caches/" + without + "/optimal").isNull()).isTrue();
        assertThat(result.at("/caches/" + with + "/optimal").isObject()).isTrue();
        assertThat(result.get("notes").valueStream().map(JsonNode::asString))
                .contains("no bound of replacement (--optimal) for " + who
                        + ": such a cache can hit more than the best replacement in its sets");
        assertThat(Files.readString(out.resolve("report.txt")))
                .containsPattern("\n" + without + " .* -\n")
                .contains("no bound of replacement");
        assertThat(json(csv(LINES), "-d", "tiny-1", "--set", setting)
                        .get("notes")
                        .toString())
                .doesNotContain("no bound");
    }

    @ParameterizedTest
    @CsvSource({"32, 32", "0, 1", "63, 9"})
    void a_window_of_lines_that_persist_need_not_have_the_first_byte_of_an_access(int from, int size)
            throws IOException {
        String csv = csv(
                "address,size,client\n0,64,sampled\n128,64,sampled\n256,64,sampled\n384,64,sampled\n0,64,sampled\n");
        String persisting = "caches.l2.persisting={share: 0.5, windows: [{from: " + from + ", size: " + size + "}]}";

        JsonNode result = json(csv, "-d", "tiny-1", "--outstanding", "1", "--set", persisting);

        assertThat(result.at("/caches/l2/readHits").asInt()).isEqualTo(2);
    }

    /** @param burst lines that the scan begins with: of sdbp's, more than its sampler holds would make all lines seem dead for good */
    @ParameterizedTest
    @CsvSource({"ship, 20", "hawkeye, 20", "sdbp, 4"})
    void policies_that_learn_from_sites_tell_those_of_a_trace_apart(String policy, int burst) throws IOException {
        StringBuilder sites = new StringBuilder("address,site\n");
        StringBuilder alike = new StringBuilder("address\n");
        int scanned = 3;
        for (int i = 0; i < 100; i++) { // one instruction keeps to three lines, another scans; a set has four ways
            for (int line = 0; line < 3; line++) {
                sites.append(64 * line).append(",0x7f0000001000\n");
                alike.append(64 * line).append('\n');
            }
            int next = scanned + (i < 3 ? 0 : i == 3 ? burst : 4);
            for (; scanned < next; scanned++) {
                sites.append(64 * scanned).append(",0x7f0000002000\n");
                alike.append(64 * scanned).append('\n');
            }
        }
        String[] device = {
            "-d",
            "tiny-1",
            "--outstanding",
            "1",
            "--set",
            "caches.l1.ways=4",
            "--set",
            "caches.l1.replacement={policy: " + policy + ", region: 1048576}"
        };

        JsonNode told = json(with(file("sites.csv", TraceBytes.text(sites.toString())), device));
        JsonNode untold = json(with(file("alike.csv", TraceBytes.text(alike.toString())), device));

        assertThat(told.at("/caches/l1/readHits").asInt())
                .isGreaterThan(270)
                .isGreaterThan(untold.at("/caches/l1/readHits").asInt());
    }

    private static String[] with(String trace, String... more) {
        List<String> all = new java.util.ArrayList<>(List.of(trace));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    static List<String> devices() {
        return Devices.names();
    }

    @ParameterizedTest
    @MethodSource("devices")
    void every_shipped_device_replays_every_kind_of_access(String device) throws IOException {
        JsonNode result = json(
                csv(
                        "time,unit,warp,kind,address,size,client\n0,0,,r,0xffff800000000000,4,\n,1,0,w,64,8,\n,1,0,r,64,8,\n"
                                + ",1,0,a,64,4,\n500,2,,m,200,100,\n,3,,r,4096,300,sampled\n,0,,r,96,4,uniform\n,,,w,8192,64,transfer\n"),
                "-d",
                device);

        assertThat(result.get("cycles").asLong()).isGreaterThan(500);
        assertThat(result.at("/vram/readBytes").asLong()).isPositive();
        assertThat(result.get("interrupted").asBoolean()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"transfer,0", "index,2", "display,0"})
    void a_client_that_has_no_units_enters_where_it_does_whatever_the_unit(String client, int readsOfL2)
            throws IOException {
        String line = "%s,read,%d,4," + client + "\n";
        String units = csv("unit,kind,address,size,client\n" + line.formatted("1", 0) + line.formatted("7", 4096));
        JsonNode result = json(units, "-d", "tiny-2");

        assertThat(result.at("/caches/l1/lookups").asInt()).isZero();
        assertThat(result.at("/caches/l2/reads").asInt()).isEqualTo(readsOfL2);
        assertThat(result.get("notes").toString()).doesNotContain("that tiny-2 has not");
        String none = csv("unit,kind,address,size,client\n" + line.formatted("", 0) + line.formatted("", 4096));
        assertThat(json(none, "-d", "tiny-2").get("cycles")).isEqualTo(result.get("cycles"));
    }

    @Test
    void energy_of_more_picojoules_than_a_number_has_stays_at_the_greatest() throws IOException {
        JsonNode energy = json(csv("time,address\n0,0\n9007199254740992,0\n"), "-d", "tiny-1")
                .get("energy");

        assertThat(energy.get("totalPicojoules").asLong()).isEqualTo(Long.MAX_VALUE);
        assertThat(energy.get("unattributedPicojoules").asLong()).isPositive();
        energy.get("parts").forEach(part -> assertThat(part.asLong()).isNotNegative());
    }

    @Test
    void a_result_is_that_of_a_run() throws IOException {
        Path out = folder.resolve("out");
        Cli cli = Cli.narrow("replay", csv(LINES), "-d", "tiny-1", "-o", out.toString(), "--set", "caches.l1.ways=4");

        assertThat(cli.code()).as(cli.err()).isZero();
        String text = Files.readString(out.resolve("result.json"));
        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(ResultSchema.text())
                        .validate(text, InputFormat.JSON))
                .isEmpty();
        assertThat(Files.readString(out.resolve("report.txt"))).isEqualTo(cli.out());
        assertThat(cli.out()).contains("caches.l1.ways=4", "a trace of 6 accesses", "t.csv on tiny-1");
        JsonNode result = JSON.readTree(text);
        assertThat(result.at("/inputs/0/kind").asString()).isEqualTo("trace");
        assertThat(result.get("timingOnly").asBoolean()).isTrue();
    }

    @Test
    void equal_traces_give_equal_results_packed_or_not() throws IOException {
        String plain = csv(LINES);
        JsonNode first = json(plain, "-d", "tiny-2");
        for (String suffix : List.of(".gz", ".xz", ".zst")) {
            JsonNode packed =
                    json(file("t.csv" + suffix, TraceBytes.packed(suffix, TraceBytes.text(LINES))), "-d", "tiny-2");
            assertThat(packed.get("caches")).isEqualTo(first.get("caches"));
            assertThat(packed.get("cycles")).isEqualTo(first.get("cycles"));
        }
    }

    @Test
    void no_access_is_issued_before_its_time() throws IOException {
        JsonNode result = json(csv("time,address\n1000,0\n2000,64\n"), "-d", "tiny-1");

        assertThat(result.get("cycles").asLong()).isBetween(2001L, 2300L);
    }

    @Test
    void a_warp_waits_for_its_reads_and_others_go_past() throws IOException {
        StringBuilder one = new StringBuilder("unit,warp,address\n");
        StringBuilder many = new StringBuilder("unit,warp,address\n");
        for (int i = 0; i < 16; i++) {
            one.append("0,0,").append(i * 4096).append('\n');
            many.append("0,").append(i).append(',').append(i * 4096).append('\n');
        }

        long alone = json(csv(one.toString()), "-d", "seed-discrete-l2")
                .get("cycles")
                .asLong();
        long together = json(csv(many.toString()), "-d", "seed-discrete-l2")
                .get("cycles")
                .asLong();

        assertThat(alone).isGreaterThan(3 * together);
    }

    @Test
    void pages_keep_the_low_bits_of_their_addresses_and_share_nothing() throws IOException {
        JsonNode result = json(
                csv("address\n0\n0x4000000000\n0x123400000000\n"),
                "-d",
                "tiny-1",
                "--set",
                "caches.l1.ways=4",
                "--set",
                "caches.l1.size=512",
                "--outstanding",
                "1");

        assertThat(result.at("/caches/l1/readMisses").asInt()).isEqualTo(3);
        assertThat(result.at("/caches/l1/evictions").asInt()).isZero();
    }

    @Test
    void other_formats_are_replayed() throws IOException {
        byte[] champSim = TraceBytes.all(TraceBytes.champSim(0x400, 0x2000, 0x1000), TraceBytes.champSim(0x404, 0));
        byte[] oracle = TraceBytes.all(TraceBytes.oracleGeneral(1, 7, 64, 2), TraceBytes.oracleGeneral(2, 7, 64, -1));

        JsonNode fromChampSim = json(file("t.champsim", champSim), "-d", "tiny-1");
        JsonNode fromOracle = json(file("t.bin", oracle), "-d", "tiny-1", "--format", "oracleGeneral");
        JsonNode fromLackey = json(file("t.txt", TraceBytes.text("I  40,3\n L 80,8\n S 1000,8\n")), "-d", "tiny-1");

        assertThat(fromChampSim.at("/caches/l1/reads").asInt()).isEqualTo(1);
        assertThat(fromChampSim.at("/caches/l1/writes").asInt()).isEqualTo(1);
        assertThat(fromChampSim.get("notes").toString()).contains("2 instructions, whose fetches are left out");
        assertThat(fromOracle.at("/caches/l1/reads").asInt()).isEqualTo(4);
        assertThat(fromLackey.get("notes").toString()).contains("1 instruction fetch is left out");
    }

    @Test
    void kernels_of_accel_sim_run_on_the_devices_units() throws IOException {
        Files.writeString(folder.resolve("kernel-1.traceg"), TraceBytes.KERNEL);
        Files.writeString(
                folder.resolve("kernelslist.g"),
                "MemcpyHtoD,0x00007e0000000000,128\nkernel-1.traceg\nkernel-1.traceg\n");

        JsonNode result = json(folder.resolve("kernelslist.g").toString(), "-d", "nvidia-v100");

        // a load of a line, four lanes apart, a store of a line; three lanes on three lines, a reduction
        assertThat(result.get("requests").asInt()).isEqualTo(2 * (1 + 4 + 1 + 2 + 1));
        assertThat(result.get("notes").toString())
                .contains("2 kernels, one after the other", "16 instructions of warps");
        assertThat(result.at("/caches/l2/atomics").asInt()).isEqualTo(2);
    }

    @Test
    void a_bound_of_accesses_that_warps_take_no_notice_of_is_noted() throws IOException {
        String kernel = Files.writeString(folder.resolve("kernel-1.traceg"), TraceBytes.KERNEL)
                .toString();

        assertThat(json(kernel, "-d", "tiny-1", "--outstanding", "1")
                        .get("notes")
                        .toString())
                .contains("the bound of 1 access under way has no effect: warps wait for their registers alone");
        assertThat(json(kernel, "-d", "tiny-1").get("notes").toString()).doesNotContain("the bound");
    }

    /** 40 blocks of an instruction, on the one unit of tiny-1, which begins a block in each cycle from 100 on. */
    @ParameterizedTest
    @CsvSource({
        "launchCycles=100, 139",
        "launchCycles=0, 39",
        "workgroupsPerCycle=4, 139",
        "dispatcherGroupCycles=50, 2050",
        "unitGroupCycles=50, 2050",
        "groupStartCycles=50, 357", // eight at a time: each of five rounds begins when the one before it ends
    })
    void blocks_of_accel_sim_are_set_up_as_workgroups_are(String setting, long cycles) throws IOException {
        String block = TraceBytes.KERNEL.substring(TraceBytes.KERNEL.indexOf("#BEGIN_TB"));
        String begin = TraceBytes.KERNEL.substring(0, TraceBytes.KERNEL.indexOf("#BEGIN_TB"));
        String instruction = "\nwarp = 0\ninsts = 1\n0000 ffffffff 1 R1 MOV 1 R255 0 0\n\n#END_TB\n";
        String one = block.substring(0, block.indexOf("thread block")) + "thread block = %d,0,0\n" + instruction;
        String blocks = IntStream.range(0, 40).mapToObj(one::formatted).collect(Collectors.joining("\n"));
        String kernel = begin.replace("(1,1,1)", "(40,1,1)").replace("(64,1,1)", "(32,1,1)") + blocks;
        Path trace = Files.writeString(folder.resolve("many.traceg"), kernel);

        JsonNode result = json(trace.toString(), "-d", "tiny-1", "--set", "computeUnits." + setting);

        assertThat(result.get("cycles").asLong()).isEqualTo(cycles);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "address;12q | t.csv:2:1: '12q' is no number",
                "device_address;0xfffffffff0 | t.csv:2:1: the access of 0xfffffffff0 lies outside the memory of tiny-1",
                "device_address,kind,ranges;,snooped,0+64;,snooped,32+64 | t.csv:3:1: the range that is snooped is part of",
            })
    void a_bad_line_is_named_and_nothing_is_written(String lines, String problem) throws IOException {
        Path out = folder.resolve("out");

        Cli cli = Cli.run("replay", csv(lines.replace(';', '\n')), "-d", "tiny-1", "-o", out.toString());

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.errorLines()).isEqualTo(1);
        assertThat(cli.err()).contains(problem);
        assertThat(out).doesNotExist();
    }

    @Test
    void an_access_comes_as_late_as_a_time_can_be() throws IOException {
        String trace = csv("time,address\n0,0\n9007199254740992,64\n9007199254740992,128\n");
        for (String device : List.of("tiny-1", "nvidia-v100")) {
            assertThat(json(trace, "-d", device).get("cycles").asLong())
                    .isBetween(9_007_199_254_740_992L, 9_007_199_254_750_000L);
        }
    }

    @Test
    @Timeout(60)
    void a_pipe_is_replayed_and_told_by_the_hash_of_what_came_through_it() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")));
        for (String suffix : List.of("", ".gz", ".zst", ".xz")) {
            byte[] bytes =
                    suffix.isEmpty() ? TraceBytes.text(LINES) : TraceBytes.packed(suffix, TraceBytes.text(LINES));
            Path pipe = folder.resolve("pipe.csv" + suffix);
            assertThat(new ProcessBuilder("/usr/bin/mkfifo", pipe.toString())
                            .start()
                            .waitFor())
                    .isZero();
            CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
                try {
                    Files.write(pipe, bytes, StandardOpenOption.WRITE);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });

            JsonNode piped = json(pipe.toString(), "-d", "tiny-1");
            writer.join();
            JsonNode read = json(file("t.csv" + suffix, bytes), "-d", "tiny-1");

            assertThat(piped.at("/caches")).isEqualTo(read.at("/caches"));
            assertThat(piped.at("/inputs/0/name").asString()).isEqualTo("pipe.csv" + suffix);
            assertThat(piped.at("/inputs/0/sha256").asString())
                    .hasSize(64)
                    .isEqualTo(read.at("/inputs/0/sha256").asString());
        }
    }

    @Test
    void a_replay_is_cut_off_at_a_cycle() throws IOException {
        Cli cli =
                Cli.run("replay", csv("time,address\n0,0\n9000,64\n"), "-d", "tiny-1", "--max-cycles", "500", "--json");

        assertThat(cli.code()).isEqualTo(3);
        assertThat(JSON.readTree(cli.out()).at("/caches/l1/reads").asInt()).isEqualTo(1);
    }

    @Test
    void usage_is_checked() throws IOException {
        String trace = csv(LINES);

        assertThat(Cli.run("replay", trace).err()).contains("Missing required option: '--device=DEVICE'");
        assertThat(Cli.run("replay", trace, "-d", "tiny-1", "--outstanding", "-1")
                        .code())
                .isEqualTo(2);
        assertThat(Cli.run("replay", trace, "-d", "tiny-1", "--format", "pin").err())
                .contains("--format: no format is called 'pin'", "csv, lackey, champsim, oracleGeneral, accelsim");
        assertThat(Cli.run("replay", folder.resolve("no.csv").toString(), "-d", "tiny-1")
                        .err())
                .contains("no.csv: no such file");
    }

    @Test
    void a_replay_is_stepped_through() throws IOException {
        Path page = folder.resolve("steps.html");

        Cli cli = Cli.run("replay", csv(LINES), "-d", "tiny-1", "--steps", page.toString());
        Cli bytes = Cli.run("replay", csv(LINES), "-d", "tiny-1", "--steps", page.toString(), "--watch", "x:0:4");
        Cli nowhere = Cli.run("replay", csv(LINES), "-d", "tiny-1", "--max-steps", "3");

        assertThat(cli.err()).isEmpty();
        assertThat(cli.out()).containsPattern("steps\\.html: [\\d,]+ steps, cycles 0 to [\\d,]+\n");
        assertThat(Files.readString(page)).contains("sluice-steps/1", "id=\"steps\"");
        assertThat(bytes.err()).contains("--watch: the trace has no buffer or image 'x'; there are none");
        assertThat(nowhere.err()).contains("bound the page of --steps, and there is none");
    }
}
