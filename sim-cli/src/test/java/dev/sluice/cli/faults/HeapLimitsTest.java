// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.Main;
import dev.sluice.cli.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** However little heap there is: the results of a run with enough of it, or exit code 70, one line and nothing half. */
final class HeapLimitsTest {
    private static final Path CONFIGS = Path.of(System.getProperty("sluice.root", "."), "configs", "streams");
    private static final String OLD = "what was there before\n";

    @TempDir
    private Path folder;

    /** MiB. */
    static List<Integer> heaps() {
        return List.of(System.getProperty("sluice.heaps", "8,14,32").split(",", -1)).stream()
                .map(Integer::valueOf)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("heaps")
    void a_run_ends_whole_or_says_that_memory_ran_out(int heap) throws IOException {
        whole(
                heap,
                List.of("o/result.json", "o/report.txt", "log"),
                "run",
                CONFIGS.resolve("scenarios/host-cached-read-cured.yaml").toString(),
                "-o",
                "o",
                "--log",
                "log");
    }

    @ParameterizedTest
    @MethodSource("heaps")
    void a_check_of_a_capture_ends_whole_or_says_that_memory_ran_out(int heap) throws IOException {
        whole(
                heap,
                List.of("sarif"),
                "check",
                CONFIGS.resolve("captures/fillcopy-good.jsonl").toString(),
                "--sarif",
                "sarif");
    }

    private void whole(int heap, List<String> outputs, String... arguments) throws IOException {
        for (String output : outputs) {
            Path file = folder.resolve(output);
            Files.createDirectories(file.getParent());
            Files.writeString(file, OLD);
        }
        Shell.Result limited = new Shell(folder).run(java(heap, absolute(folder, outputs, arguments)));

        boolean enough = limited.code() == 0;
        if (!enough) {
            assertThat(limited.code()).as(limited.err()).isEqualTo(70);
            assertThat(limited.err())
                    .isEqualTo("out of memory; give the JVM more, for example SLUICE_JAVA_OPTS=-Xmx8g\n");
        }
        Path reference = Files.createDirectory(folder.resolve("reference"));
        Cli cli = Cli.run(absolute(reference, outputs, arguments));
        assertThat(cli.code()).as(cli.err()).isZero();
        for (String output : outputs) {
            String got = text(folder.resolve(output));
            if (enough || !got.equals(OLD)) {
                assertThat(got).as(output).isEqualTo(text(reference.resolve(output)));
            }
        }
        assertThat(parts()).isEmpty();
    }

    /** Outputs in a folder. */
    private static String[] absolute(Path folder, List<String> outputs, String... arguments) {
        List<String> words = new ArrayList<>();
        for (String word : arguments) {
            boolean output = outputs.stream().anyMatch(name -> name.equals(word) || name.startsWith(word + "/"));
            words.add(output ? folder.resolve(word).toString() : word);
        }
        return words.toArray(String[]::new);
    }

    private static String[] java(int heap, String... arguments) {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx" + heap + "m",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        words.addAll(List.of(arguments));
        return words.toArray(String[]::new);
    }

    private List<String> parts() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(Path::toString)
                    .filter(name -> name.endsWith(".part"))
                    .toList();
        }
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file).replaceAll("\"(wall|setup|cpu)Seconds\" ?: ?[0-9.E-]+", "");
    }
}
