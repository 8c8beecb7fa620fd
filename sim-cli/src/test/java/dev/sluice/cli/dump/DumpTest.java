// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.dump;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.GraphicsResults;
import dev.sluice.cli.GraphicsStreams;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DumpTest {
    @TempDir
    private Path dir;

    private Cli dump(String... options) throws IOException {
        List<String> args =
                new ArrayList<>(List.of("run", GraphicsStreams.paint(dir).toString()));
        args.addAll(List.of(options));
        return Cli.run(args.toArray(String[]::new));
    }

    private String to(String file) {
        return dir.resolve(file).toString();
    }

    private BufferedImage picture(String file) throws IOException {
        return ImageIO.read(dir.resolve(file).toFile());
    }

    @Test
    void a_picture_has_the_pixels_that_were_drawn() throws IOException {
        Cli cli = dump("--dump", "color=" + to("c.png"));

        assertThat(cli.err()).isEmpty();
        assertThat(cli.code()).isZero();
        assertThat(cli.out())
                .contains("wrote " + to("c.png") + ": color as the machine holds it, 32×16 R8G8B8A8_UNORM");
        BufferedImage picture = picture("c.png");
        assertThat(picture.getWidth()).isEqualTo(32);
        assertThat(picture.getHeight()).isEqualTo(16);
        for (int y = 0; y < 16; y++) {
            for (int x = 0; x < 32; x++) {
                // the kernel writes red in the low byte
                int texel = y << 12 | x << 3;
                int expected = (texel & 0xFF) << 16 | texel & 0xFF00 | texel >> 16;
                assertThat(picture.getRGB(x, y) & 0xFFFFFF).as(x + "," + y).isEqualTo(expected);
            }
        }
    }

    @Test
    void machine_and_intent_agree_where_nothing_is_wrong() throws IOException {
        dump("--dump", "color=" + to("a.png"), "--dump", "color:intent=" + to("b.png"));

        assertThat(dir.resolve("a.png")).hasSameBinaryContentAs(dir.resolve("b.png"));
    }

    @Test
    void memory_shows_what_lies_there() throws IOException {
        dump("--dump", "color:MACHINE=" + to("a.png"), "--dump", "color:memory=" + to("b.png"));

        // no cache has been flushed: what was drawn is not there yet, or compressed
        assertThat(Files.readAllBytes(dir.resolve("b.png"))).isNotEqualTo(Files.readAllBytes(dir.resolve("a.png")));
    }

    @Test
    void the_same_run_writes_the_same_bytes() throws IOException {
        dump("--dump", "color=" + to("a.png"));
        dump("--dump", "color=" + to("b.png"));

        assertThat(dir.resolve("a.png")).hasSameBinaryContentAs(dir.resolve("b.png"));
    }

    @Test
    void a_level_and_a_layer_can_be_chosen() throws IOException {
        Cli cli = dump("--dump", "chain[2,1]=" + to("a.png"), "--dump", "chain[1]:intent=" + to("b.png"));

        assertThat(cli.code()).isZero();
        assertThat(cli.out()).contains("chain[2,1] as the machine holds it, 8×4", "chain[1,0] as the program means it");
        assertThat(picture("a.png").getWidth()).isEqualTo(8);
        assertThat(picture("b.png").getWidth()).isEqualTo(16);
    }

    @Test
    void nothing_but_json_is_printed_with_json() throws IOException {
        Cli cli = dump("--json", "--dump", "color=" + to("c.png"));

        assertThat(cli.out()).startsWith("{").endsWith("}\n");
        assertThat(dir.resolve("c.png")).exists();
    }

    @Test
    void quiet_writes_pictures_quietly() throws IOException {
        Cli cli = dump("-q", "--dump", "color=" + to("c.png"));

        assertThat(cli.out().lines()).hasSize(1);
        assertThat(dir.resolve("c.png")).exists();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "colour=x.png | the nearest is 'color' of: color, depth, chain",
                "color | says no image and file",
                "=x.png | says no image and file",
                "color= | says no image and file",
                "color[a]=x.png | says no image and file",
                "color:heaven=x.png | none of machine",
                "chain[3]=x.png | has levels 0..2 and layers 0..1",
                "chain[0,2]=x.png | has levels 0..2 and layers 0..1",
            })
    void what_cannot_be_dumped_is_refused_before_the_run(String what, String why) throws IOException {
        Cli cli = Cli.runGiving(
                () -> {
                    throw new AssertionError("ran");
                },
                "run",
                GraphicsStreams.paint(dir).toString(),
                "--dump",
                what);

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.errorLines()).isEqualTo(1);
        assertThat(cli.err()).startsWith("--dump").contains(why);
        try (Stream<Path> files = Files.list(dir)) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void a_stream_without_images_says_so() {
        Cli cli = Cli.runGiving(GraphicsResults::clean, "run", "upload-scale-readback", "--dump", "x=" + to("x.png"));

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("no image 'x'; it has none at all");
    }

    @Test
    void a_file_that_cannot_be_written_is_refused_before_the_run() throws IOException {
        Cli cli = dump("--dump", "color=" + to("none/c.png"));

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("there is no directory");
        assertThat(cli.out()).isEmpty();
    }

    @Test
    void two_pictures_in_one_file_are_refused() throws IOException {
        Cli cli = dump("--dump", "color=" + to("c.png"), "--dump", "depth=" + to("./c.png"));

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("two images would be written to");
    }

    @Test
    void a_run_without_bytes_has_no_pictures() throws IOException {
        Cli cli = dump("--timing-only", "--dump", "color=" + to("c.png"));

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).contains("--dump shows bytes, and --timing-only may follow none");
    }
}
