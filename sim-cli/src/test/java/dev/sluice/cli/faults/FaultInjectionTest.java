// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Shell;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever call into the file system fails: exit code 2 and one line, or the results of a run without it; no half file, no
 * temporary one, nothing lost.
 */
final class FaultInjectionTest {
    private static final Path CONFIGS = Path.of(System.getProperty("sluice.root", "."), "configs");

    @TempDir
    private Path folder;

    @Test
    void every_fault_of_the_file_system_is_told_and_leaves_nothing_half() throws IOException {
        Shell.Result trials = new Shell(folder)
                .run(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.nio.file.spi.DefaultFileSystemProvider=" + FaultyFiles.class.getName(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        FaultTrials.class.getName(),
                        folder.toString(),
                        CONFIGS.toAbsolutePath().toString(),
                        System.getProperty("sluice.faults.step", "4"));

        assertThat(trials.err()).isEmpty();
        assertThat(trials.code()).isZero();
        assertThat(trials.out()).containsPattern("trials: \\d{3,}, wrong: 0\n$");
    }
}
