// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A stream that takes milliseconds, sweeps over it, and what they leave. */
final class SweepFixture {
    static final List<String> RESULTS = List.of("results.csv", "results.jsonl", "report.txt", "sweep.html");

    /** Twelve points, of which two cannot be: three ways divide no 32 KiB. */
    static final List<String> TWELVE = List.of(
            "--vary",
            "caches.l1.size=16KiB,32KiB",
            "--vary",
            "caches.l1.ways=2,3,4",
            "--vary",
            "caches.l1.latency=20..40+20");

    private SweepFixture() {}

    static Path stream(Path folder) throws IOException {
        return Files.writeString(folder.resolve("s.cmds"), """
                buffer x 65536
                fill x 1
                barrier CLEAR/TRANSFER_WRITE>COMPUTE_SHADER/SHADER_READ
                dispatch sr=x
                """);
    }

    static Cli sweep(Path stream, Path out, String... options) {
        return sweep(List.of(stream.toString()), out, List.of(options));
    }

    static Cli sweep(List<String> streams, Path out, List<String> options) {
        List<String> args = new ArrayList<>(List.of("sweep"));
        args.addAll(streams);
        args.addAll(options);
        args.addAll(List.of("-o", out.toString()));
        return Cli.run(args.toArray(String[]::new));
    }

    static String[] with(List<String> options, String... more) {
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    /** The result files by name. */
    static Map<String, String> results(Path out) throws IOException {
        Map<String, String> results = new TreeMap<>();
        for (String name : RESULTS) {
            results.put(name, text(out.resolve(name)));
        }
        return results;
    }

    static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8);
    }

    static void refused(Cli cli, String message) {
        assertThat(cli.err()).isEqualTo(message + "\n");
        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.out()).isEmpty();
    }
}
