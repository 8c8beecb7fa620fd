// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Draws and work on images in functional regions: what they leave and what is found is as in detail. */
final class FunctionalGraphicsTest {

    private static final Path STREAMS = Path.of(System.getProperty("sluice.root", "."), "configs", "streams");

    /** Of what the passes of the frame leave: depths, several colours, a mip chain, what a kernel wrote. */
    private static final List<String> IMAGES = List.of("shadow", "depth", "albedo", "ssao", "hdr", "bloom2", "screen");

    @TempDir
    Path folder;

    private Path within(Path stream, String mode) throws IOException {
        String text = Files.readString(stream)
                .replace("\nprogram:\n", "\nprogram:\n  - beginStatistics: {name: all, mode: " + mode + "}\n")
                .stripTrailing();
        Path file = folder.resolve(mode + ".yaml");
        Files.writeString(file, text + "\n  - endStatistics: all\n");
        return file;
    }

    private List<byte[]> frame(String device, String mode) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "run", within(STREAMS.resolve("workloads/frame.yaml"), mode).toString(), "--device", device, "-q"));
        for (String image : IMAGES) {
            arguments.add("--dump");
            arguments.add(image + "=" + folder.resolve(mode + "-" + image + ".png"));
        }
        Cli run = Cli.run(arguments.toArray(new String[0]));
        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.CLEAN);
        List<byte[]> pictures = new ArrayList<>();
        for (String image : IMAGES) {
            pictures.add(Files.readAllBytes(folder.resolve(mode + "-" + image + ".png")));
        }
        return pictures;
    }

    @ParameterizedTest
    @ValueSource(strings = {"nvidia-v100", "seed-discrete-l2"})
    void images_of_a_frame_are_those_of_the_detailed_run(String device) throws IOException {
        List<byte[]> functional = frame(device, "functional");
        List<byte[]> detailed = frame(device, "detailed");

        for (int i = 0; i < IMAGES.size(); i++) {
            assertThat(Arrays.equals(functional.get(i), detailed.get(i)))
                    .as(IMAGES.get(i))
                    .isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "color-write-sampled-read, 'stale'",
        "depth-write-sampled-read, 'stale'",
        "input-attachment, 'stale'",
        "storage-image-write-blend, 'lost'",
        "compressed-copy-through-buffer, 'stale'"
    })
    void what_is_broken_is_found_and_what_is_cured_is_clean(String scenario, String finding) throws IOException {
        Path graphics = STREAMS.resolve("graphics");
        String cured = scenario.equals("input-attachment") ? "-cured-by-region.yaml" : "-cured.yaml";

        Cli broken = Cli.run(
                "run",
                within(graphics.resolve(scenario + "-broken.yaml"), "functional")
                        .toString(),
                "-q");
        assertThat(broken.code()).as(broken.err()).isEqualTo(ExitCode.FINDINGS);
        assertThat(broken.out()).contains(finding);
        Cli clean = Cli.run(
                "run", within(graphics.resolve(scenario + cured), "functional").toString(), "-q");
        assertThat(clean.code()).as(clean.out()).isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void draws_copies_and_dispatches_on_images_of_a_device_that_compresses_take_no_time() throws IOException {
        Cli run = Cli.run(
                "run",
                within(STREAMS.resolve("graphics/compressed-copy-through-buffer-cured.yaml"), "functional")
                        .toString(),
                "--json");
        JsonNode result = JsonMapper.shared().readTree(run.out());

        assertThat(result.at("/regions/0/detailed")).isEmpty();
        for (JsonNode command : result.path("commands")) {
            String kind = command.path("kind").asString();
            if (List.of("dispatch", "copyImageToBuffer", "copyBufferToImage").contains(kind)) {
                assertThat(command.path("endCycle")).as(kind).isEqualTo(command.path("startCycle"));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nvidia-v100", "rdna2-6900xt"}) // units of the one store at the end of passes
    void clears_and_what_passes_do_at_their_ends_take_no_time(String device) throws IOException {
        Cli run = Cli.run(
                "run",
                within(STREAMS.resolve("graphics/depth-write-sampled-read-cured.yaml"), "functional")
                        .toString(),
                "--device",
                device,
                "--json");
        JsonNode result = JsonMapper.shared().readTree(run.out());

        assertThat(result.at("/regions/0/detailed")).isEmpty();
        for (JsonNode command : result.path("commands")) {
            if (command.path("kind").asString().endsWith("Rendering")) {
                assertThat(command.path("endCycle")).isEqualTo(command.path("startCycle"));
            }
        }
    }
}
