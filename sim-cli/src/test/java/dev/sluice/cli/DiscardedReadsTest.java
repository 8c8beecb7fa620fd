// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Contents that are given up and read: the check and the run find the same. */
final class DiscardedReadsTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String ALL =
            "pipelineBarrier: {memory: [{srcStage: [ALL_COMMANDS], srcAccess: [MEMORY_WRITE], dstStage: [ALL_COMMANDS],"
                    + " dstAccess: [MEMORY_READ, MEMORY_WRITE]}]}";

    @TempDir
    private Path folder;

    /** A stream of a cleared image of 16 x 16 texels, commands, and a copy of some of its texels. */
    private Path stream(String tiling, String commands, String copied) throws IOException {
        StringBuilder all = new StringBuilder();
        Stream.of(
                        "clearColorImage: {image: d, layout: GENERAL, color: [0, 1, 0, 1]}",
                        commands,
                        "copyImageToBuffer: {src: d, srcLayout: GENERAL, dst: out, regions: [{" + copied + "}]}")
                .flatMap(text -> Stream.of(text.split(" ; ")))
                .forEach(command -> all.append("        - ")
                        .append(command)
                        .append('\n')
                        .append(inPass(command) ? "" : "        - " + ALL + "\n"));
        Path file = folder.resolve("reads.yaml");
        Files.writeString(file, """
                sluice: 1
                name: reads
                device: seed-discrete-l2
                memory:
                  - {name: local, size: 8MiB, properties: [DEVICE_LOCAL]}
                buffers:
                  - {name: out, memory: local, size: 4096}
                images:
                  - {name: d, memory: local, offset: 1MiB, extent: [16, 16], format: R8G8B8A8_UNORM, initialLayout: GENERAL, tiling: TILING}
                kernels:
                  paint: {bindings: {}, code: "out.color0 = 7"}
                program:
                  - queueSubmit:
                      commands:
                """.replace("TILING", tiling) + all + "  - deviceWaitIdle: {}\n");
        return file;
    }

    /** Gives the image another format, and an image of yet another the same memory, which is read or is not. */
    private static void share(Path file, String format, String other, String read) throws IOException {
        String text = Files.readString(file);
        String declared = text.lines()
                .filter(line -> line.contains("name: d,"))
                .findFirst()
                .orElseThrow();
        String shared = declared.replace("GENERAL,", "GENERAL, alias: true,");
        String clear = "clearColorImage: {image: d, layout: GENERAL, color: [0, 1, 0, 1]}";
        Files.writeString(
                file,
                text.replace(
                                declared,
                                shared.replace("R8G8B8A8_UNORM", format) + "\n"
                                        + shared.replace("name: d", "name: e").replace("R8G8B8A8_UNORM", other))
                        .replace(
                                clear,
                                format.startsWith("D") ? "clearDepthStencilImage: {image: d, layout: GENERAL}" : clear)
                        .replace("src: d", "src: " + read));
    }

    private static boolean inPass(String command) {
        return command.startsWith("beginRendering") || command.startsWith("draw");
    }

    private static String pass(String area, String load, String store, String draw) {
        return "beginRendering: {renderArea: " + area + ", colorAttachments: [{image: d, layout: GENERAL, loadOp: "
                + load + ", storeOp: " + store + "}]} ; "
                + (draw.isEmpty() ? "" : "draw: {fragment: paint, " + draw + "} ; ") + "endRendering: {}";
    }

    private List<String> checked(Path file) throws IOException {
        Cli cli = Cli.run("check", file.toString(), "--json");
        return StreamSupport.stream(JSON.readTree(cli.out()).path("lint").spliterator(), false)
                .filter(finding -> finding.path("rule").stringValue().equals("discarded-read"))
                .map(finding -> finding.path("command").stringValue())
                .toList();
    }

    private List<String> run(Path file) throws IOException {
        Path result = folder.resolve("result");
        Cli.run("run", file.toString(), "--quiet", "-o", result.toString());
        JsonNode read = JSON.readTree(Files.readString(result.resolve("result.json")));
        return StreamSupport.stream(read.path("staleReads").spliterator(), false)
                .filter(stale -> stale.path("missing").stringValue().equals("contents"))
                .map(stale -> stale.path("reader").stringValue())
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // half of the image is drawn
                "OPTIMAL | 0, 0, 16, 16 | DONT_CARE | STORE | 'coverage: [[0, 0, 16, 8]]' | 0, 0, 0 | 16, 16, 1 | submit0.6",
                "OPTIMAL | 0, 0, 16, 16 | DONT_CARE | STORE | 'coverage: [[0, 0, 16, 8]]' | 0, 0, 0 | 16, 8, 1 | ''",
                "LINEAR  | 0, 0, 16, 16 | DONT_CARE | STORE | 'coverage: [[0, 0, 16, 8]]' | 0, 8, 0 | 1, 1, 1 | submit0.6",
                // parts of tiles
                "OPTIMAL | 3, 3, 4, 4 | DONT_CARE | STORE | '' | 6, 6, 0 | 8, 8, 1 | submit0.5",
                "OPTIMAL | 3, 3, 4, 4 | DONT_CARE | STORE | '' | 7, 0, 0 | 8, 16, 1 | ''",
                "OPTIMAL | 3, 3, 4, 4 | LOAD | DONT_CARE | '' | 3, 6, 0 | 1, 1, 1 | submit0.5",
                // all of it is drawn, or blended over what is not there
                "OPTIMAL | 0, 0, 16, 16 | DONT_CARE | STORE | 'coverage: fullscreen' | 0, 0, 0 | 16, 16, 1 | ''",
                "OPTIMAL | 0, 0, 16, 16 | DONT_CARE | STORE | 'coverage: fullscreen, blend: true' | 0, 0, 0 | 16, 16, 1 | submit0.3",
                // NONE gives up what is written
                "OPTIMAL | 0, 0, 16, 16 | LOAD | NONE | 'coverage: [[0, 0, 4, 4]]' | 0, 0, 0 | 16, 16, 1 | submit0.6",
                "OPTIMAL | 0, 0, 16, 16 | CLEAR | NONE | '' | 0, 0, 0 | 16, 16, 1 | submit0.5",
                "OPTIMAL | 0, 0, 16, 16 | LOAD | NONE | '' | 0, 0, 0 | 16, 16, 1 | ''",
                // what is not loaded is undefined within the pass, and where it is stored
                "OPTIMAL | 0, 0, 16, 16 | NONE | STORE | '' | 0, 0, 0 | 16, 16, 1 | submit0.5",
                "OPTIMAL | 0, 0, 16, 16 | NONE | STORE | 'coverage: [[0, 0, 16, 8]]' | 0, 0, 0 | 16, 8, 1 | ''",
                "OPTIMAL | 0, 0, 16, 16 | NONE | STORE | 'coverage: [[0, 0, 16, 8]]' | 0, 0, 0 | 16, 9, 1 | submit0.6",
                "OPTIMAL | 0, 0, 16, 16 | NONE | STORE | 'coverage: fullscreen, blend: true' | 0, 0, 0 | 16, 16, 1 | submit0.3",
                "OPTIMAL | 0, 0, 16, 16 | NONE | NONE | '' | 0, 0, 0 | 16, 16, 1 | ''",
                // loaded and stored as it is
                "OPTIMAL | 0, 0, 16, 16 | LOAD | STORE | '' | 0, 0, 0 | 16, 16, 1 | ''",
            })
    void what_is_given_up_is_read_by(
            String tiling, String area, String load, String store, String draw, String at, String size, String reader)
            throws IOException {
        Path file = stream(
                tiling,
                pass("[" + area + "]", load, store, draw),
                "imageOffset: [" + at + "], imageExtent: [" + size + "]");
        List<String> expected = reader.isEmpty() ? List.of() : List.of(reader);

        assertThat(checked(file)).isEqualTo(expected);
        assertThat(run(file)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "R8G8B8A8_UNORM | 0, 0, 16, 16 | LOAD | DONT_CARE | '' | d | submit0.5",
                "R8G8B8A8_UNORM | 0, 0, 16, 16 | LOAD | DONT_CARE | '' | e | submit0.5",
                "R8G8B8A8_UNORM | 0, 0, 16, 16 | DONT_CARE | STORE | 'coverage: fullscreen' | e | ''",
                "R8G8B8A8_UNORM | 0, 0, 16, 16 | DONT_CARE | STORE | 'coverage: [[0, 0, 16, 4]]' | e | submit0.6",
                // as bytes lie, in tiles of 8 x 8 and of 8 x 4 texels
                "R8G8B8A8_UNORM | 8, 0, 8, 8 | LOAD | DONT_CARE | '' | e | ''",
                "R16G16B16A16_UNORM | 0, 0, 8, 4 | LOAD | DONT_CARE | '' | e | submit0.5",
                "R16G16B16A16_UNORM | 0, 4, 16, 12 | LOAD | DONT_CARE | '' | e | ''",
            })
    void images_in_tiles_that_share_memory_are_followed_by_their_bytes(
            String format, String area, String load, String store, String draw, String read, String reader)
            throws IOException {
        Path file = stream(
                "OPTIMAL", pass("[" + area + "]", load, store, draw), "imageOffset: [0, 0, 0], imageExtent: [8, 8, 1]");
        share(file, format, "R8G8B8A8_UNORM", read);
        List<String> expected = reader.isEmpty() ? List.of() : List.of(reader);

        assertThat(checked(file)).isEqualTo(expected);
        assertThat(run(file)).isEqualTo(expected);
    }

    @Test
    void a_byte_of_stencil_is_no_depth() throws IOException {
        Path file = stream(
                "OPTIMAL",
                pass("[2, 0, 1, 1]", "LOAD", "DONT_CARE", ""),
                "imageSubresource: {aspectMask: [DEPTH]}, imageOffset: [0, 0, 0], imageExtent: [8, 8, 1]");
        share(file, "R8_UNORM", "D16_UNORM_S8_UINT", "e");

        assertThat(checked(file)).isEmpty();
        assertThat(run(file)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"DEPTH, 1", "STENCIL, 0", "'DEPTH, STENCIL', 1"})
    void aspects_of_texels_of_two_sizes_share_bytes(String read, int found) throws IOException {
        // stencil is byte 3 of each four, and so of the depth of texels of eight, whose stencil is byte 4
        String pass = "beginRendering: {depthAttachment: {image: d, layout: GENERAL}, stencilAttachment: {image: d,"
                + " layout: GENERAL, storeOp: DONT_CARE}} ; endRendering: {}";
        String copied = "imageSubresource: {aspectMask: [" + read + "]}, imageExtent: [8, 8, 1]";
        Path file = stream("OPTIMAL", pass, copied);
        share(file, "D24_UNORM_S8_UINT", "D32_SFLOAT_S8_UINT", "e");

        assertThat(checked(file)).hasSize(found);
        assertThat(run(file)).hasSize(found);
    }

    @Test
    void each_aspect_that_a_shared_image_gave_up_is_told_of() throws IOException {
        String pass = "beginRendering: {depthAttachment: {image: d, layout: GENERAL, OP}, stencilAttachment: {image: d,"
                + " layout: GENERAL, OF}} ; endRendering: {}";
        Path file = stream(
                "OPTIMAL",
                pass.replace("OP", "storeOp: DONT_CARE").replace("OF", "storeOp: STORE") + " ; "
                        + pass.replace("OP", "storeOp: STORE").replace("OF", "storeOp: DONT_CARE"),
                "imageExtent: [8, 8, 1]");
        share(file, "D24_UNORM_S8_UINT", "R8G8B8A8_UNORM", "e");

        assertThat(checked(file)).hasSize(2);
        assertThat(run(file)).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"DONT_CARE, host.2", "STORE, ''"})
    void a_present_shows_what_was_given_up(String store, String reader) throws IOException {
        Path file = stream("OPTIMAL", pass("[0, 0, 16, 16]", "LOAD", store, ""), "imageExtent: [1, 1, 1]");
        Files.writeString(
                file,
                Files.readString(file)
                                .replaceAll("        - copyImage.*\n", "")
                                .replace("      commands:", "      signal: [drawn]\n      commands:")
                        + "  - queuePresent: {wait: [drawn], image: d}\n");
        List<String> expected = reader.isEmpty() ? List.of() : List.of(reader);

        assertThat(checked(file)).isEqualTo(expected);
        assertThat(run(file)).isEqualTo(expected);
    }

    @Test
    void says_that_the_store_operation_none_gave_up_what_was_written() throws IOException {
        Path file = stream(
                "OPTIMAL",
                pass("[0, 0, 16, 16]", "LOAD", "NONE", "coverage: fullscreen"),
                "imageOffset: [0, 0, 0], imageExtent: [16, 16, 1]");

        assertThat(Cli.run("check", file.toString()).out().replaceAll("\\s+", " "))
                .contains("reads contents of image d that storeOp NONE of submit0.4 at line");
        assertThat(Cli.run("run", file.toString()).out().replaceAll("\\s+", " "))
                .contains("submit0.4 (storeOp NONE of d) at line");
    }

    @Test
    void the_host_reads_the_bytes_of_a_linear_image() throws IOException {
        Path file = stream(
                "LINEAR",
                pass("[0, 0, 16, 16]", "LOAD", "DONT_CARE", ""),
                "imageExtent: [1, 1, 1], imageOffset: [0, 0, 0]");
        Files.writeString(
                file,
                Files.readString(file)
                                .replaceAll("        - copyImage.*\n", "")
                                .replace("dstStage: [ALL_C", "dstStage: [HOST, ALL_C")
                                .replace("dstAccess: [", "dstAccess: [HOST_READ, ")
                                .replace("[DEVICE_LOCAL]", "[HOST_VISIBLE, HOST_COHERENT]")
                        + "  - hostRead: {memory: local, offset: 1MiB, size: 4}\n");

        assertThat(checked(file)).containsExactly("host.2");
        assertThat(run(file)).containsExactly("host.2");
    }

    @Test
    void integers_are_not_blended() throws IOException {
        Path file = stream(
                "OPTIMAL",
                pass("[0, 0, 16, 16]", "DONT_CARE", "STORE", "coverage: fullscreen, blend: true"),
                "imageOffset: [0, 0, 0], imageExtent: [16, 16, 1]");
        Files.writeString(file, Files.readString(file).replace("R8G8B8A8_UNORM", "R32_UINT"));

        assertThat(checked(file)).isEmpty();
        assertThat(run(file)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"'coverage: fullscreen', ''", "'coverage: [[0, 0, 16, 4]]', submit0.9"})
    void what_is_loaded_counts_where_it_is_read(String draw, String reader) throws IOException {
        Path file = stream(
                "OPTIMAL",
                pass("[0, 0, 16, 16]", "LOAD", "DONT_CARE", "") + " ; " + pass("[0, 0, 16, 16]", "LOAD", "STORE", draw),
                "imageOffset: [0, 0, 0], imageExtent: [16, 16, 1]");
        List<String> expected = reader.isEmpty() ? List.of() : List.of(reader);

        assertThat(checked(file)).isEqualTo(expected);
        assertThat(run(file)).isEqualTo(expected);
    }
}
