// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Traces whose writes have bytes, because what becomes of these depends on them: of devices that compress tiles or lines. */
final class CompressedRecordTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String[] LINES = {"--set", "caches.l2.compression=bdi"};

    @TempDir
    private Path folder;

    private Path trace() {
        return folder.resolve("r.csv");
    }

    private static Cli cli(String[] more, String... command) {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(Arrays.asList(more));
        arguments.add("--json");
        return Cli.run(arguments.toArray(String[]::new));
    }

    private static JsonNode json(String[] more, String... command) {
        Cli cli = cli(more, command);
        assertThat(cli.code()).as(cli.err()).isLessThan(2);
        return JSON.readTree(cli.out());
    }

    private JsonNode run(String stream, String device, String... more) {
        String file = Path.of(System.getProperty("sluice.root", "."), "configs/streams/" + stream + ".yaml")
                .toString();
        return json(more, "run", file, "-d", device, "--record", trace().toString());
    }

    private JsonNode replay(String device, String... more) {
        return json(more, "replay", trace().toString(), "-d", device);
    }

    private static List<String> counters(JsonNode result) {
        List<String> counters = new ArrayList<>();
        for (Map.Entry<String, JsonNode> cache : result.get("caches").properties()) {
            for (Map.Entry<String, JsonNode> entry : cache.getValue().properties()) {
                if (entry.getValue().isIntegralNumber() || entry.getKey().equals("compression")) {
                    counters.add(cache.getKey() + " " + entry.getKey() + " " + entry.getValue());
                }
            }
        }
        return counters;
    }

    @ParameterizedTest
    @CsvSource({
        "graphics/fast-clear-sample-cured, gcn-vega",
        "graphics/color-write-sampled-read-cured, rdna2-6900xt",
        "graphics/color-write-sampled-read-cured, seed-discrete-l2",
        "graphics/depth-write-sampled-read-cured, intel-arc",
        "graphics/compressed-copy-through-buffer-broken, seed-discrete-l2"
    })
    void compressed_tiles_replay_to_the_same_counters(String stream, String device) throws IOException {
        JsonNode run = run(stream, device);
        JsonNode replay = replay(device);

        assertThat(Files.readString(trace()))
                .contains(",bytes,")
                .contains(",surface,")
                .contains(",storage,");
        assertThat(counters(replay)).isEqualTo(counters(run));
        assertThat(replay.get("network")).isEqualTo(run.get("network"));
        assertThat(replay.at("/vram/readBytes")).isEqualTo(run.at("/vram/readBytes"));
        assertThat(replay.at("/vram/writeBytes")).isEqualTo(run.at("/vram/writeBytes"));
    }

    @Test
    void layout_transitions_are_those_of_the_client_of_their_image() throws IOException {
        JsonNode run = run("graphics/depth-write-sampled-read-cured", "uma-apu");
        JsonNode replay = replay("uma-apu");

        assertThat(Files.readString(trace())).contains(",depthTransition,write,");
        assertThat(replay.at("/caches/l2/byClient")).isEqualTo(run.at("/caches/l2/byClient"));
    }

    @Test
    void compressed_lines_replay_to_the_same_segments() {
        JsonNode run = run("scenarios/clean-atomics", "seed-discrete-l2", LINES);
        JsonNode replay = replay("seed-discrete-l2", LINES);

        assertThat(run.at("/caches/l2/compression/encodedSectors").asLong()).isPositive();
        assertThat(counters(replay)).isEqualTo(counters(run));
    }

    @Test
    void a_run_on_a_device_that_compresses_nothing_records_no_bytes() throws IOException {
        run("graphics/color-write-sampled-read-cured", "nvidia-v100");

        assertThat(Files.readAllLines(trace())).noneMatch(line -> line.contains(",bytes,") || line.endsWith(",3"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rop.compression=[]", "rop.metadata.bitsPerTile=8"})
    void a_device_that_stores_tiles_otherwise_moves_them_as_they_are_and_says_so(String otherwise) {
        JsonNode run = run("graphics/color-write-sampled-read-cured", "gcn-vega");

        JsonNode replay = replay("gcn-vega", "--set", otherwise);

        assertThat(replay.get("notes").toString())
                .contains("1 image of the trace could be compressed, and gcn-vega does not store tiles like that");
        assertThat(replay.at("/caches/cb/writes")).isEqualTo(run.at("/caches/cb/writes"));
        assertThat(replay.at("/caches/l2/writes").asLong())
                .isGreaterThan(run.at("/caches/l2/writes").asLong());
    }

    private Path written(String... lines) throws IOException {
        return Files.writeString(
                trace(),
                "kind,device_address,size,data,writers,unit,ranges,image,client\n" + String.join("\n", lines) + "\n");
    }

    @Test
    void bytes_of_a_trace_by_hand_decide_what_its_lines_take() throws IOException {
        String counting = "0100000000000000".repeat(4);
        written(
                "bytes,,",
                "write,0x0,32," + "00".repeat(32) + ",1",
                "write,0x1000,32," + counting + ",1",
                "write,0x2000,32,"
                        + "1f8e3c5a90b7d2466a01f3e8c97d24b05e6f1a2b3c4d5e6f708192a3b4c5d6e7"
                                .toLowerCase(java.util.Locale.ROOT)
                        + ",1");

        JsonNode replay = replay("tiny-1", LINES);

        JsonNode lines = replay.at("/caches/l2/compression");
        assertThat(lines.get("encodedSectors").asLong()).isEqualTo(3);
        assertThat(lines.get("zeroSectors").asLong()).isEqualTo(1);
        assertThat(lines.get("repeatedSectors").asLong()).isEqualTo(1);
        assertThat(lines.get("baseDeltaSectors").asLong()).isZero();
    }

    @Test
    void what_memory_holds_before_all_is_read_and_packed() throws IOException {
        written("bytes,,", "contents,0x0,32," + "00".repeat(32) + ",0", "read,0x0,32");

        JsonNode replay = replay("tiny-1", LINES);

        assertThat(replay.at("/caches/l2/compression/zeroSectors").asLong()).isEqualTo(1);
    }

    private static final String IMAGE =
            "R8G8B8A8_UNORM 64x64x1 levels=1 layers=1 samples=1 metadata=0x10000 tile=256 bits=4";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "surface,,,,,1,0x0+16385 | :4:1: the image takes 16384 bytes, and its range has 16385",
                "surface,,,,,1,0x20+16384 | :4:1: the image does not lie in the memory of seed-discrete-l2, on a multiple",
                "surface,,,,,1,0x7ffffffff000+16384 | :4:1: the image does not lie in the memory of seed-discrete-l2",
            })
    void an_image_that_cannot_be_is_refused(String surface, String problem) throws IOException {
        written("images,,", "bytes,,", surface + "," + IMAGE);

        Cli replay = cli(new String[0], "replay", trace().toString(), "-d", "seed-discrete-l2");

        assertThat(replay.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(replay.err() + replay.out()).contains("r.csv" + problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "clear,0x0,128,04,1,0,,,colorAttachment | :5:1: a clear is of whole tiles of 256 bytes",
                "clear,0x0,256,10,1,0,,,colorAttachment | :5:1: a clear has one byte of data, the code of a tile's metadata",
                "storage,,,,,1,,level=1 layer=0 CLEARED, | :5:1: image 1 has 1 level and 1 layer",
                "surface,,,,,2,0x0+16384,IMAGE | :5:1: there are two images 1",
                "contents,0x0,32,,,1 | :5:19: the contents are missing: as many bytes as size says, in the column data",
            })
    void what_an_image_has_not_is_refused(String line, String problem) throws IOException {
        written(
                "images,,",
                "bytes,,",
                "surface,,,,,1,0x0+16384," + IMAGE,
                line.replace("IMAGE", IMAGE).replace("surface,,,,,2", "surface,,,,,1"));

        Cli replay = cli(new String[0], "replay", trace().toString(), "-d", "seed-discrete-l2");

        assertThat(replay.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(replay.err() + replay.out()).contains("r.csv" + problem);
    }

    @Test
    void contents_are_those_before_all_that_happens() throws IOException {
        written("bytes,,", "write,0x0,32," + "00".repeat(32) + ",1", "contents,0x0,32," + "00".repeat(32) + ",0");

        Cli replay = cli(new String[0], "replay", trace().toString(), "-d", "seed-discrete-l2");

        assertThat(replay.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(replay.err() + replay.out())
                .contains("r.csv:4:1: 'contents' belongs to the start of a trace, before all that happens");
    }

    @Test
    void a_surface_says_that_there_are_images() throws IOException {
        written("bytes,,", "surface,,,,,1,0x0+16384," + IMAGE, "read,0x0,32,,,0,,,colorAttachment");

        JsonNode replay = replay("gcn-vega");

        assertThat(replay.get("notes").toString()).doesNotContain("could be compressed");
        assertThat(replay.at("/caches/ropColorMeta/reads").asInt()).isEqualTo(1);
    }

    @Test
    void an_image_without_room_for_the_metadata_of_its_pages_is_refused() throws IOException {
        written("images,,", "bytes,,", "surface,,,,,1,0x0+16384," + IMAGE.replace("0x10000", "0x40"));

        Cli replay = cli(new String[0], "replay", trace().toString(), "-d", "seed-discrete-l2");

        assertThat(replay.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(replay.err() + replay.out()).contains("r.csv:4:1: the image does not lie in the memory of");
    }

    @Test
    void a_clear_of_no_image_is_left_out_and_counted() throws IOException {
        written("images,,", "bytes,,", "clear,0x0,256,04,1,0,,,colorAttachment");

        JsonNode replay = replay("seed-discrete-l2");

        assertThat(replay.get("notes").toString()).contains("1 clear through metadata left out");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"clear,0x0,512,04,1,0,,,colorAttachment | 1", "# none | 9"})
    void of_a_cleared_tile_only_metadata_is_read(String clear, int reads) throws IOException {
        written(
                "images,,",
                "bytes,,",
                "surface,,,,,1,0x0+16384," + IMAGE,
                "contents,0x10000,32," + "00".repeat(32) + ",0",
                "storage,,,,,1,,level=0 layer=0 CLEARED,",
                clear,
                "read,0x0,32,,,0,,,colorAttachment");

        JsonNode replay = replay("gcn-vega");

        // a sector of metadata, and eight of the tile
        assertThat(replay.at("/caches/l2/reads").asInt()).isEqualTo(reads);
    }
}
