// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code run --record} writes replays to what the run counted. */
final class RecordTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    private Path folder;

    private static JsonNode json(String... arguments) {
        Cli cli = Cli.run(arguments);
        assertThat(cli.code()).as(cli.err()).isLessThan(2);
        return JSON.readTree(cli.out());
    }

    /** A stream of this name is {@code upload-scale-readback} with a sixteenth of its bytes. */
    private static final String SMALL = "SMALL";
    /** A stream of this name is {@code limits/stencil} with an eighth of its workgroups. */
    private static final String SMALL_STENCIL = "SMALL_STENCIL";

    /** A stream of this name is {@code benchmarks/textured-draw} with one draw to a fourth of its pixels. */
    private static final String SMALL_DRAW = "SMALL_DRAW";

    private String stream(String name) throws IOException {
        if (name.equals(SMALL_DRAW)) {
            String draws = Files.readString(Path.of(stream("benchmarks/textured-draw")));
            int begin = draws.indexOf("        - draw:");
            int end = draws.indexOf('\n', begin) + 1;
            String small = draws.substring(0, end) + draws.substring(draws.indexOf("        - endRendering"));
            return Files.writeString(
                            folder.resolve("draw.yaml"),
                            small.replace("[512, 512]", "[256, 256]").replace("512, 512", "256, 256"))
                    .toString();
        }
        if (name.equals(SMALL_STENCIL)) {
            String small =
                    Files.readString(Path.of(stream("limits/stencil"))).replace("groups: [1024,", "groups: [128,");
            return Files.writeString(folder.resolve("stencil.yaml"), small).toString();
        }
        if (name.equals(SMALL)) {
            String whole = Files.readString(Path.of(stream("upload-scale-readback")));
            String small = whole.replace("size: 1MiB", "size: 64KiB")
                    .replace("count: 262144", "count: 16384")
                    .replace("groups: [4096,", "groups: [256,");
            return Files.writeString(folder.resolve("small.yaml"), small).toString();
        }
        return Path.of(System.getProperty("sluice.root", "."), "configs/streams/" + name + ".yaml")
                .toString();
    }

    /** A cache's whole numbers, and nothing that tells commands and clients apart. */
    private static List<String> numbers(JsonNode of) {
        List<String> numbers = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry : of.properties()) {
            if (entry.getValue().isIntegralNumber()) {
                numbers.add(entry.getKey() + " " + entry.getValue().asLong());
            }
        }
        return numbers;
    }

    @ParameterizedTest
    @CsvSource({
        "upload-scale-readback, seed-discrete-l2, .csv.zst",
        "SMALL, tiny-2, .csv.gz",
        "SMALL, uma-apu, .csv.xz",
        "over-synchronized, seed-discrete-l2, .csv",
        "scenarios/clean-atomics, seed-discrete-l2, .csv",
        "scenarios/stale-l1-cured-coherent, seed-discrete-vram, .csv",
        "scenarios/host-cached-read-cured, uma-apu, .csv",
        "scenarios/stale-uniform-alias-cured, rdna2-6900xt, .csv",
        "scenarios/line-dirty-lost-write-broken, gcn-vega, .csv",
        "graphics/color-write-sampled-read-cured, nvidia-v100, .csv",
        "graphics/color-write-sampled-read-cured, tiny-1, .csv",
        "graphics/depth-write-sampled-read-cured, tiny-1, .csv",
        "graphics/storage-image-write-blend-cured, tiny-1, .csv",
        "SMALL, tiny-1, .csv"
    })
    void a_recorded_run_replays_to_the_same_counters(String stream, String device, String suffix) throws IOException {
        String trace = folder.resolve("r" + suffix).toString();

        JsonNode run = json("run", stream(stream), "-d", device, "--json", "--record", trace);
        JsonNode replay = json("replay", trace, "-d", device, "--json");

        sameCaches(run, replay);
        for (String memory : List.of("/vram", "/host/ram")) {
            for (String counter : List.of("reads", "writes", "readBytes", "writeBytes")) {
                assertThat(replay.at(memory + "/" + counter)).isEqualTo(run.at(memory + "/" + counter));
            }
        }
        assertThat(replay.get("network")).isEqualTo(run.get("network"));
        assertThat(replay.get("cycles")).isEqualTo(run.get("cycles"));
    }

    private static void sameCaches(JsonNode run, JsonNode replay) {
        for (Map.Entry<String, JsonNode> cache : run.get("caches").properties()) {
            assertThat(numbers(replay.get("caches").get(cache.getKey())))
                    .as(cache.getKey())
                    .isEqualTo(numbers(cache.getValue()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nvidia-v100", "gcn-vega", "seed-discrete-l2"})
    void draws_to_tiles_stored_as_they_are_replay_to_the_same_counters(String device) throws IOException {
        String trace = folder.resolve("r.csv").toString();
        String[] plain = {"-d", device, "--set", "rop.compression=[]", "--json"};

        JsonNode run = json(with(plain, "run", stream(SMALL_DRAW), "--record", trace));
        JsonNode replay = json(with(plain, "replay", trace));

        sameCaches(run, replay);
        assertThat(replay.get("network")).isEqualTo(run.get("network"));
    }

    @Test
    void who_waits_for_a_look_aside_buffer_goes_in_when_the_unit_sent_it() throws IOException {
        String trace = folder.resolve("r.csv").toString();

        JsonNode run = json("run", stream("limits/stencil"), "-d", "gcn-vega", "--json", "--record", trace);
        JsonNode replay = json("replay", trace, "-d", "gcn-vega", "--json");

        assertThat(Files.readString(Path.of(trace))).contains(",enter,").contains("waits");
        sameCaches(run, replay);
    }

    @Test
    void requests_of_render_output_units_are_recorded_from_the_tile_on() throws IOException {
        Path halves = Files.writeString(
                folder.resolve("halves.yaml"),
                Files.readString(Path.of(stream(SMALL_DRAW)))
                        .replace("loadOp: CLEAR", "loadOp: DONT_CARE")
                        .replace("clear: [0, 0, 0, 1]", "")
                        .replace("coverage: fullscreen", "coverage: [[0, 4, 256, 8]]"));
        Path trace = folder.resolve("r.csv");

        json("run", halves.toString(), "-d", "nvidia-v100", "--json", "--record", trace.toString());

        List<String> written = Files.readAllLines(trace).stream()
                .filter(line -> line.contains(",colorAttachment,write,"))
                .toList();
        assertThat(written)
                .allMatch(line -> line.matches(".*,write,0x(0|[0-9a-f]+00),.*"))
                .anyMatch(line -> line.contains("00,256,0x" + "f".repeat(32) + "0".repeat(32)));
    }

    @Test
    void prefetches_stay_within_the_resources_of_the_run() throws IOException {
        String trace = folder.resolve("r.csv").toString();
        String[] device = {"-d", "seed-discrete-l2", "--set", "caches.l2.prefetch.kind=nextLine", "--json"};

        JsonNode run = json(with(device, "run", stream("scenarios/stale-uniform-alias-cured"), "--record", trace));
        JsonNode replay = json(with(device, "replay", trace));

        assertThat(replay.at("/caches/l2/prefetch")).isEqualTo(run.at("/caches/l2/prefetch"));
        sameCaches(run, replay);
    }

    @ParameterizedTest
    @CsvSource({
        "lessons/locality, tiny-1, --set caches.l1.prefetch=stride",
        "limits/resident, nvidia-v100, --set caches.l1.replacement=sdbp --set caches.l1.mshrs=4 --set caches.l1.size=8KiB"
    })
    void reads_that_hit_at_once_keep_the_instruction_that_issued_them(String stream, String device, String changes)
            throws IOException {
        String trace = folder.resolve("r.csv").toString();
        String[] changed = ("-d " + device + " --json " + changes).split(" ");

        JsonNode run = json(with(changed, "run", stream(stream), "--timing-only", "--record", trace));
        JsonNode replay = json(with(changed, "replay", trace));

        sameCaches(run, replay);
        assertThat(replay.at("/caches/l1/prefetch")).isEqualTo(run.at("/caches/l1/prefetch"));
    }

    /** Eight reads at once, by a unit with a queue of one place, of which the trace says that they wait, and not how long. */
    private Path waiting(String last) throws IOException {
        StringBuilder text = new StringBuilder("time,after,kind,device_address,size,flags\n");
        for (int i = 0; i < 8; i++) {
            text.append("0,0,read,0x").append(Integer.toHexString(i * 64)).append(",32,waits\n");
        }
        return Files.writeString(folder.resolve("t.csv"), text + last);
    }

    @Test
    void what_waits_for_its_line_of_the_trace_waits_no_more_once_one_was_missed() throws IOException {
        String[] narrow = {"-d", "tiny-1", "--set", "caches.l1.queue=1", "--json"};

        JsonNode late = json(with(narrow, "replay", waiting("").toString()));
        JsonNode unknown =
                json(with(narrow, "replay", waiting("1,0,enter,0x4000,,\n").toString()));

        assertThat(late.at("/caches/l1/reads").asLong()).isEqualTo(8);
        assertThat(unknown.at("/caches/l1/reads").asLong()).isEqualTo(8);
        assertThat(unknown.get("cycles").asLong()).isLessThan(late.get("cycles").asLong());
    }

    @Test
    void what_belongs_to_the_start_of_a_trace_is_refused_later() throws IOException {
        Path trace = Files.writeString(folder.resolve("t.csv"), "kind,address\nr,0\nimages,\n");

        Cli cli = Cli.run("replay", trace.toString(), "-d", "tiny-1");

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("t.csv:3:1: 'images' belongs to the start of a trace");
    }

    @Test
    void fills_and_look_ups_of_one_cycle_replay_in_their_order() throws IOException {
        String trace = folder.resolve("r.csv").toString();

        JsonNode run = json("run", stream(SMALL_STENCIL), "-d", "uma-apu", "--json", "--record", trace);
        JsonNode replay = json("replay", trace, "-d", "uma-apu", "--json");

        sameCaches(run, replay);
    }

    @Test
    void units_that_share_a_cache_wait_for_room_in_it_each_by_itself() throws IOException {
        String stream = Files.writeString(folder.resolve("shared.yaml"), """
                sluice: 1
                name: shared
                memory:
                  - {name: local, size: 128KiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: u, memory: local, size: 4KiB, data: {type: u32, pattern: iota, count: 1024}}
                  - {name: x, memory: local, offset: 64KiB, size: 64KiB}
                kernels:
                  k:
                    localSize: [32, 1, 1]
                    bindings: {u: uniform, x: storage}
                    code: |
                      s = 0
                      for i in 0..8 {
                        v = load.u32 u[hash(gid * 8 + i) % 1024]
                        s = s + v
                      }
                      store.u32 x[gid] = s
                program:
                  - queueSubmit:
                      queue: universal.0
                      commands:
                        - dispatch: {kernel: k, groups: [512, 1, 1], bind: {u: u, x: x}}
                      fence: f
                  - waitForFences: [f]
                """).toString();
        String trace = folder.resolve("r.csv").toString();
        String[] device = {
            "-d", "rdna2-6900xt", "--set", "caches.scalar.queue=1", "--set", "caches.scalar.size=1KiB", "--json"
        };

        JsonNode run = json(with(device, "run", stream, "--record", trace));
        JsonNode replay = json(with(device, "replay", trace));

        sameCaches(run, replay);
        assertThat(run.at("/caches/scalar/readJoined").asLong()).isPositive();
    }

    @Test
    void a_copy_that_waits_to_read_what_a_fill_waits_to_write_goes_in_by_its_own_turn() throws IOException {
        String trace = folder.resolve("r.csv").toString();
        Path device = Files.writeString(folder.resolve("two-lines.yaml"), """
            sluice: 1
            name: two-lines
            clock: 1.6GHz
            computeUnits: {count: 8, waveSize: 32, wavesPerUnit: 4}
            caches:
              l0: {role: L1, scope: computeUnit, parent: l2, size: 16KiB}
              l2: {scope: device, parent: vram, size: 64, line: 32, ways: 1, write: back, banks: 2, throughput: 2, prefetch: {kind: nextLine}}
            clients: {storage: l0, indirect: l2, transfer: l2}
            vram: {preset: gddr6-14, size: 16GiB, channels: 8}
            host: {link: {kind: onchip, latency: 40ns, bandwidth: 64GiB}}
            heaps: [{size: 16GiB, flags: [DEVICE_LOCAL]}]
            memoryTypes: [{heap: 0, flags: [DEVICE_LOCAL]}, {heap: 0, flags: [DEVICE_LOCAL, HOST_VISIBLE, HOST_COHERENT]}]
            queueFamilies: [{name: universal, flags: [GRAPHICS, COMPUTE, TRANSFER], count: 1}]
            barriers: radv-gfx10
            """);
        Path stream = Files.writeString(folder.resolve("race.yaml"), """
            sluice: 1
            name: race
            memory:
              - {name: local, size: 2MiB, properties: [DEVICE_LOCAL]}
            buffers:
              - {name: x, memory: local, size: 64KiB}
              - {name: y, memory: local, offset: 1MiB, size: 64KiB}
            program:
              - queueSubmit:
                  commands:
                    - fillBuffer: {dst: x, size: 4KiB, data: 7}
                    - copyBuffer: {src: x, dst: y, regions: [{size: 4KiB}]}
            """);

        JsonNode run = json("run", stream.toString(), "-d", device.toString(), "--json", "--record", trace);
        JsonNode replay = json("replay", trace, "-d", device.toString(), "--json");

        sameCaches(run, replay);
    }

    @ParameterizedTest
    @CsvSource({"SMALL, tiny-1", "SMALL, adreno-6xx", "limits/stencil, uma-apu"})
    void row_hits_replay_with_page_tables_and_lines_that_barriers_drop(String stream, String device)
            throws IOException {
        String trace = folder.resolve("r.csv").toString();

        JsonNode run = json("run", stream(stream), "-d", device, "--json", "--record", trace);
        JsonNode replay = json("replay", trace, "-d", device, "--json");

        for (String counter : List.of("rowHits", "rowMisses", "rowConflicts")) {
            assertThat(replay.at("/vram/" + counter)).as(counter).isEqualTo(run.at("/vram/" + counter));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ship", "hawkeye"})
    void sites_are_recorded_for_policies_that_learn_from_them(String policy) throws IOException {
        String trace = folder.resolve("r.csv").toString();
        String[] device = {"-d", "tiny-2", "--set", "caches.l1.replacement=" + policy, "--json", "--optimal"};

        JsonNode run = json(with(device, "run", stream(SMALL), "--record", trace));
        JsonNode replay = json(with(device, "replay", trace));

        for (Map.Entry<String, JsonNode> cache : run.get("caches").properties()) {
            JsonNode again = replay.get("caches").get(cache.getKey());
            assertThat(numbers(again)).as(cache.getKey()).isEqualTo(numbers(cache.getValue()));
            assertThat(again.get("optimal")).isEqualTo(cache.getValue().get("optimal"));
        }
    }

    @Test
    void accesses_whose_lines_persist_are_recorded_as_such() throws IOException {
        String text = Files.readString(Path.of(System.getProperty("sluice.root", "."), "docs/examples/reuse.yaml"));
        Path stream = Files.writeString(
                folder.resolve("persisting.yaml"),
                text.replace("3MiB", "384KiB")
                        .replace("16384", "2048")
                        .replace("[256]", "[32]")
                        .replace("gid + i * 2048]", "gid + i * 2048] @ persisting"));
        String trace = folder.resolve("r.csv").toString();
        String[] device = {
            "--set",
            "caches.l2.size=256KiB",
            "--set",
            "caches.l2.replacement=lru",
            "--set",
            "caches.l2.persisting.share=0.5",
            "--json"
        };

        JsonNode run = json(with(device, "run", stream.toString(), "--record", trace));
        JsonNode replay =
                json(with(device, "replay", trace, "-d", run.get("device").asString()));

        assertThat(run.at("/caches/l2/readHits").asLong()).isPositive();
        assertThat(numbers(replay.at("/caches/l2"))).isEqualTo(numbers(run.at("/caches/l2")));
    }

    private static String[] with(String[] device, String... command) {
        return Stream.concat(Stream.of(command), Stream.of(device)).toArray(String[]::new);
    }

    @Test
    void recording_changes_nothing_of_the_run() throws IOException {
        String stream = stream("upload-scale-readback");

        JsonNode plain = json("run", stream, "--timing-only", "--json");
        JsonNode recorded = json(
                "run",
                stream,
                "--timing-only",
                "--json",
                "--record",
                folder.resolve("r.csv").toString());

        assertThat(recorded.get("caches")).isEqualTo(plain.get("caches"));
        assertThat(recorded.get("cycles")).isEqualTo(plain.get("cycles"));
        assertThat(recorded.get("events")).isEqualTo(plain.get("events"));
    }

    @Test
    void equal_runs_are_recorded_in_equal_bytes() throws IOException {
        String stream = stream("scenarios/clean-atomics");
        Path first = folder.resolve("1.csv.gz");
        Path second = folder.resolve("2.csv.gz");

        json("run", stream, "--json", "--record", first.toString());
        json("run", stream, "--json", "--record", second.toString());

        assertThat(second).hasSameBinaryContentAs(first);
    }

    @Test
    void a_trace_replays_on_another_device() throws IOException {
        String trace = folder.resolve("r.csv").toString();
        json("run", stream("upload-scale-readback"), "-d", "seed-discrete-l2", "--json", "--record", trace);

        JsonNode replay = json("replay", trace, "-d", "tiny-1", "--json");

        assertThat(replay.at("/caches/l2/reads").asLong()).isPositive();
        assertThat(replay.get("notes").toString()).contains("units or clients of the trace that tiny-1 has not");
    }

    @Test
    void a_run_that_fails_leaves_no_trace() throws IOException {
        Path bad = Files.writeString(
                folder.resolve("bad.yaml"), "sluice: 1\nname: bad\ndevice: tiny-1\nprogram: [nothing]\n");
        Path trace = folder.resolve("r.csv");

        Cli cli = Cli.run("run", bad.toString(), "--record", trace.toString());

        assertThat(cli.code()).isEqualTo(2);
        assertThat(trace).doesNotExist();
        assertThat(folder.toFile().list()).containsExactly("bad.yaml");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dispatch: {kernel: one, groups: [1], bind: {x: x}}", "fillBuffer: {dst: x, data: 1}"})
    void a_command_that_takes_no_time_is_not_recorded(String command) throws IOException {
        Path stream = Files.writeString(folder.resolve("functional.yaml"), """
                sluice: 1
                name: functional
                device: tiny-1
                memory:
                  - {name: local, size: 64KiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: x, memory: local, size: 128}
                kernels:
                  one: {localSize: [32, 1, 1], bindings: {x: storage}, code: "store.u32 x[gid] = gid"}
                program:
                  - queueSubmit:
                      commands:
                        - beginStatistics: {name: warm, mode: functional}
                        - %s
                        - endStatistics
                  - deviceWaitIdle
                """.formatted(command));
        Path trace = folder.resolve("r.csv");

        Cli cli = Cli.run("run", stream.toString(), "--record", trace.toString());

        assertThat(cli.err())
                .contains("functional.yaml:14:")
                .contains("takes no time, so that its accesses have no cycle to be recorded with");
        assertThat(cli.code()).isEqualTo(2);
        assertThat(trace).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"t.zip", "t.csv.bz2", "t.csv.ZSTD"})
    void a_packing_that_is_not_written_is_refused(String name) {
        Path trace = folder.resolve(name);

        Cli cli = Cli.run("run", "upload-scale-readback", "--record", trace.toString());

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err())
                .contains(name + "' says a packing in which no trace is written; .gz, .xz and .zst are known");
        assertThat(trace).doesNotExist();
    }

    @Test
    void a_stream_is_not_recorded_over_itself() throws IOException {
        Path own = Files.copy(Path.of(stream("scenarios/clean-atomics")), folder.resolve("own.yaml"));

        Cli cli = Cli.run("run", own.toString(), "--record", own.toString());

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("is also an input");
    }
}
