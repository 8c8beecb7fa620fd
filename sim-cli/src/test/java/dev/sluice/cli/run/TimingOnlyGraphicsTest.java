// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.GraphicsStreams;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TimingOnlyGraphicsTest {
    @TempDir
    private Path dir;

    @Test
    void drawing_to_what_the_device_compresses_follows_bytes() throws IOException {
        same(GraphicsStreams.paint(dir).toString(), "seed-discrete-vram", "compresses image 'color'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "draw: {fragment: paint, coverage: fullscreen, depthTest: less, depth: 0.5} | tests or writes depth",
                "draw: {fragment: paint, coverage: fullscreen, indices: {buffer: indices, type: u16, count: 6}, vertices: {buffer: vertices, stride: 16, count: 6}} | indices in memory",
                "drawIndirect: {fragment: paint, coverage: fullscreen, buffer: indices, drawCount: 1, stride: 16} | counts from memory",
            })
    void what_depends_on_bytes_follows_them_on_every_device(String draw, String why) throws IOException {
        same(
                GraphicsStreams.with(dir, "DONT_CARE", draw).toString(),
                GraphicsStreams.plainDevice(dir).toString(),
                why);
    }

    private static void same(String stream, String device, String why) {
        Cli timing = Cli.run("run", stream, "--device", device, "--timing-only", "--json");
        Cli full = Cli.run("run", stream, "--device", device, "--json");

        assertThat(timing.out()).contains("bytes are followed, but not judged").contains(why);
        assertThat(cycles(timing)).isEqualTo(cycles(full));
    }

    @Test
    void a_command_that_is_left_out_is_still_said() throws IOException {
        Cli cli = Cli.run(
                "run",
                GraphicsStreams.with(
                                dir,
                                "DONT_CARE",
                                "drawIndirect: {fragment: paint, coverage: fullscreen, buffer: indices, drawCount: 1, stride: 16}")
                        .toString(),
                "--timing-only");

        assertThat(cli.code()).isEqualTo(1);
        assertThat(cli.out()).contains("out-of-limits read");
    }

    @Test
    void plain_drawing_without_compression_takes_the_same_cycles() throws IOException {
        String stream = GraphicsStreams.paint(dir).toString();
        String device = GraphicsStreams.plainDevice(dir).toString();
        Cli timing = Cli.run("run", stream, "--device", device, "--timing-only", "--json");
        Cli full = Cli.run("run", stream, "--device", device, "--json");

        assertThat(timing.err()).isEmpty();
        assertThat(cycles(timing)).isEqualTo(cycles(full));
    }

    private static String cycles(Cli cli) {
        return cli.out()
                .lines()
                .filter(line -> line.startsWith("  \"cycles\""))
                .findFirst()
                .orElseThrow();
    }
}
