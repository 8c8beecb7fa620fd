// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What becomes of a report that cannot be written, in a process of its own. */
final class StandardOutputTest {

    private static ProcessBuilder sluice(String... args) {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.sluice.cli.Main"));
        words.addAll(List.of(args));
        return new ProcessBuilder(words);
    }

    private static String text(InputStream stream) throws IOException {
        return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void a_full_disk_exits_with_2_and_says_so() throws Exception {
        assumeTrue(Files.exists(Path.of("/dev/full")));
        Process process =
                sluice("list", "devices").redirectOutput(new File("/dev/full")).start();

        assertThat(text(process.getErrorStream()))
                .isEqualTo("standard output cannot be written: No space left on device\n");
        assertThat(process.waitFor()).isEqualTo(2);
    }

    @Test
    void a_reader_that_has_enough_ends_the_program_quietly_with_141() throws Exception {
        Process process = sluice("schema", "result").start();
        process.getInputStream().close();

        assertThat(text(process.getErrorStream())).isEmpty();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isEqualTo(141);
    }
}
