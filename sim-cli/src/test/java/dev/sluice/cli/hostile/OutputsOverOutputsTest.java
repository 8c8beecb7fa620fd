// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Cli;
import dev.sluice.cli.output.CsvFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Two options that name one file to write: one of the two would be lost. */
final class OutputsOverOutputsTest {
    private static final List<String> FILES = List.of("--html", "--log", "--record", "--steps", "--trace");

    @TempDir
    private Path dir;

    private String stream = "";

    @BeforeEach
    void write_a_stream() throws IOException {
        Files.createDirectory(dir.resolve("out"));
        stream = Files.writeString(dir.resolve("s.cmds"), "buffer x 64\nfill x 7\n")
                .toString();
    }

    static Stream<Arguments> pairs() {
        return FILES.stream()
                .flatMap(one -> FILES.stream()
                        .filter(other -> one.compareTo(other) < 0)
                        .map(other -> Arguments.of(one, other)));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void two_options_do_not_write_one_file(String one, String other) throws IOException {
        String file = dir.resolve("out/a.json").toString();
        String same = dir.resolve("out/../out/./a.json").toString();

        refused(List.of("run", stream, one, file, other, same), one, other);
        refused(List.of("run", stream, other, file, one, same), one, other);
    }

    @ParameterizedTest
    @CsvSource({
        "--out, result.json, --log",
        "--out, result.json, --trace",
        "--out, report.txt, --steps",
        "--csv, caches.csv, --record",
        "--csv, energy.csv, --html"
    })
    void an_option_does_not_write_a_file_of_a_directory_that_another_fills(String folder, String name, String option)
            throws IOException {
        Path out = dir.resolve("out");
        List<String> command = List.of(
                "run", stream, folder, out.toString(), option, out.resolve(name).toString());
        boolean first = option.equals("--html") || option.compareTo(folder) < 0;

        refused(command, first ? option : folder, first ? folder : option);
    }

    /** The stream of a long capture has its data in a file beside it. */
    @Test
    void an_imported_stream_is_not_written_over_by_its_data() throws IOException {
        Path captures = Path.of(System.getProperty("sluice.root", "."), "sim-config/src/test/resources/captures");
        Path capture = Files.writeString(
                dir.resolve("long.jsonl"),
                Files.readString(captures.resolve("with-files.jsonl"))
                        .replace("4096", "2097152")
                        .replace("with-files/1_fill_memory.bin", "data"));
        byte[] data = new byte[2097152];
        new Random(1).nextBytes(data);
        Files.write(dir.resolve("data"), data);
        Path out = dir.resolve("out/Frame.BIN");

        Cli cli = Cli.run("import", capture.toString(), "-o", out.toString());

        assertThat(cli.code()).isZero();
        assertThat(Files.readString(out)).contains("file: Frame.BIN.bin");
        assertThat(dir.resolve("out/Frame.BIN.bin")).hasBinaryContent(data);
    }

    @Test
    void a_page_of_advice_is_no_table_of_it() throws IOException {
        Path out = dir.resolve("out");

        refused(
                List.of(
                        "advise",
                        stream,
                        "--csv",
                        out.toString(),
                        "-o",
                        out.resolve("advice.csv").toString()),
                "--out",
                "--csv");
    }

    @Test
    void a_trace_may_lie_among_the_tables_under_another_name() {
        String out = dir.resolve("out").toString();
        String trace = dir.resolve("out/accesses.csv").toString();

        assertThat(Cli.run("run", stream, "-q", "--csv", out, "--record", trace).code())
                .isZero();
        assertThat(Cli.run("replay", trace, "-d", "tiny-1", "-q", "--csv", out).err())
                .isEmpty();
    }

    @Test
    void every_table_is_known_by_its_name() throws IOException {
        String all = Files.writeString(dir.resolve("all.cmds"), """
                        image i 16 16 UNDEFINED
                        queue 0
                        beginstats r
                        barrier NONE>CLEAR/TRANSFER_WRITE@i:UNDEFINED:GENERAL
                        clear i
                        endstats
                        """).toString();
        Path out = dir.resolve("out");
        Cli.run("run", all, "-q", "--strict", "--energy", "--barriers", "--csv", out.toString());

        try (Stream<Path> files = Files.list(out)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(CsvFiles.NAMES);
        }
    }

    @Test
    void what_keeps_nothing_may_be_named_twice() {
        assertThat(Cli.run("run", stream, "-q", "--steps", "/dev/null", "--log", "/dev/null")
                        .err())
                .isEmpty();
    }

    private void refused(List<String> command, String first, String second) throws IOException {
        Cli cli = Cli.run(new ArrayList<>(command));

        assertThat(cli.code()).isEqualTo(2);
        assertThat(cli.err()).endsWith(": is written by " + first + " and by " + second + "; name two files\n");
        assertThat(cli.errorLines()).isEqualTo(1);
        try (Stream<Path> files = Files.list(dir.resolve("out"))) {
            assertThat(files).isEmpty();
        }
    }
}
